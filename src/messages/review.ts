import type { FailureView } from './page.ts';

/** How bad something is that was found before publishing. */
export type FindingSeverity = 'blocker' | 'warning' | 'note';

/** Something found before publishing, in words. */
export interface FindingView {
  readonly kind: string;
  readonly severity: FindingSeverity;
  readonly words: string;
  /** Whether the draft's lines were found in the newest diff and the draft can be moved there; where, in words. */
  readonly moveTo: string | undefined;
}

/** The code a draft is about: a part of a diff as the text of one hunk. */
export interface CodeView {
  readonly hunk: string;
  /** The lines the draft stands on, 1-based, both included. */
  readonly side: 'old' | 'new';
  readonly first: number;
  readonly last: number;
}

/** The thread a draft answers. */
export interface ThreadView {
  readonly id: string;
  /** Its last comment; undefined when the thread is gone. */
  readonly last: { readonly author: string; readonly at: string | undefined; readonly body: string } | undefined;
  readonly comments: number;
  readonly isResolved: boolean;
}

/** A draft as the server has it, with what surrounds it. */
export interface DraftView {
  readonly id: number;
  readonly text: string;
  /** What was typed here and the server does not have. */
  readonly typed: { readonly text: string; readonly refusal: string | undefined } | undefined;
  /** Where it stands, in words: `Line 4`, `Lines 4–6 (removed)`, `Whole file`, `General comment`. */
  readonly place: string;
  readonly code: CodeView | undefined;
  /** Why no code is shown, where one would expect some. */
  readonly withoutCode: string | undefined;
  readonly thread: ThreadView | undefined;
  /** What publishing does to the thread it answers. */
  readonly effect: 'resolves' | 'reopens' | undefined;
  readonly findings: readonly FindingView[];
  /** Whether the diff editor can show its place. */
  readonly canJump: boolean;
  /** What the extension is doing with it. */
  readonly busy: 'saving' | 'deleting' | 'publishing' | undefined;
}

/** Drafts of one file, or those that stand on none. */
export interface DraftGroupView {
  /** Undefined for drafts on no file. */
  readonly file:
    | { readonly path: string; readonly oldPath: string; readonly change: 'added' | 'deleted' | 'renamed' | 'modified' }
    | undefined;
  readonly drafts: readonly DraftView[];
}

/** A text of this merge request that no server has. */
export interface LeftTextView {
  readonly key: string;
  readonly text: string;
  /** What it was written for, in words. */
  readonly place: string;
  /** Whether it answers a thread, which is where it belongs then. */
  readonly isReply: boolean;
  readonly refusal: string | undefined;
}

/** What is said of the review as a whole besides its drafts. */
export type Verdict = 'none' | 'approve' | 'requestChanges' | 'reviewed';

/** What came of one thing that was sent: a draft, the summary, the approval. */
export interface OutcomeView {
  /** Names it for `dismiss` and `openOutcome`; stays the same over a reload. */
  readonly key: string;
  readonly tone: 'good' | 'warning' | 'bad' | 'quiet';
  /** What it was, in words: a place, `Summary`, `Approval`. */
  readonly what: string;
  /** The first words of its text. */
  readonly text: string;
  readonly words: string;
  /** What to do, in a sentence. */
  readonly advice: string | undefined;
  /** Whether there is a comment to open. */
  readonly hasLink: boolean;
  /** The draft it was about, when it is still one. */
  readonly draftId: number | undefined;
}

/** What came of the last publications, until it is dismissed. */
export interface ReportView {
  readonly title: string;
  /** ISO 8601. */
  readonly at: string;
  readonly outcomes: readonly OutcomeView[];
}

/** Everything that is shown of a review. */
export interface ReviewView {
  readonly findings: readonly FindingView[];
  readonly groups: readonly DraftGroupView[];
  readonly leftTexts: readonly LeftTextView[];
  /** The summary as it was typed last. */
  readonly summary: string;
  readonly verdict: Verdict;
  /** The verdicts one can choose, `none` first; with what sending each does, in a sentence. */
  readonly verdicts: readonly { readonly verdict: Verdict; readonly label: string; readonly step: string }[];
  /** Whether only members of the project are to see the summary; undefined where the server cannot do that. */
  readonly isInternal: boolean | undefined;
  /** In which order everything is sent, in a sentence. */
  readonly order: string;
  readonly report: ReportView | undefined;
  /** What is being sent, in words; nothing else can be sent meanwhile. */
  readonly sending: string | undefined;
  /** Why what is shown may be old: the last reading failed. */
  readonly stale: FailureView | undefined;
}

/** A draft as the conversation shows it. */
export interface PendingView {
  readonly id: number;
  /** The thread it answers. */
  readonly thread: string | undefined;
  /** Where it stands, in words. */
  readonly place: string;
  readonly text: string;
}

/** Messages about a review from the extension to the page of its merge request. */
export type ToReview =
  | { readonly type: 'pending'; readonly drafts: readonly PendingView[] }
  /** Shows the review in place of what else is on the page, or that again. */
  | { readonly type: 'showReview' }
  | { readonly type: 'showOverview' }
  | { readonly type: 'review'; readonly review: ReviewView }
  /** Nothing could be read yet. */
  | { readonly type: 'reviewFailed'; readonly failure: FailureView }
  /** The server has what was typed. */
  | { readonly type: 'saved'; readonly id: number }
  /** It has not: `theirs` is what the draft says there by now, when it was changed elsewhere. */
  | {
      readonly type: 'notSaved';
      readonly id: number;
      readonly words: string;
      readonly theirs: string | undefined;
    }
  /** A draft was deleted; `undoKey` brings it back. */
  | { readonly type: 'deleted'; readonly undoKey: number; readonly what: string }
  /** Something that is said once and needs no answer. */
  | { readonly type: 'said'; readonly words: string; readonly tone: 'good' | 'bad' }
  | { readonly type: 'reveal'; readonly id: number }
  /** Shows a draft and begins to edit it. */
  | { readonly type: 'edit'; readonly id: number }
  /** Asks what publishing everything asks; as if the button were pressed. */
  | { readonly type: 'askPublishAll' };

/** Messages about a review from the page of its merge request to the extension. */
export type FromReview =
  /** The review is shown; sent once after each (re)load. */
  | { readonly type: 'openReview' }
  /** What is in an editor of the page now; sent a moment after each change. */
  | { readonly type: 'keep'; readonly what: number | 'summary'; readonly text: string }
  /** Whether only members of the project are to see the summary. */
  | { readonly type: 'internal'; readonly internal: boolean }
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  /** `base` is what the user has seen the draft say on the server: what it says otherwise by now is not written over. */
  | { readonly type: 'save'; readonly id: number; readonly text: string; readonly base: string }
  /** Throws away what was typed. */
  | { readonly type: 'forget'; readonly id: number }
  | { readonly type: 'delete'; readonly id: number }
  | { readonly type: 'undoDelete'; readonly undoKey: number }
  | { readonly type: 'publish'; readonly ids: readonly number[] }
  /** Publishes these drafts, sends the summary with the verdict, or then approves. */
  | {
      readonly type: 'publishAll';
      readonly ids: readonly number[];
      readonly summary: string;
      readonly verdict: Verdict;
    }
  /** Stops what is being sent as soon as it can be told how far it has come. */
  | { readonly type: 'cancelSending' }
  /** Moves a draft to where its lines are in the newest diff. */
  | { readonly type: 'move'; readonly id: number }
  | { readonly type: 'jump'; readonly id: number }
  | { readonly type: 'openOutcome'; readonly key: string }
  | { readonly type: 'dismiss'; readonly key: string | undefined }
  | { readonly type: 'sendLeft'; readonly key: string; readonly text: string }
  /** Lets the user choose the line a text belongs on. */
  | { readonly type: 'placeLeft'; readonly key: string }
  | { readonly type: 'dropLeft'; readonly key: string };
