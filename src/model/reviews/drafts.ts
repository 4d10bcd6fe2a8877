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

/** A merge request as seen by one account. Stores are per account, because drafts are private. */
export interface ReviewPlace {
  readonly client: Client;
  /** Id of the account (one user on one server). */
  readonly account: string;
  readonly project: number;
  readonly iid: number;
}

export const placeKey = ({ account, project, iid }: Omit<ReviewPlace, 'client'>): string =>
  `${account} ${project} ${iid}`;

/** State of a review, replaced as a whole. A failed read keeps the previous data. */
export interface ReviewDraftsState extends ReviewSnapshot {
  /** `unread` before the first read has ended; `failed` if the latest read failed. */
  readonly phase: 'unread' | 'ready' | 'failed';
  readonly error: unknown;
  /** Undefined until read. */
  readonly reactions?: Reactions;
}

/** A draft to create; without thread and position it is a general comment. */
export interface NewDraft {
  readonly note: string;
  /** Thread of a reply. GitLab accepts one draft per author and thread. */
  readonly discussionId?: string | undefined;
  /** Resolves the thread when published; false reopens a resolved thread. */
  readonly resolves?: boolean | undefined;
  readonly position?: GivenPosition | undefined;
  /** SHA for a comment on one commit; `position` then refers to the diff of that commit. */
  readonly commitId?: string | undefined;
}

/** Result of an edit; nothing is sent if the draft changed meanwhile. */
export type Edited =
  | Written<DraftNote>
  /** Text or position differs. Pass `now` as `seen` to overwrite it. */
  | { readonly kind: 'changed'; readonly now: DraftNote }
  /** Published or deleted meanwhile. */
  | { readonly kind: 'gone' };

export const readReview = async (place: ReviewPlace, options: SendOptions = {}): Promise<ReviewSnapshot> => {
  const [drafts, discussions] = await Promise.all([readDrafts(place, options), readDiscussions(place, options)]);
  return { drafts, discussions };
};

/** D1. */
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
      // large merge requests have dozens of pages
      { ...options, ahead: 3 },
    ),
  );

/** Drafts of one account on one merge request, with its discussions. */
export class ReviewDrafts {
  readonly place: ReviewPlace;
  readonly #listeners = new Set<() => void>();
  /** Writes run one at a time, so that a check after a lost answer sees the result of earlier writes. */
  readonly #inTurn = createQueue(1);
  #state: ReviewDraftsState = { drafts: [], discussions: [], phase: 'unread', error: undefined };
  readonly #reading = new LatestReading();
  #readAtMs: number | undefined;
  /** Number of local writes; a read that overlaps one is repeated. */
  #writes = 0;
  #isClosed = false;
  readonly #wasRead: (store: ReviewDrafts) => void;

  /** `wasRead` runs after each successful read. */
  constructor(place: ReviewPlace, wasRead: (store: ReviewDrafts) => void = () => undefined) {
    this.place = place;
    this.#wasRead = wasRead;
  }

  get state(): ReviewDraftsState {
    return this.#state;
  }

  /** Time of the last full read, in epoch milliseconds. */
  get readAtMs(): number | undefined {
    return this.#readAtMs;
  }

  get drafts(): readonly DraftNote[] {
    return this.#state.drafts;
  }

  get discussions(): readonly Discussion[] {
    return this.#state.discussions;
  }

  /** Returns the function that unsubscribes. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the review unless it is loaded. Never rejects; see `state`. */
  async start(): Promise<void> {
    if (this.#state.phase !== 'ready') await this.look();
  }

  /** Reads drafts and discussions, or joins the pending read. Never rejects; see `state`. */
  look(): Promise<void> {
    return this.#reading.joined((signal) => this.#read(signal));
  }

  /** Starts a new read, ignoring any pending one. Never rejects; see `state`. */
  load(): Promise<void> {
    this.place.client.beginAnew();
    return this.#reading.anew((signal) => this.#read(signal));
  }

  /** Stores data that another reader has just fetched. */
  replace(snapshot: Partial<ReviewSnapshot>): void {
    this.#writes += 1;
    const isWhole = snapshot.drafts !== undefined && snapshot.discussions !== undefined;
    if (isWhole) this.#readAtMs = Date.now();
    this.#set({ ...snapshot, ...(isWhole ? { phase: 'ready', error: undefined } : {}) });
  }

  takeReactions(reactions: Reactions): void {
    const { reactions: before } = this.#state;
    if (before === undefined || JSON.stringify([...before]) !== JSON.stringify([...reactions]))
      this.#set({ reactions });
  }

  /** D5, sent once; rereads the drafts after a lost answer. Throws refusals. */
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
   * D6, sent once; keeps the stored position unless another is given. Rereads the draft first and sends nothing if its text
   * or position differs from `seen`. Throws refusals.
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
        // an earlier request with a lost answer may have succeeded
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

  /** D3, sent once. Succeeds if the draft is already gone. Throws other refusals. */
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

  /** Clears the state and all listeners once the account is removed. */
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

  /** False if listeners would render the same. */
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

/** True if the draft was moved meanwhile. A draft that lost its position counts as unmoved, so an edit restores it. */
export const isElsewhere = (now: Pick<DraftNote, 'position'>, seen: Pick<DraftNote, 'position'>): boolean =>
  pathOf(now.position) !== undefined && !isSamePlace(now.position, seen.position);

const isMoved = ({ position }: DraftNote, to: GivenPosition | undefined): boolean =>
  to === undefined || isSamePlace(position, to);
