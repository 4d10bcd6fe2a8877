import type { DraftNote } from '../../wire/draftNotes.ts';
import type { Discussion, Position } from '../../wire/notes.ts';
import { pathOf } from './samePlace.ts';

/** What tells where a draft stands. */
type Placed = Pick<DraftNote, 'discussion_id' | 'commit_id'> & { readonly position?: Position | null | undefined };

/** A position on a file, and the commit of the merge request it is in; undefined for the changes of the whole. */
export interface Spot {
  readonly position: Position;
  readonly commit: string | undefined;
}

/**
 * Where a draft stands: a reply where its thread does, whose position the server keeps up with the versions; anything
 * else, and a reply whose thread is not there, at its own position. Undefined for what stands on no file.
 */
export const spotOfDraft = (draft: Placed, discussions: readonly Discussion[]): Spot | undefined => {
  const { discussion_id: id } = draft;
  const thread = id == null ? undefined : discussions.find((discussion) => discussion.id === id);
  const { position, commit_id: commit } = thread === undefined ? draft : (thread.notes[0] ?? {});
  return position != null && pathOf(position) !== undefined ? { position, commit: commit ?? undefined } : undefined;
};

/** The position alone. */
export const positionOfDraft = (draft: Placed, discussions: readonly Discussion[]): Position | undefined =>
  spotOfDraft(draft, discussions)?.position;
