import type { IconName } from './icons.ts';

/** What a cell says; with an icon and a word each. */
export type CellKind =
  | 'untested'
  | 'clean'
  | 'alreadyThere'
  | 'conflict'
  /** A conflict whose resolution is committed on a new branch. */
  | 'resolved'
  | 'protected'
  | 'branchMissing'
  | 'refused'
  | 'failed';

/** A commit on a branch. */
export interface CellView {
  readonly kind: CellKind;
  /** Of a protected one: the answer found without the server's dry run, or why there is none. */
  readonly instead?: 'clean' | 'alreadyThere' | 'conflict' | 'noClone' | 'cloneLacks' | 'unknown' | undefined;
  readonly activity: 'idle' | 'queued' | 'testing';
  /** Whether the branch has moved, gone or come since. */
  readonly stale: boolean;
  /** What it means, in a sentence; empty for a cell nobody has tested. */
  readonly meaning: string;
  /** The reason that it could not be tested. */
  readonly failure?: string | undefined;
  /** The server's own words. */
  readonly words: string | undefined;
  /** Hash of the branch's tip it was tested against. */
  readonly tip: string | undefined;
  /** ISO 8601. */
  readonly at: string | undefined;
  /** Hash of the commit that applying has created here. */
  readonly created: string | undefined;
  /** The merge request that brings the commit to the branch. */
  readonly request: (RequestView & { readonly isMerged: boolean }) | undefined;
}

/** A merge request made on the board; `iid` counts per project. */
export interface RequestView {
  readonly iid: number;
  /** How it stands, in a few words. */
  readonly words: string;
  readonly canMerge: boolean;
}

/** A commit: a row. */
export interface RowView {
  readonly sha: string;
  readonly shortSha: string;
  readonly title: string;
  readonly author: string;
  readonly at: string;
  readonly isMerge: boolean;
  /** The message its cherry-picks are given, as typed; undefined where the server writes it. */
  readonly message: string | undefined;
}

/** A branch: a column. */
export interface ColumnView {
  readonly branch: string;
  readonly state: 'unread' | 'read' | 'missing' | 'failed';
  readonly tip: string | undefined;
  readonly protected: boolean;
  /** What is known of it, in a sentence. */
  readonly meaning: string;
  /** The reason that it could not be read. */
  readonly failure?: string | undefined;
}

/** How far testing is. */
export interface ProgressView {
  readonly isRunning: boolean;
  readonly total: number;
  readonly done: number;
  /** Until when the server asked to wait, ISO 8601. */
  readonly pausedUntil: string | undefined;
  /** The reason that testing stopped, or that the branches could not be read again. */
  readonly failure: string | undefined;
  readonly hasStopped?: boolean;
}

/** One line of a report: a commit on a branch, or something else that was made for it, and what became of it. */
export interface StepView {
  /** Of the commit; undefined for anything else. */
  readonly sha: string | undefined;
  readonly title: string;
  readonly tone: 'good' | 'bad' | 'warning' | 'active' | 'quiet';
  readonly icon: IconName;
  /** What became of it, in a word or two. */
  readonly word: string;
  /** Why, and what to do; empty when there is nothing to add. */
  readonly detail: string;
  /** Hash of the commit that was created. */
  readonly created: string | undefined;
}

/** What applying or undoing did, branch by branch. */
export interface ReportView {
  readonly id: number;
  readonly title: string;
  /** What came of all of it, in a sentence. */
  readonly summary: string;
  readonly isRunning: boolean;
  readonly branches: readonly {
    readonly branch: string;
    readonly steps: readonly StepView[];
    /** The merge request that was made for it. */
    readonly request?: RequestView | undefined;
  }[];
  readonly canUndo: boolean;
  /** Whether something was refused that may go by a merge request. */
  readonly canRequest: boolean;
}

/** What is known of the files of a conflict. */
export type ConflictView =
  | { readonly state: 'loading' }
  /** Nothing is known, and why; `offer` names what would help. */
  | { readonly state: 'unavailable'; readonly message: string; readonly offer: 'fetch' | 'retry' | undefined }
  | { readonly state: 'ready'; readonly files: readonly { readonly path: string; readonly kind: string }[] };

/** What was decided about the conflicts of a cell. */
export interface ResolutionView {
  readonly files: readonly {
    readonly path: string;
    readonly isDone: boolean;
    /** True for a text without conflict marks that is not marked as resolved yet. */
    readonly canMark: boolean;
    /** How it stands, in a few words. */
    readonly note: string;
  }[];
  /** The branch that was made for the commit, once it is there. */
  readonly madeOn: string | undefined;
}

/** The board: its name and its two sides. */
export interface BoardView {
  /** As given by the user. */
  readonly name: string | undefined;
  /** The name, or else what it is for. */
  readonly title: string;
  /** Project and account: `acme/orchard · olive@gitlab.example.com`. */
  readonly project: string;
  readonly rows: readonly RowView[];
  readonly columns: readonly ColumnView[];
  /** Row by row, in the order of `columns`. */
  readonly cells: readonly (readonly CellView[])[];
}

/** Names a cell. */
export interface CellPlace {
  readonly sha: string;
  readonly branch: string;
}

/** Messages from the extension to the board. */
export type ToBoardPage =
  | { readonly type: 'board'; readonly board: BoardView }
  | {
      readonly type: 'changes';
      readonly cells: readonly { readonly place: CellPlace; readonly cell: CellView }[];
      readonly columns: readonly ColumnView[];
      readonly progress: ProgressView;
    }
  /** All reports of the board, latest first. */
  | { readonly type: 'reports'; readonly reports: readonly ReportView[] }
  | { readonly type: 'conflict'; readonly place: CellPlace; readonly conflict: ConflictView }
  | { readonly type: 'resolution'; readonly place: CellPlace; readonly resolution: ResolutionView | undefined }
  | { readonly type: 'message'; readonly sha: string; readonly message: string | undefined }
  /** Where on its branch the commit of a cell is already, in a sentence. */
  | { readonly type: 'presence'; readonly place: CellPlace; readonly words: string }
  /** What I may do on a branch and under which rule, in a sentence. */
  | { readonly type: 'rights'; readonly branch: string; readonly words: string }
  /** Something of the menu of the cell that has the focus was chosen. */
  | { readonly type: 'act'; readonly does: CellAction };

/** An item of the menu of a cell; the keys or its details do the same. */
export type CellAction =
  | 'choose'
  | 'open'
  | 'test'
  | 'request'
  | 'message'
  | 'resolve'
  | 'openRequest'
  | 'mergeRequest';

/** Messages from the board to the extension. */
export type FromBoardPage =
  /** The page can listen; sent once after each (re)load. */
  | { readonly type: 'ready' }
  /** The rows and columns in sight. */
  | { readonly type: 'see'; readonly commits: readonly string[]; readonly branches: readonly string[] }
  | { readonly type: 'test'; readonly cells: readonly CellPlace[] | 'open' | 'all' }
  | { readonly type: 'cancel' }
  | { readonly type: 'apply'; readonly cells: readonly CellPlace[] }
  /** Asks about merge requests for these cells, and makes them. */
  | { readonly type: 'request'; readonly cells: readonly CellPlace[] }
  | { readonly type: 'openRequest' | 'mergeRequest'; readonly iid: number }
  | { readonly type: 'refreshRequests' }
  | { readonly type: 'stopApplying' }
  | { readonly type: 'undo' | 'requestRefused' | 'copyReport' | 'forgetReport'; readonly report: number }
  | { readonly type: 'addCommits' }
  | { readonly type: 'addBranches' }
  | { readonly type: 'removeCommit'; readonly sha: string }
  | { readonly type: 'removeBranch'; readonly branch: string }
  /** Gives a commit a message of its own, which begins as the one the server would write; answered by `message`. */
  | { readonly type: 'ownMessage'; readonly sha: string }
  | { readonly type: 'writeMessage'; readonly sha: string; readonly message: string }
  /** Leaves the message to the server again, after asking. */
  | { readonly type: 'dropMessage'; readonly sha: string }
  | { readonly type: 'moveCommit'; readonly sha: string; readonly by: -1 | 1 }
  | { readonly type: 'keep' }
  | { readonly type: 'openBoard' }
  | { readonly type: 'openCommit'; readonly sha: string }
  | { readonly type: 'openBranch'; readonly branch: string }
  /** Asks where on its branch a commit is that is there already; answered by `presence`. */
  | { readonly type: 'presenceOf'; readonly place: CellPlace }
  /** Asks which rule lets me push or keeps me from it; answered by `rights`. */
  | { readonly type: 'rightsOf'; readonly branch: string }
  /** Asks which files are in conflict; answered by `conflict`. */
  | { readonly type: 'conflictOf'; readonly place: CellPlace }
  | { readonly type: 'fetchFor'; readonly place: CellPlace }
  /** Opens a file in conflict to be resolved, or the next one; answered by `resolution`. */
  | { readonly type: 'resolve'; readonly place: CellPlace; readonly path: string | undefined }
  | { readonly type: 'markResolved'; readonly place: CellPlace; readonly path: string }
  | { readonly type: 'commitResolution'; readonly place: CellPlace }
  /** Forgets what was decided, after asking. */
  | { readonly type: 'discardResolution'; readonly place: CellPlace }
  /** Makes a merge request from a branch to that of the place. */
  | { readonly type: 'requestMerge'; readonly place: CellPlace; readonly source: string }
  /** Opens one file of a conflict, or all of them. */
  | { readonly type: 'openConflict'; readonly place: CellPlace; readonly path: string | undefined };

/** What the page keeps over a reload of the window; the extension finds the board again by it. */
export interface BoardPageState {
  readonly board: string;
}
