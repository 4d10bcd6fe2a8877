import type { CellKind, CellView } from '../../messages/board.ts';
import type { StatusWords } from '../elements/statusWords.ts';

const kinds: Readonly<Record<CellKind, StatusWords>> = {
  untested: { word: 'Untested', icon: 'circle-large-outline', tone: 'quiet' },
  clean: { word: 'Clean', icon: 'pass', tone: 'good' },
  alreadyThere: { word: 'Already there', icon: 'check-all', tone: 'quiet' },
  conflict: { word: 'Conflict', icon: 'git-merge', tone: 'warning' },
  protected: { word: 'Protected', icon: 'lock', tone: 'bad' },
  branchMissing: { word: 'No branch', icon: 'circle-slash', tone: 'bad' },
  refused: { word: 'Refused', icon: 'error', tone: 'bad' },
  failed: { word: 'Unknown', icon: 'question', tone: 'bad' },
};

/** The states in the order in which they are counted. */
export const countedKinds: readonly CellKind[] = [
  'clean',
  'conflict',
  'alreadyThere',
  'protected',
  'branchMissing',
  'refused',
  'failed',
  'untested',
];

/** A state in a word, with an icon of its own shape. */
export const kindWords = (kind: CellKind): StatusWords => kinds[kind];

/** What a cell shows: what is being done, what was created, or what was found. */
export const cellWords = (cell: CellView): StatusWords => {
  if (cell.activity === 'testing') return { word: 'Testing…', icon: 'loading', tone: 'active' };
  if (cell.activity === 'queued') return { word: 'Queued', icon: 'watch', tone: 'quiet' };
  if (cell.created !== undefined) return { word: 'Applied', icon: 'git-commit', tone: 'good' };
  return kindWords(cell.kind);
};

/** A cell for a screen reader. */
export const cellLabel = (cell: CellView, title: string, branch: string, isChosen: boolean): string =>
  [
    cellWords(cell).word + (cell.stale && cell.activity === 'idle' ? ', branch moved since' : ''),
    isChosen ? 'chosen' : '',
    `${title} on ${branch}`,
  ]
    .filter((words) => words !== '')
    .join(', ');
