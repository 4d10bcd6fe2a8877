import type { Client, SendOptions } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { requestFailure } from '../../client/errors.ts';
import {
  createDraftNote,
  deleteDraftNote,
  type DraftNote,
  getDraftNote,
  listDraftNotes,
  updateDraftNote,
} from '../../wire/draftNotes.ts';
import { listMergeRequestDiscussions } from '../../wire/mergeRequestReview.ts';
import type { Discussion, GivenPosition } from '../../wire/notes.ts';
import { LatestReading } from '../latestReading.ts';
import { createQueue } from '../queue.ts';
import { beforeWrite, type Found, type Written, deleteOnce, writeOnce } from '../writeOnce.ts';
import { positionAgain } from './position.ts';
import { isSameText } from '../sameText.ts';
import type { Reactions } from './reactions.ts';
import type { ReviewSnapshot } from './reconcile.ts';
import { isSamePlace, pathOf } from './samePlace.ts';
import { findDraft, sentAfter, type SentAfter } from './sentText.ts';

/** A merge request as one account sees it. Accounts never share anything: drafts are their author's alone. */
export interface ReviewPlace {
  readonly client: Client;
  /** Id of the account, which stands for a user on a server. */
  readonly account: string;
  readonly project: number;
  readonly iid: number;
}

/** What stands for a place in keys: account, project and merge request. */
export const placeKey = ({ account, project, iid }: Omit<ReviewPlace, 'client'>): string =>
  `${account} ${project} ${iid}`;

/** What is known of a review. Replaced as a whole; a failed reading keeps what was known before. */
export interface ReviewDraftsState extends ReviewSnapshot {
  /** `unread` until a reading has succeeded or failed; `failed` when the last one did. */
  readonly phase: 'unread' | 'ready' | 'failed';
  /** Why the last reading failed. */
  readonly error: unknown;
  /** The reactions to the comments; undefined until they have been read. */
  readonly reactions?: Reactions;
}

/** A draft to be written. Without thread and position it is about the merge request as a whole. */
export interface NewDraft {
  readonly note: string;
  /** Thread it answers; a thread takes one draft of each author. */
  readonly discussionId?: string | undefined;
  /** Whether publishing the reply settles its thread; a reply that does not opens a settled one again. */
  readonly resolves?: boolean | undefined;
  readonly position?: GivenPosition | undefined;
  /** Commit of the merge request it is about; its position is then one of that commit's own changes. */
  readonly commitId?: string | undefined;
}

/** What became of an edit besides being written: somebody was there before, and nothing was sent. */
export type Edited =
  | Written<DraftNote>
  /** The draft says something else by now, or stands elsewhere: `now` is to be shown, and given as `seen` to write over it. */
  | { readonly kind: 'changed'; readonly now: DraftNote }
  /** The draft has been published or deleted meanwhile. */
  | { readonly kind: 'gone' };

/** Reads the drafts of the account and every discussion of a merge request. */
export const readReview = async (place: ReviewPlace, options: SendOptions = {}): Promise<ReviewSnapshot> => {
  const [drafts, discussions] = await Promise.all([readDrafts(place, options), readDiscussions(place, options)]);
  return { drafts, discussions };
};

/** D1: the drafts of the account. */
export const readDrafts = (
  { client, project, iid }: ReviewPlace,
  options: SendOptions = {},
): Promise<readonly DraftNote[]> => client.send(listDraftNotes, { id: project, merge_request_iid: iid }, options);

/** MR6, all pages. */
export const readDiscussions = (
  { client, project, iid }: ReviewPlace,
  options: SendOptions = {},
): Promise<readonly Discussion[]> =>
  everyItem(
    eachPage(
      client,
      listMergeRequestDiscussions,
      { id: project, merge_request_iid: iid, per_page: 100 },
      // a large merge request has dozens of pages
      { ...options, ahead: 3 },
    ),
  );

/** The drafts of one account on one merge request, with the discussions around them. */
export class ReviewDrafts {
  readonly place: ReviewPlace;
  readonly #listeners = new Set<() => void>();
  /** Writes go one after another: each look after a lost answer must see the others' results. */
  readonly #inTurn = createQueue(1);
  #state: ReviewDraftsState = { drafts: [], discussions: [], phase: 'unread', error: undefined };
  readonly #reading = new LatestReading();
  #readAtMs: number | undefined;
  /** Counts what was written here: a reading that began before a write is stale when it ends. */
  #writes = 0;
  #isClosed = false;
  readonly #wasRead: (store: ReviewDrafts) => void;

  /** `wasRead` is called after each reading that has succeeded. */
  constructor(place: ReviewPlace, wasRead: (store: ReviewDrafts) => void = () => undefined) {
    this.place = place;
    this.#wasRead = wasRead;
  }

  get state(): ReviewDraftsState {
    return this.#state;
  }

  /** When all of it was read last, in milliseconds since 1970. */
  get readAtMs(): number | undefined {
    return this.#readAtMs;
  }

  get drafts(): readonly DraftNote[] {
    return this.#state.drafts;
  }

  get discussions(): readonly Discussion[] {
    return this.#state.discussions;
  }

  /** Calls `listener` after the state was replaced, until the function answered is called. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the review once; what was read before is enough. Never rejects: the state says how it went. */
  async start(): Promise<void> {
    if (this.#state.phase !== 'ready') await this.look();
  }

  /** Reads drafts and discussions, or waits for the reading under way. Never rejects: the state says how it went. */
  look(): Promise<void> {
    return this.#reading.joined((signal) => this.#read(signal));
  }

  /** Reads drafts and discussions as they are from now on, whatever is under way. Never rejects, as `look`. */
  load(): Promise<void> {
    this.place.client.beginAnew();
    return this.#reading.anew((signal) => this.#read(signal));
  }

  /** Takes in what somebody else has read of the review just now. */
  replace(snapshot: Partial<ReviewSnapshot>): void {
    this.#writes += 1;
    const isWhole = snapshot.drafts !== undefined && snapshot.discussions !== undefined;
    if (isWhole) this.#readAtMs = Date.now();
    this.#set({ ...snapshot, ...(isWhole ? { phase: 'ready', error: undefined } : {}) });
  }

  /** Takes in the reactions to the comments. */
  takeReactions(reactions: Reactions): void {
    const { reactions: before } = this.#state;
    if (before === undefined || JSON.stringify([...before]) !== JSON.stringify([...reactions]))
      this.#set({ reactions });
  }

  /** D5, once. When the answer is lost the drafts are read again. Throws what the server refused. */
  add(draft: NewDraft): Promise<Written<DraftNote>> {
    return this.#inTurn(async () => {
      if (this.#state.phase !== 'ready') this.#set({ drafts: await beforeWrite(() => readDrafts(this.place)) });
      const after = sentAfter(this.#state);
      const { client, project, iid } = this.place;
      const written = await writeOnce(
        () =>
          client.send(createDraftNote, {
            id: project,
            merge_request_iid: iid,
            note: draft.note,
            in_reply_to_discussion_id: draft.discussionId,
            resolve_discussion: draft.resolves,
            position: draft.position,
            commit_id: draft.commitId,
          }),
        () => this.#lookFor(draft, after),
      );
      if (written.kind === 'done') {
        const { value } = written;
        this.#changed([...this.drafts.filter(({ id }) => id !== value.id), value]);
      }
      return written;
    });
  }

  /**
   * D6, once, with the whole stored position unless another is given. Reads the draft before: when it says something
   * else than `seen`, or stands elsewhere, nothing is sent. Throws what the server refused.
   */
  edit(seen: DraftNote, change: { readonly note: string; readonly position?: GivenPosition }): Promise<Edited> {
    return this.#inTurn(async () => {
      const now = await beforeWrite(() => this.#readOne(seen.id));
      if (now === undefined) {
        this.#changed(this.drafts.filter(({ id }) => id !== seen.id));
        return { kind: 'gone' };
      }
      if (!isSameText(now.note, seen.note) || isElsewhere(now, seen)) {
        this.#changed(this.#with(now));
        // an earlier request whose answer was lost may have arrived
        const isDone = isSameText(now.note, change.note) && isSamePlace(now.position, change.position ?? seen.position);
        if (isDone) return { kind: 'done', value: now, confirmed: 'found' };
        return { kind: 'changed', now };
      }
      const { client, project, iid } = this.place;
      const written = await writeOnce(
        () =>
          client.send(updateDraftNote, {
            id: project,
            merge_request_iid: iid,
            draft_note_id: seen.id,
            note: change.note,
            position: change.position ?? positionAgain(now.position) ?? positionAgain(seen.position),
          }),
        async (): Promise<Found<DraftNote>> => {
          const after = await this.#readOne(seen.id);
          if (after === undefined) return 'unclear';
          if (isSameText(after.note, change.note) && isMoved(after, change.position)) return { found: after };
          return isSameText(after.note, now.note) ? 'absent' : 'unclear';
        },
      );
      if (written.kind === 'done') this.#changed(this.#with(written.value));
      return written;
    });
  }

  /** D3, once; a draft that is gone already is what was wanted. Throws what the server refused. */
  remove(draft: Pick<DraftNote, 'id'>): Promise<Written<undefined>> {
    return this.#inTurn(async () => {
      const { client, project, iid } = this.place;
      const written = await deleteOnce(
        async () => {
          try {
            await client.send(deleteDraftNote, { id: project, merge_request_iid: iid, draft_note_id: draft.id });
          } catch (error) {
            if (!requestFailure(error, 'notFound')) throw error;
          }
          return undefined;
        },
        async () => ((await this.#readOne(draft.id)) === undefined ? { found: undefined } : 'absent'),
      );
      if (written.kind === 'done') this.#changed(this.drafts.filter(({ id }) => id !== draft.id));
      return written;
    });
  }

  /** Tells nobody any more: the account has gone. */
  close(): void {
    this.#isClosed = true;
    this.#reading.end();
    this.#listeners.clear();
    this.#state = { drafts: [], discussions: [], phase: 'unread', error: undefined };
  }

  async #read(signal: AbortSignal): Promise<void> {
    for (;;) {
      const writes = this.#writes;
      try {
        const snapshot = await readReview(this.place, { signal });
        if (signal.aborted) return;
        if (writes !== this.#writes) continue;
        if (this.#isNews(snapshot)) this.#set({ ...snapshot, phase: 'ready', error: undefined });
        this.#readAtMs = Date.now();
        this.#wasRead(this);
      } catch (error) {
        if (!signal.aborted) this.#set({ phase: 'failed', error });
      }
      return;
    }
  }

  /** Whoever draws would draw the same again. */
  #isNews(snapshot: ReviewSnapshot): boolean {
    const { phase, drafts, discussions } = this.#state;
    return phase !== 'ready' || JSON.stringify(snapshot) !== JSON.stringify({ drafts, discussions });
  }

  async #lookFor({ note, discussionId, position }: NewDraft, after: SentAfter): Promise<Found<DraftNote>> {
    return findDraft({ text: note, discussionId, position }, await readDrafts(this.place), after);
  }

  async #readOne(id: number): Promise<DraftNote | undefined> {
    const { client, project, iid } = this.place;
    try {
      return await client.send(getDraftNote, { id: project, merge_request_iid: iid, draft_note_id: id });
    } catch (error) {
      if (requestFailure(error, 'notFound')) return undefined;
      throw error;
    }
  }

  #with(draft: DraftNote): readonly DraftNote[] {
    return this.drafts.map((other) => (other.id === draft.id ? draft : other));
  }

  #changed(drafts: readonly DraftNote[]): void {
    this.#writes += 1;
    this.#set({ drafts });
  }

  #set(change: Partial<ReviewDraftsState>): void {
    if (this.#isClosed) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Whether a draft was moved meanwhile. One that has lost its position is given back the one that was seen. */
export const isElsewhere = (now: Pick<DraftNote, 'position'>, seen: Pick<DraftNote, 'position'>): boolean =>
  pathOf(now.position) !== undefined && !isSamePlace(now.position, seen.position);

const isMoved = ({ position }: DraftNote, to: GivenPosition | undefined): boolean =>
  to === undefined || isSamePlace(position, to);
