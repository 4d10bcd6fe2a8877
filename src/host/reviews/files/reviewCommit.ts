import * as vscode from '../../vscode.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import { readMergeRequestCommits } from '../../../model/mergeRequestCommits.ts';
import type { Commit } from '../../../wire/commits.ts';
import type { ReviewsArea } from '../area.ts';
import { age, shortSha, visibleLabel } from '../../kit/words/format.ts';
import { pickRow } from '../../kit/questions/pickRow.ts';
import { cancellable } from '../../kit/progress.ts';
import { readCommitFiles, type ReadyFiles, showFile, showFiles } from './changedFiles.ts';
import { reviewSubject } from '../chooseReview.ts';
import { placeOfReview } from '../subject.ts';

/** Opens the changes of one commit, that of the argument or one chosen. Comments there refer to that commit. */
export const reviewCommit = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(area, argument, t('Review a commit of which merge request?'));
  if (subject === undefined) return;
  const place = placeOfReview(subject);
  const commits = await cancellable(t('Reading the commits of !{0}…', place.iid), (signal) =>
    readMergeRequestCommits(place, { signal }),
  );
  if (commits === undefined) return;
  if (commits.length === 0) {
    void vscode.window.showInformationMessage(t('!{0} has no commits.', place.iid));
    return;
  }
  const named = commits.find(({ id }) => id === shaIn(argument));
  const commit = named ?? (await pickCommit(commits.toReversed(), t('Commits of !{0}', place.iid)));
  if (commit === undefined) return;
  const { id: sha, title, parent_ids: [parent] = [] } = commit;
  if (parent === undefined) {
    void vscode.window.showInformationMessage(
      t('{0} is the first commit of its history. There is nothing to compare it with.', shortSha(sha)),
    );
    return;
  }
  const ready = await readCommitFiles(area, place, { sha, parent });
  if (ready === undefined) return;
  if (ready.files.length === 0) {
    void vscode.window.showInformationMessage(t('{0} changes no files.', shortSha(sha)));
    return;
  }
  const name = `!${place.iid} · ${shortSha(sha)} ${title}`;
  const chosen = named && ready.files.length > 1 ? 'all' : await pickFiles(ready.files, name);
  if (chosen === 'all') await showFiles(place, ready, name);
  else if (chosen !== undefined) await showFile(place, ready, chosen);
};

const shaIn = (argument: unknown): unknown =>
  typeof argument === 'object' && argument !== null && 'sha' in argument ? argument.sha : undefined;

/** Asks for a file or all of them; doesn't ask for a single one. */
const pickFiles = async (files: ReadyFiles['files'], title: string): Promise<FileChange | 'all' | undefined> => {
  const { t } = vscode.l10n;
  if (files.length === 1) return files[0];
  const rows: readonly (vscode.QuickPickItem & { readonly chosen: FileChange | 'all' })[] = [
    { label: t('All {0} files', files.length), iconPath: new vscode.ThemeIcon('diff-multiple'), chosen: 'all' },
    ...files.map((change) => ({ label: visibleLabel(change.newPath), chosen: change })),
  ];
  return (await pickRow(rows, { title: visibleLabel(title), placeholder: t('Which file?') }))?.chosen;
};

const pickCommit = async (commits: readonly Commit[], title: string): Promise<Commit | undefined> => {
  const rows = commits.map((commit) => ({
    label: visibleLabel(commit.title),
    description: visibleLabel(`${shortSha(commit.id)} · ${commit.author_name}, ${age(commit.created_at)}`),
    commit,
  }));
  return (await pickRow(rows, { title, placeholder: vscode.l10n.t('Which commit? Oldest first.') }))?.commit;
};
