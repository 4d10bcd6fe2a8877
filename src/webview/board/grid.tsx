import { Component, type VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BoardView, CellPlace, CellView, ColumnView, RowView } from '../../messages/board.ts';
import { DateText } from '../elements/dateText.tsx';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { visibleString } from '../elements/visibleText.ts';
import { cellLabel, cellWords } from './cellWords.ts';
import { placeText } from './pageState.ts';

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
  useSeen(scroller, props);
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
                  <ColumnHeader
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
                <Row
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

interface HeaderProps {
  readonly view: ColumnView;
  readonly column: number;
  readonly isCurrent: boolean;
  readonly board: BoardView;
  readonly intents: GridIntents;
}

function ColumnHeader({ view, column, isCurrent, board, intents }: HeaderProps): VNode {
  const place = { row: -1, column };
  return (
    <th
      role="columnheader"
      class={`branchHeader ${view.state}`}
      aria-colindex={column + 2}
      aria-label={`${visibleString(view.branch, 'name')}. ${view.meaning}`}
      title={`${visibleString(view.branch, 'name')}\n${view.meaning}`}
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
          label={`Test ${view.branch} again`}
          onClick={() => intents.test(board.rows.map(({ sha }) => ({ sha, branch: view.branch })))}
        />
      </div>
      <div class="headerNote">
        {view.state === 'missing' ? 'missing' : view.tip === undefined ? ' ' : <code>{view.tip.slice(0, 8)}</code>}
      </div>
    </th>
  );
}

/** For the mouse: the keyboard has `r` on the header itself. */
function HeaderButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }): VNode {
  return (
    <span class="headerButton" aria-hidden="true">
      <button type="button" class="iconButton" tabIndex={-1} title={label} onClick={onClick}>
        <Icon name="refresh" />
      </button>
    </span>
  );
}

interface RowProps {
  readonly view: RowView;
  readonly cells: readonly CellView[];
  readonly board: BoardView;
  readonly columns: readonly number[];
  readonly row: number;
  readonly current: number | undefined;
  readonly chosen: ReadonlySet<string>;
  readonly intents: GridIntents;
}

/** Drawn again only when something in it has changed: a board of 800 cells has one changed row at a time. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { props } = this;
    return (
      next.cells !== props.cells ||
      next.view !== props.view ||
      next.columns !== props.columns ||
      next.row !== props.row ||
      next.current !== props.current ||
      next.chosen !== props.chosen ||
      next.intents !== props.intents
    );
  }

  override render(): VNode {
    const { view, cells, board, columns, row, current, chosen, intents } = this.props;
    return (
      <tr role="row" aria-rowindex={row + 2}>
        <th
          role="rowheader"
          class="commitHeader"
          scope="row"
          aria-colindex={1}
          aria-label={`${visibleString(view.title, 'name')}, ${view.shortSha}${view.isMerge ? ', merge commit' : ''}`}
          title={`${visibleString(view.title, 'name')}\n${view.shortSha} ${visibleString(view.author, 'name')}`}
          tabIndex={current === -1 ? 0 : -1}
          data-place={`${row} -1`}
          onFocus={() => intents.focus({ row, column: -1 })}
          onDblClick={() => intents.open({ row, column: -1 })}
        >
          <div class="headerLine">
            <span class="commitTitle">
              <bdi>
                <SafeText text={view.title} role="name" />
              </bdi>
            </span>
            <HeaderButton
              label={`Test ${view.shortSha} again on all branches`}
              onClick={() => intents.test(board.columns.map(({ branch }) => ({ sha: view.sha, branch })))}
            />
          </div>
          <div class="headerNote">
            <code>{view.shortSha}</code>
            {view.isMerge && (
              <span class="mergeNote" title="A merge commit is picked as its difference to its first parent.">
                <Icon name="git-merge" /> merge
              </span>
            )}
            <span class="author">
              <SafeText text={view.author} role="name" />
            </span>
            <DateText at={view.at} />
          </div>
        </th>
        {columns.map((index, column) => {
          const cell = cells[index];
          const branch = board.columns[index]?.branch;
          if (cell === undefined || branch === undefined) return null;
          const place = { sha: view.sha, branch };
          return (
            <CellBox
              key={branch}
              cell={cell}
              label={cellLabel(cell, view.title, branch, chosen.has(placeText(place)))}
              place={place}
              at={{ row, column }}
              isCurrent={current === column}
              isChosen={chosen.has(placeText(place))}
              intents={intents}
            />
          );
        })}
      </tr>
    );
  }
}

function CellBox(props: {
  readonly cell: CellView;
  readonly label: string;
  readonly place: CellPlace;
  readonly at: GridPlace;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly intents: GridIntents;
}): VNode {
  const { cell, at, isChosen, intents } = props;
  const { word, icon, tone } = cellWords(cell);
  const isStale = cell.stale && cell.activity === 'idle';
  return (
    <td
      role="gridcell"
      class={`cell ${cell.kind}${isChosen ? ' chosen' : ''}${isStale ? ' stale' : ''}`}
      aria-colindex={at.column + 2}
      aria-selected={isChosen}
      aria-label={props.label}
      title={isStale ? `${cell.meaning} The branch has moved since.` : cell.meaning}
      tabIndex={props.isCurrent ? 0 : -1}
      data-place={`${at.row} ${at.column}`}
      onFocus={() => intents.focus(at)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) intents.choose(props.place);
      }}
      onDblClick={() => intents.open(at)}
    >
      <span class="cellWords">
        <Icon
          name={isChosen ? 'check' : icon}
          class={icon === 'loading' ? 'codicon-modifier-spin active' : isChosen ? '' : tone}
        />
        <span class="word">{word}</span>
        {isStale && <Icon name="history" class="staleMark" />}
      </span>
    </td>
  );
}

/** Tells the extension which rows and columns are in sight, so that they are tested first. */
function useSeen(scroller: { readonly current: HTMLDivElement | null }, props: GridProps): void {
  const { board, rows, columns, intents } = props;
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
      intents.see(shas, branches);
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
