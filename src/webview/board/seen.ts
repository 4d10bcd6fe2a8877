import { useLayoutEffect } from 'preact/hooks';
import type { BoardView } from '../../messages/board.ts';
import type { GridIntents } from './gridPlace.ts';

/** Tells the extension which rows and columns are in sight, so that they are tested first. */
export function useSeen(
  scroller: { readonly current: HTMLDivElement | null },
  board: BoardView,
  { rows, columns }: { readonly rows: readonly number[]; readonly columns: readonly number[] },
  see: GridIntents['see'],
): void {
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    let last = '';
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const { top, left, bottom, right } = box.getBoundingClientRect();
      const inSight = (element: Element): boolean => {
        const at = element.getBoundingClientRect();
        return at.bottom > top && at.top < bottom && at.right > left && at.left < right;
      };
      const shas = [...box.querySelectorAll('tbody > tr')].flatMap((row, index) =>
        inSight(row) ? [board.rows[rows[index] ?? -1]?.sha ?? ''] : [],
      );
      const branches = [...box.querySelectorAll('.branchHeader')].flatMap((header, index) =>
        inSight(header) ? [board.columns[columns[index] ?? -1]?.branch ?? ''] : [],
      );
      const now = [...shas, '', ...branches].join('\n');
      if (now === last) return;
      last = now;
      see(shas, branches);
    };
    const soon = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    box.addEventListener('scroll', soon, { passive: true });
    const resized = new ResizeObserver(soon);
    resized.observe(box);
    return () => {
      cancelAnimationFrame(frame);
      box.removeEventListener('scroll', soon);
      resized.disconnect();
    };
  }, [board.rows, board.columns.length, rows, columns]);
}
