import { useLayoutEffect } from 'preact/hooks';
import type { CellPlace, CellView, FromBoardPage } from '../../messages/board.ts';
import { placeText } from './pageState.ts';

/** Asks about the cell somebody looks at what nobody else needs: the files of a conflict, the rule of a branch. */
export function useQuestions(parts: {
  readonly place: CellPlace | undefined;
  readonly cell: CellView | undefined;
  readonly rights: ReadonlyMap<string, string>;
  readonly post: (message: FromBoardPage) => void;
}): void {
  const { place, cell, rights, post } = parts;
  // the clone is asked once for each answer of the server
  const conflict = place && cell?.kind === 'conflict' ? `${placeText(place)} ${cell.tip ?? ''}` : '';
  useLayoutEffect(() => {
    if (conflict !== '' && place) post({ type: 'conflictOf', place });
  }, [conflict]);
  const branch = place && cell?.kind === 'protected' ? place.branch : '';
  useLayoutEffect(() => {
    if (branch !== '' && !rights.has(branch)) post({ type: 'rightsOf', branch });
  }, [branch]);
}
