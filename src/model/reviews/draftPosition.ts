import type { DraftNote } from '../../wire/draftNotes.ts';
import type { Discussion, Position } from '../../wire/notes.ts';
import { pathOf } from './samePlace.ts';

/**
 * Where a draft stands: a reply where its thread does, whose position the server keeps up with the versions; anything
 * else, and a reply whose thread is not there, at its own position. Undefined for what stands on no file.
 */
export const positionOfDraft = (
  {
    discussion_id: id,
    position: own,
  }: Pick<DraftNote, 'discussion_id'> & { readonly position?: Position | null | undefined },
  discussions: readonly Discussion[],
): Position | undefined => {
  const thread = id == null ? undefined : discussions.find((discussion) => discussion.id === id);
  const position = thread === undefined ? own : thread.notes[0]?.position;
  return position != null && pathOf(position) !== undefined ? position : undefined;
};

/** The commit of the merge request a draft is about: a reply is about that of its thread. Undefined for most. */
export const commitOfDraft = (
  { discussion_id: id, commit_id: own }: Pick<DraftNote, 'discussion_id' | 'commit_id'>,
  discussions: readonly Discussion[],
): string | undefined => {
  const thread = id == null ? undefined : discussions.find((discussion) => discussion.id === id);
  return (thread === undefined ? own : thread.notes[0]?.commit_id) ?? undefined;
};
