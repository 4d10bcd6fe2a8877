import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packed } from './minifying.ts';

/**
 * Packs scripts, style sheets and fonts of pages into one file, `pages.br`, a quarter smaller than each for itself: a line with
 * their names and sizes, then their contents. `src/host/kit/pageFiles.ts` unpacks them for the first page.
 */
export function packPages(folder: string): void {
  const names = readdirSync(folder).filter((name) => /\.(?:js|css|woff2)$/.test(name) && name !== 'extension.js');
  // what is alike stands together
  names.sort((one, other) => path.extname(one).localeCompare(path.extname(other)) || one.localeCompare(other));
  const contents = names.map((name) => readFileSync(path.join(folder, name)));
  const list = JSON.stringify(names.map((name, index) => [name, contents[index]?.length]));
  writeFileSync(path.join(folder, 'pages.br'), packed(Buffer.concat([Buffer.from(`${list}\n`), ...contents])));
  for (const name of names) rmSync(path.join(folder, name));
}
