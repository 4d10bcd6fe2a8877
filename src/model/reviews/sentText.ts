import type { DraftNote } from '../../wire/draftNotes.ts';
import type { Discussion, GivenPosition, Note } from '../../wire/notes.ts';
import type { LookupOutcome } from '../writeOnce.ts';
import type { ReviewSnapshot } from './reconcile.ts';
import { isPublished } from './quickActions.ts';
import { isSameText } from '../text/sameText.ts';
import { isSamePlace, pathOf } from './samePlace.ts';

export interface TextSent {
  readonly text: string;
  readonly discussionId: string | undefined;
  readonly position: GivenPosition | undefined;
}

/** State before sending; later ids are greater. */
export interface SendBaseline {
  readonly noteId: number;
  readonly draftId: number;
  /** Local clock. */
  readonly atMs: number;
}

export const baselineOf = ({ drafts, discussions }: ReviewSnapshot): SendBaseline => ({
  noteId: discussions.reduce((most, { notes }) => notes.reduce((id, note) => Math.max(id, note.id), most), 0),
  draftId: drafts.reduce((most, { id }) => Math.max(most, id), 0),
  atMs: Date.now(),
});

export interface PlacedNote {
  readonly discussion: Discussion;
  readonly note: Note;
}

/** Tolerance for the server's clock. */
const clockMarginMs = 5 * 60_000;

/** Comment made of `sent`. Unclear if ambiguous, elsewhere, or `after` is unknown. */
export const findComment = (
  sent: TextSent,
  discussions: readonly Discussion[],
  { userId, after }: { readonly userId: number; readonly after: SendBaseline | undefined },
): LookupOutcome<PlacedNote> => {
  const equal = discussions.flatMap((discussion) =>
    discussion.notes
      .filter((note, index) => isMeant(sent, discussion, { note, index }))
      .filter(({ system, author, body }) => !system && author?.id === userId && isPublished(sent.text, body))
      .map((note) => ({ discussion, note })),
  );
  if (equal.length === 0) return 'absent';
  if (after === undefined) return 'unclear';
  const fresh = equal.filter(({ note }) => note.id > after.noteId);
  if (fresh.length === 0) return 'absent';
  const sure = fresh.filter(
    ({ note }) =>
      (sent.discussionId !== undefined || isSamePlace(note.position, sent.position)) &&
      (note.created_at == null || Date.parse(note.created_at) >= after.atMs - clockMarginMs),
  );
  const [only] = sure;
  return only !== undefined && fresh.length === 1 ? { found: only } : 'unclear';
};

/** Place may differ: GitLab moves comments with their line. */
const isMeant = (
  { discussionId, position }: TextSent,
  { id }: Discussion,
  { note, index }: { readonly note: Note; readonly index: number },
): boolean =>
  discussionId === undefined ? index === 0 && pathOf(note.position) === pathOf(position) : id === discussionId;

/** Like {@link findComment}, for the user's drafts. */
export const findDraft = (
  sent: TextSent,
  drafts: readonly DraftNote[],
  after: SendBaseline | undefined,
): LookupOutcome<DraftNote> => {
  const equal = drafts.filter(
    ({ note, discussion_id: thread, position }) =>
      isSameText(note, sent.text) &&
      (thread ?? undefined) === sent.discussionId &&
      pathOf(position) === pathOf(sent.position),
  );
  if (equal.length === 0) return 'absent';
  if (after === undefined) return 'unclear';
  const fresh = equal.filter(({ id }) => id > after.draftId);
  const [only] = fresh;
  if (only === undefined) return 'absent';
  return fresh.length === 1 && isSamePlace(only.position, sent.position) ? { found: only } : 'unclear';
};

/** Unclear if a missing draft may have been published. */
export const findSent = (
  sent: TextSent & { readonly isPublic: boolean },
  review: ReviewSnapshot,
  { userId, after }: { readonly userId: number; readonly after: SendBaseline | undefined },
): 'found' | 'absent' | 'unclear' => {
  const comment = findComment(sent, review.discussions, { userId, after });
  const draft = sent.isPublic ? comment : findDraft(sent, review.drafts, after);
  if (typeof draft === 'object') return 'found';
  return draft === 'absent' && comment !== 'absent' ? 'unclear' : draft;
};
