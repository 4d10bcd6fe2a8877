import { createGunzip } from 'node:zlib';
import type { UploadFile } from '../../../wire/parameters.ts';
import { type ExportFacts, ExportFollower } from '../exports/exportFacts.ts';
import { BrokenTar, followTar } from './tarEntries.ts';

/** Prevents an import on any server. */
export type ArchiveDefect =
  | 'empty'
  | 'notGzip'
  /** Compressed data or entry. */
  | 'truncated'
  | 'damaged'
  | 'notTar'
  /** Valid tar. */
  | 'notExport';

export type ArchiveCheck =
  | {
      readonly kind: 'export';
      readonly facts: ExportFacts;
      /** `whole`: complete and valid. `head`: only the beginning. */
      readonly read: 'head' | 'whole';
      readonly sizeBytes: number;
    }
  /** Valid so far, of unknown type. */
  | { readonly kind: 'unsure'; readonly sizeBytes: number }
  /** `detail` is for the log. */
  | {
      readonly kind: 'unfit';
      readonly defect: ArchiveDefect;
      readonly resembles: string | undefined;
      readonly detail: string | undefined;
      readonly sizeBytes: number;
    };

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  /** `head` stops once the type is clear, after a few megabytes at most. */
  readonly depth: 'head' | 'whole';
  readonly progress?: ((progress: { readonly doneBytes: number; readonly totalBytes: number }) => void) | undefined;
}

/** Compressed and unpacked. */
const headBytes = 8 * 1024 * 1024;
const headUnpackedBytes = 64 * 1024 * 1024;

/** Uses constant memory. Throws errors of reading the file and the signal's reason. */
export const checkArchive = async (file: UploadFile, options: CheckOptions): Promise<ArchiveCheck> => {
  const sizeBytes = file.size;
  const unfit = (defect: ArchiveDefect, more: { resembles?: string; detail?: string } = {}): ArchiveCheck => ({
    kind: 'unfit',
    defect,
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
    if (!reading.isCut || error.defect !== 'truncated') return unfit(error.defect, { detail });
  }
  const { facts } = follower;
  if (facts !== undefined) return { kind: 'export', facts, read: reading.isCut ? 'head' : 'whole', sizeBytes };
  return reading.isCut ? { kind: 'unsure', sizeBytes } : unfit('notExport');
};

class OtherFormat extends Error {
  readonly format: string | undefined;

  constructor(format: string | undefined) {
    super('not gzip');
    this.format = format;
  }
}

/** `reading.isCut`: stopped before the end. */
async function* unpacked(
  file: UploadFile,
  { signal, depth, progress }: CheckOptions,
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
      // the part's memory is reused
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
      // a small part may expand to gigabytes
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

/** One byte is left to gunzip. */
const checkBeginning = (part: Uint8Array): void => {
  if (part[0] === 0x1f && (part.length < 2 || part[1] === 0x8b)) return;
  const beginning = Buffer.from(part.subarray(0, 512)).toString('latin1');
  throw new OtherFormat(magics.find(([, at, bytes]) => beginning.startsWith(bytes, at))?.[0]);
};
