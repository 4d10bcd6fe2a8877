import type { Painter } from './ranges.ts';

/** Rejects if it can't be loaded. */
export async function loadPainter(): Promise<Painter> {
  return (await import('../highlight/painter.ts')).painter;
}
