import { useContext } from 'preact/hooks';
import type { CellKind, CellView, ColumnView } from '../../messages/board.ts';
import { SharedFailure } from '../elements/part.tsx';
import type { StatusMessage } from '../elements/statusMessages.ts';
import { many, t } from '../elements/texts.ts';

const kinds: Readonly<Record<CellKind, StatusMessage>> = {
  untested: { word: t('Untested'), icon: 'circle-large-outline', tone: 'quiet' },
  clean: { word: t('Clean'), icon: 'pass', tone: 'good' },
  alreadyThere: { word: t('Already there'), icon: 'check-all', tone: 'quiet' },
  conflict: { word: t('Conflict'), icon: 'git-merge', tone: 'warning' },
  resolved: { word: t('Resolved'), icon: 'git-branch', tone: 'active' },
  protected: { word: t('Blocked'), icon: 'lock', tone: 'quiet' },
  branchMissing: { word: t('No branch'), icon: 'circle-slash', tone: 'bad' },
  refused: { word: t('Refused'), icon: 'error', tone: 'bad' },
  failed: { word: t('Unknown'), icon: 'question', tone: 'bad' },
};

/** Applied cells and merge requests count instead of test results. */
export type CountedKind = CellKind | 'applied' | 'requested';

/** In display order. */
const countedKinds: readonly CountedKind[] = [
  'applied',
  'requested',
  'resolved',
  'clean',
  'conflict',
  'alreadyThere',
  'protected',
  'branchMissing',
  'refused',
  'failed',
  'untested',
];

/** Counts cells by kind, without zeros. A merge request counts once, even for several cells. */
export const countCells = (cells: readonly CellView[]): readonly StatusMessage[] => {
  const counts = new Map<CountedKind, number>();
  const requests = new Set<number>();
  for (const { kind, createdSha, request } of cells) {
    const isThere = createdSha !== undefined || request?.isMerged === true;
    const counted = isThere ? 'applied' : request ? 'requested' : kind;
    if (counted === 'requested' && request) {
      if (requests.has(request.iid)) continue;
      requests.add(request.iid);
    }
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }
  return countedKinds.flatMap((kind) => {
    const count = counts.get(kind) ?? 0;
    return count === 0 ? [] : [{ ...wordsOf(kind), word: countedWord(kind, count) }];
  });
};

const countedWord = (kind: CountedKind, count: number): string => {
  switch (kind) {
    case 'conflict':
      return many(count, '{0} conflict', '{0} conflicts');
    case 'requested':
      return many(count, '{0} merge request', '{0} merge requests');
    case 'applied':
      return t('{0} applied', count);
    case 'resolved':
      return t('{0} resolved', count);
    case 'clean':
      return t('{0} clean', count);
    case 'alreadyThere':
      return t('{0} already there', count);
    case 'protected':
      return t('{0} blocked', count);
    case 'branchMissing':
      return t('{0} without a branch', count);
    case 'refused':
      return t('{0} refused', count);
    case 'failed':
      return t('{0} unknown', count);
    case 'untested':
      return t('{0} untested', count);
  }
};

const applied: StatusMessage = { word: t('Applied'), icon: 'git-commit', tone: 'good' };
const requested: StatusMessage = { word: t('Requested'), icon: 'git-pull-request', tone: 'active' };

const wordsOf = (kind: CountedKind): StatusMessage =>
  kind === 'applied' ? applied : kind === 'requested' ? requested : kinds[kind];

/** Current activity, otherwise the outcome of applying, otherwise the test result. */
export const cellMessage = (cell: CellView): StatusMessage => {
  if (cell.activity === 'testing') return { word: t('Testing…'), icon: 'loading', tone: 'active' };
  if (cell.activity === 'queued') return { word: t('Queued'), icon: 'watch', tone: 'quiet' };
  if (cell.createdSha !== undefined) return applied;
  const { request } = cell;
  if (request)
    return {
      ...(request.isMerged ? applied : requested),
      word: t(request.isMerged ? '!{0} merged' : '!{0}', request.iid),
    };
  if (cell.kind !== 'protected') return kinds[cell.kind];
  return { ...kinds.protected, word: blockedWord(cell) };
};

const blockedWord = ({ instead }: CellView): string => {
  switch (instead) {
    case 'clean':
      return t('Blocked, clean');
    case 'conflict':
      return t('Blocked, conflict');
    case 'alreadyThere':
      return t('Blocked, there');
    default:
      return kinds.protected.word;
  }
};

/** `short` replaces a meaning that the page's banner already shows. */
export const useMeaning = ({ meaning, failure }: CellView | ColumnView, short: string): string =>
  useContext(SharedFailure) === failure && failure !== undefined ? short : meaning;

/** Accessible name. */
export const cellLabel = (cell: CellView, title: string, branch: string, isChosen: boolean): string =>
  [
    cellMessage(cell).word,
    cell.stale && cell.activity === 'idle' ? t('outdated') : '',
    isChosen ? t('selected') : '',
    t('{0} on {1}', title, branch),
  ]
    .filter((words) => words !== '')
    .join(', ');
