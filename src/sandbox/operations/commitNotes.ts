import type { deleteCommitNote, updateCommitNote } from '../../wire/commitConversations.ts';
import type { CommitObject } from '../git/commitObject.ts';
import type { Repository } from '../git/repository.ts';
import { found, openCode, signedIn, type Handler, type Visitor } from '../handling.ts';
import { forbidden, notFound } from '../refusals.ts';
import { levelIn } from '../world/access.ts';
import { levels, type ProjectState } from '../world/records.ts';
import { changeReview, isAbout, reviewOf, withDiscussion, withoutNote } from '../world/review.ts';
import type { DiscussionState, NoteState, ReviewState } from '../world/reviewRecords.ts';
import { openCommit } from './commits.ts';
import { badNote, noteRecord } from './noteRecords.ts';
import { carryOut, commitActions } from './quickActions.ts';

interface OpenedNote {
  readonly project: ProjectState;
  readonly repository: Repository;
  readonly commit: CommitObject;
  /** The note and its discussion as they are in a review; refuses with 404 when it has none such. */
  readonly noteIn: (review: ReviewState) => readonly [DiscussionState, NoteState];
}

/**
 * The note of a commit that a path names, for somebody who may change it: its author, a maintainer. As on real servers
 * nobody looks at the discussion the path names.
 */
const openNote = async (
  visit: Visitor,
  { sha, note_id: id }: { readonly sha: string; readonly note_id: number },
): Promise<OpenedNote> => {
  const person = signedIn(visit);
  const { project, repository } = openCode(visit);
  const commit = await openCommit(repository, sha);
  const noteIn = (review: ReviewState): readonly [DiscussionState, NoteState] => {
    for (const discussion of review.discussions.filter((each) => isAbout(each, { kind: 'commit', sha: commit.sha }))) {
      const note = discussion.notes.find((each) => each.id === id);
      if (note !== undefined) return [discussion, note];
    }
    throw notFound();
  };
  const [, { authorId, isSystem }] = noteIn(reviewOf(project));
  const mayChange =
    person.id === authorId || person.isAdmin || levelIn(visit.world, person, project) >= levels.maintainer;
  if (!mayChange || isSystem || project.isArchived) throw forbidden();
  return { project, repository, commit, noteIn };
};

/** C10d. A text of nothing but quick actions deletes the note once they are carried out. */
export const handleUpdateCommitNote: Handler<typeof updateCommitNote> = async (visit) => {
  const given = visit.parameters();
  const opened = await openNote(visit, given);
  const { project } = opened;
  if (given.body === '') throw badNote('note', ["can't be blank"]);
  const written = await carryOut(given.body, commitActions(visit, opened, opened.commit.sha));
  if ('answer' in written) {
    await remove(visit, opened);
    return written.answer;
  }
  const [discussion, note] = await changeReview(visit.world, { project, now: visit.now() }, (review, { at }) => {
    const [before, old] = opened.noteIn(review);
    const changed = { ...old, body: written.text, updatedAt: at };
    const notes = before.notes.map((each) => (each.id === changed.id ? changed : each));
    const after = { ...before, notes };
    return [withDiscussion(review, after), [after, changed] as const];
  });
  return found(noteRecord(visit, { project }, discussion, note, written.changes));
};

/** C10e. */
export const handleDeleteCommitNote: Handler<typeof deleteCommitNote> = async (visit) => {
  await remove(visit, await openNote(visit, visit.parameters()));
  return { kind: 'nothing', status: 204 };
};

const remove = (visit: Visitor, { project, noteIn }: OpenedNote): Promise<undefined> =>
  changeReview(visit.world, { project, now: visit.now() }, (review) => {
    const [discussion, note] = noteIn(review);
    const rest = withoutNote(discussion, note.id);
    const discussions = review.discussions.flatMap((each) => (each.id !== discussion.id ? [each] : (rest ?? [])));
    return [{ ...review, discussions }, undefined];
  });
