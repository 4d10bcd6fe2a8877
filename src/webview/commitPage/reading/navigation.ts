import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RowList } from '../diff/rowList.ts';
import type { VirtualRows } from '../diff/virtualRows.ts';
import type { Metrics } from '../metrics.ts';

/** What {@link useNavigation} moves in. */
export interface NavigationOptions {
  readonly list: RowList;
  readonly rows: VirtualRows;
  readonly metrics: Metrics;
  readonly listTop: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly listElement: RefObject<HTMLElement | null>;
  /** The row that has the focus or had it last. */
  readonly active: number | undefined;
  readonly setActive: (index: number) => void;
}

/** Moving about in the list of rows. */
export interface Navigation {
  /** The row the reader is at: the active one while it is on the screen, else the topmost; -1 above the list. */
  readonly current: () => number;
  /** The topmost row below the pinned header, of its file; -1 when the page's head can be seen. */
  readonly topRow: () => number;
  /** How many pixels of that row are hidden. */
  readonly hiddenOf: (index: number) => number;
  /** How many lines fit on the screen. */
  readonly linesPerScreen: () => number;
  /** Scrolls a row to the top of the screen, less `past` pixels. */
  readonly show: (index: number, past?: number) => void;
  /** Scrolls a row to the middle of the screen, unless it can be seen. */
  readonly showInMiddle: (index: number) => void;
  /** Focuses a row without scrolling. */
  readonly focus: (index: number) => void;
  /** Focuses a row and scrolls it to the top of the screen. */
  readonly goTo: (index: number) => void;
  /** Focuses a row and scrolls no more than it takes to see it. */
  readonly moveTo: (index: number) => void;
}

/** Gives the reader's position and moves it. All movements are instant. */
export function useNavigation(options: NavigationOptions): Navigation {
  const { list, rows, metrics, listTop, scroller, listElement, active, setActive } = options;
  const wanted = useRef<number | undefined>(undefined);

  // a row can be focused once it is drawn, which being active makes sure of
  useLayoutEffect(() => {
    const index = wanted.current;
    if (index === undefined) return;
    const element = listElement.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (!element) return;
    wanted.current = undefined;
    element.focus({ preventScroll: true });
  });

  const fileBar = metrics.file - metrics.fileGap;
  /** Height at the top of the screen that toolbar and pinned header cover when that row is at the top. */
  const coveredAbove = (index: number): number => metrics.toolbar + (list.isHeader(index) ? -metrics.fileGap : fileBar);
  const topFor = (index: number): number => listTop + rows.startOf(index) - coveredAbove(index);
  const scrollTop = (): number => scroller.current?.scrollTop ?? 0;
  const screen = (): number => scroller.current?.clientHeight ?? 0;
  const scrollTo = (top: number): void => scroller.current?.scrollTo({ top, behavior: 'instant' });
  const bottomFor = (index: number): number => listTop + rows.startOf(index + 1) - screen();

  const topRow = (): number => {
    const edge = scrollTop() + metrics.toolbar - listTop;
    if (list.count === 0 || edge <= 0) return -1;
    // of a file that is scrolled to its end or collapsed nothing may be left below its header
    const lastOfFile = (list.headers[list.fileAt(rows.rowAt(edge + 1)) + 1] ?? list.count) - 1;
    return Math.min(rows.rowAt(edge + fileBar), lastOfFile);
  };
  const focus = (index: number): void => {
    wanted.current = index;
    setActive(index);
  };
  return {
    topRow,
    current() {
      const isSeen =
        active !== undefined &&
        scrollTop() <= topFor(active) + 1 &&
        listTop + rows.startOf(active) < scrollTop() + screen();
      return isSeen ? active : topRow();
    },
    hiddenOf: (index) => scrollTop() - topFor(index),
    linesPerScreen: () => Math.max(1, Math.floor((screen() - metrics.toolbar - fileBar) / metrics.row) - 1),
    show: (index, past = 0) => scrollTo(topFor(index) + past),
    showInMiddle(index) {
      const isSeen = scrollTop() <= topFor(index) && scrollTop() >= bottomFor(index);
      if (!isSeen) scrollTo(Math.max(0, listTop + rows.startOf(index) - screen() / 2));
    },
    focus,
    goTo(index) {
      scrollTo(topFor(index));
      focus(index);
    },
    moveTo(index) {
      const top = topFor(index);
      const bottom = bottomFor(index);
      if (scrollTop() > top) scrollTo(top);
      else if (scrollTop() < bottom) scrollTo(bottom);
      focus(index);
    },
  };
}
