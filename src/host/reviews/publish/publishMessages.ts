import * as vscode from '../../vscode.ts';
import type { FindingView } from '../../../messages/review.ts';
import type { DraftFinding, Found, Preflight, ReviewFinding } from '../../../model/reviews/preflight.ts';
import type { Anchor } from '../../../model/reviews/preflightAnchor.ts';
import { spanOf } from '../../../model/reviews/position.ts';
import type { PublishOutcome } from '../../../model/reviews/publish.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import type { Position } from '../../../wire/notes.ts';
import { explain } from '../../kit/words/explain.ts';
import { shortSha } from '../../kit/words/format.ts';
import { readOnlyTokenMessage } from '../../kit/readOnlyToken.ts';
import { reasonRefused } from '../drafts/send.ts';

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
export const anchorMessage = ({ span, path }: Anchor): string => {
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
  switch (kind) {
    case 'headMoved':
      if (anchor === undefined)
        return t('Commits were pushed since this draft was written, and its lines are not in the latest diff.');
      return anchor.isSure
        ? t('Commits were pushed since this draft was written.')
        : t(
            'Commits were pushed since this draft was written. Its code appears more than once; this is the best match.',
          );
    case 'otherComparison':
      return t('This draft was written on an older comparison of versions.');
    case 'positionErased':
      return t('This draft has lost its line. It would become a general comment.');
    case 'lineNotInDiff':
      return t('The line is not in the diff. Publishing would delete this draft without leaving a comment.');
    case 'fileTooLarge':
      return t('The file is too large for the diff. Publishing would delete this draft without leaving a comment.');
    case 'fileNotInDiff':
      return t('The file is no longer among the changed files.');
    case 'commitGone':
      return t('The commit is no longer in the merge request.');
    case 'threadResolved':
      return t('The thread has been resolved. Publishing this reply reopens it.');
    case 'threadResolvedAlready':
      return t('The thread is already resolved.');
    case 'threadGone':
      return t('The thread of this reply was deleted. Copy the text into a new comment, or delete the draft.');
    case 'secondInThread':
      return t('Another of your drafts replies to the same thread.');
    case 'empty':
      return t('This draft is empty. Write something, or delete it.');
    case 'quickActionsOnly':
      return t('This draft has quick actions only: they run at once and leave no comment.');
    case 'suggestionBroken':
      return t('A suggestion is not closed, or its first line cannot be read. It would be shown as plain text.');
    case 'suggestionNowhere':
      return t('Nobody could apply the suggestion: this draft is not on a line of the new version.');
    case 'suggestionOutside':
      return t('The suggestion replaces lines that the diff does not show.');
  }
};

export const reviewFindingViews = ({ review }: Preflight): readonly FindingView[] =>
  review.map(({ kind, severity }) => ({ kind, severity, words: reviewFindingMessage(kind), moveTo: undefined }));

export const reviewFindingMessage = (kind: ReviewFinding): string => {
  const { t } = vscode.l10n;
  switch (kind) {
    case 'merged':
      return t('The merge request is merged. You can still publish comments.');
    case 'closed':
      return t('The merge request is closed. You can still publish comments.');
    case 'discussionLocked':
      return t('The discussion is locked: only project members may comment.');
    case 'archived':
      return t('The project is archived: no one can comment.');
    case 'readOnlyToken':
      return readOnlyTokenMessage();
    case 'collecting':
      return t('The server is still preparing the diff. Positions can’t be checked yet.');
    case 'targetMoved':
      return t('The target branch has new commits. The diff is against the merge base.');
  }
};

export interface OutcomeMessage {
  readonly tone: 'good' | 'warning' | 'bad' | 'quiet';
  readonly words: string;
  readonly advice: string | undefined;
}

export const outcomeMessage = (outcome: PublishOutcome): OutcomeMessage => {
  const { t } = vscode.l10n;
  const said = (tone: OutcomeMessage['tone'], words: string, advice?: string): OutcomeMessage => ({
    tone,
    words,
    advice,
  });
  switch (outcome.kind) {
    case 'published':
      return outcome.confirmed === 'answered'
        ? said('good', t('Published.'))
        : said('good', t('Published (connection dropped; confirmed on the server).'));
    case 'carriedOut':
      return said('good', t('Quick actions run. They leave no comment.'));
    case 'leftOver':
      return said(
        'warning',
        t('The comment is published, but the draft still exists.'),
        t('Delete the draft: publishing it again would duplicate the comment.'),
      );
    case 'stillDraft':
      return said(
        'warning',
        t('The server reported it as published, but it is still a draft.'),
        t('Check the merge request before you publish it again.'),
      );
    case 'pending':
      return said(
        'warning',
        outcome.cause === undefined
          ? t('The window closed before it was published: it is still a draft.')
          : t('It is still a draft. {0}', explain(outcome.cause)),
        t('You can publish it again; the server is checked first.'),
      );
    case 'refused':
      return said('bad', t('Not published. {0}', reasonRefused(outcome.cause)), t('It is still a draft.'));
    case 'gone':
      return said('quiet', t('The draft no longer exists: it was published or deleted elsewhere.'));
    case 'changed':
      return said('warning', t('Not published: the draft was changed elsewhere.'), t('Check it and publish it again.'));
    case 'notSent':
      return said('quiet', t('Not sent: publishing stopped earlier.'), t('It is still a draft.'));
    case 'noComment':
      return said(
        'bad',
        t('Not published: the server deleted the draft without creating a comment.'),
        t(
          'This happens when the server can’t find the line. The text is stored below: choose another line, or save it without one.',
        ),
      );
    case 'unknown':
      return unknownMessage(outcome.seen);
  }
};

const unknownMessage = (seen: Extract<PublishOutcome, { kind: 'unknown' }>['seen']): OutcomeMessage => {
  const { t } = vscode.l10n;
  const said = (words: string, advice: string): OutcomeMessage => ({ tone: 'bad', words, advice });
  const look = t('Check the merge request in the browser. The text is stored below and can be saved again.');
  const readAgain = t('Refresh before you publish again: drafts still listed then were not published.');
  switch (seen) {
    case 'draftGone':
      return said(
        t('The draft no longer exists, and no comment with its text was found. The connection dropped.'),
        look,
      );
    case 'unclear':
      return said(t('The server accepted it, but none of your new comments can be identified as this one.'), look);
    case 'answer':
      return said(t('The server accepted it, but its comment could not be read.'), readAgain);
    case 'nothing':
      return said(t('It is unknown whether it was published: the connection dropped, and checking failed.'), readAgain);
  }
};
