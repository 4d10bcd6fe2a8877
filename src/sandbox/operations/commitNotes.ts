import type { deleteCommitNote, updateCommitNote } from '../../wire/commitConversations.ts';
import type { CommitObject } from '../git/commitObject.ts';
import type { Repository } from '../git/repository.ts';
import { ok, openCode, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { openCommit } from './commits.ts';
import { deleteNote, findNote, checkMayChangeNote, type OpenedNote, removeNote, rewriteNote } from './noteChanges.ts';
import { badNote, noteRecord } from './noteRecords.ts';
import { runQuickActions, commitActions } from './quickActions.ts';

interface OpenedCommitNote extends OpenedNote {
  readonly repository: Repository;
  readonly commit: CommitObject;
}

/** Throws unless the caller may change the note. Ignores the discussion ID in the path, as GitLab does. */
const openNote = async (
  visit: RequestContext,
  { sha, note_id: id }: { readonly sha: string; readonly note_id: number },
): Promise<OpenedCommitNote> => {
  requireUser(visit);
  const { project, repository } = openCode(visit);
  const commit = await openCommit(repository, sha);
  const opened = findNote(project, { kind: 'commit', sha: commit.sha }, { id });
  checkMayChangeNote(visit, opened);
  return { ...opened, repository, commit };
};

/** C10d. Runs quick actions; deletes the note if the body has nothing else. */
export const handleUpdateCommitNote: Handler<typeof updateCommitNote> = async (visit) => {
  const parameters = visit.parameters();
  const opened = await openNote(visit, parameters);
  const { project } = opened;
  if (parameters.body === '') throw badNote('note', ["can't be blank"]);
  const outcome = await runQuickActions(parameters.body, commitActions(visit, opened, opened.commit.sha));
  if ('answer' in outcome) {
    await removeNote(visit, opened);
    return outcome.answer;
  }
  const [discussion, note] = await rewriteNote(visit, opened, outcome.text);
  return ok(noteRecord(visit, { project }, discussion, note, outcome.changes));
};

/** C10e. */
export const handleDeleteCommitNote: Handler<typeof deleteCommitNote> = async (visit) => {
  await deleteNote(visit, await openNote(visit, visit.parameters()));
  return { kind: 'nothing', status: 204 };
};
