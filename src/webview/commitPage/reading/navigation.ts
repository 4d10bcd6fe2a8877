import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RowList } from '../diff/rowList.ts';
import type { VirtualRows } from '../diff/virtualRows.ts';
import type { Metrics } from '../metrics.ts';

export interface NavigationOptions {
  readonly list: RowList;
  readonly rows: VirtualRows;
  readonly metrics: Metrics;
  readonly listTop: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly listElement: RefObject<HTMLElement | null>;
  /** The focused row, or the last one that was. */
  readonly active: number | undefined;
  readonly setActive: (index: number) => void;
}

export interface Navigation {
  /** The active row if it is visible, else the topmost; -1 above the list. */
  readonly current: () => number;
  /** Topmost row below the pinned header, within its file; -1 while the page's head is visible. */
  readonly topRow: () => number;
  /** Hidden pixels of a row. */
  readonly hiddenOf: (index: number) => number;
  readonly linesPerScreen: () => number;
  /** Scrolls a row to the top, less `past` pixels. */
  readonly show: (index: number, past?: number) => void;
  /** Centres a row unless it is visible. */
  readonly showInMiddle: (index: number) => void;
  /** Doesn't scroll. */
  readonly focus: (index: number) => void;
  /** Focuses a row and scrolls it to the top. */
  readonly goTo: (index: number) => void;
  /** Focuses a row and scrolls as little as possible. */
  readonly moveTo: (index: number) => void;
}

/** All scrolling is instant. */
export function useNavigation(options: NavigationOptions): Navigation {
  const { list, rows, metrics, listTop, scroller, listElement, active, setActive } = options;
  const wanted = useRef<number | undefined>(undefined);

  // the row may not be rendered yet; being active ensures that
  useLayoutEffect(() => {
    const index = wanted.current;
    if (index === undefined) return;
    const element = listElement.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (!element) return;
    wanted.current = undefined;
    element.focus({ preventScroll: true });
  });

  const fileBar = metrics.file - metrics.fileGap;
  /** Height covered by toolbar and pinned header when the row is at the top. */
  const coveredAbove = (index: number): number => metrics.toolbar + (list.isHeader(index) ? -metrics.fileGap : fileBar);
  const topFor = (index: number): number => listTop + rows.startOf(index) - coveredAbove(index);
  const scrollTop = (): number => scroller.current?.scrollTop ?? 0;
  const screen = (): number => scroller.current?.clientHeight ?? 0;
  const scrollTo = (top: number): void => scroller.current?.scrollTo({ top, behavior: 'instant' });
  const bottomFor = (index: number): number => listTop + rows.startOf(index + 1) - screen();

  const topRow = (): number => {
    const edge = scrollTop() + metrics.toolbar - listTop;
    if (list.count === 0 || edge <= 0) return -1;
    // a collapsed file, or one scrolled to its end, has no row below its header
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
