import type { IncomingHttpHeaders } from 'node:http';

/** Lower-case names. */
export const firstOfEach = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, (Array.isArray(value) ? value[0] : value) ?? '']),
  );
