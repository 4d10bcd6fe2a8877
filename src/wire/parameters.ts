import * as v from 'valibot';
import { inQuery } from './operation.ts';

/** A project or group: its numeric id, or its full path (`group/project`), encoded when it is sent. */
export const idOrPath = v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.nonEmpty())]);

/** Text that may not be empty. */
export const text = v.pipe(v.string(), v.nonEmpty());

/** A moment as the service reads it: `YYYY-MM-DDTHH:MM:SSZ`. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** A file to be sent: it is opened when its turn comes and read as a stream, so its size must be known before. */
export interface UploadFile {
  readonly name: string;
  /** In bytes; exactly as many are sent. */
  readonly size: number;
  /** The bytes in order. A part may be written over as soon as the next one is asked for. */
  open(): AsyncIterable<Uint8Array>;
}

/** A file to be sent. */
export const uploadFile = v.custom<UploadFile>(
  (value) => typeof value === 'object' && value !== null && 'open' in value && 'size' in value && 'name' in value,
  'Expected a file',
);

/** `page` (1-based) and `per_page` (1 to 100, default 20), understood by every operation that answers pages. */
export const paging = {
  page: inQuery(v.pipe(v.number(), v.integer(), v.minValue(1)), { default: 1 }),
  per_page: inQuery(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), { default: 20 }),
};
