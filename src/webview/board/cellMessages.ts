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
export type CountedKind = CellKind | 'applied';

/** In the order in which they are counted. */
const countedKinds: readonly CountedKind[] = [
  'applied',
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
  for (const { kind, created } of cells) {
    const counted = created === undefined ? kind : 'applied';
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }
  return countedKinds.flatMap((kind) => {
    const count = counts.get(kind) ?? 0;
    const words = kind === 'applied' ? applied : kinds[kind];
    return count === 0 ? [] : [{ ...words, count, word: countedWord(kind, count) }];
  });
};

const countedWord = (kind: CountedKind, count: number): string => {
  if (kind === 'conflict') return count === 1 ? 'conflict' : 'conflicts';
  if (kind === 'branchMissing') return 'without a branch';
  return (kind === 'applied' ? applied : kinds[kind]).word.toLowerCase();
};

const applied: StatusMessage = { word: 'Applied', icon: 'git-commit', tone: 'good' };

/** What a cell shows: what is being done, what was created, or what was found. */
export const cellMessage = (cell: CellView): StatusMessage => {
  if (cell.activity === 'testing') return { word: 'Testing…', icon: 'loading', tone: 'active' };
  if (cell.activity === 'queued') return { word: 'Queued', icon: 'watch', tone: 'quiet' };
  if (cell.created !== undefined) return applied;
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
