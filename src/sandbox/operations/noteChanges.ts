import { checkUnmodified, requireUser, type RequestContext } from '../handling.ts';
import { forbidden, notFound } from '../refusals.ts';
import { levelIn } from '../world/access.ts';
import { levels, type ProjectState } from '../world/records.ts';
import { changeReview, isAbout, reviewOf, withDiscussion, withoutNote } from '../world/review.ts';
import type { DiscussionState, NoteState, ReviewState, Subject } from '../world/reviewRecords.ts';

export interface OpenedNote {
  readonly project: ProjectState;
  /** Throws 404 when the review has no such note. */
  readonly noteIn: (review: ReviewState) => readonly [DiscussionState, NoteState];
}

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

/** Throws 403 unless the caller is the author or a Maintainer. */
export const checkMayChangeNote = (visit: RequestContext, { project, noteIn }: OpenedNote): void => {
  const person = requireUser(visit);
  const [, { authorId, isSystem }] = noteIn(reviewOf(project));
  const mayChange =
    person.id === authorId || person.isAdmin || levelIn(visit.world, person, project) >= levels.maintainer;
  if (!mayChange || isSystem || project.isArchived) throw forbidden();
};

export const rewriteNote = (
  visit: RequestContext,
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

/** Throws 412 if the note changed after `If-Unmodified-Since`; the last note takes its discussion with it. */
export const deleteNote = (visit: RequestContext, opened: OpenedNote): Promise<undefined> => {
  const [, { updatedAt }] = opened.noteIn(reviewOf(opened.project));
  checkUnmodified(visit, updatedAt);
  return removeNote(visit, opened);
};

/** The last note takes its discussion with it. */
export const removeNote = (visit: RequestContext, { project, noteIn }: OpenedNote): Promise<undefined> =>
  changeReview(visit.world, { project, now: visit.now() }, (review) => {
    const [discussion, note] = noteIn(review);
    const rest = withoutNote(discussion, note.id);
    const discussions = review.discussions.flatMap((each) => (each.id !== discussion.id ? [each] : (rest ?? [])));
    return [{ ...review, discussions }, undefined];
  });
