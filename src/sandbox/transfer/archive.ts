import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack, type Pack } from 'tar-stream';

/** One file of an archive: text, or a file on disk of any size. */
export type ArchiveEntry =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly file: string };

/** A file that is no archive this release can read; the message is a sentence for who asked for the import. */
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

/** Writes a gzip tar; entries are asked for one after the other and streamed. */
export const writeArchive = async (path: string, entries: AsyncIterable<ArchiveEntry>, mtime: Date): Promise<void> => {
  await mkdir(dirname(path), { recursive: true });
  const archive = pack();
  await Promise.all([pipeline(archive, createGzip(), createWriteStream(path)), addAll(archive, entries, mtime)]);
};

/** The place of an entry below a folder; undefined for one that is of no use or leads out of it. */
const placeOf = (name: string): string | undefined => {
  const plain = name.replace(/^\.\//, '');
  const isWanted = /^(?:VERSION|GITLAB_VERSION|GITLAB_REVISION|project\.bundle|tree\/[\w./-]+\.(?:json|ndjson))$/.test(
    plain,
  );
  return isWanted && !plain.split('/').includes('..') ? plain : undefined;
};

/** Most bytes an archive may unpack to. */
const largestUnpacked = 2 ** 30;

/**
 * Unpacks the parts of an export archive that mean something into a folder. Throws `ArchiveError` when it is broken or
 * unpacks to more than a gigabyte; of an entry that is too large nothing is written.
 */
export const readArchive = async (path: string, folder: string): Promise<void> => {
  const archive = extract();
  let left = largestUnpacked;
  const unpacking = async (): Promise<void> => {
    for await (const entry of archive) {
      left -= entry.header.size ?? 0;
      if (left < 0) throw new Error(`it unpacks to more than ${largestUnpacked} bytes`);
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
