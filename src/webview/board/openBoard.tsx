import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardView, CellPlace, CellView, ReportView } from '../../messages/board.ts';
import { useLate } from '../elements/late.ts';
import { useChoice } from './choosing.ts';
import { CellDetails, useQuestions } from './details.tsx';
import { Empty } from './empty.tsx';
import { useFocus } from './focus.ts';
import { Grid } from './grid.tsx';
import { type GridIntents, type GridPlace, placesOf } from './gridPlace.ts';
import type { Host } from './host.ts';
import { type GridKey, gridKey, useUnfocusedKeys } from './keys.ts';
import { canApply, isOpen, type PageState, placeText, shownOf } from './pageState.ts';
import { OwnMessage } from './ownMessage.tsx';
import { Toolbar } from './toolbar.tsx';
import { t } from '../elements/texts.ts';

/** Toolbar, grid and side panel of a loaded board. */
export function OpenBoard(props: {
  readonly host: Host;
  readonly board: BoardView;
  readonly state: PageState;
  readonly banner: VNode;
}): VNode {
  const { host, board, state } = props;
  const { post } = host;
  const [memory, setMemory] = useState(host.memory);
  const remember = (next: typeof memory): void => {
    setMemory(next);
    host.keep(next);
  };
  const [announcement, setAnnouncement] = useState('');
  const [showsKeys, setShowsKeys] = useState(false);
  const side = useRef<HTMLDivElement>(null);

  const shown = useMemo(
    () => shownOf(board, memory.onlyConflicts),
    [board.rows, board.columns.length, memory.onlyConflicts, memory.onlyConflicts && board.cells],
  );
  const size = { rows: shown.rows.length, columns: shown.columns.length };
  const focus = useFocus(size, board);
  const { current } = focus;
  const cellOf = useCells(board);
  const { chosen, choose, ...choice } = useChoice({ memory, remember, cellOf, announce: setAnnouncement });
  const apply = (): void => {
    if (choice.clean.length === 0) setAnnouncement(t('Select clean cells first.'));
    else post({ type: 'apply', cells: choice.clean });
  };
  const request = (): void => {
    if (choice.places.length === 0) setAnnouncement(t('Select clean or blocked cells first.'));
    else post({ type: 'request', cells: choice.places });
  };
  const chooseAll = (): void => {
    const everywhere = placesOf(board, { row: -1, column: -1 }, shown);
    choose(everywhere.filter((place) => canApply(cellOf(place)) && !chosen.has(placeText(place))));
  };

  const viewOf = (place: GridPlace) => ({
    row: board.rows[shown.rows[place.row] ?? -1],
    column: board.columns[shown.columns[place.column] ?? -1],
  });
  const open = (at: GridPlace): void => {
    const { row, column } = viewOf(at);
    if (row && column) side.current?.focus();
    else if (row) post({ type: 'openCommit', sha: row.sha });
    else if (column) post({ type: 'openBranch', branch: column.branch });
  };
  const latest = useRef({ choose, open });
  latest.current = { choose, open };
  const intents: GridIntents = useMemo(
    () => ({
      focus: focus.setAt,
      choose: (place) => latest.current.choose([place]),
      open: (place) => latest.current.open(place),
      test: (places) => post({ type: 'test', cells: places }),
      see: (commits, branches) => post({ type: 'see', commits, branches }),
    }),
    [],
  );

  const { row, column } = viewOf(current);
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = gridKey(event, current, size);
    if (!key || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    act(key);
  };
  const act = (key: GridKey): void => {
    switch (key.does) {
      case 'move':
        return focus.go(key.to);
      case 'choose':
      case 'chooseRow':
      case 'chooseColumn':
        return choose(placesOf(board, current, shown));
      case 'chooseAll':
        return chooseAll();
      case 'open':
        return open(current);
      case 'test':
        return post({ type: 'test', cells: placesOf(board, current, shown) });
      case 'testOpen':
        return post({ type: 'test', cells: 'open' });
      case 'apply':
        return apply();
      case 'request':
        return request();
      case 'message': {
        const startField = side.current?.querySelector<HTMLElement>('.ownMessage :is(textarea, button)');
        return startField?.matches('textarea') ? startField.focus() : startField?.click();
      }
      case 'remove':
        if (row && !column) post({ type: 'removeCommit', sha: row.sha });
        if (column && !row) post({ type: 'removeBranch', branch: column.branch });
        return;
      case 'moveUp':
      case 'moveDown': {
        const by = key.does === 'moveUp' ? -1 : 1;
        if (!row) return;
        post({ type: 'moveCommit', sha: row.sha, by });
        return focus.go({ row: Math.max(0, Math.min(size.rows - 1, current.row + by)), column: -1 });
      }
      case 'keys':
        return setShowsKeys(true);
    }
  };

  useUnfocusedKeys((event) => {
    // without focus, arrows focus the grid; other keys work as in it
    if (gridKey(event, current, size)?.does === 'move') {
      event.preventDefault();
      focus.go(current);
    } else onKeyDown(event);
  });

  const place = row && column && { sha: row.sha, branch: column.branch };
  const cell = place && cellOf(place);
  useLayoutEffect(() => {
    const { does } = state.acted ?? {};
    // the context menu acts on its cell, not on the selection
    if (does === 'request') post({ type: 'request', cells: place ? [place] : [] });
    else if (does === 'resolve') {
      if (place) post({ type: 'resolve', place, path: undefined });
    } else if (does === 'openRequest' || does === 'mergeRequest') {
      if (cell?.request) post({ type: does, iid: cell.request.iid });
    } else if (does === 'openCreated') {
      if (cell?.createdSha !== undefined) post({ type: 'openCommit', sha: cell.createdSha });
    } else if (does === 'undo') {
      const holds = ({ branches }: ReportView): boolean =>
        branches.some(
          ({ branch, steps }) =>
            branch === place?.branch && steps.some(({ createdSha }) => createdSha === cell?.createdSha),
        );
      const report = state.reports.find((each) => (each.canUndo || each.isRunning) && holds(each));
      if (report) post({ type: 'undo', report: report.id });
    } else if (does !== undefined) act({ does });
  }, [state.acted]);
  useQuestions({ place, cell, rights: state.rights, post });
  const late = useLate(state.reports.length > 0, () => import('./report.tsx'));
  const keys = useLate(showsKeys, () => import('./boardKeys.tsx'));
  const empty = <Empty board={board} onlyConflicts={memory.onlyConflicts} post={post} />;
  return (
    <main class="page board" tabIndex={-1}>
      <Toolbar
        board={board}
        progress={state.progress}
        chosen={chosen.size}
        clean={choice.clean.length}
        isApplying={state.reports.some(({ isRunning }) => isRunning)}
        openCells={board.cells.flat().filter(isOpen).length}
        onlyConflicts={memory.onlyConflicts}
        post={post}
        onFilter={() => remember({ ...memory, onlyConflicts: !memory.onlyConflicts })}
        onApply={apply}
        onRequest={request}
        onChooseAll={chooseAll}
        onLetGo={choice.letGo}
        onKeys={() => setShowsKeys(true)}
      />
      {props.banner}
      <div class="boardBody">
        {size.rows > 0 ? (
          <Grid
            board={board}
            rows={shown.rows}
            columns={shown.columns}
            at={current}
            chosen={chosen}
            intents={intents}
            onKeyDown={onKeyDown}
          >
            {size.columns === 0 && empty}
          </Grid>
        ) : (
          empty
        )}
        <div
          ref={side}
          class="side"
          tabIndex={-1}
          onKeyDown={(event) => {
            if (event.key === 'Escape') focus.go(current);
          }}
        >
          {place && cell && (
            <CellDetails
              row={row}
              column={column}
              cell={cell}
              conflict={state.conflicts.get(placeText(place))}
              resolution={state.resolutions.get(placeText(place))}
              rights={state.rights.get(column.branch)}
              presence={state.presence.get(placeText(place))}
              isChosen={chosen.has(placeText(place))}
              post={post}
              onChoose={() => choose([place])}
            />
          )}
          {row && <OwnMessage key={row.sha} row={row} post={post} />}
          {late && state.reports.map((report) => <late.Report key={report.id} report={report} post={post} />)}
        </div>
      </div>
      <div class="forReaders" role="status">
        {announcement}
      </div>
      {showsKeys && keys && <keys.BoardKeys onClose={() => setShowsKeys(false)} />}
    </main>
  );
}

/** Constant-time lookup of cells. */
function useCells(board: BoardView): (place: CellPlace) => CellView | undefined {
  return useMemo(() => {
    const rowOf = new Map(board.rows.map(({ sha }, index) => [sha, index]));
    const columnOf = new Map(board.columns.map(({ branch }, index) => [branch, index]));
    return ({ sha, branch }) => board.cells[rowOf.get(sha) ?? -1]?.[columnOf.get(branch) ?? -1];
  }, [board]);
}
