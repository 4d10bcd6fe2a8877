import type { IncomingHttpHeaders } from 'node:http';

/** First value of each header, by lower-case name. */
export const firstOfEach = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, (Array.isArray(value) ? value[0] : value) ?? '']),
  );
