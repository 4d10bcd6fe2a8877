import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const folder = join(import.meta.dirname, 'history');

/** Files of the folder `history` by path. Read from there when run from sources; the build inlines them. */
export const historyFiles: Readonly<Record<string, string | Uint8Array>> = Object.fromEntries(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [
      relative(folder, file).split(sep).join('/'),
      file.endsWith('.png') ? readFileSync(file) : readFileSync(file, 'utf8'),
    ]),
);
