/**
 * Sorted, disjoint ranges of a line as flat triples: start, end (characters), kind. Flat because large diffs have
 * hundreds of thousands.
 */
export type Ranges = readonly number[];

/** `kinds`: one per layer, -1 for none. */
export interface LayeredPiece {
  readonly text: string;
  readonly kinds: readonly number[];
}

/** Splits a text at the boundaries of all layers. */
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

/** Changed ranges of both lines. */
export interface ChangedWords {
  readonly old: Ranges;
  readonly new: Ranges;
}

/** Highlighter, loaded after the page was drawn. */
export interface Highlighter {
  /** Loads a language; undefined if loaded. Never rejects: on failure, text stays plain. */
  readonly loadLanguage: (language: string) => Promise<void> | undefined;
  /** Flat triples with indexes into `tokenKinds`. */
  readonly tokens: (code: string, language: string) => Ranges;
  /** Undefined if the lines have too little in common. */
  readonly changedWords: (before: string, after: string) => ChangedWords | undefined;
}
