import type { deleteCommitNote, updateCommitNote } from '../../wire/commitConversations.ts';
import type { CommitObject } from '../git/commitObject.ts';
import type { Repository } from '../git/repository.ts';
import { found, openCode, signedIn, type Handler, type Visitor } from '../handling.ts';
import { openCommit } from './commits.ts';
import { deleteNote, findNote, mustOwnNote, type OpenedNote, removeNote, rewriteNote } from './noteChanges.ts';
import { badNote, noteRecord } from './noteRecords.ts';
import { carryOut, commitActions } from './quickActions.ts';

interface OpenedCommitNote extends OpenedNote {
  readonly repository: Repository;
  readonly commit: CommitObject;
}

/** Throws unless the caller may change the note. Ignores the discussion ID in the path, as GitLab does. */
const openNote = async (
  visit: Visitor,
  { sha, note_id: id }: { readonly sha: string; readonly note_id: number },
): Promise<OpenedCommitNote> => {
  signedIn(visit);
  const { project, repository } = openCode(visit);
  const commit = await openCommit(repository, sha);
  const opened = findNote(project, { kind: 'commit', sha: commit.sha }, { id });
  mustOwnNote(visit, opened);
  return { ...opened, repository, commit };
};

/** C10d. A body of quick actions alone runs them and deletes the note. */
export const handleUpdateCommitNote: Handler<typeof updateCommitNote> = async (visit) => {
  const given = visit.parameters();
  const opened = await openNote(visit, given);
  const { project } = opened;
  if (given.body === '') throw badNote('note', ["can't be blank"]);
  const written = await carryOut(given.body, commitActions(visit, opened, opened.commit.sha));
  if ('answer' in written) {
    await removeNote(visit, opened);
    return written.answer;
  }
  const [discussion, note] = await rewriteNote(visit, opened, written.text);
  return found(noteRecord(visit, { project }, discussion, note, written.changes));
};

/** C10e. */
export const handleDeleteCommitNote: Handler<typeof deleteCommitNote> = async (visit) => {
  await deleteNote(visit, await openNote(visit, visit.parameters()));
  return { kind: 'nothing', status: 204 };
};
