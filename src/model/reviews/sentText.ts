import type { DraftNote } from '../../wire/draftNotes.ts';
import type { Discussion, GivenPosition, Note } from '../../wire/notes.ts';
import type { Found } from '../writeOnce.ts';
import type { ReviewSnapshot } from './reconcile.ts';
import { isPublished } from './quickActions.ts';
import { isSameText } from '../sameText.ts';
import { isSamePlace, pathOf } from './samePlace.ts';

/** A text for a merge request, and where it belongs. */
export interface TextSent {
  readonly text: string;
  readonly discussionId: string | undefined;
  readonly position: GivenPosition | undefined;
}

/** What was there before a text was sent: whatever became of it has a greater number. */
export interface SentAfter {
  readonly noteId: number;
  readonly draftId: number;
  /** By the clock here. */
  readonly atMs: number;
}

/** What stands before a text that is sent now. */
export const sentAfter = ({ drafts, discussions }: ReviewSnapshot): SentAfter => ({
  noteId: discussions.reduce((most, { notes }) => notes.reduce((id, note) => Math.max(id, note.id), most), 0),
  draftId: drafts.reduce((most, { id }) => Math.max(most, id), 0),
  atMs: Date.now(),
});

/** A comment with the thread it stands in. */
export interface PlacedNote {
  readonly discussion: Discussion;
  readonly note: Note;
}

/** How far the server's clock may be behind ours, in milliseconds. */
const clockMarginMs = 5 * 60_000;

/**
 * Looks for the comment a text became: of the user given, not there before, and made after it was sent. Unclear where
 * it could be another one: there are several, its place differs, or nobody knows what was there before.
 */
export const findComment = (
  sent: TextSent,
  discussions: readonly Discussion[],
  { userId, after }: { readonly userId: number; readonly after: SentAfter | undefined },
): Found<PlacedNote> => {
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

/** A reply belongs to its thread; anything else begins one, in its file. The server moves it along with its line. */
const isMeant = (
  { discussionId, position }: TextSent,
  { id }: Discussion,
  { note, index }: { readonly note: Note; readonly index: number },
): boolean =>
  discussionId === undefined ? index === 0 && pathOf(note.position) === pathOf(position) : id === discussionId;

/** Looks for the draft a text became, in the same manner; drafts are the user's own. */
export const findDraft = (
  sent: TextSent,
  drafts: readonly DraftNote[],
  after: SentAfter | undefined,
): Found<DraftNote> => {
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

/**
 * Looks for what a text became that was sent without an answer: the comment, or the draft. A draft that is not there
 * may have been published meanwhile, which is unclear.
 */
export const findSent = (
  sent: TextSent & { readonly isPublic: boolean },
  review: ReviewSnapshot,
  { userId, after }: { readonly userId: number; readonly after: SentAfter | undefined },
): 'found' | 'absent' | 'unclear' => {
  const comment = findComment(sent, review.discussions, { userId, after });
  const draft = sent.isPublic ? comment : findDraft(sent, review.drafts, after);
  if (typeof draft === 'object') return 'found';
  return draft === 'absent' && comment !== 'absent' ? 'unclear' : draft;
};
