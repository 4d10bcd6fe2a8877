import { createGunzip } from 'node:zlib';
import type { UploadFile } from '../../../wire/parameters.ts';
import { type ExportFacts, ExportDetector } from '../exports/exportFacts.ts';
import { BrokenTar, visitTarEntries } from './tarEntries.ts';

/** Reason why no server can import the file. */
export type ArchiveDefect =
  | 'empty'
  | 'notGzip'
  /** The compressed data or a tar entry ends early. */
  | 'truncated'
  | 'damaged'
  | 'notTar'
  /** A tar archive of something else. */
  | 'notExport';

export type ArchiveCheck =
  | {
      readonly kind: 'export';
      readonly facts: ExportFacts;
      /** `whole`: complete and valid. `head`: only the beginning. */
      readonly read: 'head' | 'whole';
      readonly sizeBytes: number;
    }
  /** No defect in the part read, which does not show the type. */
  | { readonly kind: 'unsure'; readonly sizeBytes: number }
  /** `resembles`: recognized format, such as `zip`. `detail` is for the log. */
  | {
      readonly kind: 'unfit';
      readonly defect: ArchiveDefect;
      readonly resembles: string | undefined;
      readonly detail: string | undefined;
      readonly sizeBytes: number;
    };

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  /** `head` stops once the type is known, after a few megabytes at most. */
  readonly depth: 'head' | 'whole';
  readonly progress?: ((progress: { readonly doneBytes: number; readonly totalBytes: number }) => void) | undefined;
}

/** Limits of `head`, before and after decompression. */
const headBytes = 8 * 1024 * 1024;
const headUnpackedBytes = 64 * 1024 * 1024;

/** Recognizes an export in constant memory. Throws read errors and the reason of the signal. */
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
  const detector = new ExportDetector();
  const reading = { stoppedEarly: false };
  try {
    await visitTarEntries(gunzipped(file, options, detector, reading), detector);
  } catch (error) {
    if (error instanceof NotGzip)
      return unfit('notGzip', error.format === undefined ? {} : { resembles: error.format });
    const { code = '' } = error as NodeJS.ErrnoException;
    const detail = error instanceof Error ? error.message : String(error);
    if (code === 'Z_BUF_ERROR') return unfit('truncated', { detail });
    if (/^Z_/.test(code)) return unfit('damaged', { detail });
    if (!(error instanceof BrokenTar)) throw error;
    if (!reading.stoppedEarly || error.defect !== 'truncated') return unfit(error.defect, { detail });
  }
  const { facts } = detector;
  if (facts !== undefined) return { kind: 'export', facts, read: reading.stoppedEarly ? 'head' : 'whole', sizeBytes };
  return reading.stoppedEarly ? { kind: 'unsure', sizeBytes } : unfit('notExport');
};

class NotGzip extends Error {
  readonly format: string | undefined;

  constructor(format: string | undefined) {
    super('not gzip');
    this.format = format;
  }
}

/** Decompressed bytes. Sets `reading.stoppedEarly` when it stops before the end. */
async function* gunzipped(
  file: UploadFile,
  { signal, depth, progress }: CheckOptions,
  detector: ExportDetector,
  reading: { stoppedEarly: boolean },
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  const closed = new Promise<void>((resolve) => gunzip.once('close', resolve));
  let doneBytes = 0;
  let unpackedBytes = 0;
  const feed = async (): Promise<void> => {
    for await (const part of file.open()) {
      signal?.throwIfAborted();
      if (doneBytes === 0) assertGzip(part);
      // the source reuses the memory of a part, so wait until gunzip has consumed it
      const accepted = new Promise<void>((resolve) => gunzip.write(part, () => resolve()));
      await Promise.race([accepted, closed]);
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
      reading.stoppedEarly =
        depth === 'head' && (detector.isComplete || doneBytes >= headBytes || unpackedBytes >= headUnpackedBytes);
      if (reading.stoppedEarly) return;
    }
  } finally {
    gunzip.destroy();
    await feeding;
  }
}

const magicNumbers: readonly (readonly [format: string, at: number, bytes: string])[] = [
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

/** Leaves a first part of one byte to gunzip. */
const assertGzip = (part: Uint8Array): void => {
  if (part[0] === 0x1f && (part.length < 2 || part[1] === 0x8b)) return;
  const beginning = Buffer.from(part.subarray(0, 512)).toString('latin1');
  throw new NotGzip(magicNumbers.find(([, at, bytes]) => beginning.startsWith(bytes, at))?.[0]);
};
