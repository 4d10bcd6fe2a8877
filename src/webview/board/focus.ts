import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BoardView } from '../../messages/board.ts';
import type { GridPlace } from './gridPlace.ts';

export interface GridFocus {
  /** The tab stop, clamped to the current grid. */
  readonly current: GridPlace;
  readonly setAt: (place: GridPlace) => void;
  /** Focuses a place and scrolls to it. */
  readonly go: (place: GridPlace) => void;
}

/** Grid focus that survives changes of rows and columns. */
export function useFocus(size: { readonly rows: number; readonly columns: number }, board: BoardView): GridFocus {
  const [at, setAt] = useState<GridPlace>({ row: 0, column: 0 });
  const current = { row: Math.min(at.row, size.rows - 1), column: Math.min(at.column, size.columns - 1) };
  const isInGrid = useRef(false);
  const go = (to: GridPlace): void => {
    setAt(to);
    const target = document.querySelector<HTMLElement>(`[data-place="${to.row} ${to.column}"]`);
    target?.focus({ preventScroll: true });
    if (target) reveal(target);
  };
  useLayoutEffect(() => {
    const follow = (): void => {
      isInGrid.current = document.activeElement?.closest('.grid') != null;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  useLayoutEffect(() => {
    // a removed row loses the focus, a moved one takes it along
    const { activeElement: active } = document;
    const isLost = document.hasFocus() && (active === document.body || active?.closest('.grid') != null);
    if (isInGrid.current && isLost && active?.getAttribute('data-place') !== `${current.row} ${current.column}`) {
      go(current);
    }
  }, [board.rows, board.columns.length]);
  return { current, setAt, go };
}

/** Scrolls the target out from under the sticky headers. */
const reveal = (target: HTMLElement): void => {
  const box = target.closest<HTMLElement>('.gridScroller');
  const corner = box?.querySelector('.corner')?.getBoundingClientRect();
  if (!box || !corner) return;
  const frame = box.getBoundingClientRect();
  const { top, bottom, left, right } = target.getBoundingClientRect();
  const isRow = target.matches('.commitHeader');
  const isColumn = target.matches('.branchHeader');
  if (!isColumn) {
    if (top < corner.bottom) box.scrollTop -= corner.bottom - top;
    else if (bottom > frame.top + box.clientHeight) box.scrollTop += bottom - frame.top - box.clientHeight;
  }
  if (!isRow) {
    if (left < corner.right) box.scrollLeft -= corner.right - left;
    else if (right > frame.left + box.clientWidth) box.scrollLeft += right - frame.left - box.clientWidth;
  }
};
