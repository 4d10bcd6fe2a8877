import type { BoardView, CellPlace, CellView, ColumnView, ProgressView } from '../../messages/board.ts';
import type { Board } from '../../model/board/board.ts';
import { type CellAnswer, changesOf, type Column } from '../../model/pick/answers.ts';
import { isStale } from '../../model/board/cells.ts';
import type { TestingState } from '../../model/board/testing.ts';
import { explain } from '../kit/words/explain.ts';
import { shortSha } from '../kit/words/format.ts';
import { answerMeaning } from '../kit/words/dryRunMessages.ts';
import { columnMeaning, createdMeaning, resolvedMeaning } from './messages.ts';

/** Results for a cell on the server: applied commit, merge request, branch. */
export type MadeFor = Pick<CellView, 'createdSha' | 'request'> & {
  /** New branch with the committed resolution. */
  readonly resolvedOn: string | undefined;
};

export const boardView = (
  board: Board,
  named: Pick<BoardView, 'name' | 'title' | 'project'>,
  madeFor: (place: CellPlace) => MadeFor,
): BoardView => ({
  ...named,
  rows: board.commits.map(({ sha, title, author, date, parents }) => ({
    sha,
    shortSha: shortSha(sha),
    title,
    author,
    at: date,
    isMerge: parents > 1,
    message: board.messages.get(sha),
  })),
  columns: board.branches.map((branch) => columnView(board, branch)),
  cells: board.commits.map(({ sha }) =>
    board.branches.map((branch) => cellView(board, { sha, branch }, madeFor({ sha, branch }))),
  ),
});

export const columnView = (board: Board, branch: string): ColumnView => {
  const column = board.column(branch);
  return {
    branch,
    state: column.kind,
    tip: column.kind === 'read' ? column.tip : undefined,
    protected: column.kind === 'read' && column.isProtected === true,
    meaning: columnMeaning(column, branch),
    ...failureOf(column),
  };
};

const failureOf = (found: Column | CellAnswer): { readonly failure?: string } =>
  found.kind === 'failed' ? { failure: explain(found.error) } : {};

export const cellView = (board: Board, place: CellPlace, { createdSha, request, resolvedOn }: MadeFor): CellView => {
  const cell = board.cell(place);
  const { result, activity } = cell;
  // results from before the commit or merge request are obsolete
  if (createdSha !== undefined || request !== undefined) {
    const isThere = createdSha !== undefined || request?.isMerged === true;
    const meaning = isThere ? createdMeaning(place.branch) : '';
    return {
      kind: 'clean',
      activity,
      stale: false,
      meaning,
      words: undefined,
      tip: undefined,
      at: undefined,
      createdSha,
      request,
    };
  }
  const stale = isStale(cell, board.column(place.branch));
  if (result === undefined) {
    return {
      kind: 'untested',
      activity,
      stale,
      meaning: '',
      words: undefined,
      tip: undefined,
      at: undefined,
      createdSha,
      request,
    };
  }
  const isResolved = changesOf(result) === 'conflict' && resolvedOn !== undefined;
  return {
    kind: isResolved ? 'resolved' : result.kind,
    instead: result.kind === 'protected' ? result.instead?.answer : undefined,
    activity,
    stale,
    meaning: isResolved ? resolvedMeaning(resolvedOn) : answerMeaning(result, place.branch),
    ...failureOf(result),
    words: 'words' in result && !isResolved ? result.words : undefined,
    tip: result.tip,
    at: new Date(result.atMs).toISOString(),
    createdSha,
    request,
  };
};

/** Progress of testing; `away` is the last read error of the branches. */
export const progressView = (
  { isRunning, total, done, pausedUntilMs, failure: stopped }: TestingState,
  away: unknown,
): ProgressView => ({
  isRunning,
  total,
  done,
  pausedUntil: pausedUntilMs === undefined ? undefined : new Date(pausedUntilMs).toISOString(),
  failure: stopped === undefined ? (away === undefined ? undefined : explain(away)) : explain(stopped),
  hasStopped: stopped !== undefined,
});
