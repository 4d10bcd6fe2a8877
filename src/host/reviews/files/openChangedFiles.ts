import * as vscode from '../../vscode.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import type { ReviewPlace } from '../../../model/reviews/drafts.ts';
import { diffLines, lineAmong, type Side } from '../../../model/reviews/diffLines.ts';
import type { DiffRefs } from '../../../model/reviews/newCommentPosition.ts';
import type { ReviewsArea } from '../area.ts';
import { changeTitle } from '../../kit/words/changeSize.ts';
import { shortSha, visibleLabel } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { showChange, showChanges, type Versions } from '../../kit/pages/showChange.ts';
import { fileIn, reviewFileUri } from './reviewFileSystem.ts';

/** Changed files of a merge request or of one of its commits. */
export interface ReadyFiles {
  readonly version: DiffRefs;
  /** Undefined for the whole merge request. */
  readonly commit?: string;
  readonly files: readonly FileChange[];
  /** The server left out files. */
  readonly isCut: boolean;
}

/** Reads the files with cancellable progress. Explains when the server is still preparing them. */
export const readFiles = async (area: ReviewsArea, place: ReviewPlace): Promise<ReadyFiles | undefined> => {
  const { t } = vscode.l10n;
  for (;;) {
    const read = await cancellable(t('Reading the changes of !{0}…', place.iid), (signal) =>
      area.reviews.changes.read(place, { signal }),
    );
    if (read === undefined) return undefined;
    if (read.kind === 'ready') return read;
    const retry = t('Retry');
    const answer = await vscode.window.showInformationMessage(
      t('GitLab is still preparing the changes of !{0}. Try again in a moment.', place.iid),
      retry,
    );
    if (answer !== retry) return undefined;
  }
};

/** Reads a commit's files with cancellable progress. */
export const readCommitFiles = async (
  area: ReviewsArea,
  place: ReviewPlace,
  { sha, parent }: { readonly sha: string; readonly parent: string },
): Promise<ReadyFiles | undefined> => {
  const reading = vscode.l10n.t('Reading the changes of {0}…', shortSha(sha));
  const read = await cancellable(reading, (signal) => area.reviews.changes.readOfCommit(place, sha, { signal }));
  return read && { ...read, commit: sha, version: { baseSha: parent, startSha: parent, headSha: sha } };
};

const sidesOf = (place: ReviewPlace, ready: ReadyFiles, change: FileChange): Versions => ({
  left: change.kind === 'added' ? undefined : reviewFileUri(fileIn(place, ready, change, 'old')),
  right: change.kind === 'deleted' ? undefined : reviewFileUri(fileIn(place, ready, change, 'new')),
});

/** Opens all files in one editor; warns when the server left out some. */
export const showFiles = async (place: ReviewPlace, ready: ReadyFiles, title: string): Promise<void> => {
  const sides = ready.files.map((change) => sidesOf(place, ready, change));
  await showChanges(title, sides);
  if (!ready.isCut) return;
  const { t } = vscode.l10n;
  const { files, commit } = ready;
  void vscode.window.showWarningMessage(
    commit === undefined
      ? t('GitLab shows only the first {0} files of !{1}.', files.length, place.iid)
      : t('GitLab may show only the first {0} files of {1}.', files.length, shortSha(commit)),
  );
};

/** `line` is 1-based. */
export interface ShownLine {
  readonly uri: vscode.Uri;
  readonly line: number;
}

/**
 * Opens a file, optionally at a line. Resolves to the possible cursor positions: for an old line also the line beside it,
 * where VS Code has the cursor while a comment editor is focused.
 */
export const showFile = async (
  place: ReviewPlace,
  ready: ReadyFiles,
  change: FileChange,
  at?: { readonly side: Side; readonly line: number },
): Promise<readonly ShownLine[]> => {
  const versions = sidesOf(place, ready, change);
  const { left, right } = versions;
  const of = ready.commit === undefined ? `!${place.iid}` : `!${place.iid} · ${shortSha(ready.commit)}`;
  const leftLine = at?.side === 'old' && left && right ? at.line : undefined;
  const line = leftLine === undefined ? at?.line : lineAmong(diffLines(change.diff), 'old', leftLine).newLine;
  await showChange(versions, { title: changeTitle(change, of), line, leftLine });
  const sides = [
    { uri: left, line: right === undefined ? line : leftLine },
    { uri: right, line },
  ];
  return sides.flatMap(({ uri, line: shown }) =>
    uri === undefined || shown === undefined ? [] : [{ uri, line: shown }],
  );
};

export const pickFile = async (ready: ReadyFiles, title: string): Promise<FileChange | undefined> => {
  const items = ready.files.map((change) => ({ label: visibleLabel(change.newPath), change }));
  const placeHolder = vscode.l10n.t('Which file?');
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.change;
};
