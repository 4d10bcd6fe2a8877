import * as vscode from '../../vscode.ts';
import type {
  DraftGroupView,
  DraftView,
  LeftTextView,
  PendingView,
  ReviewView,
  ThreadView,
} from '../../../messages/review.ts';
import type { FailureView } from '../../../messages/page.ts';
import { mayWrite } from '../../../model/account.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import type { ReviewSnapshot } from '../../../model/reviews/reconcile.ts';
import { positionOfDraft } from '../../../model/reviews/spots.ts';
import { spanOf } from '../../../model/reviews/newCommentPosition.ts';
import { diffKey, type Preflight } from '../../../model/reviews/preflight.ts';
import { fileOf, hunkAround } from '../../../model/reviews/preflightAnchor.ts';
import type { ReviewContext } from '../../../model/reviews/preflightRead.ts';
import { pathOf } from '../../../model/reviews/samePlace.ts';
import { isResolved, writtenNotes } from '../../../model/reviews/threads.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import type { Discussion, Position } from '../../../wire/notes.ts';
import { finishView, type Offers } from '../publish/finishView.ts';
import type { UnsentComment } from '../drafts/unsentComments.ts';
import { draftPlace, findingView, reviewFindingViews } from '../publish/checkMessages.ts';
import { fileIn } from '../files/reviewFileSystem.ts';
import { placeOfReview, type ReviewSubject } from '../subject.ts';
import type { FileLines } from './fileLines.ts';
import { unsentWhereMessage } from '../threads/whereMessage.ts';

/** Input of {@link reviewView}. */
interface PageSource {
  readonly subject: ReviewSubject;
  readonly review: ReviewSnapshot;
  readonly context: ReviewContext;
  readonly preflight: Preflight;
  readonly lines: Pick<FileLines, 'of'>;
  /** Unsaved text of a draft. */
  readonly typed: (draft: DraftNote) => DraftView['typed'];
  readonly unsent: readonly UnsentComment[];
  readonly busy: ReadonlyMap<number, NonNullable<DraftView['busy']>>;
  readonly summary: string;
  readonly verdict: ReviewView['verdict'];
  readonly isInternal: boolean;
  readonly offers: Offers;
  readonly report: ReviewView['report'];
  readonly sending: string | undefined;
  readonly stale: FailureView | undefined;
}

/** A draft and its position, for replies the thread's. */
interface Placed {
  readonly draft: DraftNote;
  readonly thread: Discussion | undefined;
  readonly position: Position | undefined;
}

export const reviewView = (source: PageSource): ReviewView => {
  const { subject, context } = source;
  const { project, account } = subject.open;
  return {
    findings: reviewFindingViews(source.preflight),
    groups: groupViews(source),
    leftTexts: source.unsent.flatMap((unsent) => leftTextView(unsent, source.review.drafts)),
    summary: source.summary,
    isInternal: source.offers.internal ? source.isInternal : undefined,
    verdict: source.verdict,
    ...finishView(
      source.offers,
      context.mergeRequest.state === 'opened' && mayWrite(account) !== false && project.archived !== true,
    ),
    report: source.report,
    sending: source.sending,
    stale: source.stale,
  };
};

/** Label of a draft's place, with the file path. */
export const wholePlace = (draft: DraftNote, discussions: readonly Discussion[]): string => {
  const position = positionOfDraft(draft, discussions);
  const path = pathOf(position);
  const place = draftPlace(draft, position);
  return path === undefined ? place : vscode.l10n.t('{0} of {1}', place, path);
};

/** Drafts as the conversation lists them. */
export const pendingViews = ({ drafts, discussions }: ReviewSnapshot): readonly PendingView[] =>
  drafts.map((draft) => ({
    id: draft.id,
    thread: draft.discussion_id ?? undefined,
    place: wholePlace(draft, discussions),
    text: draft.note,
  }));

/** Drafts in page order: by file as in the diff, then by line; those without a file last. */
export const orderedDrafts = (review: ReviewSnapshot, context: ReviewContext): readonly DraftNote[] =>
  groups(review, context).flatMap(({ placed }) => placed.map(({ draft }) => draft));

interface Group {
  readonly file: DraftGroupView['file'];
  readonly placed: readonly Placed[];
}

const groups = (review: ReviewSnapshot, context: ReviewContext): readonly Group[] => {
  const files = context.files.kind === 'ready' ? context.files.files : [];
  const byPath = new Map<string, { file: DraftGroupView['file']; order: number; placed: Placed[] }>();
  for (const draft of review.drafts) {
    const placed = placeDraft(draft, review.discussions);
    const file = fileOf(files, placed.position);
    const path = file?.newPath ?? pathOf(placed.position);
    const known = byPath.get(path ?? '');
    if (known) {
      known.placed.push(placed);
      continue;
    }
    const order = path === undefined ? Infinity : file ? files.indexOf(file) : files.length;
    byPath.set(path ?? '', { file: path === undefined ? undefined : fileView(file, path), order, placed: [placed] });
  }
  return [...byPath.values()]
    .sort((one, other) => (one.order === other.order ? 0 : one.order - other.order))
    .map(({ file, placed }) => ({
      file,
      placed: placed.sort((one, other) => lineOf(one) - lineOf(other) || one.draft.id - other.draft.id),
    }));
};

const fileView = (file: FileChange | undefined, path: string): DraftGroupView['file'] => ({
  path,
  oldPath: file?.oldPath ?? path,
  change: file?.kind ?? 'modified',
});

const placeDraft = (draft: DraftNote, discussions: readonly Discussion[]): Placed => {
  const thread = draft.discussion_id == null ? undefined : discussions.find(({ id }) => id === draft.discussion_id);
  return { draft, thread, position: positionOfDraft(draft, discussions) };
};

const lineOf = ({ position }: Placed): number => position?.new_line ?? position?.old_line ?? 0;

const groupViews = (source: PageSource): readonly DraftGroupView[] =>
  groups(source.review, source.context).map(({ file, placed }) => ({
    file,
    drafts: placed.map((one) => draftView(one, source)),
  }));

const draftView = ({ draft, thread, position }: Placed, source: PageSource): DraftView => {
  const code = position && codeOf(position, source);
  return {
    id: draft.id,
    text: draft.note,
    typed: source.typed(draft),
    place: draftPlace(draft, position),
    code: typeof code === 'object' ? code : undefined,
    withoutCode: typeof code === 'string' ? code : undefined,
    thread: draft.discussion_id == null ? undefined : threadView(draft.discussion_id, thread),
    effect: effectOf(draft, thread),
    findings: (source.preflight.drafts.get(draft.id) ?? []).map(findingView),
    canJump: position !== undefined,
    busy: source.busy.get(draft.id),
  };
};

/** Code at a position, or the reason it can't be shown; undefined for positions without lines, and until they are read. */
const codeOf = (
  position: Position,
  { subject, context, lines }: PageSource,
): DraftView['code'] | string | undefined => {
  const { t } = vscode.l10n;
  const { files, written } = context;
  const span = spanOf(position);
  if (span === undefined) return undefined;
  const origin = fileOf(written.get(diffKey(position)) ?? [], position);
  const file = origin ?? (files.kind === 'ready' ? fileOf(files.files, position) : undefined);
  if (file === undefined) return t('The code can’t be shown: its diff is no longer available.');
  if (file.withoutText === 'tooLarge') return t('The diff of this file is too large to show.');
  if (file.withoutText !== undefined) return t('The server does not provide the diff of this file.');
  const inDiff = hunkAround(file, span);
  if (inDiff !== undefined) return { hunk: inDiff, ...span };
  const { base_sha: base, start_sha: start, head_sha: head } = position;
  const version = { baseSha: base ?? '', startSha: start ?? '', headSha: head ?? '' };
  const texts = lines.of(fileIn(placeOfReview(subject), { version }, file, span.side));
  if (texts === undefined || typeof texts === 'string') return texts;
  const hunk = hunkAround(file, span, texts);
  return hunk === undefined ? t('The line is outside the diff.') : { hunk, ...span };
};

const threadView = (id: string, thread: Discussion | undefined): ThreadView => {
  const notes = thread ? writtenNotes(thread) : [];
  const last = notes.at(-1);
  return {
    id,
    last: last && { author: last.author?.name ?? '?', at: last.created_at ?? undefined, body: last.body },
    comments: notes.length,
    isResolved: thread !== undefined && isResolved(thread),
  };
};

const effectOf = (draft: DraftNote, thread: Discussion | undefined): DraftView['effect'] => {
  if (thread === undefined) return undefined;
  if (isResolved(thread)) return draft.resolve_discussion ? undefined : 'reopens';
  return draft.resolve_discussion ? 'resolves' : undefined;
};

/** An unsaved text. Edits of existing drafts are shown with the draft instead. */
const leftTextView = (unsent: UnsentComment, drafts: readonly DraftNote[]): readonly LeftTextView[] => {
  const { t } = vscode.l10n;
  if (drafts.some(({ id }) => id === unsent.draftId)) return [];
  const { key, text, refusal, discussionId, noteId } = unsent;
  const reply = noteId === undefined ? t('Reply') : t('Change of a comment');
  const place = discussionId === undefined ? unsentWhereMessage(unsent) : reply;
  return [{ key, text, refusal, place, isReply: discussionId !== undefined }];
};
