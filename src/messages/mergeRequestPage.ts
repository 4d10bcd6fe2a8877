import type { FromConversation, ToConversation } from './conversation.ts';
import type { FailureView, PartView } from './page.ts';
import type { FromReview, ToReview } from './review.ts';

/** A user, as GitLab names them. */
export interface NameView {
  readonly name: string;
  /** Without `@`. */
  readonly username: string;
}

/** Whether a merge request can be merged, in words. */
export interface MergeView {
  readonly tone: 'good' | 'bad' | 'warning' | 'active' | 'quiet';
  readonly words: string;
  /** Each thing that is in the way, as a sentence. */
  readonly reasons: readonly string[];
}

/** What is in the server's record of a merge request. */
export interface RequestView {
  readonly reference: string;
  readonly title: string;
  /** `opened`, `merged`, `closed`, `locked`. */
  readonly state: string;
  readonly isDraft: boolean;
  /** Project and account: `acme/orchard · olive@gitlab.example.com`. */
  readonly project: string;
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly author: NameView | undefined;
  readonly assignees: readonly NameView[];
  readonly labels: readonly string[];
  readonly milestone: string | undefined;
  /** Markdown; empty where there is none. */
  readonly description: string;
  /** ISO 8601. */
  readonly createdAt: string | undefined;
  readonly updatedAt: string | undefined;
  readonly merge: MergeView;
  /** Where references in texts lead: the pages of the project and of the instance, without trailing slash. */
  readonly places: { readonly project: string; readonly instance: string };
}

/** A reviewer, and what they have done since, in words. */
export interface ReviewerView extends NameView {
  readonly tone: 'good' | 'bad' | 'active' | 'quiet';
  readonly words: string;
}

/** A rule for approvals. */
export interface RuleView {
  readonly name: string;
  /** How many approvals it asks for, and how many it has. */
  readonly required: number;
  readonly given: number;
  readonly isMet: boolean;
  readonly approvedBy: readonly NameView[];
  /** Who may approve by it and has not; empty where everybody may. */
  readonly others: readonly NameView[];
}

/** Who has approved. */
export interface ApprovalsView {
  /** In a sentence. */
  readonly words: string;
  readonly isMet: boolean;
  readonly approvedBy: readonly NameView[];
  readonly rules: readonly RuleView[];
  /** Why the rules are not shown, in words. */
  readonly withoutRules: string | undefined;
}

/** A pipeline. */
export interface PipelineView {
  readonly id: number;
  readonly status: string;
  readonly source: string;
  readonly at: string | undefined;
}

/** A job of the newest pipeline. */
export interface JobView {
  readonly id: number;
  readonly name: string;
  readonly stage: string;
  readonly status: string;
  readonly allowFailure: boolean;
  /** Such as `12 s`. */
  readonly duration: string | undefined;
}

/** The pipelines, newest first, and the jobs of the newest in the order of their stages. */
export interface PipelinesView {
  readonly pipelines: readonly PipelineView[];
  readonly jobs: PartView<readonly JobView[]>;
}

/** A commit of the merge request. */
export interface CommitView {
  readonly sha: string;
  readonly shortSha: string;
  readonly title: string;
  readonly author: string;
  readonly at: string | undefined;
}

/** A changed file. */
export interface FileView {
  readonly path: string;
  readonly oldPath: string;
  readonly change: 'added' | 'deleted' | 'renamed' | 'modified';
  /** Such as `+3 −1`. */
  readonly size: string;
  readonly isViewed: boolean;
}

/** The changed files, or why there are none. */
export interface FilesView {
  readonly files: readonly FileView[];
  readonly note: string | undefined;
}

/** Something the server has noted itself, newest first. */
export interface EventView {
  readonly author: string;
  readonly body: string;
  readonly at: string | undefined;
}

/** What comes after the record, each on its own. */
export interface PartsOfRequest {
  readonly reviewers: readonly ReviewerView[];
  readonly approvals: ApprovalsView;
  readonly pipelines: PipelinesView;
  readonly commits: readonly CommitView[];
  readonly files: FilesView;
  readonly activity: readonly EventView[];
}

/** The name of a part. */
export type PartName = keyof PartsOfRequest;

/** A part as it is now. */
export type PartMessage = {
  readonly [Name in PartName]: {
    readonly type: 'part';
    readonly name: Name;
    readonly view: PartView<PartsOfRequest[Name]>;
  };
}[PartName];

/** What can be done with a merge request. */
export type ActionName =
  | 'merge'
  | 'cancelMerge'
  | 'rebase'
  | 'approve'
  | 'revoke'
  | 'ready'
  | 'draft'
  | 'edit'
  | 'labels'
  | 'reviewers'
  | 'checkOut'
  | 'close'
  | 'reopen';

/** A button. */
export interface ActionView {
  readonly action: ActionName;
  readonly label: string;
  /** Why it cannot be done now, in words; undefined when it can. */
  readonly why: string | undefined;
}

/** Messages from the extension to the page of a merge request. */
export type ToMergeRequestPage =
  | { readonly type: 'request'; readonly request: RequestView }
  /** The record could not be read; what was read before stays. */
  | { readonly type: 'failed'; readonly failure: FailureView }
  | { readonly type: 'actions'; readonly actions: readonly ActionView[] }
  | PartMessage
  /** The last lines of the log of a job. */
  | { readonly type: 'log'; readonly job: number; readonly view: PartView<string> }
  | ToConversation
  | ToReview;

/** Messages from the page of a merge request to the extension. */
export type FromMergeRequestPage =
  | { readonly type: 'ready' }
  | { readonly type: 'refresh' }
  | { readonly type: 'retry'; readonly name: PartName }
  | { readonly type: 'openInBrowser' }
  | { readonly type: 'openPipeline'; readonly id: number }
  | { readonly type: 'openJob'; readonly id: number }
  | { readonly type: 'readLog'; readonly job: number }
  | { readonly type: 'openCommit'; readonly sha: string }
  | { readonly type: 'openChanges' }
  | { readonly type: 'openFile'; readonly path: string }
  | { readonly type: 'markViewed'; readonly path: string; readonly isViewed: boolean }
  /** Shows the lines of a thread in the diff editor. */
  | { readonly type: 'openThread'; readonly id: string }
  | { readonly type: 'resolve'; readonly id: string; readonly resolved: boolean }
  /** Gives a note a reaction, or takes back one's own. */
  | { readonly type: 'react'; readonly note: number; readonly name: string; readonly isGiven: boolean }
  /** Applies a suggestion of a thread, after a preview. */
  | { readonly type: 'applySuggestion'; readonly id: string }
  | { readonly type: 'act'; readonly action: ActionName }
  /** Sets or clears the box of a task of the description, by its line, 0-based. */
  | { readonly type: 'tick'; readonly line: number; readonly isDone: boolean }
  | FromConversation
  | FromReview;

/** What the page keeps over a reload of the window; the extension finds the merge request again by it. */
export interface MergeRequestPageState {
  readonly account: string;
  readonly project: string;
  readonly iid: number;
}
