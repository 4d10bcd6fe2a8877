import * as v from 'valibot';
import { inQuery } from './operation.ts';

/** Numeric ID or full path, encoded when sent. */
export const idOrPath = v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.nonEmpty())]);

/** Not empty. */
export const text = v.pipe(v.string(), v.nonEmpty());

/** `YYYY-MM-DDTHH:MM:SSZ`. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** Streamed when its turn comes. */
export interface UploadFile {
  readonly name: string;
  /** Bytes, exact. */
  readonly size: number;
  /** Parts may be overwritten once the next is requested. */
  open(): AsyncIterable<Uint8Array>;
}

export const uploadFile = v.custom<UploadFile>(
  (value) => typeof value === 'object' && value !== null && 'open' in value && 'size' in value && 'name' in value,
  'Expected a file',
);

/** `page` is 1-based, `per_page` 1 to 100. */
export const paging = {
  page: inQuery(v.pipe(v.number(), v.integer(), v.minValue(1)), { default: 1 }),
  per_page: inQuery(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), { default: 20 }),
};
