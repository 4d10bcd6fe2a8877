import * as v from 'valibot';
import type * as vscode from '../vscode.ts';

/** A value in a storage of the editor. */
export interface Stored<T> {
  /** What is stored, as the reader takes it. */
  get(): T;
  /** Stores a value in place of the one before; undefined forgets it. Seen by `get` at once; resolves once it is stored. */
  put(value: T | undefined): Promise<void>;
}

/**
 * The value under a key. `read` takes what any version has written: undefined where there is nothing, and
 * anything where another version was at work.
 */
export const stored = <T>(memento: vscode.Memento, key: string, read: (value: unknown) => T): Stored<T> => ({
  get: () => read(memento.get(key)),
  async put(value) {
    if (value !== undefined || memento.get(key) !== undefined) await memento.update(key, value);
  },
});

/** Values of one kind, each under its own key: the prefix and what it is the value of. */
export interface StoredEach<T> {
  of(name: string): Stored<T | undefined>;
  /** Those that can be read. */
  all(): readonly T[];
}

/** The values whose keys begin with a prefix. */
export const storedEach = <T>(
  memento: vscode.Memento,
  prefix: string,
  read: (value: unknown) => T | undefined,
): StoredEach<T> => ({
  of: (name) => stored(memento, prefix + name, read),
  all: () =>
    memento
      .keys()
      .filter((key) => key.startsWith(prefix))
      .map((key) => read(memento.get(key)))
      .filter((value) => value !== undefined),
});

/** Reads what has a shape, and takes anything else for `otherwise`. */
export const shaped =
  <T, Otherwise = undefined>(schema: v.GenericSchema<unknown, T>, otherwise?: Otherwise) =>
  (value: unknown): T | Otherwise => {
    const read = v.safeParse(schema, value);
    return read.success ? read.output : (otherwise as Otherwise);
  };
