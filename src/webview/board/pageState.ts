import type {
  BoardView,
  CellAction,
  CellPlace,
  CellView,
  ConflictView,
  ProgressView,
  ReportView,
  ResolutionView,
  ToBoardPage,
} from '../../messages/board.ts';
import type { FailureView, MessageOf } from '../../messages/page.ts';
import { commonFailure } from '../elements/part.tsx';
import { reducerOf, type Reducers } from '../elements/host.ts';
import type { ShownPart } from './gridPlace.ts';
import { t } from '../elements/texts.ts';

export interface PageState {
  readonly board: BoardView | undefined;
  readonly progress: ProgressView;
  readonly reports: readonly ReportView[];
  /** By {@link placeText}, as are the next two. */
  readonly conflicts: ReadonlyMap<string, ConflictView>;
  readonly resolutions: ReadonlyMap<string, ResolutionView>;
  readonly presence: ReadonlyMap<string, string>;
  /** By branch. */
  readonly rights: ReadonlyMap<string, string>;
  /** Last menu command; a new object each time. */
  readonly acted: { readonly does: CellAction } | undefined;
}

/** Initial state. */
export const initialState: PageState = {
  board: undefined,
  progress: { isRunning: false, total: 0, done: 0, pausedUntil: undefined, failure: undefined },
  reports: [],
  conflicts: new Map(),
  resolutions: new Map(),
  presence: new Map(),
  rights: new Map(),
  acted: undefined,
};

/** Inverse of {@link placeOf}. */
export const placeText = ({ sha, branch }: CellPlace): string => `${sha} ${branch}`;

export const placeOf = (text: string): CellPlace => {
  const [sha = '', branch = ''] = text.split(' ');
  return { sha, branch };
};

/** Unchanged parts stay the same objects, so that they don't render again. */
export const received: Reducers<PageState, ToBoardPage> = {
  board: (before, { board }) => ({ ...before, board }),
  changes: (before, message) => ({
    ...before,
    board: before.board && changed(before.board, message),
    progress: message.progress,
  }),
  reports: (before, { reports }) => ({ ...before, reports }),
  conflict: (before, { place, conflict }) => ({
    ...before,
    conflicts: new Map(before.conflicts).set(placeText(place), conflict),
  }),
  resolution: (before, { place, resolution }) => {
    const resolutions = new Map(before.resolutions);
    if (resolution === undefined) resolutions.delete(placeText(place));
    else resolutions.set(placeText(place), resolution);
    return { ...before, resolutions };
  },
  message: (before, { sha, message }) => ({
    ...before,
    board: before.board && {
      ...before.board,
      rows: before.board.rows.map((row) => (row.sha === sha ? { ...row, message } : row)),
    },
  }),
  presence: (before, { place, words }) => ({
    ...before,
    presence: new Map(before.presence).set(placeText(place), words),
  }),
  rights: (before, { branch, words }) => ({ ...before, rights: new Map(before.rights).set(branch, words) }),
  act: (before, { does }) => ({ ...before, acted: { does } }),
};

export const receive = reducerOf(received);

const changed = (board: BoardView, message: MessageOf<ToBoardPage, 'changes'>): BoardView => {
  if (message.cells.length === 0 && message.columns.length === 0) return board;
  const rowOf = new Map(board.rows.map(({ sha }, index) => [sha, index]));
  const columnOf = new Map(board.columns.map(({ branch }, index) => [branch, index]));
  const columns = [...board.columns];
  for (const column of message.columns) {
    const at = columnOf.get(column.branch);
    if (at !== undefined) columns[at] = column;
  }
  const fresh = new Map<number, CellView[]>();
  for (const { place, cell } of message.cells) {
    const row = rowOf.get(place.sha);
    const column = columnOf.get(place.branch);
    if (row === undefined || column === undefined) continue;
    const cells = fresh.get(row) ?? [...(board.cells[row] ?? [])];
    cells[column] = cell;
    fresh.set(row, cells);
  }
  return {
    ...board,
    columns: message.columns.length === 0 ? board.columns : columns,
    cells: board.cells.map((cells, index) => fresh.get(index) ?? cells),
  };
};

/** Clean and up to date. */
export const canApply = (cell: CellView | undefined): boolean => cell?.kind === 'clean' && canChoose(cell);

/** Selectable: applicable, or blocked but suitable for a merge request. */
export const canChoose = (cell: CellView | undefined): boolean =>
  (cell?.kind === 'clean' ||
    (cell?.kind === 'protected' && cell.instead !== 'conflict' && cell.instead !== 'alreadyThere')) &&
  !cell.stale &&
  cell.activity === 'idle' &&
  cell.createdSha === undefined &&
  cell.request === undefined;

/** Resolved or not. */
export const isConflict = ({ kind, instead }: CellView): boolean =>
  kind === 'conflict' || kind === 'resolved' || instead === 'conflict';

/** `webviewSection` for the context menu in package.json. */
export const menuSection = (cell: CellView): string => {
  if (cell.request) return cell.request.canMerge ? 'mergeableCell' : 'requestedCell';
  if (cell.createdSha !== undefined) return 'appliedCell';
  if (canChoose(cell)) return 'choosableCell';
  return isConflict(cell) && cell.kind !== 'resolved' ? 'conflictCell' : 'cell';
};

/** Untested, failed or outdated. */
export const isOpen = ({ kind, stale, createdSha, request }: CellView): boolean =>
  createdSha === undefined && request === undefined && (stale || kind === 'untested' || kind === 'failed');

/** Explains to the user why a cell can't be selected. */
export const whyNotApply = (cell: CellView): string => {
  if (cell.createdSha !== undefined) return t('This commit has been applied here already.');
  if (cell.request) return t('There is a merge request already: !{0}.', cell.request.iid);
  if (cell.activity !== 'idle') return t('This cell is still being tested.');
  if (cell.stale) return t('The branch has moved since the test. Test the cell again first.');
  return cell.kind === 'untested' ? t('Test this cell first.') : t('Only clean and blocked cells can be selected.');
};

/**
 * Failure shown in the banner, and the cells to retest: why testing stopped, otherwise a failure that several cells share.
 * Its time is that of the oldest result.
 */
export const commonOf = (board: BoardView, stopped: string | undefined) => {
  const message = (failure: string): FailureView => ({ message: failure, retryable: true });
  const cells = board.rows.flatMap(({ sha }, row) =>
    board.columns.flatMap(({ branch }, column) => {
      const cell = board.cells[row]?.[column];
      return cell ? [{ cell, place: { sha, branch } }] : [];
    }),
  );
  const failed = cells.filter(({ cell: { activity, failure } }) => activity === 'idle' && failure !== undefined);
  const common = commonFailure(
    failed.map(({ cell }) => message(cell.failure ?? '')),
    stopped === undefined ? undefined : message(stopped),
  );
  const same = failed.filter(({ cell }) => cell.failure === common?.message).map(({ place }) => place);
  const times = cells.flatMap(({ cell: { at, failure } }) => (at && failure === undefined ? [Date.parse(at)] : []));
  return {
    common: common && { ...common, asOfMs: times.length === 0 ? undefined : Math.min(...times) },
    again: stopped === undefined ? same : cells.some(({ cell }) => isOpen(cell)) ? ('open' as const) : ('all' as const),
  };
};

/** Rows and columns that match the filter. */
export const shownOf = (board: BoardView, onlyConflicts: boolean): ShownPart => {
  const all = { rows: board.rows.map((_, index) => index), columns: board.columns.map((_, index) => index) };
  if (!onlyConflicts) return all;
  const isIn = (row: number, column: number): boolean => {
    const cell = board.cells[row]?.[column];
    return cell !== undefined && cell.kind !== 'resolved' && isConflict(cell);
  };
  return {
    rows: all.rows.filter((row) => all.columns.some((column) => isIn(row, column))),
    columns: all.columns.filter((column) => all.rows.some((row) => isIn(row, column))),
  };
};
