import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import type { BoardView, CellPlace } from '../../messages/board.ts';
import { Icon } from '../elements/icon.tsx';
import { KeysDialog } from '../elements/keysDialog.tsx';
import { Failure, Loading } from '../elements/part.tsx';
import { CellDetails } from './details.tsx';
import { Grid, type GridIntents, type GridPlace } from './grid.tsx';
import type { Host } from './host.ts';
import { gridKey, keyHelp } from './keys.ts';
import { canApply, initialState, isToBoardPage, placeText, receive, shownOf, whyNotApply } from './pageState.ts';
import { Report } from './report.tsx';
import { Toolbar } from './toolbar.tsx';

/** The whole page. */
export function BoardPage({ host }: { readonly host: Host }): VNode {
  const [state, dispatch] = useReducer(receive, initialState);
  useLayoutEffect(() => {
    const listener = ({ data }: MessageEvent<unknown>): void => {
      if (isToBoardPage(data)) dispatch(data);
    };
    window.addEventListener('message', listener);
    host.post({ type: 'ready' });
    return () => window.removeEventListener('message', listener);
  }, []);
  const { board, failure } = state;
  if (failure) {
    return (
      <main class="page failedPage">
        <div role="alert">
          <h1>This board could not be shown</h1>
          <Failure failure={failure} what="board" onRetry={() => host.post({ type: 'retry' })} />
        </div>
      </main>
    );
  }
  if (!board) {
    return (
      <main class="page failedPage" aria-busy="true">
        <h1>
          <Loading text="Loading board…" />
        </h1>
      </main>
    );
  }
  return <OpenBoard host={host} board={board} state={state} />;
}

/** The cells of a place: of the whole row or column for a header. */
const placesOf = (
  board: BoardView,
  { row, column }: GridPlace,
  shown: ReturnType<typeof shownOf>,
): readonly CellPlace[] => {
  const rows = row === -1 ? shown.rows : [shown.rows[row] ?? -1];
  const columns = column === -1 ? shown.columns : [shown.columns[column] ?? -1];
  return rows.flatMap((r) =>
    columns.flatMap((c) => {
      const [sha, branch] = [board.rows[r]?.sha, board.columns[c]?.branch];
      return sha === undefined || branch === undefined ? [] : [{ sha, branch }];
    }),
  );
};

function OpenBoard(props: {
  readonly host: Host;
  readonly board: BoardView;
  readonly state: typeof initialState;
}): VNode {
  const { host, board, state } = props;
  const { post } = host;
  const [memory, setMemory] = useState(host.memory);
  const [at, setAt] = useState<GridPlace>({ row: 0, column: 0 });
  const [said, setSaid] = useState('');
  const [showsKeys, setShowsKeys] = useState(false);
  const side = useRef<HTMLDivElement>(null);

  const remember = (next: typeof memory): void => {
    setMemory(next);
    host.keep(next);
  };
  const shown = useMemo(
    () => shownOf(board, memory.onlyConflicts),
    [board.rows, board.columns.length, memory.onlyConflicts, memory.onlyConflicts && board.cells],
  );
  const cellOf = useMemo(() => {
    const rowOf = new Map(board.rows.map(({ sha }, index) => [sha, index]));
    const columnOf = new Map(board.columns.map(({ branch }, index) => [branch, index]));
    return ({ sha, branch }: CellPlace) => board.cells[rowOf.get(sha) ?? -1]?.[columnOf.get(branch) ?? -1];
  }, [board]);
  // what has been tested again and is not clean any more is not chosen any more
  const chosenText = memory.chosen.filter((text) => {
    const [sha = '', branch = ''] = text.split(' ');
    return canApply(cellOf({ sha, branch }));
  });
  const chosen = useMemo(() => new Set(chosenText), [chosenText.join('\n')]);

  const setChosen = (next: Iterable<string>): void => remember({ ...memory, chosen: [...next] });
  const choose = (places: readonly CellPlace[]): void => {
    const possible = places.filter((place) => canApply(cellOf(place))).map(placeText);
    if (possible.length === 0) {
      const only = places.length === 1 ? cellOf(places[0] ?? { sha: '', branch: '' }) : undefined;
      setSaid(only ? whyNotApply(only) : 'There is no clean cell to choose.');
      return;
    }
    const next = new Set(chosen);
    const letsGo = possible.every((text) => chosen.has(text));
    for (const text of possible)
      if (letsGo) next.delete(text);
      else next.add(text);
    setChosen(next);
    setSaid(`${next.size} chosen`);
  };
  const apply = (): void => {
    if (chosen.size === 0) {
      setSaid('Choose clean cells first.');
      return;
    }
    const cells = [...chosen].map((text) => {
      const [sha = '', branch = ''] = text.split(' ');
      return { sha, branch };
    });
    post({ type: 'apply', cells });
  };
  const everywhere = placesOf(board, { row: -1, column: -1 }, shown);
  const size = { rows: shown.rows.length, columns: shown.columns.length };
  const current = {
    row: Math.min(at.row, size.rows - 1),
    column: Math.min(at.column, size.columns - 1),
  };

  const go = (to: GridPlace): void => {
    setAt(to);
    const target = document.querySelector<HTMLElement>(`[data-place="${to.row} ${to.column}"]`);
    target?.focus({ preventScroll: true });
    if (target) reveal(target);
  };
  const open = (place: GridPlace): void => {
    const row = board.rows[shown.rows[place.row] ?? -1];
    const column = board.columns[shown.columns[place.column] ?? -1];
    if (row && column) side.current?.focus();
    else if (row) post({ type: 'openCommit', sha: row.sha });
    else if (column) post({ type: 'openBranch', branch: column.branch });
  };

  const latest = useRef({ choose, open });
  latest.current = { choose, open };
  const intents: GridIntents = useMemo(
    () => ({
      focus: setAt,
      choose: (place) => latest.current.choose([place]),
      open: (place) => latest.current.open(place),
      test: (places) => post({ type: 'test', cells: places }),
      see: (commits, branches) => post({ type: 'see', commits, branches }),
    }),
    [],
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    const key = gridKey(event, current, size);
    if (!key || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    const row = board.rows[shown.rows[current.row] ?? -1];
    const column = board.columns[shown.columns[current.column] ?? -1];
    switch (key.does) {
      case 'move':
        return go(key.to);
      case 'choose':
      case 'chooseRow':
      case 'chooseColumn':
        return choose(placesOf(board, current, shown));
      case 'chooseAll':
        return choose(everywhere.filter((place) => !chosen.has(placeText(place))));
      case 'open':
        return open(current);
      case 'test':
        return post({ type: 'test', cells: placesOf(board, current, shown) });
      case 'testOpen':
        return post({ type: 'test', cells: 'open' });
      case 'apply':
        return apply();
      case 'remove':
        if (row && !column) post({ type: 'removeCommit', sha: row.sha });
        if (column && !row) post({ type: 'removeBranch', branch: column.branch });
        return;
      case 'moveUp':
      case 'moveDown':
        if (!row) return;
        post({ type: 'moveCommit', sha: row.sha, by: key.does === 'moveUp' ? -1 : 1 });
        return go({
          row: Math.max(0, Math.min(size.rows - 1, current.row + (key.does === 'moveUp' ? -1 : 1))),
          column: -1,
        });
      case 'keys':
        return setShowsKeys(true);
    }
  };

  const row = board.rows[shown.rows[current.row] ?? -1];
  const column = board.columns[shown.columns[current.column] ?? -1];
  const cell = row && column && cellOf({ sha: row.sha, branch: column.branch });
  const place = row && column && { sha: row.sha, branch: column.branch };
  const conflict = place && state.conflicts.get(placeText(place));
  // the clone is asked when somebody looks, once for each answer of the server
  const asks = place && cell?.kind === 'conflict' ? `${placeText(place)} ${cell.tip ?? ''}` : '';
  useLayoutEffect(() => {
    if (asks !== '' && place) post({ type: 'conflictOf', place });
  }, [asks]);

  const asksRights = column && cell?.kind === 'protected' ? column.branch : '';
  useLayoutEffect(() => {
    if (asksRights !== '' && !state.rights.has(asksRights)) post({ type: 'rightsOf', branch: asksRights });
  }, [asksRights]);

  const openCells = board.cells.flat().filter(({ kind, stale }) => stale || kind === 'untested' || kind === 'failed');
  return (
    <main class="page board" tabIndex={-1}>
      <Toolbar
        board={board}
        progress={state.progress}
        chosen={chosen.size}
        openCells={openCells.length}
        onlyConflicts={memory.onlyConflicts}
        post={post}
        onFilter={() => remember({ ...memory, onlyConflicts: !memory.onlyConflicts })}
        onApply={apply}
        onChooseAll={() => choose(everywhere.filter((each) => !chosen.has(placeText(each))))}
        onLetGo={() => setChosen([])}
        onKeys={() => setShowsKeys(true)}
      />
      <div class="boardBody">
        {size.rows > 0 && size.columns > 0 ? (
          <Grid
            board={board}
            rows={shown.rows}
            columns={shown.columns}
            at={current}
            chosen={chosen}
            intents={intents}
            onKeyDown={onKeyDown}
          />
        ) : (
          <Empty board={board} onlyConflicts={memory.onlyConflicts} post={post} />
        )}
        <div
          ref={side}
          class="side"
          tabIndex={-1}
          onKeyDown={(event) => {
            if (event.key === 'Escape') go(current);
          }}
        >
          {cell && row && column && (
            <CellDetails
              row={row}
              column={column}
              cell={cell}
              conflict={conflict}
              rights={cell.kind === 'protected' ? state.rights.get(column.branch) : undefined}
              isChosen={chosen.has(placeText({ sha: row.sha, branch: column.branch }))}
              post={post}
              onChoose={() => choose([{ sha: row.sha, branch: column.branch }])}
            />
          )}
          {state.reports.map((report) => (
            <Report key={report.id} report={report} post={post} />
          ))}
        </div>
      </div>
      <div class="forReaders" role="status">
        {said}
      </div>
      {showsKeys && <KeysDialog help={keyHelp} onClose={() => setShowsKeys(false)} />}
    </main>
  );
}

function Empty(props: {
  readonly board: BoardView;
  readonly onlyConflicts: boolean;
  readonly post: Host['post'];
}): VNode {
  const { board, post } = props;
  const { rows, columns } = board;
  if (props.onlyConflicts && rows.length > 0 && columns.length > 0) {
    return <p class="emptyBoard">There are no conflicts on this board.</p>;
  }
  return (
    <div class="emptyBoard">
      <Icon name="table" class="emptyIcon" />
      <p>
        {rows.length === 0 && columns.length === 0
          ? 'Which commits are to go onto which branches? Add both, and the server says for each pair whether it would apply.'
          : rows.length === 0
            ? `${columns.length === 1 ? '1 branch is' : `${columns.length} branches are`} on the board. Add commits to test on them.`
            : `${rows.length === 1 ? '1 commit is' : `${rows.length} commits are`} on the board. Add the branches to test on.`}
      </p>
      <div class="buttons">
        {rows.length === 0 && (
          <button type="button" class="button primary" onClick={() => post({ type: 'addCommits' })}>
            <Icon name="add" /> Add commits…
          </button>
        )}
        {columns.length === 0 && (
          <button type="button" class="button primary" onClick={() => post({ type: 'addBranches' })}>
            <Icon name="add" /> Add branches…
          </button>
        )}
      </div>
    </div>
  );
}

/** Scrolls so that what has the focus is not below the headers that stay. */
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
