import type {
  createDraftNote,
  deleteDraftNote,
  DraftNote,
  getDraftNote,
  listDraftNotes,
  updateDraftNote,
} from '../../wire/draftNotes.ts';
import type { GivenPosition } from '../../wire/notes.ts';
import type { Operation, ParametersOf } from '../../wire/operation.ts';
import type { Repository } from '../git/repository.ts';
import { ok, openCode, requireUser, type Handler, type HandlerContext, type RequestContext } from '../handling.ts';
import { badRequest, invalidRecord, notFound } from '../refusals.ts';
import type { MergeRequestState, Person } from '../world/records.ts';
import { changeReview, isAbout, isResolvable, reviewOf } from '../world/review.ts';
import type { DraftState, ReviewState } from '../world/reviewRecords.ts';
import { mayResolve, requestSubject } from './mergeRequestDiscussions.ts';
import { openRequest, type OpenedRequest } from './mergeRequestReview.ts';
import { commitProblem } from './mergeRequestVersions.ts';
import { keptPosition, placeNote, positionRecord, type PlacedNote } from './notePositions.ts';

/** Merge request and the author of drafts. */
export type DraftPlace<O extends Operation> = OpenedRequest & {
  readonly given: ParametersOf<O>;
  readonly person: Person;
};

/** Checks the project, then authentication, then the merge request. */
export const openDrafts = <O extends Operation>(visit: HandlerContext<O>): DraftPlace<O> => {
  openCode(visit);
  const person = requireUser(visit);
  return { ...openRequest(visit), person };
};

/** The user's own drafts, oldest first; drafts of others are never visible. */
export const ownDrafts = (review: ReviewState, person: Person, request: MergeRequestState): readonly DraftState[] =>
  review.drafts.filter(({ authorId, mergeRequestIid }) => authorId === person.id && mergeRequestIid === request.iid);

/** Throws 404 for drafts of others. */
export const ownDraft = (
  review: ReviewState,
  { person, request }: Pick<DraftPlace<Operation>, 'person' | 'request'>,
  id: number,
): DraftState => {
  const draft = ownDrafts(review, person, request).find((candidate) => candidate.id === id);
  if (draft === undefined) throw notFound();
  return draft;
};

const draftRecord = (request: MergeRequestState, draft: DraftState): DraftNote => ({
  id: draft.id,
  author_id: draft.authorId,
  merge_request_id: request.id,
  resolve_discussion: draft.resolvesDiscussion,
  discussion_id: draft.discussionId,
  note: draft.note,
  commit_id: draft.commitId,
  line_code: draft.lineCode,
  position: positionRecord(draft.position),
});

/** D1. Not paginated. */
export const handleListDraftNotes: Handler<typeof listDraftNotes> = async (visit) => {
  const { project, request, person } = openDrafts(visit);
  return ok(ownDrafts(reviewOf(project), person, request).map((draft) => draftRecord(request, draft)));
};

/** D2. */
export const handleGetDraftNote: Handler<typeof getDraftNote> = async (visit) => {
  const place = openDrafts(visit);
  return ok(draftRecord(place.request, ownDraft(reviewOf(place.project), place, place.given.draft_note_id)));
};

/** D3. */
export const handleDeleteDraftNote: Handler<typeof deleteDraftNote> = async (visit) => {
  const place = openDrafts(visit);
  await changeReview(visit.world, { project: place.project, now: visit.now() }, (review) => {
    const { id } = ownDraft(review, place, place.given.draft_note_id);
    return [{ ...review, drafts: review.drafts.filter((draft) => draft.id !== id) }, undefined];
  });
  return { kind: 'nothing', status: 204 };
};

/** GitLab doesn't validate positions of drafts; invalid ones have no line code. */
const placed = async (repository: Repository, given: GivenPosition | undefined): Promise<PlacedNote | undefined> =>
  given && ((await placeNote(repository, given)) ?? { position: keptPosition(given), lineCode: null });

const checkReply = (
  visit: RequestContext,
  place: OpenedRequest & { readonly person: Person },
  review: ReviewState,
  { thread, resolves }: { readonly thread: string | null; readonly resolves: boolean },
): void => {
  const subject = requestSubject(place.request);
  const discussion = review.discussions.find((candidate) => candidate.id === thread && isAbout(candidate, subject));
  if (thread !== null && discussion === undefined) {
    throw invalidRecord({ base: ['Thread to reply to cannot be found'] });
  }
  if (discussion?.notes[0]?.isSystem === true) {
    throw invalidRecord({ base: ['Replies to system notes are not allowed'] });
  }
  const canResolve =
    discussion !== undefined && isResolvable(discussion) && mayResolve(visit, place.project, place.request);
  if (resolves && !canResolve) throw invalidRecord({ base: ['User is not allowed to resolve thread'] });
  const isTaken = ownDrafts(review, place.person, place.request).some(
    ({ discussionId }) => thread !== null && discussionId === thread,
  );
  if (isTaken) throw invalidRecord({ author_id: ['has already been taken'] });
};

/** D5. One draft reply per thread; only a reply to a resolvable thread may resolve it. */
export const handleCreateDraftNote: Handler<typeof createDraftNote> = async (visit) => {
  const place = openDrafts(visit);
  const { project, request, person, given } = place;
  if (given.note === '') throw invalidRecord({ note: ["can't be blank"] });
  const commitId = given.commit_id === undefined || given.commit_id === '' ? null : given.commit_id;
  const problem = await commitProblem(place, commitId, given.position);
  if (problem !== undefined) throw invalidRecord({ commit_id: [problem] });
  const spot = await placed(place.repository, given.position);
  const thread = given.in_reply_to_discussion_id ?? '';
  const reply = { thread: thread === '' ? null : thread, resolves: given.resolve_discussion === true };
  const draft = await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => {
    checkReply(visit, place, review, reply);
    const made: DraftState = {
      id: fresh.draftId(),
      authorId: person.id,
      mergeRequestIid: request.iid,
      discussionId: reply.thread,
      resolvesDiscussion: reply.resolves,
      note: given.note,
      commitId,
      lineCode: spot?.lineCode ?? null,
      position: spot?.position ?? null,
    };
    return [{ ...review, drafts: [...review.drafts, made] }, made];
  });
  return { ...ok(draftRecord(request, draft)), status: 201 };
};

/** D6. As in GitLab, an omitted position is erased, but `line_code` stays. */
export const handleUpdateDraftNote: Handler<typeof updateDraftNote> = async (visit) => {
  openCode(visit);
  requireUser(visit);
  const { note: sent } = visit.raw();
  if (sent === undefined || sent === null || sent === '') throw badRequest('Missing params to modify');
  const place = openDrafts(visit);
  const { project, request, given } = place;
  ownDraft(reviewOf(project), place, given.draft_note_id);
  const spot = await placed(place.repository, given.position);
  const draft = await changeReview(visit.world, { project, now: visit.now() }, (review) => {
    const before = ownDraft(review, place, given.draft_note_id);
    const after: DraftState = {
      ...before,
      note: given.note,
      position: spot?.position ?? null,
      lineCode: spot?.lineCode ?? before.lineCode,
    };
    return [{ ...review, drafts: review.drafts.map((other) => (other.id === after.id ? after : other)) }, after];
  });
  return ok(draftRecord(request, draft));
};
