import type {
  deleteMergeRequestNote,
  getMergeRequestNote,
  updateMergeRequestNote,
} from '../../wire/mergeRequestReview.ts';
import { found, type Handler, type Visit } from '../handling.ts';
import { reviewOf } from '../world/review.ts';
import { requestSubject } from './mergeRequestDiscussions.ts';
import { openRequest, type OpenedRequest } from './mergeRequestReview.ts';
import { findNote, mustOwnNote, type OpenedNote, removeNote, rewriteNote } from './noteChanges.ts';
import { badNote, noteRecord, readsInternal } from './noteRecords.ts';
import { carryOut, mergeRequestActions } from './quickActions.ts';
import { withSuggestions } from './suggestions.ts';

type NoteOperation = typeof getMergeRequestNote | typeof updateMergeRequestNote | typeof deleteMergeRequestNote;

/** The note of a merge request that a path names; an internal one is not found by who may not read it. */
const openNote = <O extends NoteOperation>(visit: Visit<O>, opened: OpenedRequest): OpenedNote => {
  const { project, request } = opened;
  const id = Number(visit.path['note_id']);
  return findNote(project, requestSubject(request), { id, readsInternal: readsInternal(visit, project) });
};

/** MR21. */
export const handleGetMergeRequestNote: Handler<typeof getMergeRequestNote> = async (visit) => {
  const opened = openRequest(visit);
  const [discussion, note] = openNote(visit, opened).noteIn(reviewOf(opened.project));
  return found(await withSuggestions(opened, note, noteRecord(visit, opened, discussion, note)));
};

/** MR22. */
export const handleUpdateMergeRequestNote: Handler<typeof updateMergeRequestNote> = async (visit) => {
  const opened = openRequest(visit);
  const own = openNote(visit, opened);
  mustOwnNote(visit, own);
  const { body } = opened.given;
  if (body === '') throw badNote('note', ["can't be blank"]);
  const written = await carryOut(body, mergeRequestActions(visit, opened));
  if ('answer' in written) {
    await removeNote(visit, own);
    return written.answer;
  }
  const [discussion, note] = await rewriteNote(visit, own, written.text);
  return found(await withSuggestions(opened, note, noteRecord(visit, opened, discussion, note, written.changes)));
};

/** MR23. */
export const handleDeleteMergeRequestNote: Handler<typeof deleteMergeRequestNote> = async (visit) => {
  const opened = openRequest(visit);
  const own = openNote(visit, opened);
  mustOwnNote(visit, own);
  await removeNote(visit, own);
  return { kind: 'nothing', status: 204 };
};
