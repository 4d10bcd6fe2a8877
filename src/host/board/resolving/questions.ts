import * as vscode from '../../vscode.ts';
import type { CommitDraft } from '../../../model/composer/draft.ts';
import type { FileAction } from '../../../model/composer/fileAction.ts';
import type { PickMerge, Resolution } from '../../../model/composer/resolution.ts';
import { askText } from '../../kit/questions/askText.ts';
import { branchNameProblem } from '../../kit/questions/branchNameProblem.ts';
import { pickRow } from '../../kit/questions/pickRow.ts';
import { shortSha, visible } from '../../kit/words/format.ts';
import type { BranchPick } from './localMerge.ts';

/** A resolution tried on the current tip. */
export interface ReadyResolution {
  readonly tip: string;
  readonly canPush: boolean;
  readonly hasMoved: boolean;
  readonly actions: readonly FileAction[];
  readonly resolution: Resolution;
  readonly merge: PickMerge;
}

/** Asks for the target branch; undefined when cancelled. */
export const askWhere = async ({ canPush, tip }: ReadyResolution, pick: BranchPick): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const { branch } = pick;
  const rows = [
    { label: t('Commit on a new branch'), description: t('begins at {0}', shortSha(tip)), isNew: true },
    ...(canPush ? [{ label: t('Commit on {0}', visible(branch)), isNew: false }] : []),
  ];
  const title = t('Commit Resolution');
  const row = await pickRow(rows, {
    title,
    placeholder: t('Where is the commit to go? Nothing is sent before you confirm it.'),
  });
  if (row === undefined) return undefined;
  return row.isNew ? askNewBranch(pick) : branch;
};

/** Undefined when cancelled. */
export const askNewBranch = ({ action, sha, branch }: BranchPick): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  return askText({
    title: t('Commit Resolution'),
    prompt: t('Name of the new branch'),
    value: `${action === 'revert' ? action : 'cherry-pick'}-${shortSha(sha)}-${branch.replaceAll('/', '-')}`,
    problem: (name) => branchNameProblem(name) ?? (name === branch ? t('Enter the name of a new branch.') : undefined),
  });
};

/** Limit of lines in a dialog. */
const maxLines = 10;

/** Shows what will be sent and asks for confirmation. */
export const confirmCommit = async (
  { branch, start, message, author, actions }: CommitDraft,
  pick: BranchPick,
  { tip, hasMoved }: ReadyResolution,
): Promise<'create' | 'edit' | undefined> => {
  const { t } = vscode.l10n;
  const lines = actions.map(actionLine);
  const detail = [
    start === undefined
      ? t('Branch: {0}, now at {1}', visible(branch), shortSha(tip))
      : t('New branch: {0}, from {1} at {2}', visible(branch), visible(pick.branch), shortSha(tip)),
    ...(hasMoved ? [t('The branch has moved since. The resolution holds on its new tip.')] : []),
    author === undefined ? t('Author: you') : t('Author: {0}', visible(`${author.name} <${author.email}>`)),
    '',
    ...lines.slice(0, maxLines),
    ...(lines.length > maxLines ? [t('{0} more files', lines.length - maxLines)] : []),
    '',
    ...message.split('\n').map(visible).slice(0, maxLines),
  ].join('\n');
  const create = t('Create Commit');
  const edit = t('Edit Message…');
  const question = t('Commit the resolution of {0} on the server?', shortSha(pick.sha));
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, create, edit);
  return answer === create ? 'create' : answer === edit ? 'edit' : undefined;
};

const actionLine = ({ kind, path }: FileAction): string => {
  const { t } = vscode.l10n;
  const name = visible(path);
  switch (kind) {
    case 'create':
      return t('Creates {0}', name);
    case 'delete':
      return t('Deletes {0}', name);
    case 'chmod':
      return t('Changes the mode of {0}', name);
    default:
      return t('Updates {0}', name);
  }
};
