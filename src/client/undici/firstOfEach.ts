import type { IncomingHttpHeaders } from 'node:http';

/** Headers by their names in lower case; of repeated ones the first. */
export const firstOfEach = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, (Array.isArray(value) ? value[0] : value) ?? '']),
  );
