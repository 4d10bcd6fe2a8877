import type { Verdict } from '../../../messages/review.ts';
import type { ReviewPlace } from '../../../model/reviews/drafts.ts';
import type { ReviewerState, StateResult, SummaryResult } from '../../../model/reviews/outcomes.ts';
import type { BulkExtras } from '../../../model/reviews/publishDrafts.ts';
import { findSummary, type SentSummary } from '../../../model/reviews/publishSummary.ts';
import { isQuickActionsOnly } from '../../../model/reviews/quickActions.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import type { Discussion } from '../../../wire/notes.ts';
import type { Summaries } from './summaries.ts';

/** In the order of sending. */
export interface Publication {
  /** As shown to the user. */
  readonly drafts: readonly DraftNote[];
  /** As just read; otherwise they are read before sending. */
  readonly threads?: readonly Discussion[];
  readonly summary: string;
  /** Send the summary as an internal note. */
  readonly internal: boolean;
  readonly verdict: Verdict;
  /** The reviewed head. */
  readonly headSha: string | undefined;
  /** Of the merge request. */
  readonly webUrl: string;
}

/** Reviewer state; the API sets it only when publishing all drafts in bulk. */
export const stateOf = (verdict: Verdict): ReviewerState | undefined =>
  verdict === 'requestChanges' ? 'requested_changes' : verdict === 'reviewed' ? 'reviewed' : undefined;

/** Summary and verdict, sent with the bulk publish request. */
interface SentExtras {
  readonly along: BulkExtras;
  /** Undefined if the request didn't include a summary. Never throws. */
  readonly summary: () => Promise<SummaryResult | undefined>;
  /** Undefined if nothing was sent. */
  readonly state: () => StateResult | undefined;
}

/** Adds summary and verdict to the bulk publish request; undefined without either. */
export const bulkExtras = (
  place: ReviewPlace,
  { drafts, summary, internal, verdict }: Publication,
  { summaries, userId }: { readonly summaries: Summaries; readonly userId: number },
): SentExtras | undefined => {
  const state = stateOf(verdict);
  // separate requests: without drafts; after a lost response, to check the server first; for quick actions only, which make
  // the server refuse the whole request
  const isAlone = drafts.length === 0 || isQuickActionsOnly(summary);
  const note = isAlone || summary.trim() === '' || summaries.sent(place) ? undefined : summary;
  if (note === undefined && state === undefined) return undefined;
  let sent: SentSummary | undefined;
  let end: { readonly how: Parameters<BulkExtras['ended']>[0]; readonly cause: unknown } | undefined;
  return {
    along: {
      parameters: {
        ...(note === undefined ? {} : { note, ...(internal ? { internal } : {}) }),
        ...(state === undefined ? {} : { reviewer_state: state }),
      },
      async onStart(noteId) {
        if (note === undefined) return;
        sent = { text: note, noteId };
        await summaries.markSending(place, sent);
      },
      ended(how, cause) {
        end = { how, cause };
      },
    },
    async summary() {
      if (sent === undefined || end === undefined) return undefined;
      const { how, cause } = end;
      const { text } = sent;
      if (how === 'notSent') {
        await summaries.clearSending(place);
        return { kind: 'refused', cause };
      }
      try {
        const found = await findSummary(place, sent, { userId });
        const isDone = found !== undefined || (how === 'taken' && isQuickActionsOnly(text));
        if (isDone) await summaries.clearSent(place, text);
        const confirmed = how === 'taken' ? 'answered' : 'found';
        if (found) return { kind: 'done', value: { noteId: found.id }, confirmed };
        if (isDone) return { kind: 'carriedOut' };
        return how === 'unclear' ? { kind: 'notDone', cause } : { kind: 'missing' };
      } catch (error) {
        return { kind: 'unknown', cause: error };
      }
    },
    state() {
      if (end === undefined || state === undefined) return undefined;
      return end.how === 'taken' ? { kind: 'done', state } : { kind: end.how };
    },
  };
};
