/**
 * Parts of a line, in order and without overlaps: three numbers for each, its start, its end (characters) and what it
 * is. Flat, because a large diff has hundreds of thousands.
 */
export type Ranges = readonly number[];

/** A piece of a line and what it is in each of the layers; -1 where a layer says nothing of it. */
export interface LayeredPiece {
  readonly text: string;
  readonly kinds: readonly number[];
}

/** Cuts a text where any of the layers changes. */
export function layeredPieces(text: string, layers: readonly (Ranges | undefined)[]): readonly LayeredPiece[] {
  const cuts = new Set([0, text.length]);
  for (const layer of layers) {
    if (!layer) continue;
    for (let at = 0; at < layer.length; at += 3) {
      cuts.add(Math.min(layer[at] ?? 0, text.length));
      cuts.add(Math.min(layer[at + 1] ?? 0, text.length));
    }
  }
  const ordered = [...cuts].sort((a, b) => a - b);
  const cursors = layers.map(() => 0);
  const pieces: LayeredPiece[] = [];
  for (let index = 1; index < ordered.length; index++) {
    const [start, end] = [ordered[index - 1] ?? 0, ordered[index] ?? 0];
    const kinds = layers.map((layer, which) => {
      if (!layer) return -1;
      let at = cursors[which] ?? 0;
      while (at < layer.length && (layer[at + 1] ?? 0) <= start) at += 3;
      cursors[which] = at;
      return at < layer.length && (layer[at] ?? 0) <= start ? (layer[at + 2] ?? -1) : -1;
    });
    pieces.push({ text: text.slice(start, end), kinds });
  }
  return pieces;
}

/** Where two lines differ: one layer for each of them. */
export interface ChangedWords {
  readonly old: Ranges;
  readonly new: Ranges;
}

/** What colours lines from inside: the part of a page that is loaded after it has been drawn. */
export interface Painter {
  /** Loads a language; undefined when that has been done. Never fails: what does not come stays plain. */
  readonly learn: (language: string) => Promise<void> | undefined;
  /** What is coloured in a text, as flat triples of start, end and number of a kind (`tokenKinds`). */
  readonly tokens: (code: string, language: string) => Ranges;
  /** Where a line and the one in its place differ; undefined when they have too little in common to say. */
  readonly changedWords: (before: string, after: string) => ChangedWords | undefined;
}
