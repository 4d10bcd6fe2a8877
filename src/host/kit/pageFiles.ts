import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Beside the unpacked files, and written after them: their names and sizes. */
const listName = 'files.json';

/** Files of a former version are kept for so long after their last use, as other windows may still run it. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Name and size in bytes of each packed file. */
type FileList = readonly (readonly [name: string, sizeBytes: number])[];

/**
 * The folder with scripts, style sheets and fonts of pages: `dist` itself, or, where they are shipped packed in its
 * `pages.br`, a folder of the storage. They are unpacked there when they are not all there. Throws as `node:fs` does where
 * that cannot be written.
 */
export function pageFolder(dist: string, storage: string): string {
  const archive = path.join(dist, 'pages.br');
  if (!existsSync(archive)) return dist;
  const packed = readFileSync(archive);
  const folder = path.join(storage, `pages-${createHash('sha256').update(packed).digest('hex').slice(0, 16)}`);
  if (!isComplete(folder)) {
    unpack(packed, folder);
    removeUnused(storage);
  }
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

function isComplete(folder: string): boolean {
  try {
    const files = JSON.parse(readFileSync(path.join(folder, listName), 'utf8')) as FileList;
    return files.every(([name, sizeBytes]) => statSync(path.join(folder, name)).size === sizeBytes);
  } catch {
    // whatever is missing or damaged there is put right by unpacking
    return false;
  }
}

/** Has all files there at once: another window may unpack the same at the same time. */
function unpack(packed: Buffer, folder: string): void {
  const whole = brotliDecompressSync(packed);
  let start = whole.indexOf('\n') + 1;
  const files = JSON.parse(whole.toString('utf8', 0, start)) as FileList;
  const making = `${folder}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(making, { recursive: true });
    for (const [name, sizeBytes] of files)
      writeFileSync(path.join(making, name), whole.subarray(start, (start += sizeBytes)));
    writeFileSync(path.join(making, listName), JSON.stringify(files));
    if (!isComplete(folder)) rmSync(folder, { recursive: true, force: true });
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!isComplete(folder)) throw error;
  }
}

function removeUnused(storage: string): void {
  for (const name of readdirSync(storage).filter((each) => each.startsWith('pages-'))) {
    const folder = path.join(storage, name);
    const { mtimeMs = Infinity } = statSync(folder, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > keptMs) rmSync(folder, { recursive: true, force: true });
  }
}
