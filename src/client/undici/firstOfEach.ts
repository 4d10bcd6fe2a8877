import type { IncomingHttpHeaders } from 'node:http';

/** Headers by their names in lower case; of repeated ones the first. */
export const firstOfEach = (headers: IncomingHttpHeaders): Record<string, string> => {
  const first: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    first[name] = (Array.isArray(value) ? value[0] : value) ?? '';
  }
  return first;
};
