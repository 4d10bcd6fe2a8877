import * as vscode from '../vscode.ts';
import type { PlannedCommit } from '../../model/board/applying.ts';
import type { SavedBoard } from './savedBoards.ts';
import type { Column } from '../../model/pick/answers.ts';
import { endedTrailers } from '../kit/words/pickMessages.ts';
import { explain } from '../kit/words/explain.ts';
import { shortSha, visible } from '../kit/words/format.ts';

/** Limit of names in a title. */
const maxNamed = 2;

/** Saved name of a board, or its sources and targets: `!12, !15 → release/1.0`. */
export const boardTitle = ({ name, commits, branches }: Pick<SavedBoard, 'name' | 'commits' | 'branches'>): string => {
  const { many, t } = vscode.l10n;
  if (name !== undefined) return name;
  const [first] = commits;
  if (first === undefined) return t('Backport board');
  const mergeRequests = [...new Set(commits.map(({ mergeRequest }) => mergeRequest))];
  const from = mergeRequests.every((each) => each !== undefined)
    ? named(mergeRequests)
    : commits.length === 1
      ? first.title
      : many(commits.length, '{0} commit', '{0} commits');
  return branches.length === 0 ? from : `${from} → ${named(branches)}`;
};

const named = (names: readonly string[]): string =>
  [...names.slice(0, maxNamed), ...(names.length > maxNamed ? [`+${names.length - maxNamed}`] : [])].join(', ');

export const createdMeaning = (branch: string): string => vscode.l10n.t('Applied to {0}.', branch);

export const resolvedMeaning = (branch: string): string =>
  vscode.l10n.t('Committed on the new branch {0}.', visible(branch));

/** Notes on trailers that stop counting because the server appends its own line, by commit; empty without trailers. */
export const trailersNote = (commits: readonly PlannedCommit[]): readonly string[] => {
  const all = new Map(commits.map((commit) => [commit.sha, commit]));
  const lines = [...all.values()].flatMap(({ sha, message, trailers = [] }) => {
    if (message !== undefined || trailers.length === 0) return [];
    const words = endedTrailers([...new Set(trailers)]);
    return [all.size === 1 ? words : `${shortSha(sha)}: ${words}`];
  });
  return lines.length === 0 ? [] : [...lines, vscode.l10n.t('Edit the message to keep trailers.')];
};

/** Tooltip of a branch column. */
export const columnMeaning = (column: Column, branch: string): string => {
  const { t } = vscode.l10n;
  switch (column.kind) {
    case 'unread':
      return t('Not loaded yet.');
    case 'missing':
      return t('There is no branch {0}.', branch);
    case 'failed':
      return t('The branch could not be read: {0}', explain(column.error));
    case 'read':
      return [
        t('At {0}.', shortSha(column.tip)),
        column.isProtected === true ? t('Protected.') : '',
        column.canPush === false ? t('You may not push.') : '',
      ]
        .filter((words) => words !== '')
        .join(' ');
  }
};
