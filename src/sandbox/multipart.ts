import { Busboy } from '@fastify/busboy';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UploadFile } from '../wire/parameters.ts';

/** A file of a form, already on disk. A handler that keeps it moves it away: it is removed once the answer is sent. */
export interface ReceivedFile extends UploadFile {
  readonly path: string;
}

/** A multipart form: its text fields in the order they came, and its files by field. */
export interface ReceivedForm {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: Readonly<Record<string, ReceivedFile>>;
  /** Removes the files that were not moved away. */
  readonly discard: () => Promise<void>;
}

/** Why a form was not taken: it is no form, or one of its files is larger than allowed. */
export class FormError extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FormError';
    this.status = status;
  }
}

const largestField = 1 << 20;

/** Most bytes of the fields of a form together: they are held in memory. */
const largestFields = 64 << 20;

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

/** Says whether an error is one of the file system: nobody who sent something can help it. */
export const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).path !== undefined;

/** Says whether a request carries a multipart form. */
export const isMultipart = (contentType: string | undefined): boolean =>
  contentType?.toLowerCase().startsWith('multipart/form-data') === true;

/**
 * Reads a multipart form as it arrives: fields into memory, files straight to disk, so that a file of gigabytes takes
 * no more memory than a small one. Throws `FormError`, or the error of a disk that takes no file; nothing is left there
 * then.
 */
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
        limits: { fieldSize: largestField },
      });
      let held = 0;
      parser.on('field', (name, value) => {
        held += name.length + value.length;
        if (held > largestFields)
          reject(new FormError(413, `The fields of a form may have ${largestFields} bytes together.`));
        else fields.push([name, value]);
      });
      parser.on('file', (field, source, name) => {
        const written = keep(field, source, name);
        // the parser would wait for ever for a file that nobody reads to its end
        written.catch(reject);
        writing.push(written);
      });
      parser.once('finish', resolve).once('error', reject);
      const cut = (): void => reject(new Error('The body was cut off.'));
      incoming.once('error', reject).once('close', () => incoming.complete || cut());
      // a sender that has gone already tells nobody again
      if (incoming.destroyed) cut();
      else incoming.pipe(parser);
    });
    await Promise.all(writing);
  } catch (cause) {
    // what is left is read and thrown away, so that the answer still reaches the sender
    incoming.unpipe().resume();
    await discard();
    if (cause instanceof FormError || isOfDisk(cause)) throw cause;
    throw new FormError(400, 'The body is no multipart form.', { cause });
  }
  return { fields, files: Object.fromEntries(files), discard };
};
