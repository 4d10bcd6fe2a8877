import * as vscode from '../../vscode.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import { readMergeRequestCommits } from '../../../model/mergeRequestCommits.ts';
import type { ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { Commit } from '../../../wire/commits.ts';
import type { ReviewsArea } from '../area.ts';
import { age, shortSha, visibleLabel } from '../../kit/words/format.ts';
import { pickRow } from '../../kit/questions/pickRow.ts';
import { cancellable } from '../../kit/progress.ts';
import { readCommitFiles, type ReadyFiles, showFile, showFiles } from './openChangedFiles.ts';
import { fileInFront, requireFile } from './nextFile.ts';
import { readReviewFile } from './reviewFileSystem.ts';
import { reviewSubject } from '../chooseReview.ts';
import { placeOfReview } from '../subject.ts';

/** Opens the changes of one commit, that of the argument or one chosen. Comments there refer to that commit. */
export const reviewCommit = async (area: ReviewsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const subject = await reviewSubject(area, argument, t('Review a commit of which merge request?'));
  const place = subject && placeOfReview(subject);
  const commits = place && (await readCommits(place));
  if (!place || !commits) return;
  const named = commits.find(({ id }) => id === shaIn(argument));
  const commit = named ?? (await pickCommit(commits, t('Commits of !{0}', place.iid)));
  if (commit) await showCommit(area, place, commit, named !== undefined);
};

/**
 * Opens the next or previous commit of a merge request, oldest first; from the changes of all commits, the first or last.
 * Skips those without changes.
 */
export const goToCommit = async (area: ReviewsArea, argument: unknown, by: 1 | -1): Promise<void> => {
  const { t } = vscode.l10n;
  const inSight = vscode.window.visibleTextEditors.map(({ document }) => readReviewFile(document.uri));
  // an editor with all files may have no cursor
  const file = requireFile(fileInFront(argument) ?? inSight.find((each) => each !== undefined));
  if (file === undefined) return;
  const place = area.reviews.threads.storeOf(file)?.place;
  const commits = place && (await readCommits(place));
  if (!place || !commits) return;
  const at = commits.findIndex(({ id }) => id === file.commit);
  const ahead = by === 1 ? commits.slice(at + 1) : commits.slice(0, at < 0 ? undefined : at).toReversed();
  for (const commit of ahead) if (await showCommit(area, place, commit, true)) return;
  void vscode.window.showInformationMessage(
    by === 1 ? t('This is the last commit of !{0}.', file.iid) : t('This is the first commit of !{0}.', file.iid),
  );
};

/** Oldest first; undefined when cancelled, or without any after a message. */
const readCommits = async (place: ReviewPlace): Promise<readonly Commit[] | undefined> => {
  const { t } = vscode.l10n;
  const commits = await cancellable(t('Reading the commits of !{0}…', place.iid), (signal) =>
    readMergeRequestCommits(place, { signal }),
  );
  if (commits?.length === 0) void vscode.window.showInformationMessage(t('!{0} has no commits.', place.iid));
  return commits?.length === 0 ? undefined : commits?.toReversed();
};

/** False, after a message, if the commit has no changes to show. */
const showCommit = async (
  area: ReviewsArea,
  place: ReviewPlace,
  { id: sha, title, parent_ids: [parent] = [] }: Commit,
  isNamed: boolean,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  if (parent === undefined) {
    void vscode.window.showInformationMessage(
      t('{0} is the first commit of its history. There is nothing to compare it with.', shortSha(sha)),
    );
    return false;
  }
  const ready = await readCommitFiles(area, place, { sha, parent });
  if (ready === undefined) return true;
  if (ready.files.length === 0) {
    void vscode.window.showInformationMessage(t('{0} changes no files.', shortSha(sha)));
    return false;
  }
  const name = `!${place.iid} · ${shortSha(sha)} ${title}`;
  const chosen = isNamed && ready.files.length > 1 ? 'all' : await pickFiles(ready.files, name);
  if (chosen === 'all') await showFiles(place, ready, name);
  else if (chosen !== undefined) await showFile(place, ready, chosen);
  return true;
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
