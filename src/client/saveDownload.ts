import { randomUUID } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import type { DownloadAnswer, Operation, ParametersOf, ParameterTable } from '../wire/operation.ts';
import type { Client } from './client.ts';
import type { Download } from './download.ts';
import { RequestError } from './errors.ts';
import type { TransferProgress } from './transport.ts';

/** How a caller follows and ends a download. */
export interface SaveOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told after every part that was received. */
  readonly progress?: ((progress: TransferProgress) => void) | undefined;
}

/** A download that lies complete at its target. */
export interface SavedDownload {
  readonly target: string;
  readonly sizeBytes: number;
  /** Name the server suggests. */
  readonly fileName: string | undefined;
}

/**
 * Downloads an archive into a file. It is written under a temporary name beside `target` and takes its place, and that
 * of a file already there, only when all bytes came and it begins as gzip does; otherwise nothing is left behind.
 * Throws the `RequestError` of the download (`notGitLab` when it is no archive) or the error of the file system.
 * A download that broke off is not resumed.
 */
export const saveDownload = async <O extends Operation<ParameterTable, DownloadAnswer>>(
  client: Client,
  operation: O,
  parameters: ParametersOf<O>,
  target: string,
  { signal, progress }: SaveOptions = {},
): Promise<SavedDownload> => {
  const download = (await client.send(operation, parameters, { signal })) as unknown as Download;
  const temporary = `${target}.${randomUUID()}.part`;
  let sizeBytes = 0;
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    for await (const part of download.body) {
      sizeBytes += part.length;
      progress?.({ doneBytes: sizeBytes, totalBytes: download.sizeBytes });
      yield part;
    }
  };
  try {
    await write(
      temporary,
      archive(watched(), () => noArchive(client, operation, download.status)),
    );
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await download.cancel();
  }
  return { target, sizeBytes, fileName: download.fileName };
};

const write = async (file: string, body: AsyncIterable<Uint8Array>): Promise<void> => {
  const handle = await open(file, 'wx');
  try {
    await writeFile(handle, body);
    // after a crash there is either no file or a whole one
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const gzipMagic = [0x1f, 0x8b] as const;

/** Passes bytes on and fails at the first two that do not begin an archive, or when there are none. */
async function* archive(body: AsyncIterable<Uint8Array>, fail: () => Error): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const part of body) {
    for (let index = 0; seen < gzipMagic.length && index < part.length; index += 1, seen += 1) {
      if (part[index] !== gzipMagic[seen]) throw fail();
    }
    yield part;
  }
  if (seen < gzipMagic.length) throw fail();
}

const noArchive = (client: Client, operation: Operation, status: number): RequestError =>
  new RequestError({
    failure: 'notGitLab',
    outcome: 'answered',
    reference: operation.reference,
    method: operation.method,
    address: `${client.baseUrl}/api/v4${operation.path}`,
    status,
    detail: 'what came is not a gzip archive',
  });
