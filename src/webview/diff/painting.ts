import type { Painter } from './ranges.ts';

/** Loads the painter. Fails when it cannot be loaded. */
export async function loadPainter(): Promise<Painter> {
  return (await import('../highlight/painter.ts')).painter;
}
