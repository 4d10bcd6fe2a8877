import { requestErrorFacts } from '../../client/errors.ts';
import { type DraftNote, publishAllDraftNotes, publishDraftNote } from '../../wire/draftNotes.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { refusalMeaning } from '../refusalMeaning.ts';
import { readDiscussions, readDrafts, type ReviewPlace } from './drafts.ts';
import { type DraftOutcome, type FoundNote, reconcile, type ReviewBefore, type ReviewSnapshot } from './reconcile.ts';
import { isSamePlace } from './samePlace.ts';
import { baselineOf } from './sentText.ts';

type PublishOutcome =
  /** `elsewhere`: by another client of the user. */
  | { readonly kind: 'published'; readonly confirmed: 'answered' | 'found' | 'elsewhere'; readonly note: FoundNote }
  /** GitLab deletes a draft without line but creates no comment. */
  | { readonly kind: 'noComment' }
  /** Only quick actions, so no comment. */
  | { readonly kind: 'carriedOut' }
  /** Draft and comment exist; publishing again would duplicate it. */
  | { readonly kind: 'leftOver'; readonly note: FoundNote; readonly cause: unknown }
  /** Reported as published, but still a draft. */
  | { readonly kind: 'stillDraft' }
  /** Lost answer, still a draft. No `cause` if the sender is gone. */
  | { readonly kind: 'pending'; readonly cause: unknown }
  /** Refused; still a draft. */
  | { readonly kind: 'refused'; readonly cause: unknown }
  /** Deleted or published elsewhere. */
  | { readonly kind: 'gone' }
  /** Not sent: changed since it was shown. */
  | { readonly kind: 'changed'; readonly theirs: DraftNote }
  /** Not sent: earlier failure or cancelled. */
  | { readonly kind: 'notSent' }
  /**
   * Unknown after a lost answer: the draft is gone (`draftGone`) or the check failed (`nothing`). Unknown after success:
   * the check failed (`answer`) or the new comments are ambiguous (`unclear`).
   */
  | {
      readonly kind: 'unknown';
      readonly seen: 'draftGone' | 'nothing' | 'answer' | 'unclear';
      readonly cause: unknown;
    };

/** The comment is there, or none is needed. */
export const isOut = ({ kind }: PublishOutcome): boolean => ['published', 'carriedOut', 'gone'].includes(kind);

export interface PublishedDraft {
  readonly draft: DraftNote;
  readonly outcome: PublishOutcome;
}

/** Parameters of the bulk request besides the drafts (since 18.0). */
export interface BulkExtras {
  readonly parameters: Pick<ParametersOf<typeof publishAllDraftNotes>, 'note' | 'reviewer_state' | 'internal'>;
  /** Runs before sending, with the id of the newest note. */
  onStart(noteId: number): Promise<void>;
  /** Runs after a bulk request. Even after an error drafts may be published. */
  ended(how: 'taken' | 'unclear' | 'notSent', cause: unknown): void;
}

export interface PublishOptions {
  readonly signal: AbortSignal;
  /** Servers before 15.10 have no bulk request. */
  readonly mayUseBulk: boolean;
  /** For the bulk request only. */
  readonly along?: BulkExtras | undefined;
  /** Runs before each draft, but not in bulk. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
  /** Waits for the server before a second check. */
  readonly pause: () => Promise<void>;
  /** Saves the state before the first request. */
  readonly onStart?: ((before: ReviewBefore) => Promise<void>) | undefined;
  /** Threads as just read, so that only drafts are read before sending. */
  readonly threads?: ReviewSnapshot['discussions'] | undefined;
  /** Runs each read of the review, such as {@link ReviewDrafts.track}. */
  readonly track?: Track | undefined;
}

type Track = (read: () => Promise<ReviewSnapshot>) => Promise<ReviewSnapshot>;

type Reading = Pick<PublishOptions, 'signal' | 'threads'> & { readonly track: Track };

/** Reads threads first: the comment of a draft that is still there comes after them. */
const readBefore = async (place: ReviewPlace, { signal, threads, track }: Reading): Promise<ReviewSnapshot> => {
  if (threads) return { drafts: await readDrafts(place, { signal }), discussions: threads };
  return track(async () => {
    const discussions = await readDiscussions(place, { signal });
    return { drafts: await readDrafts(place, { signal }), discussions };
  });
};

/** Reads drafts first, so that one published meanwhile shows up twice, not never. */
const readAfter = async (place: ReviewPlace, signal?: AbortSignal): Promise<ReviewSnapshot> => {
  const drafts = await readDrafts(place, { signal });
  return { drafts, discussions: await readDiscussions(place, { signal }) };
};

/**
 * Publishes in order: in bulk if all drafts are given and the server can, otherwise one by one up to the first unclear
 * result. Reads the review once before and once after; each request is sent once, and errors are followed by a check.
 * Sends nothing if a draft has changed. Throws if the first read fails.
 */
export const publishDrafts = async (
  place: ReviewPlace,
  drafts: readonly DraftNote[],
  options: PublishOptions,
): Promise<readonly PublishedDraft[]> => {
  if (drafts.length === 0 && options.along === undefined) return [];
  const { track = (read) => read() } = options;
  const review = await readBefore(place, { ...options, track });
  const surprises = new Map(drafts.map((draft) => [draft.id, surprise(draft, review)]));
  if ([...surprises.values()].some((outcome) => outcome !== undefined)) {
    return drafts.map((draft) => ({ draft, outcome: surprises.get(draft.id) ?? { kind: 'notSent' } }));
  }
  const { noteId } = baselineOf(review);
  await options.onStart?.({ drafts, noteId });
  const before = { drafts: review.drafts, noteId };
  const check: LookAfter = async (sent, isDone = () => false) => {
    const isOpen = (draft: DraftNote, fates: Fates): boolean => {
      const kind = fates.get(draft.id)?.kind;
      // both if published between the two reads
      return kind === 'leftOver' || (kind === 'pending' && !isDone(draft));
    };
    try {
      // not cancellable
      const read = (): Promise<ReviewSnapshot> => track(() => readAfter(place));
      return await lookTwice(read, before, {
        pause: options.pause,
        isOpen: (fates) => sent.some((draft) => isOpen(draft, fates)),
      });
    } catch {
      // the first failure is reported instead
      return undefined;
    }
  };
  const isAll = review.drafts.length === drafts.length;
  if (isAll && (drafts.length > 1 || options.along) && options.mayUseBulk) {
    const outcomes = await publishInBulk(place, drafts, { noteId, check, options });
    if (outcomes !== 'noBulk') return outcomes;
  }
  return publishOneByOne(place, drafts, { check, options });
};

const surprise = (draft: DraftNote, { drafts }: ReviewSnapshot): PublishOutcome | undefined => {
  const now = drafts.find(({ id }) => id === draft.id);
  if (now === undefined) return { kind: 'gone' };
  return isSameDraft(draft, now) ? undefined : { kind: 'changed', theirs: now };
};

const isSameDraft = (one: DraftNote, other: DraftNote): boolean =>
  one.note === other.note && isSamePlace(one.position, other.position);

type Fates = ReadonlyMap<number, DraftOutcome>;

/** Matches drafts after a reread; undefined on failure. `isDone` for refused ones: the server is no longer at work. */
type LookAfter = (sent: readonly DraftNote[], isDone?: (draft: DraftNote) => boolean) => Promise<Fates | undefined>;

/** Repeats the check if the server may still be working. */
const lookTwice = async (
  read: () => Promise<ReviewSnapshot>,
  before: ReviewBefore,
  { pause, isOpen }: Pick<PublishOptions, 'pause'> & { readonly isOpen: (fates: Fates) => boolean },
): Promise<Fates> => {
  const first = reconcile(before, await read());
  if (!isOpen(first)) return first;
  await pause();
  return reconcile(before, await read());
};

const publishInBulk = async (
  { client, project, iid }: ReviewPlace,
  drafts: readonly DraftNote[],
  { noteId, check, options }: { readonly noteId: number; readonly check: LookAfter; readonly options: PublishOptions },
): Promise<readonly PublishedDraft[] | 'noBulk'> => {
  const { along } = options;
  await along?.onStart(noteId);
  let cause: unknown;
  try {
    const parameters = { id: project, merge_request_iid: iid, ...along?.parameters };
    await client.send(publishAllDraftNotes, parameters, { signal: options.signal });
    along?.ended('taken', undefined);
  } catch (error) {
    cause = error;
    const facts = requestErrorFacts(cause);
    const isUnknown = facts !== undefined && refusalMeaning(publishAllDraftNotes, facts)?.reason === 'release';
    if (isUnknown || facts?.status === 405) return 'noBulk';
    along?.ended(facts?.outcome === 'notSent' ? 'notSent' : 'unclear', cause);
    if (facts?.outcome === 'notSent') return drafts.map((draft) => ({ draft, outcome: { kind: 'refused', cause } }));
  }
  // a bulk request can fail half-way with any error
  const fates = await check(drafts, () => isRefusal(cause));
  return drafts.map((draft) => ({
    draft,
    outcome: outcomeOf(fates?.get(draft.id), { cause, isTaken: cause === undefined }),
  }));
};

const publishOneByOne = async (
  { client, project, iid }: ReviewPlace,
  drafts: readonly DraftNote[],
  { check, options: { signal, progress } }: { readonly check: LookAfter; readonly options: PublishOptions },
): Promise<readonly PublishedDraft[]> => {
  const outcomes = new Map<number, PublishOutcome>();
  const taken: DraftNote[] = [];
  let seen: Fates | undefined;
  for (const [index, draft] of drafts.entries()) {
    if (signal.aborted) break;
    progress?.(index, drafts.length);
    try {
      await client.send(publishDraftNote, { id: project, merge_request_iid: iid, draft_note_id: draft.id }, { signal });
      taken.push(draft);
      seen = undefined;
    } catch (cause) {
      const isUnsent = requestErrorFacts(cause)?.outcome === 'notSent';
      if (!isUnsent) seen = await check([...taken, draft], (one) => one === draft && isRefusal(cause));
      const outcome = isUnsent ? { kind: 'refused' as const, cause } : outcomeOf(seen?.get(draft.id), { cause });
      outcomes.set(draft.id, outcome);
      // anything else needs the user's attention
      if (!isOut(outcome)) break;
    }
  }
  if (taken.length > 0) seen ??= await check(taken);
  for (const draft of taken)
    outcomes.set(draft.id, outcomeOf(seen?.get(draft.id), { cause: undefined, isTaken: true }));
  return drafts.map((draft) => ({ draft, outcome: outcomes.get(draft.id) ?? { kind: 'notSent' } }));
};

const isRefusal = (cause: unknown): boolean => requestErrorFacts(cause)?.outcome === 'answered';

const outcomeOf = (
  outcome: DraftOutcome | undefined,
  { cause, isTaken = false }: { readonly cause: unknown; readonly isTaken?: boolean },
): PublishOutcome => {
  const isRefused = isRefusal(cause);
  switch (outcome?.kind) {
    case undefined:
      return isRefused ? { kind: 'refused', cause } : { kind: 'unknown', seen: isTaken ? 'answer' : 'nothing', cause };
    case 'published':
      return { kind: 'published', confirmed: isTaken ? 'answered' : 'found', note: outcome.note };
    case 'leftOver':
      return { kind: 'leftOver', note: outcome.note, cause };
    case 'carriedOut':
      return { kind: isRefused ? 'gone' : 'carriedOut' };
    case 'pending':
      return isTaken ? { kind: 'stillDraft' } : { kind: isRefused ? 'refused' : 'pending', cause };
    case 'gone':
      if (outcome.earlier) return { kind: 'published', confirmed: 'elsewhere', note: outcome.earlier };
      if (isRefused) return { kind: 'gone' };
      if (isTaken && !outcome.maybe) return { kind: 'noComment' };
      return { kind: 'unknown', seen: isTaken ? 'unclear' : 'draftGone', cause };
  }
};

/** Checks an interrupted publication without sending. Throws if the review can't be read. */
export const findPublished = async (
  place: ReviewPlace,
  before: ReviewBefore,
  { signal, pause, track = (read) => read() }: Pick<PublishOptions, 'signal' | 'pause' | 'track'>,
): Promise<readonly PublishedDraft[]> => {
  const read = (): Promise<ReviewSnapshot> => track(() => readAfter(place, signal));
  const isOpen = (fates: Fates): boolean =>
    [...fates.values()].some(({ kind }) => kind === 'pending' || kind === 'leftOver');
  const fates = await lookTwice(read, before, { pause, isOpen });
  return before.drafts.map((draft) => ({ draft, outcome: outcomeOf(fates.get(draft.id), { cause: undefined }) }));
};
