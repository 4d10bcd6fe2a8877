import { requestFailure } from '../../client/errors.ts';
import { type DraftNote, publishAllDraftNotes, publishDraftNote } from '../../wire/draftNotes.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { refusalMeaning } from '../refusalMeaning.ts';
import { readDiscussions, readDrafts, type ReviewPlace } from './drafts.ts';
import { type DraftOutcome, type FoundNote, reconcile, type ReviewBefore, type ReviewSnapshot } from './reconcile.ts';
import { isSamePlace } from './samePlace.ts';
import { sentAfter } from './sentText.ts';

/** Result of publishing one draft. */
export type PublishOutcome =
  | { readonly kind: 'published'; readonly confirmed: 'answered' | 'found'; readonly note: FoundNote }
  /** GitLab deleted the draft without creating a comment, as it does if it finds no line. */
  | { readonly kind: 'noComment' }
  /** Only quick actions, which create no comment. */
  | { readonly kind: 'carriedOut' }
  /** Both draft and comment exist; publishing again would duplicate it. */
  | { readonly kind: 'leftOver'; readonly note: FoundNote; readonly cause: unknown }
  /** The server reported success, but the draft still exists. */
  | { readonly kind: 'stillDraft' }
  /** The answer was lost and the draft still exists. `cause` is undefined if nothing waited for the answer. */
  | { readonly kind: 'pending'; readonly cause: unknown }
  /** Refused; still a draft. */
  | { readonly kind: 'refused'; readonly cause: unknown }
  /** Deleted or published elsewhere. */
  | { readonly kind: 'gone' }
  /** Not sent: differs from what the user saw. */
  | { readonly kind: 'changed'; readonly theirs: DraftNote }
  /** Not sent: an earlier draft failed, or the user cancelled. */
  | { readonly kind: 'notSent' }
  /**
   * Sent with unknown result. Lost answer: the draft is gone without a comment (`draftGone`), or the check failed, too
   * (`nothing`). Success: the check failed (`answer`), or the new comments can't be attributed (`unclear`).
   */
  | {
      readonly kind: 'unknown';
      readonly seen: 'draftGone' | 'nothing' | 'answer' | 'unclear';
      readonly cause: unknown;
    };

/** A draft as shown to the user, with its result. */
export interface PublishedDraft {
  readonly draft: DraftNote;
  readonly outcome: PublishOutcome;
}

/** Extra parameters of the bulk request (since 18.0). */
export interface Along {
  readonly parameters: Pick<ParametersOf<typeof publishAllDraftNotes>, 'note' | 'reviewer_state' | 'internal'>;
  /** Runs before sending, with the id of the newest note; later ones are greater. */
  begun(noteId: number): Promise<void>;
  /** Runs after the bulk request, if there was one. An error doesn't mean that nothing was published. */
  ended(how: 'taken' | 'unclear' | 'notSent', cause: unknown): void;
}

export interface PublishOptions {
  readonly signal: AbortSignal;
  /** Servers before 15.10 have no bulk request. */
  readonly mayUseBulk: boolean;
  /** Sent only with the bulk request. */
  readonly along?: Along | undefined;
  /** Runs before each draft; not in bulk, where progress is unknown. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
  /** Waits before the second check, as the server may still be working. */
  readonly settle: () => Promise<void>;
  /** Runs before the first request, to store the previous state beyond this process. */
  readonly begun?: ((before: ReviewBefore) => Promise<void>) | undefined;
}

/** Drafts first: a draft published in between shows up twice instead of never. */
const readInOrder = async (place: ReviewPlace, signal?: AbortSignal): Promise<ReviewSnapshot> => {
  const drafts = await readDrafts(place, { signal });
  return { drafts, discussions: await readDiscussions(place, { signal }) };
};

/**
 * Publishes drafts in the given order: in bulk if these are all drafts and the server can, otherwise one by one, stopping
 * at the first unclear result. Requests are sent once; after an error or lost answer the server is reread.
 *
 * If any draft was changed or deleted elsewhere, nothing is sent. Throws if the first read fails; nothing was sent then.
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

/** Change of a draft elsewhere since it was shown. */
const surprise = (draft: DraftNote, { drafts }: ReviewSnapshot): PublishOutcome | undefined => {
  const now = drafts.find(({ id }) => id === draft.id);
  if (now === undefined) return { kind: 'gone' };
  return isSameDraft(draft, now) ? undefined : { kind: 'changed', theirs: now };
};

/** True if text and position are equal. */
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
    // a bulk request that stops half-way answers with any error, even a refusal
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
    // continue only if nothing needs the user's attention
    if (!['published', 'carriedOut', 'gone'].includes(outcome.kind)) break;
  }
  const { settle } = options;
  const look =
    answered.length === 0 ? undefined : await lookAfter(place, before, { sent: answered, isSure: false, settle });
  for (const draft of answered) outcomes.set(draft.id, answeredOutcome(look?.get(draft.id)));
  return drafts.map((draft) => ({ draft, outcome: outcomes.get(draft.id) ?? { kind: 'notSent' } }));
};

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

/** Sends one draft, once; returns the error, if any. */
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

/** Input of the check after sending. */
interface Look {
  readonly sent: readonly DraftNote[];
  /** The server refused, so it isn't working any more. */
  readonly isSure: boolean;
  readonly settle: () => Promise<void>;
}

/**
 * Rereads the review and matches the drafts; undefined on failure. Ignores cancellation, because the requests were sent.
 * Checks twice if the server may still be working.
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
    // a draft published between the two reads shows up as both
    const mayChange = (fate: DraftOutcome | undefined): boolean =>
      fate?.kind === 'leftOver' || (fate?.kind === 'pending' && !isSure);
    if (!sent.some(({ id }) => mayChange(first.get(id)))) return first;
    await settle();
    return await look();
  } catch {
    // reported by the caller with the cause of the first failure
    return undefined;
  }
};

/** Result after an error or lost answer. */
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

/** Result after success was reported. */
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
 * Determines the result of an interrupted publication, such as by a closed window. Sends nothing. Throws if the review
 * can't be read.
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
