import { requestFailure } from '../../client/errors.ts';
import { type DraftNote, publishAllDraftNotes, publishDraftNote } from '../../wire/draftNotes.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { refusalMeaning } from '../refusalMeaning.ts';
import { readDiscussions, readDrafts, type ReviewPlace } from './drafts.ts';
import { type DraftOutcome, type FoundNote, reconcile, type ReviewBefore, type ReviewSnapshot } from './reconcile.ts';
import { isSamePlace } from './samePlace.ts';
import { sentAfter } from './sentText.ts';

export type PublishOutcome =
  | { readonly kind: 'published'; readonly confirmed: 'answered' | 'found'; readonly note: FoundNote }
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

export interface PublishedDraft {
  readonly draft: DraftNote;
  readonly outcome: PublishOutcome;
}

/** Parameters of the bulk request besides the drafts (since 18.0). */
export interface Along {
  readonly parameters: Pick<ParametersOf<typeof publishAllDraftNotes>, 'note' | 'reviewer_state' | 'internal'>;
  /** Runs before sending, with the id of the newest note. */
  begun(noteId: number): Promise<void>;
  /** Runs after a bulk request. Even after an error drafts may be published. */
  ended(how: 'taken' | 'unclear' | 'notSent', cause: unknown): void;
}

export interface PublishOptions {
  readonly signal: AbortSignal;
  /** Servers before 15.10 have no bulk request. */
  readonly mayUseBulk: boolean;
  /** For the bulk request only. */
  readonly along?: Along | undefined;
  /** Runs before each draft, but not in bulk. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
  /** Waits for the server before a second check. */
  readonly settle: () => Promise<void>;
  /** Saves the state before the first request. */
  readonly begun?: ((before: ReviewBefore) => Promise<void>) | undefined;
}

/** Reads drafts first, so that one published meanwhile shows up twice, not never. */
const readInOrder = async (place: ReviewPlace, signal?: AbortSignal): Promise<ReviewSnapshot> => {
  const drafts = await readDrafts(place, { signal });
  return { drafts, discussions: await readDiscussions(place, { signal }) };
};

/**
 * Publishes in order: in bulk if all drafts are given and the server can, otherwise one by one up to the first unclear
 * result. Each request is sent once; errors are followed by a check.
 * Sends nothing if a draft has changed. Throws if the first read fails.
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

const surprise = (draft: DraftNote, { drafts }: ReviewSnapshot): PublishOutcome | undefined => {
  const now = drafts.find(({ id }) => id === draft.id);
  if (now === undefined) return { kind: 'gone' };
  return isSameDraft(draft, now) ? undefined : { kind: 'changed', theirs: now };
};

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
    // a bulk request can fail half-way with any error
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
    // anything else needs the user's attention
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

/** Returns the error, if any. */
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

interface Look {
  readonly sent: readonly DraftNote[];
  /** Refused, so the server is done. */
  readonly isSure: boolean;
  readonly settle: () => Promise<void>;
}

/**
 * Matches drafts after a reread; undefined on failure. Not cancellable. Repeats the check if the server may still be
 * working.
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
    // both if published between the two reads
    const mayChange = (fate: DraftOutcome | undefined): boolean =>
      fate?.kind === 'leftOver' || (fate?.kind === 'pending' && !isSure);
    if (!sent.some(({ id }) => mayChange(first.get(id)))) return first;
    await settle();
    return await look();
  } catch {
    // the first failure is reported instead
    return undefined;
  }
};

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

/** Checks an interrupted publication without sending. Throws if the review can't be read. */
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
