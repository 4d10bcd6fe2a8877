import type { BoardView, CellPlace } from '../../messages/board.ts';

/** A place in the grid as it is shown: -1 is the header of the row or column. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

/** What a reader does with the grid. */
export interface GridIntents {
  readonly focus: (place: GridPlace) => void;
  readonly choose: (place: CellPlace) => void;
  readonly open: (place: GridPlace) => void;
  readonly test: (places: readonly CellPlace[]) => void;
  readonly see: (commits: readonly string[], branches: readonly string[]) => void;
}

/** The rows and columns of a board that are shown, by their index. */
export interface ShownPart {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** The cells of a place: of the whole row or column for a header. */
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
