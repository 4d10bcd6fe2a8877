import type { FailureView } from './page.ts';

export type FindingSeverity = 'blocker' | 'warning' | 'note';

/** Problem found before publishing. */
export interface FindingView {
  readonly kind: string;
  readonly severity: FindingSeverity;
  readonly words: string;
  /** Position of the draft's lines in the newest diff, if it can be moved there. */
  readonly moveTo: string | undefined;
}

/** Code around a draft, as one hunk. */
export interface CodeView {
  readonly hunk: string;
  /** The draft's lines, 1-based, inclusive. */
  readonly side: 'old' | 'new';
  readonly first: number;
  readonly last: number;
}

export interface ThreadView {
  readonly id: string;
  /** Undefined if the thread was deleted. */
  readonly last: { readonly author: string; readonly at: string | undefined; readonly body: string } | undefined;
  readonly comments: number;
  readonly isResolved: boolean;
}

export interface DraftView {
  readonly id: number;
  readonly text: string;
  /** Unsaved edit. */
  readonly typed: { readonly text: string; readonly refusal: string | undefined } | undefined;
  /** Such as `Line 4`, `Lines 4–6 (removed)`, `Whole file`, `General comment`. */
  readonly place: string;
  readonly code: CodeView | undefined;
  /** Explains missing code. */
  readonly withoutCode: string | undefined;
  readonly thread: ThreadView | undefined;
  /** Publishing changes the thread. */
  readonly effect: 'resolves' | 'reopens' | undefined;
  readonly findings: readonly FindingView[];
  /** The diff editor can show it. */
  readonly canJump: boolean;
  /** Pending operation. */
  readonly busy: 'saving' | 'deleting' | 'publishing' | undefined;
}

/** Drafts of a file, or general ones. */
export interface DraftGroupView {
  /** Undefined for general drafts. */
  readonly file:
    | { readonly path: string; readonly oldPath: string; readonly change: 'added' | 'deleted' | 'renamed' | 'modified' }
    | undefined;
  readonly drafts: readonly DraftView[];
}

/** Unsaved comment on the merge request. */
export interface LeftTextView {
  readonly key: string;
  readonly text: string;
  /** Its target, in words. */
  readonly place: string;
  /** Belongs to a thread. */
  readonly isReply: boolean;
  readonly refusal: string | undefined;
}

/** Sent along with the drafts. */
export type Verdict = 'none' | 'approve' | 'requestChanges' | 'reviewed';

/** Result of sending a draft, the summary or the approval. */
export interface OutcomeView {
  /** Stable across reloads. */
  readonly key: string;
  readonly tone: 'good' | 'warning' | 'bad' | 'quiet';
  /** Place of the draft, `Summary` or `Approval`. */
  readonly what: string;
  /** Excerpt. */
  readonly text: string;
  readonly words: string;
  /** Next step, in a sentence. */
  readonly advice: string | undefined;
  /** There is a comment to open. */
  readonly hasLink: boolean;
  /** Undefined if it is no longer a draft. */
  readonly draftId: number | undefined;
}

/** Recent publications, until dismissed. */
export interface ReportView {
  readonly title: string;
  /** ISO 8601. */
  readonly at: string;
  readonly outcomes: readonly OutcomeView[];
}

export interface ReviewView {
  readonly findings: readonly FindingView[];
  readonly groups: readonly DraftGroupView[];
  readonly leftTexts: readonly LeftTextView[];
  /** As last typed. */
  readonly summary: string;
  readonly verdict: Verdict;
  /** Starts with `none`; `step` describes the effect, in a sentence. */
  readonly verdicts: readonly { readonly verdict: Verdict; readonly label: string; readonly step: string }[];
  /** Summary visible to project members only; undefined if the server doesn't support that. */
  readonly isInternal: boolean | undefined;
  /** Sending order, in a sentence. */
  readonly order: string;
  readonly report: ReportView | undefined;
  /** Progress of sending; blocks everything else. */
  readonly sending: string | undefined;
  /** The last refresh failed. */
  readonly stale: FailureView | undefined;
}

/** A draft among the threads. */
export interface PendingView {
  readonly id: number;
  /** Thread that it replies to. */
  readonly thread: string | undefined;
  readonly place: string;
  readonly text: string;
}

export type ToReview =
  | { readonly type: 'pending'; readonly drafts: readonly PendingView[] }
  /** Switches between review and overview. */
  | { readonly type: 'showReview' }
  | { readonly type: 'showOverview' }
  | { readonly type: 'review'; readonly review: ReviewView }
  /** Nothing has been loaded yet. */
  | { readonly type: 'reviewFailed'; readonly failure: FailureView }
  /** The edit was saved. */
  | { readonly type: 'saved'; readonly id: number }
  /** `theirs`: text of the draft if it was edited elsewhere. */
  | { readonly type: 'notSaved'; readonly id: number; readonly words: string; readonly theirs: string | undefined }
  /** `undoKey` identifies it for `undoDelete`. */
  | { readonly type: 'deleted'; readonly undoKey: number; readonly what: string }
  /** Notification. */
  | { readonly type: 'said'; readonly words: string; readonly tone: 'good' | 'bad' }
  | { readonly type: 'reveal'; readonly id: number }
  /** Reveals a draft and edits it. */
  | { readonly type: 'edit'; readonly id: number }
  /** Same as the page's button. */
  | { readonly type: 'askPublishAll' };

export type FromReview =
  /** Sent after each (re)load that shows the review. */
  | { readonly type: 'openReview' }
  /** Saves unsaved text; throttled. */
  | { readonly type: 'keep'; readonly what: number | 'summary'; readonly text: string }
  /** Summary visible to project members only. */
  | { readonly type: 'internal'; readonly internal: boolean }
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  /** `base`: last known text on the server; if it differs by now, nothing is overwritten. */
  | { readonly type: 'save'; readonly id: number; readonly text: string; readonly base: string }
  /** Discards the unsaved edit. */
  | { readonly type: 'forget'; readonly id: number }
  | { readonly type: 'delete'; readonly id: number }
  | { readonly type: 'undoDelete'; readonly undoKey: number }
  | { readonly type: 'publish'; readonly ids: readonly number[] }
  /** Publishes drafts with summary and verdict; the approval follows. */
  | {
      readonly type: 'publishAll';
      readonly ids: readonly number[];
      readonly summary: string;
      readonly verdict: Verdict;
    }
  /** Cancels once the result so far is known. */
  | { readonly type: 'cancelSending' }
  /** Moves a draft to its lines in the newest diff. */
  | { readonly type: 'move'; readonly id: number }
  | { readonly type: 'jump'; readonly id: number }
  | { readonly type: 'openOutcome'; readonly key: string }
  | { readonly type: 'dismiss'; readonly key: string | undefined }
  | { readonly type: 'sendLeft'; readonly key: string; readonly text: string }
  /** Asks for the line of an unsaved comment. */
  | { readonly type: 'placeLeft'; readonly key: string }
  | { readonly type: 'dropLeft'; readonly key: string };
