import { createGunzip } from 'node:zlib';
import type { UploadFile } from '../../../wire/parameters.ts';
import { type ExportFacts, ExportFollower } from '../exports/exportFacts.ts';
import { BrokenTar, followTar } from './tarEntries.ts';

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
export type ArchiveCheck =
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
  /** Called with the number of bytes read so far. */
  readonly progress?: ((progress: { readonly doneBytes: number; readonly totalBytes: number }) => void) | undefined;
}

/** Compressed and unpacked bytes a look at the beginning reads at most. */
const headBytes = 8 * 1024 * 1024;
const headUnpackedBytes = 64 * 1024 * 1024;

/**
 * Looks at a file before it is sent anywhere: part by part, in constant memory. Throws what reading the file throws and
 * the reason of the signal; everything else is an answer.
 */
export const checkArchive = async (file: UploadFile, options: LookOptions): Promise<ArchiveCheck> => {
  const sizeBytes = file.size;
  const unfit = (flaw: ArchiveFlaw, more: { resembles?: string; detail?: string } = {}): ArchiveCheck => ({
    kind: 'unfit',
    flaw,
    resembles: more.resembles,
    detail: more.detail,
    sizeBytes,
  });
  if (sizeBytes === 0) return unfit('empty');
  const follower = new ExportFollower();
  const reading = { isCut: false };
  try {
    await followTar(unpacked(file, options, follower, reading), follower);
  } catch (error) {
    if (error instanceof OtherFormat)
      return unfit('notGzip', error.format === undefined ? {} : { resembles: error.format });
    const { code = '' } = error as NodeJS.ErrnoException;
    const detail = error instanceof Error ? error.message : String(error);
    if (code === 'Z_BUF_ERROR') return unfit('truncated', { detail });
    if (/^Z_/.test(code)) return unfit('damaged', { detail });
    if (!(error instanceof BrokenTar)) throw error;
    if (!reading.isCut || error.flaw !== 'truncated') return unfit(error.flaw, { detail });
  }
  const { facts } = follower;
  if (facts !== undefined) return { kind: 'export', facts, read: reading.isCut ? 'head' : 'whole', sizeBytes };
  return reading.isCut ? { kind: 'unsure', sizeBytes } : unfit('notExport');
};

/** The file is not compressed with gzip. */
class OtherFormat extends Error {
  readonly format: string | undefined;

  constructor(format: string | undefined) {
    super('not gzip');
    this.format = format;
  }
}

/** The unpacked bytes of a file, part by part; `reading` tells whether they end before the file does. */
async function* unpacked(
  file: UploadFile,
  { signal, depth, progress }: LookOptions,
  follower: ExportFollower,
  reading: { isCut: boolean },
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  const closed = new Promise<void>((resolve) => gunzip.once('close', resolve));
  let doneBytes = 0;
  let unpackedBytes = 0;
  const feed = async (): Promise<void> => {
    for await (const part of file.open()) {
      signal?.throwIfAborted();
      if (doneBytes === 0) checkBeginning(part);
      // its memory is written over once the next one is asked for
      const taken = new Promise<void>((resolve) => gunzip.write(part, () => resolve()));
      await Promise.race([taken, closed]);
      if (gunzip.destroyed) return;
      doneBytes += part.length;
      progress?.({ doneBytes, totalBytes: file.size });
    }
    signal?.throwIfAborted();
    gunzip.end();
  };
  const feeding = feed().catch((error: unknown) => void gunzip.destroy(error as Error));
  try {
    for await (const bytes of gunzip as AsyncIterable<Buffer>) {
      unpackedBytes += bytes.length;
      yield bytes;
      // a small part may hold gigabytes
      reading.isCut =
        depth === 'head' && (follower.isClear || doneBytes >= headBytes || unpackedBytes >= headUnpackedBytes);
      if (reading.isCut) return;
    }
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

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
