import type { FromConversation, ToConversation } from './conversation.ts';
import type { FailureView, PartView } from './page.ts';
import type { FromReview, ToReview } from './review.ts';

/** A GitLab user. */
export interface NameView {
  readonly name: string;
  /** Without `@`. */
  readonly username: string;
}

export interface MergeView {
  readonly tone: 'good' | 'bad' | 'warning' | 'active' | 'quiet';
  readonly words: string;
  /** Obstacles to merging and next steps, in sentences; `files`: paths in conflict. */
  readonly reasons: readonly { readonly words: string; readonly files?: readonly string[] }[];
}

/** Fact that is changed alone; `text`: title and description, `branch`: its deletion. */
export type FactName =
  | 'text'
  | 'target'
  | 'assignees'
  | 'reviewers'
  | 'labels'
  | 'milestone'
  | 'draft'
  | 'squash'
  | 'branch';

export interface MergeRequestView {
  readonly reference: string;
  readonly title: string;
  /** Such as `opened`, `merged`, `closed` or `locked`. */
  readonly state: string;
  readonly isDraft: boolean;
  /** Such as `acme/orchard · olive@gitlab.example.com`. */
  readonly project: string;
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly author: NameView | undefined;
  readonly assignees: readonly NameView[];
  readonly labels: readonly string[];
  readonly milestone: string | undefined;
  /** Empty unless it is open. `words`: yes, no, or the rule of the project. */
  readonly switches: readonly { readonly fact: FactName; readonly label: string; readonly words: string }[];
  /** Facts that the user may change. */
  readonly editable: readonly FactName[];
  /** Markdown; may be empty. */
  readonly description: string;
  /** ISO 8601. */
  readonly createdAt: string | undefined;
  readonly updatedAt: string | undefined;
  readonly merge: MergeView;
  /** Base URLs of references, without trailing slash. */
  readonly places: { readonly project: string; readonly instance: string };
}

/** `words`: state of the review. */
export interface ReviewerView extends NameView {
  readonly tone: 'good' | 'bad' | 'active' | 'quiet';
  readonly words: string;
  /** Another review can be requested. */
  readonly hasReviewed: boolean;
}

export interface RuleView {
  readonly name: string;
  /** Numbers of approvals. */
  readonly required: number;
  readonly given: number;
  readonly isMet: boolean;
  readonly approvedBy: readonly NameView[];
  /** Remaining eligible users; empty: everyone. */
  readonly others: readonly NameView[];
}

export interface ApprovalsView {
  /** Summary, in a sentence. */
  readonly words: string;
  readonly isMet: boolean;
  readonly approvedBy: readonly NameView[];
  readonly rules: readonly RuleView[];
  /** Explains missing rules. */
  readonly withoutRules: string | undefined;
}

export interface PipelineView {
  readonly id: number;
  readonly status: string;
  readonly source: string;
  readonly at: string | undefined;
}

/** Of the newest pipeline. */
export interface JobView {
  readonly id: number;
  readonly name: string;
  readonly stage: string;
  readonly status: string;
  readonly allowFailure: boolean;
  /** Such as `12 s`. */
  readonly duration: string | undefined;
}

/** Pipelines newest first, jobs by stage. */
export interface PipelinesView {
  readonly pipelines: readonly PipelineView[];
  readonly jobs: PartView<readonly JobView[]>;
}

export interface CommitView {
  readonly sha: string;
  readonly shortSha: string;
  readonly title: string;
  readonly author: string;
  readonly at: string | undefined;
}

export interface FileView {
  readonly path: string;
  readonly oldPath: string;
  readonly change: 'added' | 'deleted' | 'renamed' | 'modified';
  /** Such as `+3 −1`. */
  readonly size: string;
  readonly isViewed: boolean;
}

/** `note` explains missing files. */
export interface FilesView {
  readonly files: readonly FileView[];
  readonly note: string | undefined;
}

/** System note. */
export interface EventView {
  readonly author: string;
  readonly body: string;
  readonly at: string | undefined;
}

/** Parts that load separately; `activity` is newest first. */
export interface MergeRequestParts {
  readonly reviewers: readonly ReviewerView[];
  readonly approvals: ApprovalsView;
  readonly pipelines: PipelinesView;
  readonly commits: readonly CommitView[];
  readonly files: FilesView;
  readonly activity: readonly EventView[];
}

export type PartName = keyof MergeRequestParts;

export type PartMessage = {
  readonly [Name in PartName]: {
    readonly type: 'part';
    readonly name: Name;
    readonly view: PartView<MergeRequestParts[Name]>;
  };
}[PartName];

export type ActionName =
  | 'merge'
  | 'cancelMerge'
  | 'rebase'
  | 'approve'
  | 'revoke'
  | 'ready'
  | 'draft'
  | 'checkOut'
  | 'mergeTarget'
  | 'fetchCommits'
  | 'close'
  | 'reopen';

export interface ActionView {
  readonly action: ActionName;
  readonly label: string;
  /** Reason that it is disabled; undefined if enabled. */
  readonly why: string | undefined;
}

export type ToMergeRequestPage =
  | { readonly type: 'request'; readonly request: MergeRequestView }
  /** Reading failed; the page keeps the old data. */
  | { readonly type: 'failed'; readonly failure: FailureView }
  | { readonly type: 'actions'; readonly actions: readonly ActionView[] }
  | PartMessage
  /** End of a job's log. */
  | { readonly type: 'log'; readonly job: number; readonly view: PartView<string> }
  | ToConversation
  | ToReview;

export type FromMergeRequestPage =
  | { readonly type: 'ready' }
  | { readonly type: 'refresh' }
  | { readonly type: 'retry'; readonly name: PartName }
  | { readonly type: 'openInBrowser' }
  | { readonly type: 'openPipeline'; readonly id: number }
  | { readonly type: 'openJob'; readonly id: number }
  | { readonly type: 'retryJob'; readonly id: number }
  | { readonly type: 'readLog'; readonly job: number }
  | { readonly type: 'openCommit'; readonly sha: string }
  | { readonly type: 'openChanges' }
  | { readonly type: 'openFile'; readonly path: string }
  | { readonly type: 'markViewed'; readonly path: string; readonly isViewed: boolean }
  /** Shows the thread in the diff editor. */
  | { readonly type: 'openThread'; readonly id: string }
  | { readonly type: 'resolve'; readonly id: string; readonly resolved: boolean }
  /** Adds or removes an own reaction. */
  | { readonly type: 'react'; readonly note: number; readonly name: string; readonly isGiven: boolean }
  /** After a preview. */
  | { readonly type: 'applySuggestion'; readonly id: string }
  | { readonly type: 'act'; readonly action: ActionName }
  | { readonly type: 'editFact'; readonly fact: FactName }
  /** Usernames. */
  | { readonly type: 'changeReviewer'; readonly change: { readonly remove: string } | { readonly again: string } }
  /** Checks or unchecks a task of the description; `line` is 0-based. */
  | { readonly type: 'tick'; readonly line: number; readonly isDone: boolean }
  | FromConversation
  | FromReview;

/** Survives a reload of the window; identifies the merge request. */
export interface MergeRequestPageState {
  readonly account: string;
  readonly project: string;
  readonly iid: number;
}
