import { randomUUID } from 'node:crypto';
import type { UploadFile } from '../wire/parameters.ts';
import type { Field } from './fields.ts';
import type { StreamedBody } from './transport.ts';

export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

export interface MultipartBody extends StreamedBody {
  readonly contentType: string;
}

/**
 * Streams files with a known total length. Throws `UnreadableFile` before the last byte if a file fails or its size
 * changed, so the server never gets a complete request.
 */
export const multipartBody = (fields: readonly Field[]): MultipartBody => {
  const boundary = `graft-${randomUUID()}`;
  const parts = fields.map(([name, value]) => ({ head: partHead(boundary, name, value), value }));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const sizes = parts.map(({ head, value }) => head.length + sizeOf(value) + lineEnd.length);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: sizes.reduce((sum, size) => sum + size, end.length),
    async *open() {
      for (const { head, value } of parts) {
        yield head;
        if (typeof value === 'string') yield Buffer.from(value);
        else yield* exactly(value);
        yield lineEnd;
      }
      yield end;
    },
  };
};

const lineEnd = Buffer.from('\r\n');

const sizeOf = (value: string | UploadFile): number =>
  typeof value === 'string' ? Buffer.byteLength(value) : value.size;

const partHead = (boundary: string, name: string, value: string | UploadFile): Buffer => {
  const file =
    typeof value === 'string' ? '' : `; filename="${inQuotes(value.name)}"\r\nContent-Type: application/octet-stream`;
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${inQuotes(name)}"${file}\r\n\r\n`);
};

/** Escapes as browsers do. */
const inQuotes = (text: string): string => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

async function* exactly(file: UploadFile): AsyncGenerator<Uint8Array> {
  let left = file.size;
  for await (const part of readable(file)) {
    left -= part.length;
    if (left < 0) throw new UnreadableFile(`the file ${file.name} is longer than the ${file.size} bytes announced`);
    yield part;
  }
  if (left > 0)
    throw new UnreadableFile(`the file ${file.name} has ${file.size - left} of the ${file.size} bytes announced`);
}

async function* readable(file: UploadFile): AsyncGenerator<Uint8Array> {
  try {
    yield* file.open();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableFile(`the file ${file.name} could not be read: ${why}`, { cause: error });
  }
}
