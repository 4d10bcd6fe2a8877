import type { publishAllDraftNotes, publishDraftNote } from '../../wire/draftNotes.ts';
import type { Repository } from '../git/repository.ts';
import type { Handler } from '../handling.ts';
import { refusal } from '../refusals.ts';
import type { MergeRequestState, Person } from '../world/records.ts';
import {
  changeReview,
  discussionOf,
  isResolvable,
  reviewOf,
  withDiscussion,
  withReply,
  withResolution,
  type Fresh,
  type NewNote,
} from '../world/review.ts';
import type { DraftState, ReviewState } from '../world/reviewRecords.ts';
import { openDrafts, ownDraft, ownDrafts } from './draftNotes.ts';
import { requestSubject } from './mergeRequestDiscussions.ts';
import { findPlace } from './notePositions.ts';

const started = (review: ReviewState, fresh: Fresh, request: Pick<MergeRequestState, 'iid'>, note: NewNote) => ({
  ...review,
  discussions: [...review.discussions, discussionOf(fresh, requestSubject(request), note)],
});

/** A reply settles its thread when it says so, and opens a settled one again when it does not. */
const replied = (review: ReviewState, fresh: Fresh, draft: DraftState, note: NewNote): ReviewState => {
  const thread = review.discussions.find(({ id }) => id === draft.discussionId);
  if (thread === undefined) throw refusal(500, '500 Internal Server Error');
  const longer = withReply(thread, fresh, note);
  const settler = draft.resolvesDiscussion && isResolvable(longer) ? draft.authorId : null;
  return withDiscussion(review, withResolution(longer, settler, fresh.at));
};

/** The drafts whose place is in no diff. They begin a thread that no server saves. */
const placeless = async (repository: Repository, drafts: readonly DraftState[]): Promise<ReadonlySet<number>> => {
  const lost = await Promise.all(
    drafts.map(
      async ({ discussionId, position }) =>
        discussionId === null && position !== null && (await findPlace(repository, position)) === undefined,
    ),
  );
  return new Set(drafts.flatMap(({ id }, index) => (lost[index] === true ? [id] : [])));
};

/**
 * Turns a draft into a note: of a new thread, on its line if it has one, or of the thread it answers. As on real servers
 * a draft without a place is deleted, and no note is made of it.
 */
const published = (review: ReviewState, fresh: Fresh, draft: DraftState, lost: ReadonlySet<number>): ReviewState => {
  const { position, lineCode, commitId, authorId, note: body } = draft;
  const rest = { ...review, drafts: review.drafts.filter(({ id }) => id !== draft.id) };
  if (lost.has(draft.id)) return rest;
  if (draft.discussionId !== null) return replied(rest, fresh, draft, { type: null, body, authorId, commitId });
  const request = { iid: draft.mergeRequestIid };
  return started(
    rest,
    fresh,
    request,
    position === null
      ? { type: 'DiscussionNote', body, authorId, commitId }
      : { type: 'DiffNote', body, authorId, commitId, position, lineCode },
  );
};

/** D4. */
export const handlePublishDraftNote: Handler<typeof publishDraftNote> = async (visit) => {
  const place = openDrafts(visit);
  const { project, repository, given } = place;
  const lost = await placeless(repository, [ownDraft(reviewOf(project), place, given.draft_note_id)]);
  await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => [
    published(review, fresh, ownDraft(review, place, given.draft_note_id), lost),
    undefined,
  ]);
  return { kind: 'nothing', status: 204 };
};

/** What a bulk publication says besides the drafts: a summary, and that changes are asked for. */
const withVerdict = (
  review: ReviewState,
  fresh: Fresh,
  request: MergeRequestState,
  person: Person,
  verdict: { readonly note: string; readonly isInternal: boolean; readonly asksForChanges: boolean },
): ReviewState => {
  const { note: body, isInternal, asksForChanges } = verdict;
  const authorId = person.id;
  const summed = body === '' ? review : started(review, fresh, request, { type: null, body, authorId, isInternal });
  return asksForChanges
    ? started(summed, fresh, request, { type: null, body: 'requested changes', authorId, isSystem: true })
    : summed;
};

/** D7. Nothing to publish is fine. */
export const handlePublishAllDraftNotes: Handler<typeof publishAllDraftNotes> = async (visit) => {
  const place = openDrafts(visit);
  const { project, person, request, repository, given } = place;
  const lost = await placeless(repository, ownDrafts(reviewOf(project), person, request));
  await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => {
    const drafts = ownDrafts(review, person, request);
    const after = drafts.reduce((before, draft) => published(before, fresh, draft, lost), review);
    const verdict = {
      note: given.note ?? '',
      isInternal: given.internal === true,
      asksForChanges: given.reviewer_state === 'requested_changes',
    };
    return [withVerdict(after, fresh, request, person, verdict), undefined];
  });
  return { kind: 'nothing', status: 204 };
};
