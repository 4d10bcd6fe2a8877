import type { publishAllDraftNotes, publishDraftNote } from '../../wire/draftNotes.ts';
import type { Repository } from '../git/repository.ts';
import type { Handler, RequestContext } from '../handling.ts';
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
import type { OpenedRequest } from './mergeRequestReview.ts';
import { findPlace } from './notePositions.ts';
import { interpret, mergeRequestActions } from './quickActions.ts';

const started = (review: ReviewState, fresh: Fresh, request: Pick<MergeRequestState, 'iid'>, note: NewNote) => ({
  ...review,
  discussions: [...review.discussions, discussionOf(fresh, requestSubject(request), note)],
});

/** Replying resolves or reopens the thread as the draft requests. */
const replied = (review: ReviewState, fresh: Fresh, draft: DraftState, note: NewNote): ReviewState => {
  const thread = review.discussions.find(({ id }) => id === draft.discussionId);
  if (thread === undefined) throw refusal(500, '500 Internal Server Error');
  const longer = withReply(thread, fresh, note);
  const settler = draft.resolvesDiscussion && isResolvable(longer) ? draft.authorId : null;
  return withDiscussion(review, withResolution(longer, settler, fresh.at));
};

/** GitLab doesn't save new threads whose position is in no diff. */
const isPlaceless = async (repository: Repository, { discussionId, position }: DraftState): Promise<boolean> =>
  discussionId === null && position !== null && (await findPlace(repository, position)) === undefined;

/**
 * Note bodies by draft ID, after running quick actions in order. Drafts without a valid position and those with quick
 * actions alone have none.
 */
const textsOf = async (
  visit: RequestContext,
  opened: OpenedRequest,
  drafts: readonly DraftState[],
): Promise<ReadonlyMap<number, string>> => {
  const texts = new Map<number, string>();
  for (const draft of drafts) {
    if (await isPlaceless(opened.repository, draft)) continue;
    const { text, isAlone } = await interpret(draft.note, mergeRequestActions(visit, opened));
    if (!isAlone) texts.set(draft.id, text);
  }
  return texts;
};

/** Converts a draft to a note. As in GitLab, a draft without a body is deleted. */
const published = (
  review: ReviewState,
  fresh: Fresh,
  draft: DraftState,
  texts: ReadonlyMap<number, string>,
): ReviewState => {
  const { position, lineCode, commitId, authorId } = draft;
  const rest = { ...review, drafts: review.drafts.filter(({ id }) => id !== draft.id) };
  const body = texts.get(draft.id);
  if (body === undefined) return rest;
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
  const { project, given } = place;
  const texts = await textsOf(visit, place, [ownDraft(reviewOf(project), place, given.draft_note_id)]);
  await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => [
    published(review, fresh, ownDraft(review, place, given.draft_note_id), texts),
    undefined,
  ]);
  return { kind: 'nothing', status: 204 };
};

/** Adds the summary and the system note about requested changes. */
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

/** D7. Succeeds without drafts. As in GitLab, a summary of quick actions alone is 422 after they ran. */
export const handlePublishAllDraftNotes: Handler<typeof publishAllDraftNotes> = async (visit) => {
  const place = openDrafts(visit);
  const { project, person, request, given } = place;
  const texts = await textsOf(visit, place, ownDrafts(reviewOf(project), person, request));
  const summary = await interpret(given.note ?? '', mergeRequestActions(visit, place));
  await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => {
    const drafts = ownDrafts(review, person, request);
    const after = drafts.reduce((before, draft) => published(before, fresh, draft, texts), review);
    const verdict = {
      note: summary.text,
      isInternal: given.internal === true,
      asksForChanges: !summary.isAlone && given.reviewer_state === 'requested_changes',
    };
    return [withVerdict(after, fresh, request, person, verdict), undefined];
  });
  if (summary.isAlone) throw refusal(422, '');
  return { kind: 'nothing', status: 204 };
};
