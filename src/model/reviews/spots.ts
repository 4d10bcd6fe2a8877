import type { DraftNote } from '../../wire/draftNotes.ts';
import type { Discussion, Position } from '../../wire/notes.ts';
import { pathOf } from './samePlace.ts';

type Placed = Pick<DraftNote, 'discussion_id' | 'commit_id'> & { readonly position?: Position | null | undefined };

/** `commit` is undefined for the diff of the merge request. */
export interface Spot {
  readonly position: Position;
  readonly commit: string | undefined;
}

/**
 * Replies use their thread's position, which the server keeps current; other drafts their own. Undefined without a file.
 */
export const spotOfDraft = (draft: Placed, discussions: readonly Discussion[]): Spot | undefined => {
  const { discussion_id: id } = draft;
  const thread = id == null ? undefined : discussions.find((discussion) => discussion.id === id);
  const { position, commit_id: commit } = thread === undefined ? draft : (thread.notes[0] ?? {});
  return position != null && pathOf(position) !== undefined ? { position, commit: commit ?? undefined } : undefined;
};

export const positionOfDraft = (draft: Placed, discussions: readonly Discussion[]): Position | undefined =>
  spotOfDraft(draft, discussions)?.position;
