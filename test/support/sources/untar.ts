import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const blockBytes = 512;

/** Plain files, all executable, and folders. */
export function untar(archive: Buffer, folder: string): void {
  for (let at = 0; at + blockBytes <= archive.length;) {
    const field = (start: number, length: number): string =>
      archive.toString('latin1', at + start, at + start + length).replace(/\0.*$/s, '');
    const name = field(0, 100);
    const sizeBytes = parseInt(field(124, 12), 8) || 0;
    const type = field(156, 1);
    at += blockBytes;
    if (name !== '' && type === '5') mkdirSync(path.join(folder, name), { recursive: true });
    if (name !== '' && (type === '0' || type === '')) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, archive.subarray(at, at + sizeBytes), { mode: 0o755 });
    }
    at += Math.ceil(sizeBytes / blockBytes) * blockBytes;
  }
}
