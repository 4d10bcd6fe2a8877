import type { DraftNote } from '../../wire/draftNotes.ts';
import type { Discussion, Note } from '../../wire/notes.ts';
import { plainText } from '../text/sameText.ts';
import { isPublished, isQuickActionsOnly, withoutQuickActions } from './quickActions.ts';
import { isSamePlace, pathOf } from './samePlace.ts';

export interface ReviewSnapshot {
  readonly drafts: readonly DraftNote[];
  readonly discussions: readonly Discussion[];
}

/** Saved before publishing. */
export interface ReviewBefore {
  readonly drafts: readonly DraftNote[];
  /** Newest note; later ids are greater. */
  readonly noteId: number;
}

export interface FoundNote {
  readonly discussionId: string;
  readonly noteId: number;
}

export type DraftOutcome =
  /** Gone, and a new comment matches. */
  | { readonly kind: 'published'; readonly note: FoundNote }
  /** Draft and comment exist; publishing again would duplicate it. */
  | { readonly kind: 'leftOver'; readonly note: FoundNote }
  | { readonly kind: 'pending' }
  /** Gone; held only quick actions. */
  | { readonly kind: 'carriedOut' }
  /** Gone without a match; `maybe` if a new comment is unassigned, `earlier` if the same comment was there before. */
  | { readonly kind: 'gone'; readonly maybe: boolean; readonly earlier: FoundNote | undefined };

interface OwnNote {
  readonly note: Note;
  readonly text: string;
  readonly discussionId: string;
  readonly isFirst: boolean;
}

/** Matches drafts with new comments of their author by place and text, one each. Ambiguous matches are dropped. */
export const reconcile = (before: ReviewBefore, after: ReviewSnapshot): ReadonlyMap<number, DraftOutcome> => {
  const left = new Set(
    before.drafts.filter((draft) => after.drafts.some((other) => isSameOne(draft, other))).map(({ id }) => id),
  );
  const gone = before.drafts.filter(({ id }) => !left.has(id));
  const still = before.drafts.filter(({ id }) => left.has(id));
  const texts = new Map(
    before.drafts.map(({ id, note }) => [id, [note, withoutQuickActions(note)].map((text) => plainText(text))]),
  );
  const isSameText = ({ id }: DraftNote, { text }: OwnNote): boolean => texts.get(id)?.includes(text) === true;
  const notes = ownNotes(before, after);
  const matching = new Matching(notes.filter(({ note }) => note.id > before.noteId));
  matching.match(gone, (draft, found) => isSameText(draft, found) && isAtPlace(draft, found));
  matching.match(gone, (draft, found) => isSameText(draft, found) && isInFile(draft, found));
  matching.match(gone, (draft, found) => isSameText(draft, found) && isInThread(draft, found));
  // the draft may have been edited elsewhere; then only its place identifies it
  matching.match(gone, (draft, found) => hasOwnPlace(draft) && isAtPlace(draft, found));
  matching.match(still, (draft, found) => isSameText(draft, found) && isAtPlace(draft, found));
  // another window may have published it while the state before was read
  const earlier = new Matching(notes.filter(({ note }) => note.id <= before.noteId));
  const unmatched = gone.filter((draft) => matching.noteOf(draft) === undefined);
  earlier.match(unmatched, (draft, found) => isSameText(draft, found) && isAtPlace(draft, found));

  return new Map(
    before.drafts.map((draft): readonly [number, DraftOutcome] => {
      const note = matching.noteOf(draft);
      if (left.has(draft.id)) return [draft.id, note ? { kind: 'leftOver', note } : { kind: 'pending' }];
      if (note) return [draft.id, { kind: 'published', note }];
      if (isQuickActionsOnly(draft.note)) return [draft.id, { kind: 'carriedOut' }];
      return [draft.id, { kind: 'gone', maybe: matching.mayHaveNote(draft), earlier: earlier.noteOf(draft) }];
    }),
  );
};

/** Same id, and same text or place. */
const isSameOne = (draft: DraftNote, other: DraftNote): boolean =>
  other.id === draft.id &&
  (isPublished(draft.note, other.note) ||
    (other.discussion_id === draft.discussion_id && isSamePlace(draft.position, other.position)));

/** Assigns each comment to one draft at most. */
class Matching {
  readonly #notes: readonly OwnNote[];
  readonly #owners = new Map<OwnNote, number>();
  readonly #found = new Map<number, FoundNote>();

  constructor(notes: readonly OwnNote[]) {
    this.#notes = notes;
  }

  noteOf({ id }: DraftNote): FoundNote | undefined {
    return this.#found.get(id);
  }

  mayHaveNote(draft: DraftNote): boolean {
    return this.#notes.some((found) => !this.#owners.has(found) && isInThread(draft, found));
  }

  /** Assigns free comments, unless too many drafts compete. */
  match(drafts: readonly DraftNote[], fits: (draft: DraftNote, found: OwnNote) => boolean): void {
    const open = drafts.filter(({ id }) => !this.#found.has(id));
    const free = this.#notes.filter((found) => !this.#owners.has(found));
    const fitting = open.map((draft) => ({ draft, notes: free.filter((found) => fits(draft, found)) }));
    // connected notes and the number of competing drafts
    const groups = new Map<OwnNote, Group>();
    for (const { notes } of fitting) {
      const group: Group = { notes: new Set(notes), drafts: 1 };
      for (const other of new Set(notes.map((note) => groups.get(note)))) {
        if (other === undefined) continue;
        for (const note of other.notes) group.notes.add(note);
        group.drafts += other.drafts;
      }
      for (const note of group.notes) groups.set(note, group);
    }
    for (const { draft, notes } of fitting) {
      const note = notes.find((found) => !this.#owners.has(found));
      const group = note && groups.get(note);
      if (note === undefined || group === undefined || group.drafts > group.notes.size) continue;
      this.#owners.set(note, draft.id);
      this.#found.set(draft.id, { discussionId: note.discussionId, noteId: note.note.id });
    }
  }
}

interface Group {
  readonly notes: Set<OwnNote>;
  drafts: number;
}

const ownNotes = (before: ReviewBefore, after: ReviewSnapshot): readonly OwnNote[] => {
  // drafts are always the caller's own
  const authorId = before.drafts[0]?.author_id;
  return after.discussions.flatMap(({ id: discussionId, notes }) =>
    notes.flatMap((note, index) =>
      note.system || note.author?.id !== authorId
        ? []
        : [{ note, text: plainText(note.body), discussionId, isFirst: index === 0 }],
    ),
  );
};

const isReply = (draft: DraftNote): boolean => draft.discussion_id != null;

const isInThread = (draft: DraftNote, { discussionId, isFirst }: OwnNote): boolean =>
  isReply(draft) ? discussionId === draft.discussion_id : isFirst;

const isAtPlace = (draft: DraftNote, found: OwnNote): boolean =>
  isInThread(draft, found) && (isReply(draft) || isSamePlace(draft.position, found.note.position));

/** GitLab moves a comment along with its line. */
const isInFile = (draft: DraftNote, found: OwnNote): boolean =>
  isInThread(draft, found) && pathOf(draft.position) === pathOf(found.note.position);

const hasOwnPlace = (draft: DraftNote): boolean => isReply(draft) || pathOf(draft.position) !== undefined;
