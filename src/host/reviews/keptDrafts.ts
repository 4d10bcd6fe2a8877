import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { placeKey, type ReviewPlace, type ReviewDrafts } from '../../model/reviews/drafts.ts';
import { positionAgain } from '../../model/reviews/position.ts';
import { isSameText } from '../../model/sameText.ts';
import type { SentAfter } from '../../model/reviews/sentText.ts';
import type { DraftNote } from '../../wire/draftNotes.ts';
import { givenPosition, type GivenPosition } from '../../wire/notes.ts';
import type { KeptText, KeptTexts } from '../shell/keptText.ts';

/** What a kept text is: a draft or a comment for everybody, where it belongs, and how far it came. */
export interface KeptDraft {
  readonly key: string;
  readonly account: string;
  readonly project: number;
  readonly iid: number;
  readonly text: string;
  /** Whether it was to be public at once. */
  readonly isPublic: boolean;
  readonly discussionId: string | undefined;
  readonly resolves: boolean;
  readonly position: GivenPosition | undefined;
  /** Commit of the merge request its position is in; undefined for one in the changes of the whole. */
  readonly commitId?: string | undefined;
  /** The draft it was to replace the text of. */
  readonly draftId: number | undefined;
  /** The published comment it is to replace the text of, and what that said when the change began. */
  readonly noteId?: number | undefined;
  readonly base?: string | undefined;
  /** Whether it has left and nobody knows whether it arrived. */
  readonly maybeSent: boolean;
  /** What was sent then, and what was there before. */
  readonly sent?: (SentAfter & { readonly text: string }) | undefined;
  /** Whether nobody knows the line it was typed on: its position is that of the file the cursor was in. */
  readonly isGuess: boolean;
  /** Why the server has not taken it; undefined for what was typed and never sent. */
  readonly refusal: string | undefined;
}

/** A published comment of the user's own, and what it said when it was shown. */
export interface NoteName {
  readonly discussionId: string | undefined;
  readonly id: number;
  readonly base: string;
}

const shape = v.object({
  project: v.number(),
  iid: v.number(),
  isPublic: v.boolean(),
  discussionId: v.optional(v.string()),
  resolves: v.boolean(),
  position: v.optional(givenPosition),
  commitId: v.optional(v.string()),
  draftId: v.optional(v.number()),
  noteId: v.optional(v.number()),
  base: v.optional(v.string()),
  maybeSent: v.boolean(),
  sent: v.optional(v.object({ text: v.string(), noteId: v.number(), draftId: v.number(), atMs: v.number() })),
  isGuess: v.optional(v.boolean(), false),
});

const addressShape = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ key: v.string(), account: v.string(), place: v.unknown() }),
);

/** The texts written for merge requests that no server has taken yet. */
export class KeptDrafts implements vscode.Disposable {
  readonly #texts: KeptTexts;
  readonly #changed = new vscode.EventEmitter<Pick<KeptDraft, 'account' | 'project' | 'iid'>>();
  readonly #sending = new Set<string>();
  readonly #typing = new Set<string>();

  /** Fires with the merge request whose texts have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(texts: KeptTexts) {
    this.#texts = texts;
  }

  /** A key nobody has yet. */
  newKey(place: Omit<ReviewPlace, 'client'>): string {
    return `${prefix(place)}${randomUUID()}`;
  }

  /** The key for the text of a draft that is being edited. */
  editKey(place: Omit<ReviewPlace, 'client'>, draftId: number): string {
    return `${prefix(place)}edit ${draftId}`;
  }

  /** A comment for everybody as it is written on a page: a reply, or one on the whole. What is kept of it comes back. */
  onPage({ account, project, iid }: Omit<ReviewPlace, 'client'>, discussionId: string | undefined): KeptDraft {
    const key = `${prefix({ account, project, iid })}page ${discussionId ?? ''}`;
    return this.get(key) ?? { ...blankText({ account, project, iid }), key, isPublic: true, discussionId };
  }

  /** A new text of a published comment. What is kept of it comes back, with what the comment said when it was begun. */
  ofNote({ account, project, iid }: Omit<ReviewPlace, 'client'>, { discussionId, id, base }: NoteName): KeptDraft {
    const key = `${prefix({ account, project, iid })}page note ${id}`;
    const blank = blankText({ account, project, iid });
    return this.get(key) ?? { ...blank, key, isPublic: true, discussionId, noteId: id, base };
  }

  /** The comments that are being written on a page of a merge request. */
  allOnPage(place: Omit<ReviewPlace, 'client'>): readonly KeptDraft[] {
    return this.#texts.all(`${prefix(place)}page `).flatMap((kept) => read(kept) ?? []);
  }

  /** A new text of a draft, as it is kept while it is written and sent. */
  editOf({ account, project, iid }: Omit<ReviewPlace, 'client'>, draft: DraftNote, text: string): KeptDraft {
    return {
      ...blankText({ account, project, iid }),
      key: this.editKey({ account, project, iid }, draft.id),
      text,
      resolves: draft.resolve_discussion,
      discussionId: draft.discussion_id ?? undefined,
      position: positionAgain(draft.position),
      commitId: draft.commit_id ?? undefined,
      draftId: draft.id,
    };
  }

  /** The texts kept for a merge request, oldest first. */
  of(place: Omit<ReviewPlace, 'client'>): readonly KeptDraft[] {
    return this.#texts
      .all(prefix(place))
      .toReversed()
      .flatMap((kept) => (this.#typing.has(kept.key) ? [] : (read(kept) ?? [])));
  }

  /** The merge requests of a project with texts that are neither being typed nor on their way. */
  unsaved({ account, project }: Pick<ReviewPlace, 'account' | 'project'>): readonly number[] {
    const left = this.#texts
      .all(areaPrefix)
      .flatMap((kept) => (this.#typing.has(kept.key) || this.#sending.has(kept.key) ? [] : (read(kept) ?? [])));
    const iids = left.filter((kept) => kept.account === account && kept.project === project).map(({ iid }) => iid);
    return [...new Set(iids)].sort((one, other) => one - other);
  }

  /** Forgets new texts of drafts that the drafts have by now: a window may have closed before it was told. */
  async forgetSaved(place: Omit<ReviewPlace, 'client'>, drafts: readonly DraftNote[]): Promise<void> {
    for (const kept of this.of(place)) {
      const draft = drafts.find(({ id }) => id === kept.draftId);
      const isSaved = draft !== undefined && isSameText(draft.note, kept.text);
      if (isSaved && !this.#sending.has(kept.key)) await this.forget(kept);
    }
  }

  /** Keeps what is being typed in a box that is open; it is not among the texts until the box has closed. */
  async keepTyped(kept: KeptDraft): Promise<void> {
    this.#typing.add(kept.key);
    await this.#put(kept);
  }

  /** The box of a text has closed; what is left of it is among the texts from now on. */
  boxClosed(kept: KeptDraft): void {
    if (this.#typing.delete(kept.key)) this.#changed.fire(kept);
  }

  /** The box of a text is open again. */
  boxOpened(kept: KeptDraft): void {
    this.#typing.add(kept.key);
    this.#changed.fire(kept);
  }

  get(key: string): KeptDraft | undefined {
    const kept = this.#texts.get(key);
    return kept && read(kept);
  }

  /** The text kept while a draft is edited. */
  edit(place: Omit<ReviewPlace, 'client'>, draftId: number): KeptDraft | undefined {
    return this.get(this.editKey(place, draftId));
  }

  /** Whether a text is on its way right now. */
  isSending(key: string): boolean {
    return this.#sending.has(key);
  }

  /** Marks a text as on its way for as long as `work` takes. */
  async whileSending<T>(kept: KeptDraft, work: () => Promise<T>): Promise<T> {
    this.#sending.add(kept.key);
    this.#changed.fire(kept);
    try {
      return await work();
    } finally {
      this.#sending.delete(kept.key);
      this.#changed.fire(kept);
    }
  }

  /** Keeps a text in place of an earlier one of the same key. */
  async keep(kept: KeptDraft): Promise<void> {
    await this.#put(kept);
    this.#changed.fire(kept);
  }

  async forget(kept: KeptDraft): Promise<void> {
    this.#typing.delete(kept.key);
    await this.#texts.forget(kept.key);
    this.#changed.fire(kept);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #put({ key, account, text, refusal, ...place }: KeptDraft): Promise<void> {
    return this.#texts.keep({ key, account, text, refusal, place });
  }
}

/** A text of the user's before anything is known of it: a draft on no line. */
export const blankText = ({ account, project, iid }: Omit<ReviewPlace, 'client'>): Omit<KeptDraft, 'key'> => ({
  account,
  project,
  iid,
  text: '',
  isPublic: false,
  discussionId: undefined,
  resolves: false,
  position: undefined,
  draftId: undefined,
  maybeSent: false,
  isGuess: false,
  refusal: undefined,
});

const areaPrefix = 'reviews ';
const prefix = (place: Omit<ReviewPlace, 'client'>): string => `${areaPrefix}${placeKey(place)} `;

const read = ({ key, account, text, place, refusal }: KeptText): KeptDraft | undefined => {
  const read = v.safeParse(shape, place);
  if (!read.success) return undefined;
  const { discussionId, position, draftId, ...rest } = read.output;
  return {
    ...rest,
    discussionId,
    position: rest.isGuess ? withoutLine(position) : position,
    draftId,
    key,
    account,
    text,
    refusal,
  };
};

/** A text that was just begun as the query of its document's address, from which `fromAddress` reads it. */
export const toAddress = (kept: KeptDraft): string =>
  JSON.stringify({ key: kept.key, account: kept.account, place: v.parse(shape, kept) });

/** The text of a document before anything is stored for it; undefined where the address is none of ours. */
export const fromAddress = (query: string): KeptDraft | undefined => {
  const found = v.safeParse(addressShape, query);
  return found.success ? read({ ...found.output, text: '', refusal: undefined, changedAtMs: 0 }) : undefined;
};

/** A line that was only taken for the one a text was typed on is none. */
const withoutLine = (position: GivenPosition | undefined): GivenPosition | undefined => {
  if (position === undefined) return undefined;
  const { base_sha, start_sha, head_sha, old_path, new_path } = position;
  return { base_sha, start_sha, head_sha, old_path, new_path, position_type: 'file' };
};

/** A draft or an unsent text of the user's own. */
export interface OwnText {
  readonly store: ReviewDrafts;
  readonly draft?: DraftNote;
  readonly kept?: KeptDraft;
}
