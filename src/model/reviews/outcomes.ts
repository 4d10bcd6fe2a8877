import type { PublishedDraft } from './publishDrafts.ts';
import type { Approved, SummaryOutcome } from './publishSummary.ts';

/** Reviewer state, sent with all drafts at once. */
export type ReviewerState = 'requested_changes' | 'reviewed';

/** Write without an answer of its own. */
type WithoutAnswer =
  /** Publishing stopped earlier. */
  | { readonly kind: 'notSent' }
  | { readonly kind: 'refused'; readonly cause: unknown }
  /** The window closed before it was confirmed. */
  | { readonly kind: 'interrupted' };

export type SummaryResult =
  | SummaryOutcome
  | WithoutAnswer
  /** Accepted, but its comment isn't there. */
  | { readonly kind: 'missing' };

export type StateResult =
  | Exclude<WithoutAnswer, { readonly kind: 'refused' }>
  | { readonly kind: 'done'; readonly state: ReviewerState }
  /** Lost answer; can't be looked up. */
  | { readonly kind: 'unclear' }
  /** Not sent, as not all drafts were. */
  | { readonly kind: 'notAlone' };

export type ApprovalResult = Approved | WithoutAnswer;

/** Result of one write of a publication. */
export type Outcome =
  | ({ readonly of: 'draft' } & PublishedDraft)
  | { readonly of: 'summary'; readonly text: string; readonly outcome: SummaryResult }
  | { readonly of: 'state'; readonly outcome: StateResult }
  | { readonly of: 'approval'; readonly outcome: ApprovalResult };
