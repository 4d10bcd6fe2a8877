import * as vscode from '../../vscode.ts';
import { type Account, mayWrite } from '../../../model/account.ts';
import { appliableSuggestions } from '../../../model/reviews/applySuggestion.ts';
import type { ReviewSnapshot } from '../../../model/reviews/reconcile.ts';
import { otherLine } from '../../../model/sharedLines.ts';
import { isOfRefs, type LineSpan, spanOf } from '../../../model/reviews/newCommentPosition.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import { withSuggestionsShown } from '../../../model/reviews/suggestion.ts';
import type { Reactions } from '../../../model/reviews/reactions.ts';
import { isResolvable, isResolved, writtenNotes } from '../../../model/reviews/threads.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import type { Discussion, Position } from '../../../wire/notes.ts';
import type { ThreadPlan as Plan } from '../../kit/texts/threadSheets.ts';
import { shortSha, visible } from '../../kit/words/format.ts';
import { draftComment, unsentComment, noteComment, type Render, type ReviewComment } from './comments.ts';
import type { UnsentComment } from '../drafts/unsentComments.ts';
import type { ReviewFile } from '../files/reviewFileSystem.ts';
import type { ShownLines } from '../files/shownLines.ts';

export interface ThreadPlan extends Plan<ReviewComment> {
  /** Undefined for a new draft or unsaved comment. */
  readonly discussion: Discussion | undefined;
}

export interface Drawing {
  readonly file: ReviewFile;
  readonly lines: ShownLines;
  readonly review: ReviewSnapshot & { readonly reactions?: Reactions };
  readonly unsent: readonly UnsentComment[];
  readonly isSending: (key: string) => boolean;
  readonly account: Account;
}

/** Threads on one side of a file: published ones with pending replies, drafts, and unsaved comments. */
export const planThreads = (drawing: Drawing): readonly ThreadPlan[] => {
  const { review, unsent } = drawing;
  const isDraft = (id: number | undefined): boolean => review.drafts.some((draft) => draft.id === id);
  const threads = review.discussions.flatMap((discussion) => planDiscussion(drawing, discussion) ?? []);
  const drafts = review.drafts
    .filter(({ discussion_id: thread }) => thread == null || !review.discussions.some(({ id }) => id === thread))
    .flatMap((draft) => planDraft(drawing, draft) ?? []);
  const texts = unsent
    .filter(({ discussionId, draftId }) => discussionId === undefined && !isDraft(draftId))
    .flatMap((text) => planUnsent(drawing, text) ?? []);
  return [...threads, ...drafts, ...texts].map((plan) => ({ ...plan, fingerprint: JSON.stringify(plan) }));
};

type Unmarked = Omit<ThreadPlan, 'fingerprint'>;

const planDiscussion = (drawing: Drawing, discussion: Discussion): Unmarked | undefined => {
  const { review, unsent, isSending, account } = drawing;
  const notes = writtenNotes(discussion);
  const { position, commit_id: commit } = notes[0] ?? {};
  const place = placeOn(drawing, position, commit);
  if (place === undefined) return undefined;
  const isDone = isResolved(discussion);
  const render = renderer(drawing, place.span);
  const mayChange = mayWrite(account) !== false;
  const { reactions } = review;
  const comments = [
    ...notes.map((note) =>
      noteComment(note, {
        render,
        isOwn: mayChange && note.author?.id === account.userId,
        canApply: mayChange && appliableSuggestions([note]).length > 0,
        reactions: reactions?.get(note.id) ?? [],
      }),
    ),
    ...review.drafts
      .filter(({ discussion_id: thread }) => thread === discussion.id)
      .map((draft) => draftComment(draft, account, { render, isThreadResolved: isDone })),
    ...unsent
      .filter(({ discussionId }) => discussionId === discussion.id)
      .map((text) => unsentComment(text, account, { render, isSending: isSending(text.key) })),
  ];
  const hasOwn = comments.some(({ subject }) => subject.kind !== 'note');
  const settler = notes.find(({ resolved_by: by }) => by != null)?.resolved_by?.name;
  return {
    key: discussion.id,
    discussion,
    range: place.range,
    comments,
    label: labelOf(place, isDone ? resolvedMessage(settler) : undefined),
    canReply: mayChange,
    contextValue: ['discussion', isResolvable(discussion) ? (isDone ? 'resolved' : 'unresolved') : 'plain'].join(' '),
    state: isDone ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved,
    isFolded: isDone && !hasOwn,
  };
};

const resolvedMessage = (name: string | undefined): string =>
  name === undefined ? vscode.l10n.t('Resolved') : vscode.l10n.t('Resolved by {0}', visible(name));

/** A thread that isn't published. */
const ownPlan = (
  place: DrawnPlace,
  plan: Pick<ThreadPlan, 'key' | 'comments' | 'label' | 'contextValue'>,
): Unmarked => ({ ...plan, discussion: undefined, range: place.range, canReply: false, isFolded: false });

const planDraft = (drawing: Drawing, draft: DraftNote): Unmarked | undefined => {
  const place = placeOn(drawing, draft.position, draft.commit_id);
  if (place === undefined) return undefined;
  const render = renderer(drawing, place.span);
  const { unsent, isSending, account: author } = drawing;
  const texts = unsent
    .filter(({ draftId }) => draftId === draft.id)
    .map((text) => unsentComment(text, author, { render, isSending: isSending(text.key) }));
  return ownPlan(place, {
    key: `draft ${draft.id}`,
    comments: [draftComment(draft, author, { render, isThreadResolved: false }), ...texts],
    label: labelOf(place, vscode.l10n.t('Pending · visible only to you')),
    contextValue: 'draft',
  });
};

const planUnsent = (drawing: Drawing, unsent: UnsentComment): Unmarked | undefined => {
  const place = placeOn(drawing, unsent.position, unsent.commitId);
  if (place === undefined) return undefined;
  const isSending = drawing.isSending(unsent.key);
  const { t } = vscode.l10n;
  const words = isSending ? t('Sending…') : t('Unsaved comment');
  return ownPlan(place, {
    key: `kept ${unsent.key}`,
    comments: [unsentComment(unsent, drawing.account, { render: renderer(drawing, place.span), isSending })],
    label: labelOf(place, words, unsent.isGuess ? t('Line unknown') : undefined),
    contextValue: 'kept',
  });
};

/** Place in a document. */
interface DrawnPlace {
  readonly range: vscode.Range | undefined;
  readonly span: LineSpan | undefined;
  /** Line in another version, or one that the document does not have. */
  readonly formerLine?: number | undefined;
  /** Commit of that version, for a comment on a commit. */
  readonly formerCommit?: string | undefined;
  readonly isWholeFile: boolean;
}

/** Undefined for other files. */
const placeOn = (
  { file, lines }: Drawing,
  position: Position | null | undefined,
  commit: string | null | undefined,
): DrawnPlace | undefined => {
  if (position == null || pathOf(position) === undefined) return undefined;
  const isSameFile = position.new_path === file.newPath || position.old_path === file.oldPath;
  if (!isSameFile) return undefined;
  const span = spanOf(position);
  const mainSide = file.kind === 'deleted' ? 'old' : 'new';
  const isCurrent = isOfRefs(position, file.refs);
  // a commit's diff shows only comments on that commit, a file on disk those on its lines
  if ((file.commit !== undefined || lines.isOnDisk) && !isCurrent) return undefined;
  // comments on other versions go to the file: their line numbers don't apply
  if (span === undefined || !isCurrent) {
    if (file.side !== mainSide) return undefined;
    const isWholeFile = position.position_type === 'file';
    const former = isCurrent ? {} : { formerLine: span?.last, formerCommit: commit ?? undefined };
    return { range: undefined, span: undefined, ...former, isWholeFile };
  }
  if (span.side !== file.side) return undefined;
  const [first, last] = [otherLine(lines.runs, span.first), otherLine(lines.runs, span.last)];
  const end = Math.min(last.line, Math.max(1, lines.count)) - 1;
  const range = new vscode.Range(Math.min(first.line - 1, end), 0, end, 0);
  const formerLine = last.isShared || !lines.isOnDisk ? undefined : span.last;
  return { range, span, formerLine, isWholeFile: false };
};

/** Thread label, with the place when drawn without a line. */
const labelOf = (
  { formerLine, formerCommit, isWholeFile }: DrawnPlace,
  words: string | undefined,
  where?: string,
): string => {
  const { t } = vscode.l10n;
  const other =
    formerCommit === undefined
      ? t('On line {0} of another version', formerLine ?? '')
      : t('On line {0} of commit {1}', formerLine ?? '', shortSha(formerCommit));
  const former = formerLine === undefined ? undefined : other;
  const placed = where ?? (isWholeFile ? t('Whole file') : former);
  return [words, placed].filter((each) => each !== undefined).join(' · ') || t('Unresolved');
};

/** Renders suggestions as diffs of the version's lines. */
const renderer =
  ({ lines: { texts }, file }: Drawing, span: LineSpan | undefined): Render =>
  (text) =>
    withSuggestionsShown(text, file.side === 'new' ? span?.last : undefined, (first, last) =>
      last > texts.length ? undefined : texts.slice(first - 1, last),
    );
