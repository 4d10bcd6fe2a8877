import * as vscode from '../../vscode.ts';
import type { FindingView } from '../../../messages/review.ts';
import type { DraftFinding, Found, Preflight, ReviewFinding } from '../../../model/reviews/preflight.ts';
import type { Anchor } from '../../../model/reviews/preflightAnchor.ts';
import { spanOf } from '../../../model/reviews/newCommentPosition.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import type { Position } from '../../../wire/notes.ts';
import { shortSha } from '../../kit/words/format.ts';
import { readOnlyTokenMessage } from '../../kit/readOnlyToken.ts';

/** Label of a draft's place, without the file path. */
export const draftPlace = (
  { discussion_id: thread, position, commit_id: commit }: DraftNote,
  where = position,
): string => {
  const { t } = vscode.l10n;
  const lines = positionMessage(where);
  if (thread == null && lines !== undefined && commit != null) return t('{0} in commit {1}', lines, shortSha(commit));
  if (thread == null) return lines ?? t('General comment');
  return lines === undefined ? t('Reply') : t('Reply · {0}', lines);
};

const positionMessage = (position: Position | null | undefined): string | undefined => {
  const { t } = vscode.l10n;
  if (position == null || pathOf(position) === undefined) return undefined;
  if (position.position_type === 'image') return t('On the picture');
  const span = spanOf(position);
  if (span === undefined) return t('Whole file');
  if (span.first === span.last) {
    return span.side === 'old' ? t('Line {0} (removed)', span.last) : t('Line {0}', span.last);
  }
  return span.side === 'old'
    ? t('Lines {0}–{1} (removed)', span.first, span.last)
    : t('Lines {0}–{1}', span.first, span.last);
};

/** Label of an anchor's place. */
const anchorMessage = ({ span, path }: Anchor): string => {
  const { t } = vscode.l10n;
  if (span === undefined) return path;
  return span.first === span.last ? t('line {0}', span.last) : t('lines {0}–{1}', span.first, span.last);
};

export const findingView = ({ kind, severity, anchor }: Found): FindingView => ({
  kind,
  severity,
  words: findingMessage(kind, anchor),
  moveTo: anchor && anchorMessage(anchor),
});

export const findingMessage = (kind: DraftFinding, anchor?: Anchor): string => {
  const { t } = vscode.l10n;
  const words: Readonly<Record<DraftFinding, string>> = {
    headMoved:
      anchor === undefined
        ? t('Commits were pushed since this draft was written, and its lines are not in the latest diff.')
        : anchor.isSure
          ? t('Commits were pushed since this draft was written.')
          : t(
              'Commits were pushed since this draft was written. Its code appears more than once; this is the best match.',
            ),
    otherComparison: t('This draft was written on an older comparison of versions.'),
    positionErased: t('This draft has lost its line. It would become a general comment.'),
    lineNotInDiff: t('The line is not in the diff. Publishing would delete this draft without leaving a comment.'),
    fileTooLarge: t(
      'The file is too large for the diff. Publishing would delete this draft without leaving a comment.',
    ),
    fileNotInDiff: t('The file is no longer among the changed files.'),
    commitGone: t('The commit is no longer in the merge request.'),
    threadResolved: t('The thread has been resolved. Publishing this reply reopens it.'),
    threadResolvedAlready: t('The thread is already resolved.'),
    threadGone: t('The thread of this reply was deleted. Copy the text into a new comment, or delete the draft.'),
    secondInThread: t('Another of your drafts replies to the same thread.'),
    empty: t('This draft is empty. Write something, or delete it.'),
    quickActionsOnly: t('This draft has quick actions only: they run at once and leave no comment.'),
    suggestionBroken: t(
      'A suggestion is not closed, or its first line cannot be read. It would be shown as plain text.',
    ),
    suggestionNowhere: t('The suggestion can’t be applied: this draft is not on a line of the new version.'),
    suggestionOutside: t('The suggestion replaces lines that the diff does not show.'),
  };
  return words[kind];
};

export const reviewFindingViews = ({ review }: Preflight): readonly FindingView[] =>
  review.map(({ kind, severity }) => ({ kind, severity, words: reviewFindingMessage(kind), moveTo: undefined }));

export const reviewFindingMessage = (kind: ReviewFinding): string => {
  const { t } = vscode.l10n;
  const words: Readonly<Record<ReviewFinding, string>> = {
    merged: t('The merge request is merged. You can still publish comments.'),
    closed: t('The merge request is closed. You can still publish comments.'),
    discussionLocked: t('The discussion is locked: only project members may comment.'),
    archived: t('The project is archived: no one can comment.'),
    readOnlyToken: readOnlyTokenMessage(),
    collecting: t('The server is still preparing the diff. Positions can’t be checked yet.'),
    targetMoved: t('The target branch has new commits. The diff is against the merge base.'),
  };
  return words[kind];
};
