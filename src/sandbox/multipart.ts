import { Busboy } from '@fastify/busboy';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UploadFile } from '../wire/parameters.ts';

/** File on disk, deleted after the response unless the handler moves it. */
export interface ReceivedFile extends UploadFile {
  readonly path: string;
}

/** Fields in order; files by field. */
export interface ReceivedForm {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: Readonly<Record<string, ReceivedFile>>;
  /** Deletes the files that weren't moved. */
  readonly discard: () => Promise<void>;
}

/** Malformed form, or a file that is too large. */
export class FormError extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FormError';
    this.status = status;
  }
}

const maxField = 1 << 20;

/** Limit of all fields together, as they are in memory. */
const maxFields = 64 << 20;

const counted = (most: number, count: (bytes: number) => void): Transform => {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      count(size);
      if (size > most) done(new FormError(413, `A file may have ${most} bytes at most.`));
      else done(null, chunk);
    },
  });
};

/** File system errors aren't the client's fault. */
export const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).path !== undefined;

export const isMultipart = (contentType: string | undefined): boolean =>
  contentType?.toLowerCase().startsWith('multipart/form-data') === true;

/** Streams files to disk. Throws `FormError` or the error of the file system, and leaves no files then. */
export const receiveForm = async (
  incoming: IncomingMessage,
  { folder, largestFile }: { readonly folder: string; readonly largestFile: number },
): Promise<ReceivedForm> => {
  await mkdir(folder, { recursive: true });
  const fields: [string, string][] = [];
  const files = new Map<string, ReceivedFile>();
  const paths: string[] = [];
  const writing: Promise<void>[] = [];
  const discard = async (): Promise<void> => {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  const keep = async (field: string, source: Readable, name: string): Promise<void> => {
    const path = join(folder, randomUUID());
    paths.push(path);
    let size = 0;
    await pipeline(
      source,
      counted(largestFile, (bytes) => (size = bytes)),
      createWriteStream(path),
    );
    files.set(field, { name, size, path, open: () => createReadStream(path) });
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const { 'content-type': type = '' } = incoming.headers;
      const parser = new Busboy({
        headers: { ...incoming.headers, 'content-type': type },
        limits: { fieldSize: maxField },
      });
      let held = 0;
      parser.on('field', (name, value) => {
        held += name.length + value.length;
        if (held > maxFields) reject(new FormError(413, `The fields of a form may have ${maxFields} bytes together.`));
        else fields.push([name, value]);
      });
      parser.on('file', (field, source, name) => {
        const written = keep(field, source, name);
        // the parser would wait forever for an unread file
        written.catch(reject);
        writing.push(written);
      });
      parser.once('finish', resolve).once('error', reject);
      const cut = (): void => reject(new Error('The body was cut off.'));
      incoming.once('error', reject).once('close', () => incoming.complete || cut());
      // no further event follows
      if (incoming.destroyed) cut();
      else incoming.pipe(parser);
    });
    await Promise.all(writing);
  } catch (cause) {
    // discards the rest, so that the client reads the response
    incoming.unpipe().resume();
    await discard();
    if (cause instanceof FormError || isOfDisk(cause)) throw cause;
    throw new FormError(400, 'The body is no multipart form.', { cause });
  }
  return { fields, files: Object.fromEntries(files), discard };
};
