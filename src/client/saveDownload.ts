import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DownloadAnswer, Operation, ParametersOf, ParameterTable } from '../wire/operation.ts';
import type { Client } from './client.ts';
import type { Download, DownloadRange } from './download.ts';
import { isCancelled, RequestError, requestErrorFacts } from './errors.ts';
import type { TransferProgress } from './transport.ts';

export interface PartialDownload {
  /** File in the folder of the target. */
  readonly file: string;
  /** For `If-Range`; without one, the download restarts. */
  readonly validator?: string | undefined;
  readonly wholeBytes?: number | undefined;
  /** Called before the first byte is written. Throwing cancels. */
  onStart(known: ArchiveFacts): Promise<void>;
}

export type ArchiveFacts = Pick<Download, 'validator' | 'wholeBytes' | 'ageMs'>;

export interface SaveOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
  /** File to resume from and to keep after a temporary failure. Default: a temporary file, deleted on failure. */
  readonly partial?: PartialDownload | undefined;
  /** Called before the file replaces the target; throwing cancels. */
  readonly check?: ((file: string) => Promise<void>) | undefined;
}

export interface SavedDownload {
  readonly target: string;
  readonly sizeBytes: number;
  /** Undefined if no request was necessary. */
  readonly fileName: string | undefined;
}

/** Abort reason when VS Code exits; `partial` remains. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  readonly neededBytes: number;
  readonly freeBytes: number;

  constructor(neededBytes: number, freeBytes: number) {
    super(`${neededBytes} bytes are needed and ${freeBytes} are free`);
    this.neededBytes = neededBytes;
    this.freeBytes = freeBytes;
  }
}

/** Resumes at the target of a redirect, which GitLab does not count. */
const maxResumes = 4;

/**
 * Replaces `target` only if the archive is complete, starts like gzip and passes `check`. Otherwise nothing remains, except
 * `partial` after a temporary failure.
 *
 * `partial` resumes by a range request; a changed archive restarts. A broken connection resumes at once if a redirect led
 * to the archive; requests to GitLab are left to the caller, as they are rate limited. Throws the download's `RequestError`
 * (`notGitLab` if it isn't an archive), `DiskFull`, or errors of the file system and of `check`.
 */
export const saveDownload = async <O extends Operation<ParameterTable, DownloadAnswer>>(
  client: Client,
  operation: O,
  parameters: ParametersOf<O>,
  target: string,
  options: SaveOptions = {},
): Promise<SavedDownload> => {
  const { signal, partial, check } = options;
  const file = partial?.file ?? `${target}.${randomUUID()}.part`;
  const openDownload = async (range: DownloadRange | undefined): Promise<Download> =>
    (await client.send(operation, parameters, { signal, range })) as unknown as Download;
  const notGzip = (status: number): RequestError => notGzipError(client, operation, status);
  try {
    const fileName = await receive(file, openDownload, notGzip, options);
    await check?.(file);
    signal?.throwIfAborted();
    const { size } = await stat(file);
    await rename(file, target);
    return { target, sizeBytes: size, fileName };
  } catch (error) {
    if (partial === undefined || !isResumable(error, signal)) await rm(file, { force: true });
    throw error;
  }
};

/** The failure was of the connection or the server, not of the archive, the disk or the user. */
const isResumable = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true
    ? signal.reason instanceof Interrupted
    : requestErrorFacts(error) !== undefined &&
      !isCancelled(error) &&
      requestErrorFacts(error, 'notFound', 'notGitLab', 'refused') === undefined;

/** Writes the archive to `file`; returns the suggested name, undefined if `file` was complete. */
const receive = async (
  file: string,
  openDownload: (range: DownloadRange | undefined) => Promise<Download>,
  notGzip: (status: number) => RequestError,
  { signal, progress, partial }: SaveOptions,
): Promise<string | undefined> => {
  let { validator, wholeBytes } = partial ?? {};
  let offset = validator === undefined ? 0 : await sizeOf(file);
  if (offset > 0 && offset === wholeBytes) return undefined;
  if (wholeBytes !== undefined && offset > wholeBytes) offset = 0;
  const rest = (): DownloadRange | undefined =>
    offset > 0 && validator !== undefined ? { from: offset, validator, wholeBytes } : undefined;
  let download = await openDownload(rest()).catch(async (error: unknown) => {
    if (rest() === undefined || requestErrorFacts(error, 'refused') === undefined) throw error;
    // the server refuses the range
    await rm(file, { force: true });
    return openDownload(undefined);
  });
  for (let resumes = 0; ;) {
    const current = download;
    const start = current.from;
    offset = start;
    if (start === 0) ({ validator, wholeBytes } = current);
    try {
      if (start === 0) await partial?.onStart(current);
      await checkFreeSpace(file, current);
      await write(file, current, (part) => {
        if (!isGzipStart(part, offset)) throw notGzip(current.status);
        offset += part.length;
        progress?.({ doneBytes: offset, totalBytes: current.wholeBytes });
      });
      if (offset < gzipMagic.length) throw notGzip(current.status);
      return current.fileName;
    } catch (error) {
      const range = rest();
      const { resume } = current;
      const isCut = requestErrorFacts(error, 'unreachable', 'timeout') !== undefined && signal?.aborted !== true;
      // each resume must make progress
      if (!isCut || resume === undefined || range === undefined || offset === start || resumes === maxResumes)
        throw error;
      resumes += 1;
      await delay(250 * 2 ** resumes, undefined, signal === undefined ? {} : { signal }).catch(() => {
        throw error;
      });
      download = await resume(range).catch(() => {
        // the first error explains more than that of an expired URL
        throw error;
      });
    } finally {
      await current.cancel();
    }
  }
};

const sizeOf = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
};

const checkFreeSpace = async (file: string, { wholeBytes, from }: Download): Promise<void> => {
  if (wholeBytes === undefined) return;
  // not every file system reports free space
  const known = await statfs(path.dirname(file)).catch(() => undefined);
  if (known === undefined || known.blocks === 0) return;
  const freeBytes = known.bavail * known.bsize + (from === 0 ? await sizeOf(file) : 0);
  if (wholeBytes - from > freeBytes) throw new DiskFull(wholeBytes - from, freeBytes);
};

/** After a failure, the file keeps the bytes received. */
const write = async (file: string, download: Download, onPart: (part: Uint8Array) => void): Promise<void> => {
  const handle = await open(file, download.from === 0 ? 'w' : 'a');
  try {
    for await (const part of download.body) {
      onPart(part);
      await handle.writeFile(part);
    }
    // after a crash the file is complete or missing
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const gzipMagic = [0x1f, 0x8b] as const;

const isGzipStart = (part: Uint8Array, at: number): boolean =>
  at >= gzipMagic.length || gzipMagic.slice(at, at + part.length).every((byte, index) => part[index] === byte);

const notGzipError = (client: Client, operation: Operation, status: number): RequestError =>
  new RequestError({
    failure: 'notGitLab',
    outcome: 'answered',
    reference: operation.reference,
    method: operation.method,
    address: `${client.baseUrl}/api/v4${operation.path}`,
    status,
    detail: 'what came is not a gzip archive',
  });
