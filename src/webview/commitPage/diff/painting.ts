import { useEffect, useReducer, useRef } from 'preact/hooks';
import type { DiffFile } from '../../diff/diffFile.ts';
import {
  loadLanguageOf,
  paintStretch,
  plainBecause,
  stretchAt,
  type LineHighlights,
  type PaintStretch,
} from '../../diff/paintFile.ts';
import { loadPainter } from '../../diff/painting.ts';
import type { Highlighter } from '../../diff/ranges.ts';
import type { RowList } from './rowList.ts';

/** Highlighting as far as it is done. */
export interface Painting {
  readonly of: (file: DiffFile, rowIndex: number) => LineHighlights | undefined;
}

type Painted = Map<number, readonly LineHighlights[]>;

/** Time slice, so that the page stays responsive. */
const sliceMs = 8;
/** Cache size in lines. */
const cachedLines = 30_000;

/** Highlights the rendered lines in slices after the page was shown. */
export function usePainting(list: RowList, drawn: readonly number[]): Painting {
  const [, redraw] = useReducer<number, undefined>((count) => count + 1, 0);
  const cached = useRef<LinePainting | undefined>(undefined);
  const painting = (cached.current ??= new LinePainting(() => redraw(undefined)));
  useEffect(() => painting.want(list, drawn));
  useEffect(() => () => painting.dispose(), [painting]);
  return painting;
}

interface Wanted {
  readonly file: DiffFile;
  readonly stretch: PaintStretch;
}

class LinePainting implements Painting {
  readonly #changed: () => void;
  #painter: Highlighter | 'loading' | 'none' | undefined;
  #painted = new WeakMap<DiffFile, Painted>();
  /** Previous generation of the cache. */
  #older = new WeakMap<DiffFile, Painted>();
  #lines = 0;
  #wanted: Wanted[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  of(file: DiffFile, rowIndex: number): LineHighlights | undefined {
    const stretch = stretchAt(file, rowIndex);
    return stretch && this.#known(file, stretch)?.[rowIndex - stretch.start];
  }

  #known(file: DiffFile, { start }: PaintStretch): readonly LineHighlights[] | undefined {
    return this.#painted.get(file)?.get(start) ?? this.#older.get(file)?.get(start);
  }

  /** Queues the rendered rows. */
  want(list: RowList, drawn: readonly number[]): void {
    this.#wanted = [];
    const seen = new Set<PaintStretch>();
    const add = (file: DiffFile, rowIndex: number): void => {
      const stretch = stretchAt(file, rowIndex);
      if (!stretch || seen.has(stretch) || this.#known(file, stretch)) return;
      seen.add(stretch);
      this.#wanted.push({ file, stretch });
    };
    for (const index of drawn) {
      const placed = list.at(index);
      if (!placed || plainBecause(placed.file) !== undefined) continue;
      const { row, file, rowIndex } = placed;
      if (row.kind === 'line') add(file, rowIndex);
      else if (row.kind === 'pair') for (const half of [row.left, row.right]) if (half) add(file, half.index);
    }
    if (this.#wanted.length > 0) this.#schedule();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#painter = 'none';
  }

  #schedule(): void {
    if (this.#painter === undefined) void this.#load();
    if (typeof this.#painter !== 'object' || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#work();
    });
  }

  async #load(): Promise<void> {
    this.#painter = 'loading';
    try {
      // after the first lines were drawn
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      this.#painter = await loadPainter();
      this.#schedule();
    } catch {
      // lines stay plain; the developer tools show the error
      this.#painter = 'none';
    }
  }

  #work(): void {
    const painter = this.#painter;
    if (typeof painter !== 'object') return;
    const end = performance.now() + sliceMs;
    let hasPainted = false;
    while (performance.now() < end) {
      const next = this.#wanted.shift();
      if (!next) break;
      const loading = loadLanguageOf(painter, next.file);
      if (loading) void this.#paintAfter(loading, next);
      else if (!this.#known(next.file, next.stretch)) {
        this.#paint(painter, next.file, next.stretch);
        hasPainted = true;
      }
    }
    if (hasPainted) this.#changed();
    if (this.#wanted.length > 0) this.#schedule();
  }

  async #paintAfter(loading: Promise<void>, next: Wanted): Promise<void> {
    await loading;
    this.#wanted.push(next);
    this.#schedule();
  }

  #paint(painter: Highlighter, file: DiffFile, stretch: PaintStretch): void {
    if (this.#lines > cachedLines) {
      this.#older = this.#painted;
      this.#painted = new WeakMap();
      this.#lines = 0;
    }
    const painted: Painted = this.#painted.get(file) ?? new Map<number, readonly LineHighlights[]>();
    this.#painted.set(file, painted);
    painted.set(stretch.start, paintStretch(painter, file, stretch));
    this.#lines += stretch.end - stretch.start;
  }
}
