import * as vscode from '../vscode.ts';
import type { FindingView } from '../../messages/reviewPage.ts';
import type { DraftFinding, Found, Preflight, ReviewFinding } from '../../model/reviews/preflight.ts';
import type { Anchor } from '../../model/reviews/preflightAnchor.ts';
import { spanOf } from '../../model/reviews/position.ts';
import type { PublishOutcome } from '../../model/reviews/publish.ts';
import { pathOf } from '../../model/reviews/samePlace.ts';
import type { DraftNote } from '../../wire/draftNotes.ts';
import type { Position } from '../../wire/notes.ts';
import { explain } from '../kit/explain.ts';
import { shortSha } from '../kit/format.ts';
import { readOnlyTokenMessage } from '../kit/readOnlyToken.ts';
import { whyRefused } from './send.ts';

/** Where a draft stands, in words, without its file. */
export const draftPlace = (
  { discussion_id: thread, position, commit_id: commit }: DraftNote,
  where = position,
): string => {
  const { t } = vscode.l10n;
  const lines = positionMessage(where);
  if (thread == null && lines !== undefined && commit != null) return t('{0} in commit {1}', lines, shortSha(commit));
  if (thread == null) return lines ?? t('General comment');
  return lines === undefined ? t('Reply') : t('Reply at {0}', lines.charAt(0).toLowerCase() + lines.slice(1));
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

/** Where an anchor would move a draft. */
export const anchorMessage = ({ span, path }: Anchor): string => {
  const { t } = vscode.l10n;
  if (span === undefined) return path;
  return span.first === span.last ? t('line {0}', span.last) : t('lines {0}–{1}', span.first, span.last);
};

/** What was found about a draft, for the page. */
export const findingView = ({ kind, severity, anchor }: Found): FindingView => ({
  kind,
  severity,
  words: findingMessage(kind, anchor),
  moveTo: anchor && anchorMessage(anchor),
});

/** What was found about a draft, in a sentence. */
export const findingMessage = (kind: DraftFinding, anchor?: Anchor): string => {
  const { t } = vscode.l10n;
  switch (kind) {
    case 'headMoved':
      if (anchor === undefined)
        return t('Commits were pushed since it was written, and its lines are not in the newest diff.');
      return anchor.isSure
        ? t('Commits were pushed since it was written.')
        : t('Commits were pushed since it was written. Its text is there more than once; this place fits best.');
    case 'otherComparison':
      return t('It was written on another comparison of versions than the newest one.');
    case 'positionErased':
      return t('It stood on a line and has lost its position: it would become a general comment.');
    case 'lineNotInDiff':
      return t('Its line is not in the diff: published, it would be deleted and leave no comment.');
    case 'fileTooLarge':
      return t('Its file is too large for the diff: published, it would be deleted and leave no comment.');
    case 'fileNotInDiff':
      return t('Its file is not among the changed files any more.');
    case 'commitGone':
      return t('Its commit is not in the merge request any more.');
    case 'threadResolved':
      return t('The thread was resolved meanwhile. Publishing this reply opens it again.');
    case 'threadResolvedAlready':
      return t('The thread has been resolved already.');
    case 'threadGone':
      return t('The thread it answers was deleted. Copy its text into a new comment, or delete it.');
    case 'secondInThread':
      return t('Another of your drafts answers the same thread.');
    case 'empty':
      return t('It says nothing. Write something, or delete it.');
    case 'quickActionsOnly':
      return t('It has quick actions only: they are carried out at once and leave no comment.');
  }
};

/** What was found about the merge request, for the page. */
export const reviewFindingViews = ({ review }: Preflight): readonly FindingView[] =>
  review.map(({ kind, severity }) => ({ kind, severity, words: reviewFindingMessage(kind), moveTo: undefined }));

/** What was found about the merge request, in a sentence. */
export const reviewFindingMessage = (kind: ReviewFinding): string => {
  const { t } = vscode.l10n;
  switch (kind) {
    case 'merged':
      return t('It has been merged. Comments can still be published; nobody may be waiting for them.');
    case 'closed':
      return t('It has been closed. Comments can still be published.');
    case 'discussionLocked':
      return t('Its discussion is locked: only members of the project may comment.');
    case 'archived':
      return t('The project is archived: nobody can comment.');
    case 'readOnlyToken':
      return readOnlyTokenMessage();
    case 'collecting':
      return t('The server is still collecting the diff. Places cannot be checked yet.');
    case 'targetMoved':
      return t('The target branch has gone on since this branch left it. The diff is against where they parted.');
  }
};

/** What came of a draft: how bad it is, and what to say. */
export interface OutcomeMessage {
  readonly tone: 'good' | 'warning' | 'bad' | 'quiet';
  readonly words: string;
  readonly advice: string | undefined;
}

/** What came of publishing a draft, in words. */
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
        : said('good', t('Published: the answer was lost, and the comment was found.'));
    case 'carriedOut':
      return said('good', t('Carried out. Quick actions leave no comment.'));
    case 'leftOver':
      return said(
        'warning',
        t('Its comment is there, and the draft is still there as well.'),
        t('Delete the draft: publishing it would say the same twice.'),
      );
    case 'stillDraft':
      return said(
        'warning',
        t('The server said that it was published, and it is still a draft.'),
        t('Look at the merge request before you publish it again.'),
      );
    case 'pending':
      return said(
        'warning',
        outcome.cause === undefined
          ? t('The window closed before it was published: it is still a draft.')
          : t('The answer was lost, and it is still a draft. {0}', explain(outcome.cause)),
        t('Publish it again when you are ready; it is looked at again before.'),
      );
    case 'refused':
      return said('bad', t('Not published. {0}', whyRefused(outcome.cause)), t('It is still a draft.'));
    case 'gone':
      return said('quiet', t('It was not there any more: it has been published or deleted elsewhere.'));
    case 'changed':
      return said(
        'warning',
        t('Not published: it was changed elsewhere since you saw it.'),
        t('Look at it and publish it again.'),
      );
    case 'notSent':
      return said('quiet', t('Not sent: publishing stopped before it.'), t('It is still a draft.'));
    case 'noComment':
      return said(
        'bad',
        t('Not published: the server deleted the draft and made no comment of it.'),
        t(
          'It does so where it finds no line for it. The text is kept below: choose another line, or save it without one.',
        ),
      );
    case 'unknown':
      return unknownMessage(outcome.seen);
  }
};

const unknownMessage = (seen: Extract<PublishOutcome, { kind: 'unknown' }>['seen']): OutcomeMessage => {
  const { t } = vscode.l10n;
  const said = (words: string, advice: string): OutcomeMessage => ({ tone: 'bad', words, advice });
  const look = t('Look at the merge request in the browser. The text is kept below and can be saved again.');
  const readAgain = t('Refresh before you publish it again: what is listed then is still a draft.');
  switch (seen) {
    case 'draftGone':
      return said(t('The answer was lost. The draft is gone, and no comment with its text was found.'), look);
    case 'unclear':
      return said(t('The server took it, and none of your new comments is known to be this one.'), look);
    case 'answer':
      return said(t('The server took it. Whether its comment is there could not be read.'), readAgain);
    case 'nothing':
      return said(
        t('The answer was lost, and looking failed as well: nobody knows whether it was published.'),
        readAgain,
      );
  }
};
