import type { DraftNote } from '../../wire/draftNotes.ts';
import type { Discussion, Note } from '../../wire/notes.ts';
import { plainText } from '../sameText.ts';
import { isPublished, isQuickActionsOnly, withoutQuickActions } from './quickActions.ts';
import { isSamePlace, pathOf } from './samePlace.ts';

/** What one moment showed of a merge request: the caller's drafts, and everything that is public. */
export interface ReviewSnapshot {
  readonly drafts: readonly DraftNote[];
  readonly discussions: readonly Discussion[];
}

/** What is remembered of the moment before drafts were published. */
export interface ReviewBefore {
  readonly drafts: readonly DraftNote[];
  /** Id of the newest comment there was; later ones have greater ids. */
  readonly noteId: number;
}

/** A comment, and the thread it stands in. */
export interface FoundNote {
  readonly discussionId: string;
  readonly noteId: number;
}

/** What became of a draft, as far as two looks at the server tell. */
export type DraftOutcome =
  /** The draft is gone, and a comment of its author that was not there before says what it said where it said it. */
  | { readonly kind: 'published'; readonly note: FoundNote }
  /** Such a comment is there, and the draft is there too: publishing it would say the same twice. */
  | { readonly kind: 'leftOver'; readonly note: FoundNote }
  /** The draft is there, and no comment of it. */
  | { readonly kind: 'pending' }
  /** The draft is gone and held nothing but quick actions, which leave no comment. */
  | { readonly kind: 'carriedOut' }
  /**
   * The draft is gone, and no comment is known to be its own. `maybe`: a new one of its author is there that no draft is
   * known to have become.
   */
  | { readonly kind: 'gone'; readonly maybe: boolean };

/** A comment that came between two looks, with the thread it stands in. */
interface NewNote {
  readonly note: Note;
  readonly text: string;
  readonly discussionId: string;
  /** Whether it began its thread. */
  readonly isFirst: boolean;
}

/**
 * Tells for each draft of `before` what became of it. A comment counts as a draft's own when the same author wrote it
 * after `before`, in the same thread or at the same place, with the same text; each comment belongs to one draft at
 * most. Where more drafts than there are comments could own them and nothing tells which, none of them does.
 */
export const reconcile = (before: ReviewBefore, after: ReviewSnapshot): ReadonlyMap<number, DraftOutcome> => {
  const left = new Set(
    before.drafts.filter((draft) => after.drafts.some((other) => isSameOne(draft, other))).map(({ id }) => id),
  );
  const gone = before.drafts.filter(({ id }) => !left.has(id));
  const still = before.drafts.filter(({ id }) => left.has(id));
  const texts = new Map(
    before.drafts.map(({ id, note }) => [id, [note, withoutQuickActions(note)].map((text) => plainText(text))]),
  );
  const isSameText = ({ id }: DraftNote, { text }: NewNote): boolean => texts.get(id)?.includes(text) === true;
  const matching = new Matching(newNotes(before, after));
  matching.match(gone, (draft, found) => isSameText(draft, found) && isAtPlace(draft, found));
  matching.match(gone, (draft, found) => isSameText(draft, found) && isInFile(draft, found));
  matching.match(gone, (draft, found) => isSameText(draft, found) && isInThread(draft, found));
  // the draft may have been edited elsewhere just before; without a place of its own it could be any comment
  matching.match(gone, (draft, found) => hasOwnPlace(draft) && isAtPlace(draft, found));
  matching.match(still, (draft, found) => isSameText(draft, found) && isAtPlace(draft, found));

  return new Map(
    before.drafts.map((draft): readonly [number, DraftOutcome] => {
      const note = matching.noteOf(draft);
      if (left.has(draft.id)) return [draft.id, note ? { kind: 'leftOver', note } : { kind: 'pending' }];
      if (note) return [draft.id, { kind: 'published', note }];
      if (isQuickActionsOnly(draft.note)) return [draft.id, { kind: 'carriedOut' }];
      return [draft.id, { kind: 'gone', maybe: matching.mayHaveNote(draft) }];
    }),
  );
};

/** Whether a draft that is there is the one that was: it has its number, and its text or its place. */
const isSameOne = (draft: DraftNote, other: DraftNote): boolean =>
  other.id === draft.id &&
  (isPublished(draft.note, other.note) ||
    (other.discussion_id === draft.discussion_id && isSamePlace(draft.position, other.position)));

/** Gives comments to drafts, each at most once. */
class Matching {
  readonly #notes: readonly NewNote[];
  readonly #owners = new Map<NewNote, number>();
  readonly #found = new Map<number, FoundNote>();

  constructor(notes: readonly NewNote[]) {
    this.#notes = notes;
  }

  noteOf({ id }: DraftNote): FoundNote | undefined {
    return this.#found.get(id);
  }

  /** Whether a new comment that belongs to no draft is where this draft would have been published. */
  mayHaveNote(draft: DraftNote): boolean {
    return this.#notes.some((found) => !this.#owners.has(found) && isInThread(draft, found));
  }

  /** Gives free comments to drafts that have none; not where fewer comments fit than there are drafts to own them. */
  match(drafts: readonly DraftNote[], fits: (draft: DraftNote, found: NewNote) => boolean): void {
    const open = drafts.filter(({ id }) => !this.#found.has(id));
    const free = this.#notes.filter((found) => !this.#owners.has(found));
    const fitting = open.map((draft) => ({ draft, notes: free.filter((found) => fits(draft, found)) }));
    // the notes that share drafts, and how many drafts share them
    const groups = new Map<NewNote, Group>();
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

/** Notes that drafts have in common, and how many drafts these are. */
interface Group {
  readonly notes: Set<NewNote>;
  drafts: number;
}

const newNotes = (before: ReviewBefore, after: ReviewSnapshot): readonly NewNote[] => {
  // drafts are the caller's own, all of them
  const authorId = before.drafts[0]?.author_id;
  return after.discussions.flatMap(({ id: discussionId, notes }) =>
    notes.flatMap((note, index) =>
      note.system || note.id <= before.noteId || note.author?.id !== authorId
        ? []
        : [{ note, text: plainText(note.body), discussionId, isFirst: index === 0 }],
    ),
  );
};

const isReply = (draft: DraftNote): boolean => draft.discussion_id != null;

const isInThread = (draft: DraftNote, { discussionId, isFirst }: NewNote): boolean =>
  isReply(draft) ? discussionId === draft.discussion_id : isFirst;

const isAtPlace = (draft: DraftNote, found: NewNote): boolean =>
  isInThread(draft, found) && (isReply(draft) || isSamePlace(draft.position, found.note.position));

/** The server moves a comment along when the code moved since the draft was written. */
const isInFile = (draft: DraftNote, found: NewNote): boolean =>
  isInThread(draft, found) && pathOf(draft.position) === pathOf(found.note.position);

const hasOwnPlace = (draft: DraftNote): boolean => isReply(draft) || pathOf(draft.position) !== undefined;
