import { laterScript } from '../elements/laterScript.ts';
import type { Ranges } from './ranges.ts';

/** Where two lines differ: one layer for each of them. */
export interface ChangedWords {
  readonly old: Ranges;
  readonly new: Ranges;
}

/** What colours lines from inside: the part of a page that is loaded after it has been drawn. */
export interface Painter {
  /** What is coloured in a text, as flat triples of start, end and number of a kind (`tokenKinds`). */
  readonly tokens: (code: string, language: string) => Ranges;
  /** Where a line and the one in its place differ; undefined when they have too little in common to say. */
  readonly changedWords: (before: string, after: string) => ChangedWords | undefined;
}

/** Where the painter's script leaves it. */
export interface PainterPlace {
  graftPainter?: Painter;
}

/** Loads the painter, which lies beside the page's own script. Fails when it cannot be loaded. */
export async function loadPainter(): Promise<Painter> {
  await laterScript('highlight');
  const painter = (globalThis as PainterPlace).graftPainter;
  if (!painter) throw new Error('the script left nothing');
  return painter;
}
