import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { DownloadAnswer, Operation, ParametersOf, ParameterTable } from '../wire/operation.ts';
import { BatchedFile } from './batchedFile.ts';
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
  try {
    await write(temporary, download, (part) => {
      sizeBytes += part.length;
      progress?.({ doneBytes: sizeBytes, totalBytes: download.sizeBytes });
      if (!beginsAsArchive(part, sizeBytes - part.length)) throw noArchive(client, operation, download.status);
    });
    if (sizeBytes < gzipMagic.length) throw noArchive(client, operation, download.status);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await download.cancel();
  }
  return { target, sizeBytes, fileName: download.fileName };
};

const write = async (file: string, download: Download, watch: (part: Uint8Array) => void): Promise<void> => {
  const handle = await open(file, 'wx');
  try {
    const batched = new BatchedFile(handle);
    await download.eachPart((part) => {
      watch(part);
      return batched.take(part);
    });
    await batched.end();
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
