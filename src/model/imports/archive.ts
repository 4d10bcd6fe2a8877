import { createGunzip } from 'node:zlib';
import { giveBack } from '../../client/giveBack.ts';
import type { UploadFile } from '../../wire/parameters.ts';
import { type ExportFacts, ExportFollower } from './exportFacts.ts';
import { BrokenTar, TarReader } from './tarReader.ts';

/** Why a file cannot be imported, whatever the server. */
export type ArchiveFlaw =
  /** It has no bytes at all. */
  | 'empty'
  /** It begins otherwise than gzip does. */
  | 'notGzip'
  /** It ends in the middle: of the compressed bytes or of an entry. */
  | 'truncated'
  /** Bytes in it are not those that were written. */
  | 'damaged'
  /** What is compressed is no tar. */
  | 'notTar'
  /** A sound tar that no GitLab has written. */
  | 'notExport';

/** What a look at a file showed. */
export type ArchiveLook =
  /** An export of GitLab, as far as it was read. */
  | {
      readonly kind: 'export';
      readonly facts: ExportFacts;
      /** `whole`: read to its end, nothing is missing or broken. `head`: only its beginning is known. */
      readonly read: 'head' | 'whole';
      readonly sizeBytes: number;
    }
  /** The beginning is that of a tar and does not tell yet what it is. */
  | { readonly kind: 'unsure'; readonly sizeBytes: number }
  /** Nothing any server can import. `resembles` names what it looks like instead; `detail` is for the log. */
  | {
      readonly kind: 'unfit';
      readonly flaw: ArchiveFlaw;
      readonly resembles: string | undefined;
      readonly detail: string | undefined;
      readonly sizeBytes: number;
    };

/** How a look is bounded and followed. */
export interface LookOptions {
  readonly signal?: AbortSignal | undefined;
  /** `head` stops as soon as it is clear what the file is, after a few megabytes at the latest. */
  readonly depth: 'head' | 'whole';
  /** Told how many bytes of the file were read. */
  readonly progress?: ((progress: { readonly doneBytes: number; readonly totalBytes: number }) => void) | undefined;
}

/** Compressed and unpacked bytes a look at the beginning reads at most. */
const headBytes = 8 * 1024 * 1024;
const headUnpackedBytes = 64 * 1024 * 1024;

/**
 * Looks at a file before it is sent anywhere: part by part, in constant memory. Throws what reading the file throws and
 * the reason of the signal; everything else is an answer.
 */
export const lookAtArchive = async (file: UploadFile, options: LookOptions): Promise<ArchiveLook> => {
  const sizeBytes = file.size;
  const unfit = (flaw: ArchiveFlaw, more: { resembles?: string; detail?: string } = {}): ArchiveLook => ({
    kind: 'unfit',
    flaw,
    resembles: more.resembles,
    detail: more.detail,
    sizeBytes,
  });
  if (sizeBytes === 0) return unfit('empty');
  const follower = new ExportFollower();
  const tar = new TarReader(follower);
  try {
    const read = await unpacked(file, options, tar, follower);
    const { facts } = follower;
    if (read === 'whole' && tar.isNone) return unfit('notTar', { detail: 'there is not one block of a tar' });
    if (read === 'whole' && !tar.isWhole) return unfit('truncated', { detail: 'the last entry is not whole' });
    if (facts !== undefined) return { kind: 'export', facts, read, sizeBytes };
    return read === 'whole' ? unfit('notExport') : { kind: 'unsure', sizeBytes };
  } catch (error) {
    if (error instanceof OtherFormat)
      return unfit('notGzip', error.format === undefined ? {} : { resembles: error.format });
    if (error instanceof BrokenTar) return unfit(error.isNoTar ? 'notTar' : 'damaged', { detail: error.message });
    const { code = '' } = error as NodeJS.ErrnoException;
    const detail = error instanceof Error ? error.message : String(error);
    if (code === 'Z_BUF_ERROR') return unfit('truncated', { detail });
    if (/^Z_/.test(code)) return unfit('damaged', { detail });
    throw error;
  }
};

/** The file is not compressed with gzip. */
class OtherFormat extends Error {
  readonly format: string | undefined;

  constructor(format: string | undefined) {
    super('not gzip');
    this.format = format;
  }
}

/** Reads the file through gunzip into the tar, one part after the other; answers how far it read. */
const unpacked = async (
  file: UploadFile,
  { signal, depth, progress }: LookOptions,
  tar: TarReader,
  follower: ExportFollower,
): Promise<'head' | 'whole'> => {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  let failure: { readonly error: unknown } | undefined;
  let unpackedBytes = 0;
  const isEnough = (doneBytes: number): boolean =>
    depth === 'head' && (follower.isClear || doneBytes >= headBytes || unpackedBytes >= headUnpackedBytes);
  const ended = new Promise<void>((resolve) => gunzip.once('close', resolve));
  gunzip.on('error', (error) => (failure ??= { error }));
  gunzip.on('data', (bytes: Buffer) => {
    unpackedBytes += bytes.length;
    try {
      tar.take(bytes);
      giveBack(bytes);
    } catch (error) {
      failure ??= { error };
      gunzip.destroy();
    }
    // a small part may hold gigabytes
    if (isEnough(0)) gunzip.destroy();
  });
  try {
    let doneBytes = 0;
    for await (const part of file.open()) {
      signal?.throwIfAborted();
      if (doneBytes === 0) checkBeginning(part);
      const taken = new Promise<void>((resolve) => gunzip.write(part, () => resolve()));
      await Promise.race([taken, ended]);
      if (failure !== undefined) throw failure.error;
      doneBytes += part.length;
      progress?.({ doneBytes, totalBytes: file.size });
      if (gunzip.destroyed || (doneBytes < file.size && isEnough(doneBytes))) return 'head';
    }
    signal?.throwIfAborted();
    gunzip.end();
    await ended;
    if (failure !== undefined) throw failure.error;
    return isEnough(0) && gunzip.errored === null && !gunzip.readableEnded ? 'head' : 'whole';
  } finally {
    gunzip.destroy();
  }
};

const magics: readonly (readonly [format: string, at: number, bytes: string])[] = [
  ['zip', 0, 'PK\u0003\u0004'],
  ['7z', 0, '7z\u00bc\u00af\u0027\u001c'],
  ['bzip2', 0, 'BZh'],
  ['xz', 0, '\u00fd7zXZ\0'],
  ['zstd', 0, '\u0028\u00b5\u002f\u00fd'],
  ['git bundle', 0, '# v'],
  ['tar', 257, 'ustar'],
  ['HTML', 0, '<'],
  ['JSON', 0, '{'],
];

/** Throws `OtherFormat` when the first part is none of gzip; a file of one byte is told by gunzip. */
const checkBeginning = (part: Uint8Array): void => {
  if (part[0] === 0x1f && (part.length < 2 || part[1] === 0x8b)) return;
  const beginning = Buffer.from(part.subarray(0, 512)).toString('latin1');
  throw new OtherFormat(magics.find(([, at, bytes]) => beginning.startsWith(bytes, at))?.[0]);
};
