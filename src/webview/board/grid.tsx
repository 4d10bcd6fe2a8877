import type { ComponentChild, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BoardView, ColumnView } from '../../messages/board.ts';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { visibleString } from '../elements/visibleText.ts';
import { useMeaning } from './cellMessages.ts';
import { CommitRow } from './commitRow.tsx';
import type { GridIntents, GridPlace } from './gridPlace.ts';
import { HeaderButton } from './headerButton.tsx';
import { many, t } from '../elements/texts.ts';

interface GridProps {
  readonly board: BoardView;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  readonly at: GridPlace;
  readonly chosen: ReadonlySet<string>;
  readonly intents: GridIntents;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Below the rows. */
  readonly children: ComponentChild;
}

/** Commits × branches, with one tab stop. */
export function Grid(props: GridProps): VNode {
  const { board, rows, columns, at, chosen, intents } = props;
  const scroller = useRef<HTMLDivElement>(null);
  useSeen(scroller, board, { rows, columns }, intents.see);
  return (
    <div ref={scroller} class="gridScroller">
      <table
        role="grid"
        class="grid"
        aria-label={t(
          'Backport board: {0} on {1}',
          many(rows.length, '{0} commit', '{0} commits'),
          many(columns.length, '{0} branch', '{0} branches'),
        )}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        onKeyDown={props.onKeyDown}
      >
        <thead>
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" class="corner" aria-colindex={1}>
              {t('Commit')}
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
      {props.children}
    </div>
  );
}

interface HeaderProps {
  readonly view: ColumnView;
  readonly column: number;
  readonly isCurrent: boolean;
  readonly board: BoardView;
  readonly intents: GridIntents;
}

/** Column header of a branch. */
function BranchHeader({ view, column, isCurrent, board, intents }: HeaderProps): VNode {
  const place = { row: -1, column };
  const meaning = useMeaning(view, t('Not loaded'));
  return (
    <th
      role="columnheader"
      class={`branchHeader ${view.state}`}
      aria-colindex={column + 2}
      aria-label={`${visibleString(view.branch, 'name')}. ${meaning}`}
      title={`${visibleString(view.branch, 'name')}\n${meaning}`}
      tabIndex={isCurrent ? 0 : -1}
      data-place={`-1 ${column}`}
      onFocus={() => intents.focus(place)}
      onDblClick={() => intents.open(place)}
    >
      <div class="headerLine">
        <Icon name={view.state === 'missing' ? 'circle-slash' : view.protected ? 'lock' : 'git-branch'} />
        <span class="branchName">
          <bdi>
            <SafeText text={view.branch} role="name" />
          </bdi>
        </span>
        <HeaderButton
          label={t('Test {0} again', view.branch)}
          onClick={() => intents.test(board.rows.map(({ sha }) => ({ sha, branch: view.branch })))}
        />
      </div>
      <div class="headerNote">
        {view.state === 'missing' ? t('missing') : view.tip === undefined ? ' ' : <code>{view.tip.slice(0, 8)}</code>}
      </div>
    </th>
  );
}

/** Reports visible rows and columns, which are tested first. */
function useSeen(
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
    const measure = (): void => {
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
      frame ||= requestAnimationFrame(measure);
    };
    measure();
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
