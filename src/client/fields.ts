import * as v from 'valibot';
import { type UploadFile, uploadFile } from '../wire/parameters.ts';

export type Field = readonly [name: string, value: string | UploadFile];

/** The server would parse it differently. */
export class UnwritableField extends Error {
  override readonly name = 'UnwritableField';
}

/**
 * Encodes like Rails forms: `in[]=a&in[]=b`, `upload[url]=…`, `actions[][action]=…&actions[][file_path]=…`, in order.
 * `undefined` and empty lists are omitted; `null` is empty text. Throws `UnwritableField`.
 */
export const fieldsOf = (name: string, value: unknown): readonly Field[] => {
  if (value === undefined) return [];
  if (value === null) return [[name, '']];
  if (typeof value !== 'object') return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  if (v.is(uploadFile, value)) return [[name, value]];
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    checkBorders(name, items);
    return items.flatMap((item) => fieldsOf(`${name}[]`, item));
  }
  return memberFields(name, value);
};

const memberFields = (name: string, value: object): readonly Field[] =>
  Object.entries(value).flatMap(([key, member]) => fieldsOf(`${name}[${key}]`, member));

/** Rails starts a new item at a repeated key. */
const checkBorders = (name: string, items: readonly unknown[]): void => {
  const keys = items.map((item) => keysOf(item));
  for (const [index, [first]] of keys.entries()) {
    if (index === 0 || first === undefined) continue;
    if (!(keys[index - 1] ?? []).includes(first))
      throw new UnwritableField(`${name}: item ${index + 1} cannot be told from the one before; send it as JSON`);
  }
};

const keysOf = (item: unknown): readonly string[] =>
  typeof item === 'object' && item !== null
    ? Object.entries(item).flatMap(([key, member]) => (member === undefined ? [] : [key]))
    : [];
