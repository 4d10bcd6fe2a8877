import type { publishAllDraftNotes, publishDraftNote } from '../../wire/draftNotes.ts';
import type { Handler } from '../handling.ts';
import { refusal } from '../refusals.ts';
import type { MergeRequestState, Person } from '../world/records.ts';
import {
  changeReview,
  discussionOf,
  isResolvable,
  withDiscussion,
  withReply,
  withResolution,
  type Fresh,
  type NewNote,
} from '../world/review.ts';
import type { DraftState, ReviewState } from '../world/reviewRecords.ts';
import { openDrafts, ownDraft, ownDrafts } from './draftNotes.ts';
import { requestSubject } from './mergeRequestDiscussions.ts';

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

/** Turns a draft into a note: of a new thread, on its line if it has one, or of the thread it answers. */
const published = (review: ReviewState, fresh: Fresh, draft: DraftState): ReviewState => {
  const { position, lineCode, commitId, authorId, note: body } = draft;
  const rest = { ...review, drafts: review.drafts.filter(({ id }) => id !== draft.id) };
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
  await changeReview(visit.world, { project: place.project, now: visit.now() }, (review, fresh) => [
    published(review, fresh, ownDraft(review, place, place.given.draft_note_id)),
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
  const { project, person, request, given } = place;
  await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => {
    const drafts = ownDrafts(review, person, request);
    const after = drafts.reduce((before, draft) => published(before, fresh, draft), review);
    const verdict = {
      note: given.note ?? '',
      isInternal: given.internal === true,
      asksForChanges: given.reviewer_state === 'requested_changes',
    };
    return [withVerdict(after, fresh, request, person, verdict), undefined];
  });
  return { kind: 'nothing', status: 204 };
};
