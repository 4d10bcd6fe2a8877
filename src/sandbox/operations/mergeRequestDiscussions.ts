import type {
  createMergeRequestDiscussion,
  createMergeRequestNote,
  listMergeRequestDiscussions,
  listMergeRequestNotes,
  replyToMergeRequestDiscussion,
  resolveMergeRequestDiscussion,
} from '../../wire/mergeRequestReview.ts';
import { ok, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { forbidden, notFound } from '../refusals.ts';
import { levelIn } from '../world/access.ts';
import { levels, type MergeRequestState, type Person, type ProjectState } from '../world/records.ts';
import {
  changeReview,
  discussionOf,
  isAbout,
  isResolvable,
  reviewOf,
  withDiscussion,
  withReply,
  withResolution,
  type NewNote,
} from '../world/review.ts';
import type { DiscussionState, NoteState, ReviewState, Subject } from '../world/reviewRecords.ts';
import { openRequest, type OpenedRequest } from './mergeRequestReview.ts';
import { placeNote } from './notePositions.ts';
import { commitProblem } from './mergeRequestVersions.ts';
import { movedDiscussion, movedDiscussions } from './movedThreads.ts';
import { badNote, discussionRecord, lineProblems, noteRecord, readsInternal } from './noteRecords.ts';
import { runQuickActions, mergeRequestActions } from './quickActions.ts';
import { allWithSuggestions, withSuggestions } from './suggestions.ts';

export const requestSubject = ({ iid }: Pick<MergeRequestState, 'iid'>): Subject => ({ kind: 'mergeRequest', iid });

/** Developers and the author may resolve threads. */
export const mayResolve = (visit: RequestContext, project: ProjectState, request: MergeRequestState): boolean =>
  visit.person !== undefined &&
  (visit.person.isAdmin ||
    visit.person.id === request.authorId ||
    levelIn(visit.world, visit.person, project) >= levels.developer);

/** Throws 403 for archived projects. */
const commentator = (visit: RequestContext, { project }: OpenedRequest): Person => {
  const person = requireUser(visit);
  if (project.isArchived) throw forbidden();
  return person;
};

/** Readable discussions, oldest first, with positions in the newest version. */
const shown = (visit: RequestContext, opened: OpenedRequest): Promise<readonly DiscussionState[]> => {
  const { project, request } = opened;
  const rows = reviewOf(project)
    .discussions.filter((discussion) => isAbout(discussion, requestSubject(request)))
    .filter(({ notes }) => notes[0]?.isInternal !== true || readsInternal(visit, project));
  return movedDiscussions(opened, rows);
};

/** MR6. */
export const handleListMergeRequestDiscussions: Handler<typeof listMergeRequestDiscussions> = async (visit) => {
  const opened = openRequest(visit);
  const rows = await shown(visit, opened);
  const items = await Promise.all(
    rowsOnPage(opened.given, rows).map((row) => allWithSuggestions(opened, row, discussionRecord(visit, opened, row))),
  );
  return countedPage(opened.given, rows.length, items);
};

/** MR10. Newest first by default; includes system notes. */
export const handleListMergeRequestNotes: Handler<typeof listMergeRequestNotes> = async (visit) => {
  const opened = openRequest(visit);
  const { sort = 'desc', order_by: key = 'created_at' } = opened.given;
  const moment = ({ createdAt, updatedAt }: NoteState): string => (key === 'created_at' ? createdAt : updatedAt);
  const rows = (await shown(visit, opened))
    .flatMap((discussion) => discussion.notes.map((note) => ({ discussion, note })))
    .toSorted((one, other) => {
      const order = moment(one.note).localeCompare(moment(other.note)) || one.note.id - other.note.id;
      return sort === 'asc' ? order : -order;
    });
  const items = await Promise.all(
    rowsOnPage(opened.given, rows).map(({ discussion, note }) =>
      withSuggestions(opened, note, noteRecord(visit, opened, discussion, note)),
    ),
  );
  return countedPage(opened.given, rows.length, items);
};

const startThread = (
  visit: RequestContext,
  { project, request }: OpenedRequest,
  note: NewNote,
): Promise<DiscussionState> =>
  changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => {
    const discussion = discussionOf(fresh, requestSubject(request), note);
    return [{ ...review, discussions: [...review.discussions, discussion] }, discussion];
  });

/**
 * MR7. Resolvable thread; 400 for a position outside the diff of its two commits or, with `commit_id`, of that commit.
 */
export const handleCreateMergeRequestDiscussion: Handler<typeof createMergeRequestDiscussion> = async (visit) => {
  const opened = openRequest(visit);
  const person = commentator(visit, opened);
  const { body, position, commit_id: commitId = null } = opened.given;
  if (body === '') throw badNote('note', ["can't be blank"]);
  const placed = position === undefined ? undefined : await placeNote(opened.repository, position);
  if (position !== undefined && placed === undefined) throw badNote('line_code', lineProblems);
  const problem = await commitProblem(opened, commitId, position);
  if (problem !== undefined) throw badNote('commit_id', [problem]);
  const written = await runQuickActions(body, mergeRequestActions(visit, opened));
  if ('answer' in written) return written.answer;
  const type = placed === undefined ? 'DiscussionNote' : 'DiffNote';
  const made = await startThread(visit, opened, { type, body: written.text, authorId: person.id, commitId, ...placed });
  const record = await allWithSuggestions(opened, made, discussionRecord(visit, opened, made, written.changes));
  return { ...ok(record), status: 201 };
};

/** MR11. Plain comment; internal ones require the Reporter role. */
export const handleCreateMergeRequestNote: Handler<typeof createMergeRequestNote> = async (visit) => {
  const opened = openRequest(visit);
  const person = commentator(visit, opened);
  const { body, internal = false } = opened.given;
  if (body === '') throw badNote('note', ["can't be blank"]);
  if (internal && !readsInternal(visit, opened.project)) throw forbidden();
  const written = await runQuickActions(body, mergeRequestActions(visit, opened));
  if ('answer' in written) return written.answer;
  const note = { type: null, body: written.text, authorId: person.id, isInternal: internal };
  const made = await startThread(visit, opened, note);
  const [first] = made.notes;
  if (first === undefined) throw new Error('A new discussion has a note.');
  return { ...ok(noteRecord(visit, opened, made, first, written.changes)), status: 201 };
};

/** Throws 404. */
const threadIn = (visit: RequestContext, opened: OpenedRequest, review: ReviewState, id: string): DiscussionState => {
  const subject = requestSubject(opened.request);
  const thread = review.discussions.find((candidate) => candidate.id === id && isAbout(candidate, subject));
  if (thread === undefined || (thread.notes[0]?.isInternal === true && !readsInternal(visit, opened.project))) {
    throw notFound('Discussion');
  }
  return thread;
};

/** MR8. A reply turns a plain comment into a thread. */
export const handleReplyToMergeRequestDiscussion: Handler<typeof replyToMergeRequestDiscussion> = async (visit) => {
  const opened = openRequest(visit);
  const person = commentator(visit, opened);
  const { discussion_id: id, body } = opened.given;
  if (body === '') throw badNote('note', ["can't be blank"]);
  const { project } = opened;
  threadIn(visit, opened, reviewOf(project), id);
  const written = await runQuickActions(body, mergeRequestActions(visit, opened));
  if ('answer' in written) return written.answer;
  const replied = await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => {
    const thread = threadIn(visit, opened, review, id);
    const isInternal = thread.notes[0]?.isInternal ?? false;
    const note = { type: null, body: written.text, authorId: person.id, isInternal };
    const discussion = withReply(thread, fresh, note);
    return [withDiscussion(review, discussion), discussion];
  });
  const moved = await movedDiscussion(opened, replied);
  const note = moved.notes.at(-1);
  if (note === undefined) throw new Error('A reply is a note.');
  return { ...ok(await withSuggestions(opened, note, noteRecord(visit, opened, moved, note))), status: 201 };
};

/** MR9. 403 for plain comments and without permission to resolve. */
export const handleResolveMergeRequestDiscussion: Handler<typeof resolveMergeRequestDiscussion> = async (visit) => {
  const opened = openRequest(visit);
  const person = requireUser(visit);
  const { project, request, given } = opened;
  const settled = await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => {
    const thread = threadIn(visit, opened, review, given.discussion_id);
    if (!isResolvable(thread) || !mayResolve(visit, project, request)) throw forbidden();
    const discussion = withResolution(thread, given.resolved ? person.id : null, fresh.at);
    return [withDiscussion(review, discussion), discussion];
  });
  const moved = await movedDiscussion(opened, settled);
  return ok(await allWithSuggestions(opened, moved, discussionRecord(visit, opened, moved)));
};
