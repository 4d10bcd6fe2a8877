import type { BoardPageState, FromBoardPage } from '../../messages/board.ts';
import { type Host as PageHost, type Keeping, record } from '../elements/host.ts';

/** What the page itself keeps over a reload. */
export interface PageMemory {
  /** Chosen cells, as `sha branch`. */
  readonly chosen: readonly string[];
  readonly onlyConflicts: boolean;
}

/** The extension as the board sees it. */
export type Host = PageHost<FromBoardPage, BoardPageState, PageMemory>;

/** How the reader left this board. */
export const boardMemory: Keeping<BoardPageState, PageMemory> = {
  read: (kept, subject) => {
    const { chosen, onlyConflicts } = record(kept['board'] === subject?.board ? kept['memory'] : undefined);
    return {
      chosen: Array.isArray(chosen) ? chosen.filter((each) => typeof each === 'string') : [],
      onlyConflicts: onlyConflicts === true,
    };
  },
  write: (memory) => ({ memory }),
};
