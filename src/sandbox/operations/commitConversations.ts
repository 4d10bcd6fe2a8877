import type {
  CommitComment,
  createCommitComment,
  createCommitDiscussion,
  listCommitComments,
  listCommitDiscussions,
  replyToCommitDiscussion,
} from '../../wire/commitConversations.ts';
import type { CommitObject } from '../git/commitObject.ts';
import { commitChanges } from '../git/diff.ts';
import { changedLine, lineCode } from '../git/diffLines.ts';
import type { Repository } from '../git/repository.ts';
import { ok, openCode, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { badParameters, badRequest, forbidden, notFound } from '../refusals.ts';
import type { Person, ProjectState } from '../world/records.ts';
import { changeReview, discussionOf, isAbout, reviewOf, withDiscussion, withReply } from '../world/review.ts';
import type { CommentPlace, DiscussionState, NoteState, ReviewState, Subject } from '../world/reviewRecords.ts';
import { openCommit } from './commits.ts';
import { placeNote } from './notePositions.ts';
import { badNote, discussionRecord, lineProblems, noteRecord } from './noteRecords.ts';
import { runQuickActions, commitActions } from './quickActions.ts';
import { userById } from './userRecord.ts';

const commentPlace = ({ place, position }: NoteState): CommentPlace | undefined => {
  if (place !== null) return place;
  if (position === null || position.newPath === null) return undefined;
  if (position.newLine !== null) return { path: position.newPath, line: position.newLine, lineType: 'new' };
  return position.oldLine === null ? undefined : { path: position.newPath, line: position.oldLine, lineType: 'old' };
};

const commentRecord = (visit: RequestContext, note: NoteState): CommitComment => {
  const place = commentPlace(note);
  return {
    note: note.body,
    path: place?.path ?? null,
    line: place?.line ?? null,
    line_type: place?.lineType ?? null,
    author: userById(visit, note.authorId),
    created_at: note.createdAt,
  };
};

const subjectOf = (commit: CommitObject): Subject => ({ kind: 'commit', sha: commit.sha });

const discussionsOf = (project: ProjectState, commit: CommitObject): readonly DiscussionState[] =>
  reviewOf(project).discussions.filter((discussion) => isAbout(discussion, subjectOf(commit)));

/** Throws 403 for archived projects. */
const commentator = (visit: RequestContext, project: ProjectState): Person => {
  const person = requireUser(visit);
  if (project.isArchived) throw forbidden();
  return person;
};

/** C8. Includes the notes of discussions. */
export const handleListCommitComments: Handler<typeof listCommitComments> = async (visit) => {
  const { project, repository } = openCode(visit);
  const given = visit.parameters();
  const commit = await openCommit(repository, given.sha);
  const notes = discussionsOf(project, commit)
    .flatMap((discussion) => discussion.notes)
    .toSorted((one, other) => one.id - other.id);
  const items = rowsOnPage(given, notes).map((note) => commentRecord(visit, note));
  return countedPage(given, notes.length, items);
};

const lineOfOwnDiff = async (
  visit: RequestContext,
  repository: Repository,
  commit: CommitObject,
  place: CommentPlace,
): Promise<{ readonly place: CommentPlace; readonly lineCode: string } | undefined> => {
  const changes = await commitChanges(repository, commit, visit.diffLimits);
  const change = changes.find(({ newPath }) => newPath === place.path);
  const line = change === undefined ? undefined : changedLine(change.text, place.lineType, place.line);
  return line === undefined ? undefined : { place, lineCode: lineCode(place.path, line) };
};

/**
 * C9. Drops a line that the commit's diff doesn't change; the comment is then on the commit. Validates parameters
 * before authentication.
 */
export const handleCreateCommitComment: Handler<typeof createCommitComment> = async (visit) => {
  const { project, repository } = openCode(visit);
  const { sha, note, path, line, line_type: lineType = 'new' } = visit.parameters();
  if (path !== undefined && line === undefined) throw badParameters(['line is missing']);
  const person = commentator(visit, project);
  const commit = await openCommit(repository, sha);
  if (note === '') throw badNote('note', ["can't be blank"]);
  const placed =
    path === undefined || line === undefined
      ? undefined
      : await lineOfOwnDiff(visit, repository, commit, { path, line, lineType });
  const written = await runQuickActions(note, commitActions(visit, { project, repository }, commit.sha));
  if ('answer' in written) return written.answer;
  const made = await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => {
    const discussion = discussionOf(fresh, subjectOf(commit), {
      type: placed === undefined ? null : 'LegacyDiffNote',
      body: written.text,
      authorId: person.id,
      ...placed,
    });
    return [{ ...review, discussions: [...review.discussions, discussion] }, discussion];
  });
  const [first] = made.notes;
  if (first === undefined) throw new Error('A new discussion has a note.');
  return { kind: 'json', status: 201, body: commentRecord(visit, first) };
};

/** C10. Requires authentication. */
export const handleListCommitDiscussions: Handler<typeof listCommitDiscussions> = async (visit) => {
  requireUser(visit);
  const { project, repository } = openCode(visit);
  const given = visit.parameters();
  const rows = discussionsOf(project, await openCommit(repository, given.sha));
  const items = rowsOnPage(given, rows).map((row) => discussionRecord(visit, { project }, row));
  return countedPage(given, rows.length, items);
};

/** C10b. 400 for a position outside the diff of its two commits. */
export const handleCreateCommitDiscussion: Handler<typeof createCommitDiscussion> = async (visit) => {
  const { project, repository } = openCode(visit);
  const person = commentator(visit, project);
  const { sha, body, position } = visit.parameters();
  const commit = await openCommit(repository, sha);
  if (body === '') throw badNote('note', ["can't be blank"]);
  const placed = position === undefined ? undefined : await placeNote(repository, position);
  if (position !== undefined && placed === undefined) throw badNote('line_code', lineProblems);
  const written = await runQuickActions(body, commitActions(visit, { project, repository }, commit.sha));
  if ('answer' in written) return written.answer;
  const made = await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => {
    const discussion = discussionOf(fresh, subjectOf(commit), {
      type: placed === undefined ? 'DiscussionNote' : 'DiffNote',
      body: written.text,
      authorId: person.id,
      ...placed,
    });
    return [{ ...review, discussions: [...review.discussions, discussion] }, discussion];
  });
  return { ...ok(discussionRecord(visit, { project }, made, written.changes)), status: 201 };
};

/** C10c. 400 for plain comments (C9), which aren't threads. */
export const handleReplyToCommitDiscussion: Handler<typeof replyToCommitDiscussion> = async (visit) => {
  const { project, repository } = openCode(visit);
  const person = commentator(visit, project);
  const { sha, discussion_id: id, body } = visit.parameters();
  const commit = await openCommit(repository, sha);
  const subject = subjectOf(commit);
  if (body === '') throw badNote('note', ["can't be blank"]);
  const threadIn = (review: ReviewState): DiscussionState => {
    const thread = review.discussions.find((candidate) => candidate.id === id && isAbout(candidate, subject));
    if (thread === undefined) throw notFound('Discussion');
    if (thread.isIndividual) throw badRequest('Discussion can not be replied to.');
    return thread;
  };
  threadIn(reviewOf(project));
  const written = await runQuickActions(body, commitActions(visit, { project, repository }, commit.sha));
  if ('answer' in written) return written.answer;
  const { discussion, note } = await changeReview(visit.world, { project, now: visit.now() }, (review, fresh) => {
    const replied = withReply(threadIn(review), fresh, { type: null, body: written.text, authorId: person.id });
    const last = replied.notes.at(-1);
    if (last === undefined) throw new Error('A reply is a note.');
    return [withDiscussion(review, replied), { discussion: replied, note: last }];
  });
  return { ...ok(noteRecord(visit, { project }, discussion, note, written.changes)), status: 201 };
};
