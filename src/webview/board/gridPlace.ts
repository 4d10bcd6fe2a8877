import type { BoardView, CellPlace } from '../../messages/board.ts';

/** Indexes in the shown grid; -1 is the header. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridIntents {
  readonly focus: (place: GridPlace) => void;
  readonly choose: (place: CellPlace) => void;
  readonly open: (place: GridPlace) => void;
  readonly test: (places: readonly CellPlace[]) => void;
  readonly see: (commits: readonly string[], branches: readonly string[]) => void;
}

/** Indexes of the shown rows and columns. */
export interface ShownPart {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** Cells of a place; a header stands for its row or column. */
export const placesOf = (board: BoardView, { row, column }: GridPlace, shown: ShownPart): readonly CellPlace[] => {
  const rows = row === -1 ? shown.rows : [shown.rows[row] ?? -1];
  const columns = column === -1 ? shown.columns : [shown.columns[column] ?? -1];
  return rows.flatMap((r) =>
    columns.flatMap((c) => {
      const [sha, branch] = [board.rows[r]?.sha, board.columns[c]?.branch];
      return sha === undefined || branch === undefined ? [] : [{ sha, branch }];
    }),
  );
};
