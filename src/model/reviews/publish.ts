import { requestFailure } from '../../client/errors.ts';
import { type DraftNote, publishAllDraftNotes, publishDraftNote } from '../../wire/draftNotes.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { refusalMeaning } from '../refusalMeaning.ts';
import { readDiscussions, readDrafts, type ReviewPlace } from './drafts.ts';
import { type DraftOutcome, type FoundNote, reconcile, type ReviewBefore, type ReviewSnapshot } from './reconcile.ts';
import { isSamePlace } from './samePlace.ts';
import { sentAfter } from './sentText.ts';

/** What came of publishing one draft. */
export type PublishOutcome =
  /** It is a comment now. */
  | { readonly kind: 'published'; readonly confirmed: 'answered' | 'found'; readonly note: FoundNote }
  /** The server deleted the draft and made no comment, which it does where it finds no line for it. */
  | { readonly kind: 'noComment' }
  /** The server took it; quick actions leave no comment. */
  | { readonly kind: 'carriedOut' }
  /** It is still a draft although it is a comment too: publishing it would say the same twice. */
  | { readonly kind: 'leftOver'; readonly note: FoundNote; readonly cause: unknown }
  /** The server said that it published it, and it is a draft all the same. */
  | { readonly kind: 'stillDraft' }
  /** The answer was lost, and the draft was still a draft when we looked. Without `cause` nobody waited for the answer. */
  | { readonly kind: 'pending'; readonly cause: unknown }
  /** The server refused; it is still a draft. */
  | { readonly kind: 'refused'; readonly cause: unknown }
  /** It was not there any more: deleted or published elsewhere. */
  | { readonly kind: 'gone' }
  /** Not sent: it says something else than the user was shown. */
  | { readonly kind: 'changed'; readonly theirs: DraftNote }
  /** Not sent: something before it went wrong, or the user cancelled. */
  | { readonly kind: 'notSent' }
  /**
   * Sent, and the result is unknown. The answer was lost, and the draft is gone without a comment (`draftGone`) or looking failed
   * as well (`nothing`). Or the server said yes, and looking failed (`answer`) or showed comments that may be any
   * draft's (`unclear`).
   */
  | {
      readonly kind: 'unknown';
      readonly seen: 'draftGone' | 'nothing' | 'answer' | 'unclear';
      readonly cause: unknown;
    };

/** A draft as the user was shown it, with what came of it. */
export interface PublishedDraft {
  readonly draft: DraftNote;
  readonly outcome: PublishOutcome;
}

/** What the one request for all drafts carries besides (since 18.0). */
export interface Along {
  readonly parameters: Pick<ParametersOf<typeof publishAllDraftNotes>, 'note' | 'reviewer_state' | 'internal'>;
  /** Called just before the request is sent, with the id of the newest note there is; later ones have greater ids. */
  begun(noteId: number): Promise<void>;
  /** Called when it has ended; not where there was no such request. An error says nothing of what was done before it. */
  ended(how: 'taken' | 'unclear' | 'notSent', cause: unknown): void;
}

/** How publishing is done and followed. */
export interface PublishOptions {
  readonly signal: AbortSignal;
  /** Whether all drafts may be published with one request; servers before 15.10 have none for that. */
  readonly mayUseBulk: boolean;
  /** Sent with that request where it is the one that is sent. */
  readonly along?: Along | undefined;
  /** Called before a draft is sent; not for a bulk publication, where nobody knows how far it is. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
  /** Waits before a second look at drafts whose request may still be at work on the server. */
  readonly settle: () => Promise<void>;
  /** Called with what was there before, just before the first request is sent, so that it outlives whoever sends. */
  readonly begun?: ((before: ReviewBefore) => Promise<void>) | undefined;
}

/** Reads drafts before comments: what is published in between is then seen twice, not never. */
const readInOrder = async (place: ReviewPlace, signal?: AbortSignal): Promise<ReviewSnapshot> => {
  const drafts = await readDrafts(place, { signal });
  return { drafts, discussions: await readDiscussions(place, { signal }) };
};

/**
 * Publishes drafts in the given order: with one request when they are all the caller has there and the server can,
 * otherwise one after another until something unclear happens. Every request is sent once. After an answer that is lost
 * or is an error the server is read again and each draft is told apart.
 *
 * `drafts` are as the user was shown them: one that was changed or deleted elsewhere since is not sent, and then
 * nothing else is either. Throws what the first look was refused; nothing was sent then.
 */
export const publishDrafts = async (
  place: ReviewPlace,
  drafts: readonly DraftNote[],
  options: PublishOptions,
): Promise<readonly PublishedDraft[]> => {
  if (drafts.length === 0 && options.along === undefined) return [];
  const before = await readInOrder(place, options.signal);
  const surprises = new Map(drafts.map((draft) => [draft.id, surprise(draft, before)]));
  if ([...surprises.values()].some((outcome) => outcome !== undefined)) {
    return drafts.map((draft) => ({ draft, outcome: surprises.get(draft.id) ?? { kind: 'notSent' } }));
  }
  await options.begun?.({ drafts, noteId: sentAfter(before).noteId });
  const isAll = before.drafts.length === drafts.length;
  if (isAll && (drafts.length > 1 || options.along) && options.mayUseBulk) {
    const outcomes = await publishInBulk(place, drafts, before, options);
    if (outcomes !== 'noBulk') return outcomes;
  }
  return publishOneByOne(place, drafts, before, options);
};

/** What happened to a draft elsewhere since the user was shown it. */
const surprise = (draft: DraftNote, { drafts }: ReviewSnapshot): PublishOutcome | undefined => {
  const now = drafts.find(({ id }) => id === draft.id);
  if (now === undefined) return { kind: 'gone' };
  return isSameDraft(draft, now) ? undefined : { kind: 'changed', theirs: now };
};

/** Whether two readings of a draft say the same at the same place. */
export const isSameDraft = (one: DraftNote, other: DraftNote): boolean =>
  one.note === other.note && isSamePlace(one.position, other.position);

const publishInBulk = async (
  place: ReviewPlace,
  drafts: readonly DraftNote[],
  before: ReviewSnapshot,
  options: PublishOptions,
): Promise<readonly PublishedDraft[] | 'noBulk'> => {
  const { client, project, iid } = place;
  const { settle, along } = options;
  await along?.begun(sentAfter(before).noteId);
  try {
    const parameters = { id: project, merge_request_iid: iid, ...along?.parameters };
    await client.send(publishAllDraftNotes, parameters, { signal: options.signal });
  } catch (cause) {
    const facts = requestFailure(cause);
    const isUnknown = facts !== undefined && refusalMeaning(publishAllDraftNotes, facts)?.reason === 'release';
    if (isUnknown || facts?.status === 405) return 'noBulk';
    along?.ended(facts?.outcome === 'notSent' ? 'notSent' : 'unclear', cause);
    if (facts?.outcome === 'notSent') return drafts.map((draft) => ({ draft, outcome: { kind: 'refused', cause } }));
    // a publication that stops half-way is answered with an error of any kind, also one that is a refusal
    const look = await lookAfter(place, before, { sent: drafts, isSure: facts?.outcome === 'answered', settle });
    return drafts.map((draft) => ({ draft, outcome: outcomeOf(look?.get(draft.id), cause) }));
  }
  along?.ended('taken', undefined);
  const look = await lookAfter(place, before, { sent: drafts, isSure: false, settle });
  return drafts.map((draft) => ({ draft, outcome: answeredOutcome(look?.get(draft.id)) }));
};

const publishOneByOne = async (
  place: ReviewPlace,
  drafts: readonly DraftNote[],
  before: ReviewSnapshot,
  options: PublishOptions,
): Promise<readonly PublishedDraft[]> => {
  const outcomes = new Map<number, PublishOutcome>();
  const answered: DraftNote[] = [];
  for (const [index, draft] of drafts.entries()) {
    if (options.signal.aborted) break;
    options.progress?.(index, drafts.length);
    const cause = await sendOne(place, draft, options.signal);
    if (cause === undefined) {
      answered.push(draft);
      continue;
    }
    const outcome = await outcomeAfter(place, before, draft, { cause, settle: options.settle });
    outcomes.set(draft.id, outcome);
    // what is out, or was deleted elsewhere, is no reason to stop; anything else wants the user's eyes first
    if (!['published', 'carriedOut', 'gone'].includes(outcome.kind)) break;
  }
  const { settle } = options;
  const look =
    answered.length === 0 ? undefined : await lookAfter(place, before, { sent: answered, isSure: false, settle });
  for (const draft of answered) outcomes.set(draft.id, answeredOutcome(look?.get(draft.id)));
  return drafts.map((draft) => ({ draft, outcome: outcomes.get(draft.id) ?? { kind: 'notSent' } }));
};

/** Looks what became of one draft whose publication failed. */
const outcomeAfter = async (
  place: ReviewPlace,
  before: ReviewSnapshot,
  draft: DraftNote,
  { cause, settle }: { readonly cause: unknown; readonly settle: () => Promise<void> },
): Promise<PublishOutcome> => {
  const outcome = requestFailure(cause)?.outcome;
  if (outcome === 'notSent') return { kind: 'refused', cause };
  const look = await lookAfter(place, before, { sent: [draft], isSure: outcome === 'answered', settle });
  return outcomeOf(look?.get(draft.id), cause);
};

/** Sends one draft, once; answers why that failed. */
const sendOne = async (
  { client, project, iid }: ReviewPlace,
  { id }: DraftNote,
  signal: AbortSignal,
): Promise<unknown> => {
  try {
    await client.send(publishDraftNote, { id: project, merge_request_iid: iid, draft_note_id: id }, { signal });
    return undefined;
  } catch (cause) {
    return cause;
  }
};

/** How the server is looked at after something was sent. */
interface Look {
  /** The drafts that were sent. */
  readonly sent: readonly DraftNote[];
  /** Whether the server refused, so that nothing is at work there any more. */
  readonly isSure: boolean;
  readonly settle: () => Promise<void>;
}

/**
 * Reads the review again and tells the drafts apart; undefined when that failed too. Also when the user has cancelled:
 * what was sent was sent. A request whose answer was lost may still be at work, so drafts that are left get a second look.
 */
const lookAfter = async (
  place: ReviewPlace,
  before: ReviewSnapshot,
  { sent, isSure, settle }: Look,
): Promise<ReadonlyMap<number, DraftOutcome> | undefined> => {
  const known = { drafts: before.drafts, noteId: sentAfter(before).noteId };
  const look = async (): Promise<ReadonlyMap<number, DraftOutcome>> => reconcile(known, await readInOrder(place));
  try {
    const first = await look();
    // drafts are read before comments: what was published in between has been seen as both
    const mayChange = (fate: DraftOutcome | undefined): boolean =>
      fate?.kind === 'leftOver' || (fate?.kind === 'pending' && !isSure);
    if (!sent.some(({ id }) => mayChange(first.get(id)))) return first;
    await settle();
    return await look();
  } catch {
    // that nothing could be read is an answer of its own: the outcome says so, with the cause of the first failure
    return undefined;
  }
};

/** What a draft's fate means after its publication was answered with an error, or not at all. */
const outcomeOf = (fate: DraftOutcome | undefined, cause: unknown): PublishOutcome => {
  const isRefused = requestFailure(cause)?.outcome === 'answered';
  if (fate === undefined) return isRefused ? { kind: 'refused', cause } : { kind: 'unknown', seen: 'nothing', cause };
  switch (fate.kind) {
    case 'published':
      return { kind: 'published', confirmed: 'found', note: fate.note };
    case 'leftOver':
      return { kind: 'leftOver', note: fate.note, cause };
    case 'carriedOut':
      return isRefused ? { kind: 'gone' } : { kind: 'carriedOut' };
    case 'pending':
      return { kind: isRefused ? 'refused' : 'pending', cause };
    case 'gone':
      return isRefused ? { kind: 'gone' } : { kind: 'unknown', seen: 'draftGone', cause };
  }
};

/** What a draft's fate means after the server said that it published it. */
const answeredOutcome = (fate: DraftOutcome | undefined): PublishOutcome => {
  switch (fate?.kind) {
    case undefined:
      return { kind: 'unknown', seen: 'answer', cause: undefined };
    case 'published':
      return { kind: 'published', confirmed: 'answered', note: fate.note };
    case 'carriedOut':
      return { kind: 'carriedOut' };
    case 'pending':
      return { kind: 'stillDraft' };
    case 'leftOver':
      return { kind: 'leftOver', note: fate.note, cause: undefined };
    case 'gone':
      return fate.maybe ? { kind: 'unknown', seen: 'unclear', cause: undefined } : { kind: 'noComment' };
  }
};

/**
 * Tells what became of drafts whose publication was cut off together with whoever sent it, such as a window that was
 * closed. Sends nothing. Throws when the review cannot be read.
 */
export const lookForPublished = async (
  place: ReviewPlace,
  before: ReviewBefore,
  { signal, settle }: Pick<PublishOptions, 'signal' | 'settle'>,
): Promise<readonly PublishedDraft[]> => {
  const look = async (): Promise<ReadonlyMap<number, DraftOutcome>> =>
    reconcile(before, await readInOrder(place, signal));
  const first = await look();
  const isSettled = [...first.values()].every(({ kind }) => kind !== 'pending' && kind !== 'leftOver');
  if (!isSettled) await settle();
  const fates = isSettled ? first : await look();
  return before.drafts.map((draft) => ({ draft, outcome: outcomeOf(fates.get(draft.id), undefined) }));
};
