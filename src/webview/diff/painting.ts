import type { Highlighter } from './ranges.ts';

/** Rejects if it can't be loaded. */
export async function loadPainter(): Promise<Highlighter> {
  return (await import('../highlight/painter.ts')).painter;
}
