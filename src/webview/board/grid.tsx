import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { BoardView } from '../../messages/board.ts';
import { BranchHeader } from './branchHeader.tsx';
import { CommitRow } from './commitRow.tsx';
import type { GridIntents, GridPlace } from './gridPlace.ts';
import { useSeen } from './seen.ts';

interface GridProps {
  readonly board: BoardView;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly at: GridPlace;
  readonly chosen: ReadonlySet<string>;
  readonly intents: GridIntents;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The grid: a row for each commit, a column for each branch. One place of it takes part in the order of Tab. */
export function Grid(props: GridProps): VNode {
  const { board, rows, columns, at, chosen, intents } = props;
  const scroller = useRef<HTMLDivElement>(null);
  useSeen(scroller, board, { rows, columns }, intents.see);
  return (
    <div ref={scroller} class="gridScroller">
      <table
        role="grid"
        class="grid"
        aria-label={`Backport board: ${rows.length} commits on ${columns.length} branches`}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        onKeyDown={props.onKeyDown}
      >
        <thead>
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" class="corner" aria-colindex={1}>
              Commit
            </th>
            {columns.map((index, column) => {
              const view = board.columns[index];
              return (
                view && (
                  <BranchHeader
                    key={view.branch}
                    view={view}
                    column={column}
                    isCurrent={at.row === -1 && at.column === column}
                    board={board}
                    intents={intents}
                  />
                )
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((index, row) => {
            const view = board.rows[index];
            const cells = board.cells[index];
            return (
              view &&
              cells && (
                <CommitRow
                  key={view.sha}
                  view={view}
                  cells={cells}
                  board={board}
                  columns={columns}
                  row={row}
                  current={at.row === row ? at.column : undefined}
                  chosen={chosen}
                  intents={intents}
                />
              )
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
