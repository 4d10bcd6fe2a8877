import { readFileSync } from 'node:fs';

/** A file inside a zip archive. */
export type ZipEntry = { readonly name: string; readonly sizeBytes: number; readonly compressedBytes: number };

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** The files of a zip archive, in its own order, read from its directory at the end. */
export function readZipEntries(file: string): ZipEntry[] {
  const bytes = readFileSync(file);
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== endSignature) end -= 1;
  if (end < 0) throw new Error(`${file} is no zip archive`);
  const entries: ZipEntry[] = [];
  const count = bytes.readUInt16LE(end + 10);
  for (let at = bytes.readUInt32LE(end + 16); entries.length < count;) {
    if (bytes.readUInt32LE(at) !== entrySignature) throw new Error(`${file}: its directory is damaged at byte ${at}`);
    const nameBytes = bytes.readUInt16LE(at + 28);
    entries.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameBytes),
      compressedBytes: bytes.readUInt32LE(at + 20),
      sizeBytes: bytes.readUInt32LE(at + 24),
    });
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}
