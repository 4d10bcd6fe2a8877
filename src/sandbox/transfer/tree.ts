import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { ArchiveError, type ArchiveEntry } from './archive.ts';

const snakeName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelName = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const renamed = (value: unknown, rename: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((element) => renamed(element, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [rename(name), renamed(member, rename)]));
};

/** Converts names to snake case, recursively. */
export const inArchiveNames = (record: object): object => renamed(record, snakeName) as object;

/** Converts names to camel case, recursively. */
export const inStateNames = (record: unknown): unknown => renamed(record, camelName);

export const jsonEntry = (name: string, value: object): ArchiveEntry => ({ name, text: JSON.stringify(value) });

/** NDJSON. */
export const linesEntry = (name: string, rows: readonly object[]): ArchiveEntry => ({
  name,
  text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
});

/** Throws `ArchiveError` unless the file holds a JSON object. */
export const readJson = async (folder: string, name: string): Promise<Readonly<Record<string, unknown>>> => {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(join(folder, name), 'utf8'));
  } catch (cause) {
    throw new ArchiveError(`The archive has no readable ${name}.`, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ArchiveError(`${name} of the archive is no record.`);
  }
  return value as Readonly<Record<string, unknown>>;
};

/** Zero-based `index`; `problem` for invalid JSON. */
export type TreeLine = { readonly index: number } & ({ readonly value: unknown } | { readonly problem: string });

/** Reads NDJSON; yields nothing for a missing file. */
export async function* readLines(folder: string, name: string): AsyncGenerator<TreeLine> {
  const path = join(folder, name);
  if (!existsSync(path)) return;
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  let index = 0;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    let value: unknown;
    let problem: string | undefined;
    try {
      value = JSON.parse(line);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    yield problem === undefined ? { index, value } : { index, problem };
    index += 1;
  }
}
