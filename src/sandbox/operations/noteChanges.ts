import { checkUnmodified, signedIn, type Visitor } from '../handling.ts';
import { forbidden, notFound } from '../refusals.ts';
import { levelIn } from '../world/access.ts';
import { levels, type ProjectState } from '../world/records.ts';
import { changeReview, isAbout, reviewOf, withDiscussion, withoutNote } from '../world/review.ts';
import type { DiscussionState, NoteState, ReviewState, Subject } from '../world/reviewRecords.ts';

/** A note somebody is about to change or delete. */
export interface OpenedNote {
  readonly project: ProjectState;
  /** The note and its discussion as they are in a review; refuses with 404 when it has none such. */
  readonly noteIn: (review: ReviewState) => readonly [DiscussionState, NoteState];
}

/** The note about a subject with this id. */
export const findNote = (
  project: ProjectState,
  subject: Subject,
  { id, readsInternal = true }: { readonly id: number; readonly readsInternal?: boolean },
): OpenedNote => ({
  project,
  noteIn: (review) => {
    for (const discussion of review.discussions.filter((each) => isAbout(each, subject))) {
      const note = discussion.notes.find((each) => each.id === id);
      if (note !== undefined && (readsInternal || !note.isInternal)) return [discussion, note];
    }
    throw notFound();
  },
});

/** Refuses with 403 unless the caller may change the note: its author, a maintainer. */
export const mustOwnNote = (visit: Visitor, { project, noteIn }: OpenedNote): void => {
  const person = signedIn(visit);
  const [, { authorId, isSystem }] = noteIn(reviewOf(project));
  const mayChange =
    person.id === authorId || person.isAdmin || levelIn(visit.world, person, project) >= levels.maintainer;
  if (!mayChange || isSystem || project.isArchived) throw forbidden();
};

/** Gives a note another text. */
export const rewriteNote = (
  visit: Visitor,
  { project, noteIn }: OpenedNote,
  body: string,
): Promise<readonly [DiscussionState, NoteState]> =>
  changeReview(visit.world, { project, now: visit.now() }, (review, { at }) => {
    const [before, old] = noteIn(review);
    const changed = { ...old, body, updatedAt: at };
    const notes = before.notes.map((each) => (each.id === changed.id ? changed : each));
    const after = { ...before, notes };
    return [withDiscussion(review, after), [after, changed] as const];
  });

/** Deletes a note, unless it has changed since it was last known; a discussion goes with its last one. */
export const deleteNote = (visit: Visitor, opened: OpenedNote): Promise<undefined> => {
  const [, { updatedAt }] = opened.noteIn(reviewOf(opened.project));
  checkUnmodified(visit, updatedAt);
  return removeNote(visit, opened);
};

/** Removes a note; a discussion goes with its last one. */
export const removeNote = (visit: Visitor, { project, noteIn }: OpenedNote): Promise<undefined> =>
  changeReview(visit.world, { project, now: visit.now() }, (review) => {
    const [discussion, note] = noteIn(review);
    const rest = withoutNote(discussion, note.id);
    const discussions = review.discussions.flatMap((each) => (each.id !== discussion.id ? [each] : (rest ?? [])));
    return [{ ...review, discussions }, undefined];
  });
