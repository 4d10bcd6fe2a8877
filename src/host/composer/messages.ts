import * as vscode from '../vscode.ts';
import type { ComposedFileView, ComposerNoticeView, FileNoticeView } from '../../messages/composer.ts';
import { encodingOf } from '../../model/composer/action.ts';
import type { FileAction } from '../../model/composer/fileAction.ts';
import type { Seen } from '../../model/composer/check.ts';
import type { CommitDraft } from '../../model/composer/draft.ts';
import type { Problem } from '../../model/composer/problems.ts';
import type { LeftOut } from '../../model/composer/workingTree.ts';
import { bytesText, shortSha, visible } from '../kit/words/format.ts';

/** Reason for leaving a changed file out. */
export const leftOutMessage = ({ reason }: LeftOut): string => {
  const { t } = vscode.l10n;
  switch (reason) {
    case 'symlink':
      return t('a symbolic link: only files can be sent');
    case 'submodule':
      return t('a submodule: only files can be sent');
    case 'repository':
      return t('a nested repository');
    case 'lfs':
      return t('stored in Git LFS: its content would have to be uploaded by git-lfs. Commit and push it with Git');
    case 'conflict':
      return t('has merge conflicts: resolve them first');
    case 'name':
      return t('its name is not UTF-8: commit and push it with Git');
    case 'typeChange':
      return t('was a symbolic link or a submodule before: commit and push it with Git');
  }
};

export const factsOf = (action: FileAction, filter: string | undefined): readonly string[] => {
  const { t } = vscode.l10n;
  const { content, executable } = action;
  return [
    ...(content !== undefined && encodingOf(content) === 'base64' ? ['base64'] : []),
    ...(executable === undefined ? [] : [executable ? t('executable') : t('not executable')]),
    ...(filter === undefined ? [] : [t('as the filter {0} stores it', visible(filter))]),
  ];
};

/** Problem of a file, with a decision if possible. */
export const fileNotice = (problem: Problem, action: FileAction): FileNoticeView => {
  const { t } = vscode.l10n;
  const notice = (text: string, decision?: FileNoticeView['decision']): FileNoticeView => ({
    level: problem.level,
    text,
    decision,
  });
  const decide = (isAccepted: boolean, yes: string): FileNoticeView['decision'] =>
    isAccepted ? { label: t('Undo'), accept: false } : { label: yes, accept: true };
  switch (problem.kind) {
    case 'fileExists':
      return problem.isAccepted
        ? notice(t('Replaces the file the server has already.'), decide(true, ''))
        : notice(t('The server has a file of this name already.'), decide(false, t('Replace It')));
    case 'fileChanged':
      return problem.isAccepted
        ? notice(t('Replaces a version on the server that differs from the one you edited.'), decide(true, ''))
        : notice(t('The server’s version differs from the one you edited.'), decide(false, t('Replace Theirs')));
    case 'fileMissing':
      return notice(
        t('The server does not have this file.'),
        action.content === undefined ? undefined : decide(false, t('Create It')),
      );
    case 'targetTaken':
      return notice(t('The server has a file under the new name already.'));
    case 'sameAsServer':
      return notice(t('The server already has this version. It is not sent.'));
    case 'lineEnds':
      return notice(t('Has Windows line ends (CRLF). GitLab may store them as LF.'));
    case 'badPath':
      return notice(t('This is not a valid file path.'));
    case 'twice':
      return notice(t('Another action is about the same file, or a folder of its name.'));
    default:
      return notice(problem.kind);
  }
};

/** Problem of the commit. */
export const wholeNotice = (problem: Problem, draft: CommitDraft, seen: Seen): ComposerNoticeView => {
  const { t } = vscode.l10n;
  const branch = visible(draft.branch);
  const notice = (text: string, more: Partial<ComposerNoticeView> = {}): ComposerNoticeView => ({
    level: problem.level,
    text,
    lines: [],
    remedy: undefined,
    ...more,
  });
  /** Incomplete input is not an error. */
  const missing = { level: 'says' } as const;
  const chooseBranch = { label: t('Choose Branch…'), does: 'chooseBranch' } as const;
  const chooseStart = { label: t('Choose Base…'), does: 'chooseStart' } as const;
  switch (problem.kind) {
    case 'nothing':
      return notice(t('There is nothing to commit.'), missing);
    case 'noBranch':
      return notice(t('Choose the branch of the commit.'), { ...missing, remedy: chooseBranch });
    case 'badBranchName':
      return notice(t('“{0}” is not a valid branch name.', branch), { remedy: chooseBranch });
    case 'noMessage':
      return notice(t('Write a commit message.'), missing);
    case 'badAuthor':
      return notice(
        t('An author needs a name and an email address.'),
        draft.author?.name === '' || draft.author?.email === '' ? missing : {},
      );
    case 'branchMissing':
      return notice(t('The server has no branch {0}. Choose its base, or choose another branch.', branch), {
        remedy: chooseStart,
      });
    case 'branchExists':
      return notice(t('{0} exists already. Commit on top of it, choose another name, or overwrite it.', branch), {
        remedy: chooseBranch,
      });
    case 'startMissing':
      return notice(t('The base of the branch does not exist on the server.'), { remedy: chooseStart });
    case 'firstCommit':
      return notice(t('This will be the first commit of the project.'), { level: 'says' });
    case 'overwrites':
      return notice(overwriteMessage(draft, seen), { lines: lostLines(seen) });
    case 'tooLarge':
      return notice(
        t(
          'About {0} is too much for one request. Remove files; the server’s limit is unknown.',
          bytesText(problem.bytes),
        ),
      );
    case 'large':
      return notice(
        t(
          'A large request, about {0}. What the server allows is not known; it may refuse it.',
          bytesText(problem.bytes),
        ),
      );
    default:
      return notice(problem.kind);
  }
};

const shownCommits = 10;

/** Effect of overwriting a branch. */
export const overwriteMessage = (draft: CommitDraft, { lost, lostMore }: Seen): string => {
  const { t } = vscode.l10n;
  const branch = visible(draft.branch);
  if (draft.startProject !== undefined) {
    return t('{0} will be overwritten: every commit only it has will be lost.', branch);
  }
  if (lostMore) return t('{0} will be overwritten: {1} commits or more will be lost.', branch, lost.length);
  switch (lost.length) {
    case 0:
      return t('{0} will be moved. No commit will be lost.', branch);
    case 1:
      return t('{0} will be overwritten: 1 commit will be lost.', branch);
    default:
      return t('{0} will be overwritten: {1} commits will be lost.', branch, lost.length);
  }
};

/** Commits lost by overwriting. */
export const lostLines = ({ lost }: Seen): readonly string[] => [
  ...lost
    .slice(0, shownCommits)
    .map(({ id, title, author_name: name }) => visible(`${shortSha(id)} ${title} – ${name}`)),
  ...(lost.length > shownCommits ? [vscode.l10n.t('and {0} more', lost.length - shownCommits)] : []),
];

export const summaryMessage = (files: readonly ComposedFileView[], bytes: number): string => {
  const { many, t } = vscode.l10n;
  const sum = (of: 'additions' | 'deletions'): number => files.reduce((total, file) => total + (file[of] ?? 0), 0);
  const count = many(files.length, '{0} file', '{0} files');
  return [count, `+${sum('additions')} −${sum('deletions')}`, t('about {0}', bytesText(bytes))].join(' · ');
};
