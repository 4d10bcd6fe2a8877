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
  /** Without one the download restarts. */
  readonly validator?: string | undefined;
  readonly wholeBytes?: number | undefined;
  /** Called before the first byte is written. Throwing cancels. */
  onStart(known: ArchiveFacts): Promise<void>;
}

export type ArchiveFacts = Pick<Download, 'validator' | 'wholeBytes' | 'ageMs'>;

export interface SaveOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
  /** Default: interrupted downloads are deleted. */
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

/** Abort reason when VS Code exits; keeps the partial download. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export class NoRoom extends Error {
  override readonly name = 'NoRoom';
  readonly neededBytes: number;
  readonly freeBytes: number;

  constructor(neededBytes: number, freeBytes: number) {
    super(`${neededBytes} bytes are needed and ${freeBytes} are free`);
    this.neededBytes = neededBytes;
    this.freeBytes = freeBytes;
  }
}

/** Without another request to GitLab. */
const maxRestarts = 4;

/**
 * Replaces `target` only if the archive is complete, starts like gzip and passes `check`. Otherwise nothing remains, except
 * `partial` after a temporary failure.
 *
 * `partial` resumes by a range request; a changed archive restarts. A broken connection resumes at once if a redirect led
 * to the archive; requests to GitLab are left to the caller, as they are rate limited. Throws the download's `RequestError`
 * (`notGitLab` if it isn't an archive), `NoRoom`, or errors of the file system and of `check`.
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
  const noArchive = (status: number): RequestError => noGzip(client, operation, status);
  try {
    const fileName = await collect(file, openDownload, noArchive, options);
    await check?.(file);
    signal?.throwIfAborted();
    const { size } = await stat(file);
    await rename(file, target);
    return { target, sizeBytes: size, fileName };
  } catch (error) {
    if (partial === undefined || !mayGoOn(error, signal)) await rm(file, { force: true });
    throw error;
  }
};

/** The connection or the server failed, not the archive, the disk or the user. */
const mayGoOn = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true
    ? signal.reason instanceof Interrupted
    : requestErrorFacts(error) !== undefined &&
      !isCancelled(error) &&
      requestErrorFacts(error, 'notFound', 'notGitLab', 'refused') === undefined;

/** Returns the suggested name. */
const collect = async (
  file: string,
  openDownload: (range: DownloadRange | undefined) => Promise<Download>,
  noArchive: (status: number) => RequestError,
  { signal, progress, partial }: SaveOptions,
): Promise<string | undefined> => {
  let { validator, wholeBytes } = partial ?? {};
  let here = validator === undefined ? 0 : await sizeOf(file);
  if (here > 0 && here === wholeBytes) return undefined;
  if (wholeBytes !== undefined && here > wholeBytes) here = 0;
  const rest = (): DownloadRange | undefined =>
    here > 0 && validator !== undefined ? { from: here, validator, wholeBytes } : undefined;
  let download = await openDownload(rest()).catch(async (error: unknown) => {
    if (rest() === undefined || requestErrorFacts(error, 'refused') === undefined) throw error;
    // restarts
    await rm(file, { force: true });
    return openDownload(undefined);
  });
  for (let restarts = 0; ;) {
    const current = download;
    const before = current.from;
    here = before;
    if (before === 0) ({ validator, wholeBytes } = current);
    try {
      if (before === 0) await partial?.onStart(current);
      await checkRoom(file, current);
      await write(file, current, (part) => {
        if (!isArchiveStart(part, here)) throw noArchive(current.status);
        here += part.length;
        progress?.({ doneBytes: here, totalBytes: current.wholeBytes });
      });
      if (here < gzipMagic.length) throw noArchive(current.status);
      return current.fileName;
    } catch (error) {
      const range = rest();
      const { again } = current;
      const isCut = requestErrorFacts(error, 'unreachable', 'timeout') !== undefined && signal?.aborted !== true;
      // each restart must make progress
      if (!isCut || again === undefined || range === undefined || here === before || restarts === maxRestarts)
        throw error;
      restarts += 1;
      await delay(250 * 2 ** restarts, undefined, signal === undefined ? {} : { signal }).catch(() => {
        throw error;
      });
      download = await again(range).catch(() => {
        // explains more than an expired address
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

const checkRoom = async (file: string, { wholeBytes, from }: Download): Promise<void> => {
  if (wholeBytes === undefined) return;
  // not every file system reports it
  const known = await statfs(path.dirname(file)).catch(() => undefined);
  if (known === undefined || known.blocks === 0) return;
  const freeBytes = known.bavail * known.bsize + (from === 0 ? await sizeOf(file) : 0);
  if (wholeBytes - from > freeBytes) throw new NoRoom(wholeBytes - from, freeBytes);
};

/** Bytes received before a failure remain. */
const write = async (file: string, download: Download, watch: (part: Uint8Array) => void): Promise<void> => {
  const handle = await open(file, download.from === 0 ? 'w' : 'a');
  try {
    for await (const part of download.body) {
      watch(part);
      await handle.writeFile(part);
    }
    // after a crash the file is complete or missing
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const gzipMagic = [0x1f, 0x8b] as const;

const isArchiveStart = (part: Uint8Array, place: number): boolean =>
  place >= gzipMagic.length || gzipMagic.slice(place, place + part.length).every((byte, index) => part[index] === byte);

const noGzip = (client: Client, operation: Operation, status: number): RequestError =>
  new RequestError({
    failure: 'notGitLab',
    outcome: 'answered',
    reference: operation.reference,
    method: operation.method,
    address: `${client.baseUrl}/api/v4${operation.path}`,
    status,
    detail: 'what came is not a gzip archive',
  });
