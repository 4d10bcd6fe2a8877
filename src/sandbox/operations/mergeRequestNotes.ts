import type {
  deleteMergeRequestNote,
  getMergeRequestNote,
  updateMergeRequestNote,
} from '../../wire/mergeRequestReview.ts';
import type { Note } from '../../wire/notes.ts';
import { ok, type Handler, type HandlerContext, type RequestContext } from '../handling.ts';
import { reviewOf } from '../world/review.ts';
import type { DiscussionState, NoteState } from '../world/reviewRecords.ts';
import { requestSubject } from './mergeRequestDiscussions.ts';
import { openRequest, type OpenedRequest } from './mergeRequestReview.ts';
import { movedDiscussion } from './movedThreads.ts';
import { deleteNote, findNote, checkMayChangeNote, type OpenedNote, removeNote, rewriteNote } from './noteChanges.ts';
import { badNote, noteRecord, readsInternal } from './noteRecords.ts';
import { runQuickActions, mergeRequestActions } from './quickActions.ts';
import { withSuggestions } from './suggestions.ts';

type NoteOperation = typeof getMergeRequestNote | typeof updateMergeRequestNote | typeof deleteMergeRequestNote;

/** Internal notes are 404 for callers who may not read them. */
const openNote = <O extends NoteOperation>(visit: HandlerContext<O>, opened: OpenedRequest): OpenedNote => {
  const { project, request } = opened;
  const id = Number(visit.path['note_id']);
  return findNote(project, requestSubject(request), { id, readsInternal: readsInternal(visit, project) });
};

/** With its position in the newest version. */
const shownNote = async (
  visit: RequestContext,
  opened: OpenedRequest,
  [discussion, { id }]: readonly [DiscussionState, NoteState],
  changes?: Readonly<Record<string, unknown>>,
): Promise<Note> => {
  const moved = await movedDiscussion(opened, discussion);
  const note = moved.notes.find((each) => each.id === id);
  if (note === undefined) throw new Error('A note is in its discussion.');
  return withSuggestions(opened, note, noteRecord(visit, opened, moved, note, changes));
};

/** MR21. */
export const handleGetMergeRequestNote: Handler<typeof getMergeRequestNote> = async (visit) => {
  const opened = openRequest(visit);
  return ok(await shownNote(visit, opened, openNote(visit, opened).noteIn(reviewOf(opened.project))));
};

/** MR22. */
export const handleUpdateMergeRequestNote: Handler<typeof updateMergeRequestNote> = async (visit) => {
  const opened = openRequest(visit);
  const own = openNote(visit, opened);
  checkMayChangeNote(visit, own);
  const { body } = opened.given;
  if (body === '') throw badNote('note', ["can't be blank"]);
  const written = await runQuickActions(body, mergeRequestActions(visit, opened));
  if ('answer' in written) {
    await removeNote(visit, own);
    return written.answer;
  }
  return ok(await shownNote(visit, opened, await rewriteNote(visit, own, written.text), written.changes));
};

/** MR23. */
export const handleDeleteMergeRequestNote: Handler<typeof deleteMergeRequestNote> = async (visit) => {
  const opened = openRequest(visit);
  const own = openNote(visit, opened);
  checkMayChangeNote(visit, own);
  await deleteNote(visit, own);
  return { kind: 'nothing', status: 204 };
};
