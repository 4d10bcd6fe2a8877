import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack, type Pack } from 'tar-stream';

export type ArchiveEntry =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly file: string };

/** Unreadable archive; the message is for the importing user. */
export class ArchiveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ArchiveError';
  }
}

const addText = (archive: Pack, name: string, text: string, mtime: Date): Promise<void> =>
  new Promise((resolve, reject) => {
    archive.entry({ name, mtime }, text, (error) => (error ? reject(error) : resolve()));
  });

const addFile = async (archive: Pack, name: string, file: string, mtime: Date): Promise<void> => {
  const { size } = await stat(file);
  await pipeline(createReadStream(file), archive.entry({ name, size, mtime }));
};

const addAll = async (archive: Pack, entries: AsyncIterable<ArchiveEntry>, mtime: Date): Promise<void> => {
  try {
    for await (const entry of entries) {
      if ('text' in entry) await addText(archive, entry.name, entry.text, mtime);
      else await addFile(archive, entry.name, entry.file, mtime);
    }
    archive.finalize();
  } catch (error) {
    archive.destroy(error as Error);
    throw error;
  }
};

/** Streams entries into a gzipped tar, one at a time. */
export const writeArchive = async (path: string, entries: AsyncIterable<ArchiveEntry>, mtime: Date): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const archive = pack();
  await Promise.all([pipeline(archive, createGzip(), createWriteStream(path)), addAll(archive, entries, mtime)]);
};

/** Relative path of a known entry; undefined for others, including path traversal. */
const placeOf = (name: string): string | undefined => {
  const plain = name.replace(/^\.\//, '');
  const isWanted = /^(?:VERSION|GITLAB_VERSION|GITLAB_REVISION|project\.bundle|tree\/[\w./-]+\.(?:json|ndjson))$/.test(
    plain,
  );
  return isWanted && !plain.split('/').includes('..') ? plain : undefined;
};

/** Limit in bytes against decompression bombs. */
const maxUnpacked = 2 ** 30;

/**
 * Extracts known entries. Throws `ArchiveError` for a broken archive and beyond `maxUnpacked`; an entry that
 * exceeds it is not written.
 */
export const readArchive = async (path: string, folder: string): Promise<void> => {
  const archive = extract();
  let left = maxUnpacked;
  const unpacking = async (): Promise<void> => {
    for await (const entry of archive) {
      left -= entry.header.size ?? 0;
      if (left < 0) throw new Error(`it unpacks to more than ${maxUnpacked} bytes`);
      const place = entry.header.type === 'file' ? placeOf(entry.header.name) : undefined;
      if (place === undefined) {
        entry.resume();
        continue;
      }
      const target = join(folder, place);
      await mkdir(dirname(target), { recursive: true });
      await pipeline(entry, createWriteStream(target));
    }
  };
  try {
    await Promise.all([pipeline(createReadStream(path), createGunzip(), archive), unpacking()]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ArchiveError(`Unable to decompress the archive: ${reason}`, { cause });
  }
};
