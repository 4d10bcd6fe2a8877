import type { CommitView } from '../../../messages/commitPage.ts';

/** Removes the paragraph of trailers if all of them are shown separately. */
export function withoutTrailers(body: string, trailers: CommitView['trailers']): string {
  const text = body.replaceAll('\r\n', '\n').trimEnd();
  const start = text.lastIndexOf('\n\n') + 1;
  const lines = text.slice(start).trim().split('\n');
  const shown = new Set(trailers.map(({ key, value }) => trailer(key, value.trim())));
  const areShown = lines.every((line) => shown.has(readTrailer(line)));
  return areShown ? text.slice(0, start).trimEnd() : text;
}

function readTrailer(line: string): string {
  const colon = line.indexOf(':');
  return trailer(line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim());
}

const trailer = (key: string, value: string): string => `${key}\n${value}`;
