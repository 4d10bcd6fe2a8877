import * as v from 'valibot';
import type * as vscode from '../vscode.ts';

export interface Stored<T> {
  get(): T;
  /** Undefined deletes the value. Visible to `get` at once; resolves once written. */
  put(value: T | undefined): Promise<void>;
}

/** `read` must accept anything, as other versions may have written it. */
export const stored = <T>(memento: vscode.Memento, key: string, read: (value: unknown) => T): Stored<T> => ({
  get: () => read(memento.get(key)),
  async put(value) {
    if (value !== undefined || memento.get(key) !== undefined) await memento.update(key, value);
  },
});

export interface StoredMap<T> {
  of(name: string): Stored<T | undefined>;
  all(): readonly T[];
}

export const storedMap = <T>(
  memento: vscode.Memento,
  prefix: string,
  read: (value: unknown) => T | undefined,
): StoredMap<T> => ({
  of: (name) => stored(memento, prefix + name, read),
  all: () =>
    memento
      .keys()
      .filter((key) => key.startsWith(prefix))
      .map((key) => read(memento.get(key)))
      .filter((value) => value !== undefined),
});

export const shaped =
  <T, Otherwise = undefined>(schema: v.GenericSchema<unknown, T>, otherwise?: Otherwise) =>
  (value: unknown): T | Otherwise => {
    const read = v.safeParse(schema, value);
    return read.success ? read.output : (otherwise as Otherwise);
  };
