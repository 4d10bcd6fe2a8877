import type { Client, SendOptions } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { isCancelled, requestErrorFacts } from '../../client/errors.ts';
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
import { beforeWrite, type LookupOutcome, type WriteOutcome, deleteOnce, writeOnce } from '../writeOnce.ts';
import { positionAgain } from './newCommentPosition.ts';
import { isSameText } from '../text/sameText.ts';
import type { Reactions } from './reactions.ts';
import type { ReviewSnapshot } from './reconcile.ts';
import { isSamePlace, pathOf } from './samePlace.ts';
import { findDraft, baselineOf, type SendBaseline } from './sentText.ts';

/** A merge request as seen by one account; drafts are private. */
export interface ReviewPlace {
  readonly client: Client;
  readonly account: string;
  readonly project: number;
  readonly iid: number;
}

export const placeKey = ({ account, project, iid }: Omit<ReviewPlace, 'client'>): string =>
  `${account} ${project} ${iid}`;

/** Replaced as a whole. A failed read keeps the data. */
export interface ReviewDraftsState extends ReviewSnapshot {
  /** `failed` if the latest read failed. */
  readonly phase: 'unread' | 'ready' | 'failed';
  readonly error: unknown;
  /** Undefined until read. */
  readonly reactions?: Reactions;
}

/** A general comment if it has no thread and position. */
export interface NewDraft {
  readonly note: string;
  /** GitLab accepts one draft per author and thread. */
  readonly discussionId?: string | undefined;
  /** False reopens a resolved thread. */
  readonly resolves?: boolean | undefined;
  readonly position?: GivenPosition | undefined;
  /** SHA if on a commit; `position` then refers to its diff. */
  readonly commitId?: string | undefined;
}

export type Edited =
  | WriteOutcome<DraftNote>
  /** Pass `now` as `seen` to overwrite it. */
  | { readonly kind: 'changed'; readonly now: DraftNote }
  /** Published or deleted meanwhile. */
  | { readonly kind: 'gone' };

const readReview = async (place: ReviewPlace, options: SendOptions = {}): Promise<ReviewSnapshot> => {
  const [drafts, discussions] = await Promise.all([readDrafts(place, options), readDiscussions(place, options)]);
  return { drafts, discussions };
};

/** GitLab's limit. */
const maxOnPage = 100;

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
      { id: project, merge_request_iid: iid, per_page: maxOnPage },
      { ...options, ahead: 3 },
    ),
  );

export class ReviewDrafts {
  readonly place: ReviewPlace;
  readonly #listeners = new Set<() => void>();
  /** Serial, so that a check after a lost answer sees earlier writes. */
  readonly #inTurn = createQueue(1);
  #state: ReviewDraftsState = { drafts: [], discussions: [], phase: 'unread', error: undefined };
  readonly #reading = new LatestReading();
  #readAtMs: number | undefined;
  /** Local writes; a read that overlaps one is repeated. */
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

  /** Last full read, in epoch milliseconds. */
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

  /** Reads once. Never rejects; see `state`. */
  async start(): Promise<void> {
    if (this.#state.phase !== 'ready') await this.look();
  }

  /** Reads again, or joins a pending read. Never rejects. */
  look(): Promise<void> {
    return this.#reading.joined((signal) => this.#read(signal));
  }

  /** Starts a new read, ignoring a pending one. Never rejects. */
  load(): Promise<void> {
    this.place.client.stopSharing();
    return this.#reading.restarted((signal) => this.#read(signal));
  }

  /** Runs a read of the whole review, whose answer replaces that of a pending one. Rejects on failure. */
  async track(read: () => Promise<ReviewSnapshot>): Promise<ReviewSnapshot> {
    const writes = this.#writes;
    try {
      const snapshot = await read();
      if (writes === this.#writes) await this.#reading.restarted(async () => this.#take(snapshot));
      else await this.load();
      return snapshot;
    } catch (error) {
      if (!isCancelled(error)) this.#set({ phase: 'failed', error });
      throw error;
    }
  }

  /** Reads the newest threads alone, by page. A failure leaves them to the next read. */
  async lookAtEnd(page = Math.floor(this.discussions.length / maxOnPage) + 1): Promise<void> {
    if (this.#state.phase !== 'ready') return;
    const { client, project, iid } = this.place;
    const parameters = { id: project, merge_request_iid: iid, per_page: maxOnPage, page };
    const read = await client.send(listMergeRequestDiscussions, parameters).catch(() => undefined);
    const ids = new Set(read?.items.map(({ id }) => id));
    if (read) this.replace({ discussions: [...this.discussions.filter(({ id }) => !ids.has(id)), ...read.items] });
    if (read?.next !== undefined) await this.lookAtEnd(read.next);
  }

  /** Stores threads read elsewhere. */
  replace(snapshot: Pick<ReviewSnapshot, 'discussions'>): void {
    this.#writes += 1;
    this.#set(snapshot);
  }

  takeReactions(reactions: Reactions): void {
    const { reactions: before } = this.#state;
    if (before === undefined || JSON.stringify([...before]) !== JSON.stringify([...reactions]))
      this.#set({ reactions });
  }

  /** D5, sent once; rereads the drafts after a lost answer. Throws refusals. */
  add(draft: NewDraft): Promise<WriteOutcome<DraftNote>> {
    return this.#inTurn(async () => {
      if (this.#state.phase !== 'ready') this.#set({ drafts: await beforeWrite(() => readDrafts(this.place)) });
      const after = baselineOf(this.#state);
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
   * D6, sent once, with the stored position by default. Sends nothing if text or position differ from `seen` on the server.
   * Throws refusals.
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
        // an earlier request may have succeeded unanswered
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
        async (): Promise<LookupOutcome<DraftNote>> => {
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

  /** D3, sent once; a missing draft is success. Throws refusals. */
  remove(draft: Pick<DraftNote, 'id'>): Promise<WriteOutcome<undefined>> {
    return this.#inTurn(async () => {
      const { client, project, iid } = this.place;
      const written = await deleteOnce(
        async () => {
          try {
            await client.send(deleteDraftNote, { id: project, merge_request_iid: iid, draft_note_id: draft.id });
          } catch (error) {
            if (!requestErrorFacts(error, 'notFound')) throw error;
          }
          return undefined;
        },
        async () => ((await this.#readOne(draft.id)) === undefined ? { found: undefined } : 'absent'),
      );
      if (written.kind === 'done') this.#changed(this.drafts.filter(({ id }) => id !== draft.id));
      return written;
    });
  }

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
        this.#take(snapshot);
        this.#wasRead(this);
      } catch (error) {
        if (!signal.aborted) this.#set({ phase: 'failed', error });
      }
      return;
    }
  }

  #take(snapshot: ReviewSnapshot): void {
    this.#readAtMs = Date.now();
    if (this.#isNews(snapshot)) this.#set({ ...snapshot, phase: 'ready', error: undefined });
  }

  /** False if listeners would render the same. */
  #isNews(snapshot: ReviewSnapshot): boolean {
    const { phase, drafts, discussions } = this.#state;
    return phase !== 'ready' || JSON.stringify(snapshot) !== JSON.stringify({ drafts, discussions });
  }

  async #lookFor({ note, discussionId, position }: NewDraft, after: SendBaseline): Promise<LookupOutcome<DraftNote>> {
    return findDraft({ text: note, discussionId, position }, await readDrafts(this.place), after);
  }

  async #readOne(id: number): Promise<DraftNote | undefined> {
    const { client, project, iid } = this.place;
    try {
      return await client.send(getDraftNote, { id: project, merge_request_iid: iid, draft_note_id: id });
    } catch (error) {
      if (requestErrorFacts(error, 'notFound')) return undefined;
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

/** False for a lost position, so that an edit restores it. */
export const isElsewhere = (now: Pick<DraftNote, 'position'>, seen: Pick<DraftNote, 'position'>): boolean =>
  pathOf(now.position) !== undefined && !isSamePlace(now.position, seen.position);

const isMoved = ({ position }: DraftNote, to: GivenPosition | undefined): boolean =>
  to === undefined || isSamePlace(position, to);
