import type { CellKind, CellView } from '../../messages/board.ts';
import type { StatusMessage } from '../elements/statusMessages.ts';

const kinds: Readonly<Record<CellKind, StatusMessage>> = {
  untested: { word: 'Untested', icon: 'circle-large-outline', tone: 'quiet' },
  clean: { word: 'Clean', icon: 'pass', tone: 'good' },
  alreadyThere: { word: 'Already there', icon: 'check-all', tone: 'quiet' },
  conflict: { word: 'Conflict', icon: 'git-merge', tone: 'warning' },
  protected: { word: 'Blocked', icon: 'lock', tone: 'bad' },
  branchMissing: { word: 'No branch', icon: 'circle-slash', tone: 'bad' },
  refused: { word: 'Refused', icon: 'error', tone: 'bad' },
  failed: { word: 'Unknown', icon: 'question', tone: 'bad' },
};

/** What cells are counted by: what was created is not counted by what was found before. */
export type CountedKind = CellKind | 'applied' | 'requested';

/** In the order in which they are counted. */
const countedKinds: readonly CountedKind[] = [
  'applied',
  'requested',
  'clean',
  'conflict',
  'alreadyThere',
  'protected',
  'branchMissing',
  'refused',
  'failed',
  'untested',
];

/** How many cells there are of each kind that occurs, with what stands for it. */
export const countCells = (cells: readonly CellView[]): readonly (StatusMessage & { readonly count: number })[] => {
  const counts = new Map<CountedKind, number>();
  for (const { kind, created, request } of cells) {
    const isThere = created !== undefined || request?.isMerged === true;
    const counted = isThere ? 'applied' : request ? 'requested' : kind;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }
  return countedKinds.flatMap((kind) => {
    const count = counts.get(kind) ?? 0;
    return count === 0 ? [] : [{ ...wordsOf(kind), count, word: countedWord(kind, count) }];
  });
};

const countedWord = (kind: CountedKind, count: number): string => {
  if (kind === 'conflict') return count === 1 ? 'conflict' : 'conflicts';
  if (kind === 'branchMissing') return 'without a branch';
  if (kind === 'requested') return count === 1 ? 'merge request' : 'merge requests';
  return wordsOf(kind).word.toLowerCase();
};

const applied: StatusMessage = { word: 'Applied', icon: 'git-commit', tone: 'good' };
const requested: StatusMessage = { word: 'Requested', icon: 'git-pull-request', tone: 'active' };

const wordsOf = (kind: CountedKind): StatusMessage =>
  kind === 'applied' ? applied : kind === 'requested' ? requested : kinds[kind];

/** What a cell shows: what is being done, what was created, or what was found. */
export const cellMessage = (cell: CellView): StatusMessage => {
  if (cell.activity === 'testing') return { word: 'Testing…', icon: 'loading', tone: 'active' };
  if (cell.activity === 'queued') return { word: 'Queued', icon: 'watch', tone: 'quiet' };
  if (cell.created !== undefined) return applied;
  const { request } = cell;
  if (request)
    return { ...(request.isMerged ? applied : requested), word: `!${request.iid}${request.isMerged ? ' merged' : ''}` };
  return kinds[cell.kind];
};

/** A cell for a screen reader. */
export const cellLabel = (cell: CellView, title: string, branch: string, isChosen: boolean): string =>
  [
    cellMessage(cell).word + (cell.stale && cell.activity === 'idle' ? ', outdated' : ''),
    isChosen ? 'selected' : '',
    `${title} on ${branch}`,
  ]
    .filter((words) => words !== '')
    .join(', ');
