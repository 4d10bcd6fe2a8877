import * as v from 'valibot';
import { inQuery } from './operation.ts';

/** A project or group: its numeric id, or its full path (`group/project`), encoded when it is sent. */
export const idOrPath = v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.nonEmpty())]);

/** Text that may not be empty. */
export const text = v.pipe(v.string(), v.nonEmpty());

/** A moment as the service reads it: `YYYY-MM-DDTHH:MM:SSZ`. */
export const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** `page` (1-based) and `per_page` (1 to 100, default 20), understood by every operation that answers pages. */
export const paging = {
  page: inQuery(v.pipe(v.number(), v.integer(), v.minValue(1)), { default: 1 }),
  per_page: inQuery(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), { default: 20 }),
};
