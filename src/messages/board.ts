import type { IconName } from './icons.ts';

export type CellKind =
  | 'untested'
  | 'clean'
  | 'alreadyThere'
  | 'conflict'
  /** Conflict with a committed resolution. */
  | 'resolved'
  | 'protected'
  | 'branchMissing'
  | 'refused'
  | 'failed';

export interface CellView {
  readonly kind: CellKind;
  /** Result of a local dry run if the branch is protected, or why there is none. */
  readonly instead?: 'clean' | 'alreadyThere' | 'conflict' | 'noClone' | 'cloneLacks' | 'unknown' | undefined;
  readonly activity: 'idle' | 'queued' | 'testing';
  /** The branch has changed since. */
  readonly stale: boolean;
  readonly meaning: string;
  /** Error message of the test. */
  readonly failure?: string | undefined;
  /** Message of the server. */
  readonly words: string | undefined;
  /** SHA that was tested against. */
  readonly tip: string | undefined;
  readonly at: string | undefined;
  /** SHA of the applied commit. */
  readonly createdSha: string | undefined;
  readonly request: (MergeRequestLink & { readonly isMerged: boolean }) | undefined;
}

/** Created on the board; `iid` counts per project. */
export interface MergeRequestLink {
  readonly iid: number;
  /** Status. */
  readonly status: string;
  readonly canMerge: boolean;
}

/** A commit. */
export interface RowView {
  readonly sha: string;
  readonly shortSha: string;
  readonly title: string;
  readonly author: string;
  readonly at: string;
  readonly isMerge: boolean;
  /** Custom commit message; undefined: the server's default. */
  readonly message: string | undefined;
}

export interface ColumnView {
  readonly branch: string;
  readonly state: 'unread' | 'read' | 'missing' | 'failed';
  readonly tip: string | undefined;
  readonly protected: boolean;
  /** Status, in a sentence. */
  readonly meaning: string;
  readonly failure?: string | undefined;
}

/** Progress of testing. */
export interface ProgressView {
  readonly isRunning: boolean;
  readonly total: number;
  readonly done: number;
  /** Rate limit, ISO 8601. */
  readonly pausedUntil: string | undefined;
  /** Reason that testing stopped, or that refreshing the branches failed. */
  readonly failure: string | undefined;
  readonly hasStopped?: boolean;
}

/** Result of one write: a commit, branch, merge request or comment. */
export interface StepView {
  /** Undefined for a branch, merge request or comment. */
  readonly sha: string | undefined;
  readonly title: string;
  readonly tone: 'good' | 'bad' | 'warning' | 'active' | 'quiet';
  readonly icon: IconName;
  /** Outcome, in a word or two. */
  readonly word: string;
  /** Reason and advice; may be empty. */
  readonly detail: string;
  /** SHA. */
  readonly createdSha: string | undefined;
}

/** Result of applying or undoing, by branch. */
export interface ReportView {
  readonly id: number;
  readonly title: string;
  readonly summary: string;
  readonly isRunning: boolean;
  readonly branches: readonly {
    readonly branch: string;
    readonly steps: readonly StepView[];
    /** Created for the branch. */
    readonly request?: MergeRequestLink | undefined;
  }[];
  readonly canUndo: boolean;
  /** Refused commits may be applied by a merge request. */
  readonly canCreateMergeRequest: boolean;
}

export type ConflictView =
  | { readonly state: 'loading' }
  /** `offer`: remedy. */
  | { readonly state: 'unavailable'; readonly message: string; readonly offer: 'fetch' | 'retry' | undefined }
  | { readonly state: 'ready'; readonly files: readonly { readonly path: string; readonly kind: string }[] };

/** Progress of resolving a cell's conflicts. */
export interface ResolutionView {
  readonly files: readonly {
    readonly path: string;
    readonly isDone: boolean;
    /** No conflict markers left, but not marked as resolved. */
    readonly canMark: boolean;
    /** Status. */
    readonly note: string;
  }[];
  /** Branch of the committed resolution. */
  readonly madeOn: string | undefined;
}

export interface BoardView {
  /** Chosen by the user. */
  readonly name: string | undefined;
  /** Name, or a description of the purpose. */
  readonly title: string;
  /** Such as `acme/orchard · olive@gitlab.example.com`. */
  readonly project: string;
  readonly rows: readonly RowView[];
  readonly columns: readonly ColumnView[];
  /** By row, then in the order of `columns`. */
  readonly cells: readonly (readonly CellView[])[];
}

/** Identifies a cell. */
export interface CellPlace {
  readonly sha: string;
  readonly branch: string;
}

export type ToBoardPage =
  | { readonly type: 'board'; readonly board: BoardView }
  | {
      readonly type: 'changes';
      readonly cells: readonly { readonly place: CellPlace; readonly cell: CellView }[];
      readonly columns: readonly ColumnView[];
      readonly progress: ProgressView;
    }
  /** Latest first. */
  | { readonly type: 'reports'; readonly reports: readonly ReportView[] }
  | { readonly type: 'conflict'; readonly place: CellPlace; readonly conflict: ConflictView }
  | { readonly type: 'resolution'; readonly place: CellPlace; readonly resolution: ResolutionView | undefined }
  | { readonly type: 'message'; readonly sha: string; readonly message: string | undefined }
  /** Response to `presenceOf`. */
  | { readonly type: 'presence'; readonly place: CellPlace; readonly words: string }
  | { readonly type: 'rights'; readonly branch: string; readonly words: string }
  | { readonly type: 'act'; readonly does: CellAction };

export type CellAction =
  | 'choose'
  | 'open'
  | 'test'
  | 'request'
  | 'message'
  | 'resolve'
  | 'openCreated'
  | 'undo'
  | 'openRequest'
  | 'mergeRequest';

export type FromBoardPage =
  /** Sent after each (re)load. */
  | { readonly type: 'ready' }
  /** Visible rows and columns. */
  | { readonly type: 'see'; readonly commits: readonly string[]; readonly branches: readonly string[] }
  | { readonly type: 'test'; readonly cells: readonly CellPlace[] | 'open' | 'all' }
  | { readonly type: 'cancel' }
  | { readonly type: 'apply'; readonly cells: readonly CellPlace[] }
  /** Asks for confirmation, then creates merge requests. */
  | { readonly type: 'request'; readonly cells: readonly CellPlace[] }
  | { readonly type: 'openRequest' | 'mergeRequest'; readonly iid: number }
  | { readonly type: 'refreshRequests' }
  | { readonly type: 'stopApplying' }
  | { readonly type: 'undo' | 'requestRefused' | 'copyReport' | 'forgetReport'; readonly report: number }
  | { readonly type: 'addCommits' }
  | { readonly type: 'addBranches' }
  | { readonly type: 'removeCommit'; readonly sha: string }
  | { readonly type: 'removeBranch'; readonly branch: string }
  /** Starts from the server's default message; answered by `message`. */
  | { readonly type: 'ownMessage'; readonly sha: string }
  | { readonly type: 'writeMessage'; readonly sha: string; readonly message: string }
  /** Restores the default message after a confirmation. */
  | { readonly type: 'dropMessage'; readonly sha: string }
  | { readonly type: 'moveCommit'; readonly sha: string; readonly by: -1 | 1 }
  | { readonly type: 'keep' }
  | { readonly type: 'openBoard' }
  | { readonly type: 'openCommit'; readonly sha: string }
  | { readonly type: 'openBranch'; readonly branch: string }
  /** Requests the location of a commit that is already there. */
  | { readonly type: 'presenceOf'; readonly place: CellPlace }
  /** Requests the access level and its rule; answered by `rights`. */
  | { readonly type: 'rightsOf'; readonly branch: string }
  /** Requests the files in conflict; answered by `conflict`. */
  | { readonly type: 'conflictOf'; readonly place: CellPlace }
  | { readonly type: 'fetchFor'; readonly place: CellPlace }
  /** Opens a conflicting file, by default the next; answered by `resolution`. */
  | { readonly type: 'resolve'; readonly place: CellPlace; readonly path: string | undefined }
  | { readonly type: 'markResolved'; readonly place: CellPlace; readonly path: string }
  | { readonly type: 'commitResolution'; readonly place: CellPlace }
  /** Asks for confirmation. */
  | { readonly type: 'discardResolution'; readonly place: CellPlace }
  /** Creates a merge request. */
  | { readonly type: 'requestMerge'; readonly place: CellPlace; readonly source: string }
  /** By default all files. */
  | { readonly type: 'openConflict'; readonly place: CellPlace; readonly path: string | undefined };

/** Survives a reload of the window; identifies the board. */
export interface BoardPageState {
  readonly board: string;
}
