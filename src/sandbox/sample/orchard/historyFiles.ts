import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const folder = join(import.meta.dirname, 'history');

/**
 * What lies in the folder `history`, by path: texts, and the bytes of pictures. Run from sources it is read from there;
 * the build puts the files themselves in the place of this module.
 */
export const historyFiles: Readonly<Record<string, string | Uint8Array>> = Object.fromEntries(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [
      relative(folder, file).split(sep).join('/'),
      file.endsWith('.png') ? readFileSync(file) : readFileSync(file, 'utf8'),
    ]),
);
