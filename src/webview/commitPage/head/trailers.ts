import type { CommitView } from '../../../messages/commitPage.ts';

/** A message's body less the paragraph of trailers at its end, where the page shows exactly those by themselves. */
export function withoutTrailers(body: string, trailers: CommitView['trailers']): string {
  const text = body.replaceAll('\r\n', '\n').trimEnd();
  const start = text.lastIndexOf('\n\n') + 1;
  const lines = text.slice(start).trim().split('\n');
  const areShown = lines.every((line) => trailers.some(({ key, value }) => isTrailer(line, key, value)));
  return areShown ? text.slice(0, start).trimEnd() : text;
}

function isTrailer(line: string, key: string, value: string): boolean {
  const colon = line.indexOf(':');
  return colon > 0 && line.slice(0, colon).trim() === key && line.slice(colon + 1).trim() === value.trim();
}
