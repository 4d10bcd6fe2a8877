import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DownloadAnswer, Operation, ParametersOf, ParameterTable } from '../wire/operation.ts';
import type { Client } from './client.ts';
import type { Download, DownloadRange } from './download.ts';
import { isCancelled, RequestError, requestFailure } from './errors.ts';
import type { TransferProgress } from './transport.ts';

/** A download that can be gone on with: where its bytes are, and what the server told of the archive. */
export interface PartialDownload {
  /** The file the bytes are collected in, beside the target. */
  readonly file: string;
  /** What the archive is recognised by; without one it is begun again. */
  readonly validator?: string | undefined;
  readonly wholeBytes?: number | undefined;
  /** Called before the first byte of an archive is written, so that it can be remembered. What it throws ends it. */
  begun(known: ArchiveFacts): Promise<void>;
}

/** What a server tells of an archive before it gives it. */
export type ArchiveFacts = Pick<Download, 'validator' | 'wholeBytes' | 'ageMs'>;

/** How a caller follows and ends a download. */
export interface SaveOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called after every part that was received. */
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
  /** Where a download that breaks off is kept, to be gone on with later. Left out: nothing is kept. */
  readonly partial?: PartialDownload | undefined;
  /** Reads the whole file before it takes the target's place; what it throws ends the download. */
  readonly check?: ((file: string) => Promise<void>) | undefined;
}

/** A download that lies complete at its target. */
export interface SavedDownload {
  readonly target: string;
  readonly sizeBytes: number;
  /** Name the server suggests; undefined when nothing had to be asked for any more. */
  readonly fileName: string | undefined;
}

/** Reason of a signal that ends a download because the program ends: what has come is kept to be gone on with. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** The disk has less room than the archive needs. */
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

/** Times the rest is asked for where the archive itself lies, without the service, after the connection broke. */
const mostRestarts = 4;

/**
 * Downloads an archive into a file. It is written under a temporary name beside `target` and takes its place, and that
 * of a file already there, only when all bytes came, it begins as gzip does and `check` is content; otherwise nothing is
 * left behind, except in `partial` after a failure that may pass. With `partial` only the rest is asked for where the
 * server allows it; an archive that is another one by now is begun again. A broken connection is taken up again at once
 * where a redirect led to the archive; asking the service again is left to the caller, as it counts such requests.
 * Throws the `RequestError` of the download (`notGitLab` when it is no archive), `NoRoom`, the error of the file system
 * or of `check`.
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
  const begin = async (range: DownloadRange | undefined): Promise<Download> =>
    (await client.send(operation, parameters, { signal, range })) as unknown as Download;
  const noArchive = (status: number): RequestError => noGzip(client, operation, status);
  try {
    const fileName = await collect(file, begin, noArchive, options);
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

/** Whether what has come is of use later: the connection or the server failed, not the archive, the disk or the user. */
const mayGoOn = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true
    ? signal.reason instanceof Interrupted
    : requestFailure(error) !== undefined &&
      !isCancelled(error) &&
      requestFailure(error, 'notFound', 'notGitLab', 'refused') === undefined;

/** Brings all bytes into the file; answers the name the server suggests. */
const collect = async (
  file: string,
  begin: (range: DownloadRange | undefined) => Promise<Download>,
  noArchive: (status: number) => RequestError,
  { signal, progress, partial }: SaveOptions,
): Promise<string | undefined> => {
  let { validator, wholeBytes } = partial ?? {};
  let here = validator === undefined ? 0 : await sizeOf(file);
  if (here > 0 && here === wholeBytes) return undefined;
  if (wholeBytes !== undefined && here > wholeBytes) here = 0;
  const rest = (): DownloadRange | undefined =>
    here > 0 && validator !== undefined ? { from: here, validator, wholeBytes } : undefined;
  let download = await begin(rest()).catch(async (error: unknown) => {
    if (rest() === undefined || requestFailure(error, 'refused') === undefined) throw error;
    // there is no such rest, or another part came: what is here is of no use
    await rm(file, { force: true });
    return begin(undefined);
  });
  for (let restarts = 0; ;) {
    const current = download;
    const before = current.from;
    here = before;
    if (before === 0) ({ validator, wholeBytes } = current);
    try {
      if (before === 0) await partial?.begun(current);
      await checkRoom(file, current);
      await write(file, current, (part) => {
        if (!beginsAsArchive(part, here)) throw noArchive(current.status);
        here += part.length;
        progress?.({ doneBytes: here, totalBytes: current.wholeBytes });
      });
      if (here < gzipMagic.length) throw noArchive(current.status);
      return current.fileName;
    } catch (error) {
      const range = rest();
      const { again } = current;
      const isCut = requestFailure(error, 'unreachable', 'timeout') !== undefined && signal?.aborted !== true;
      // each restart has to bring something
      if (!isCut || again === undefined || range === undefined || here === before || restarts === mostRestarts)
        throw error;
      restarts += 1;
      await delay(250 * 2 ** restarts, undefined, signal === undefined ? {} : { signal }).catch(() => {
        throw error;
      });
      download = await again(range).catch(() => {
        // the address has expired or its server is away, too: why it broke off says more
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
  // some file systems cannot tell; writing will
  const known = await statfs(path.dirname(file)).catch(() => undefined);
  if (known === undefined || known.blocks === 0) return;
  const freeBytes = known.bavail * known.bsize + (from === 0 ? await sizeOf(file) : 0);
  if (wholeBytes - from > freeBytes) throw new NoRoom(wholeBytes - from, freeBytes);
};

/** Writes what comes at the place where it belongs. What came before a failure is in the file, too. */
const write = async (file: string, download: Download, watch: (part: Uint8Array) => void): Promise<void> => {
  const handle = await open(file, download.from === 0 ? 'w' : 'a');
  try {
    for await (const part of download.body) {
      watch(part);
      await handle.writeFile(part);
    }
    // after a crash there is either no file or a whole one
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const gzipMagic = [0x1f, 0x8b] as const;

/** Whether a part that begins at a place of the file fits to the two bytes every gzip archive begins with. */
const beginsAsArchive = (part: Uint8Array, place: number): boolean =>
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
