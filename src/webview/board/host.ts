import type { BoardPageState, FromBoardPage } from '../../messages/board.ts';
import { type Host as PageHost, type StateCodec, record } from '../elements/host.ts';

/** State that survives a reload. */
export interface PageMemory {
  /** `sha branch`. */
  readonly chosen: readonly string[];
  readonly onlyConflicts: boolean;
}

export type Host = PageHost<FromBoardPage, BoardPageState, PageMemory>;

/** Restores the memory of the same board. */
export const boardMemory: StateCodec<BoardPageState, PageMemory> = {
  read: (stored, subject) => {
    const { chosen, onlyConflicts } = record(stored['board'] === subject?.board ? stored['memory'] : undefined);
    return {
      chosen: Array.isArray(chosen) ? chosen.filter((each) => typeof each === 'string') : [],
      onlyConflicts: onlyConflicts === true,
    };
  },
  write: (memory) => ({ memory }),
};
