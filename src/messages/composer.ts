/** One file's part of the commit. */
export interface ComposedFileView {
  readonly path: string;
  readonly previousPath: string | undefined;
  readonly kind: 'create' | 'update' | 'delete' | 'move' | 'chmod';
  /** Undefined for binary files, and where nobody has counted. */
  readonly additions: number | undefined;
  readonly deletions: number | undefined;
  /** Short facts such as `base64` or `executable`. */
  readonly facts: readonly string[];
  readonly isIncluded: boolean;
  /** Whether there are two versions to compare. */
  readonly hasDiff: boolean;
  /** Whether the action was added by hand and can be taken out again. */
  readonly isByHand: boolean;
  readonly notices: readonly FileNoticeView[];
}

/** What is to be said of a file. */
export interface FileNoticeView {
  readonly level: 'blocks' | 'warns';
  readonly text: string;
  /** Label of the button that accepts or takes back; undefined when there is nothing to decide. */
  readonly decision: { readonly label: string; readonly accept: boolean } | undefined;
}

/** Something to be said of the commit as a whole. */
export interface ComposerNoticeView {
  readonly level: 'blocks' | 'warns' | 'says';
  readonly text: string;
  /** Lines below it, such as the commits that would go. */
  readonly lines: readonly string[];
  /** What may help, as a button. */
  readonly remedy:
    | { readonly label: string; readonly does: 'chooseBranch' | 'chooseStart' | 'check' | 'read' }
    | undefined;
}

/** Everything the composer shows, replaced as a whole. */
export interface ComposerView {
  /** Name of the server, such as `gitlab.example.com`. */
  readonly server: string;
  /** Project and account: `acme/orchard · olive@gitlab.example.com`. */
  readonly project: string;
  /** Where the changes come from, in words; undefined when they were all added by hand. */
  readonly source: string | undefined;
  readonly target: {
    readonly branch: string;
    /** What becomes of the branch, in words. */
    readonly words: string;
    /** Where a new branch begins, in words; undefined when the commit goes on top of the branch. */
    readonly start: string | undefined;
    /** The other project it begins in. */
    readonly startProject: string | undefined;
  };
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string } | undefined;
  /** Who is the author when nothing else is said. */
  readonly me: string;
  readonly force: boolean;
  readonly stats: boolean;
  readonly files: readonly ComposedFileView[];
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  readonly notices: readonly ComposerNoticeView[];
  /** The request in a line: files, lines, size. */
  readonly summary: string;
  readonly state: 'reading' | 'checking' | 'ready' | 'sending' | 'done';
  /** What it is doing while it is reading, checking or sending. */
  readonly progress: string | undefined;
  /** Why the commit cannot be sent now; undefined when it can. */
  readonly whyNot: string | undefined;
  /** The commit, once the server has made it. */
  readonly done:
    | {
        readonly shortSha: string;
        readonly title: string;
        readonly words: string;
        /** Whether the local branch can be asked to follow. */
        readonly canFollow: boolean;
        /** Whether its branch can be asked to be merged: it is not the default branch. */
        readonly canRequest: boolean;
        /** What came of asking it, the last time. */
        readonly followed?: string | undefined;
      }
    | undefined;
}

/** Messages from the extension to the composer. */
export type ToComposer =
  | { readonly type: 'view'; readonly view: ComposerView }
  /** The message to go on with; sent once after each `ready`, so that typing is never overtaken. */
  | { readonly type: 'message'; readonly text: string };

/** Messages from the composer to the extension. */
export type FromComposer =
  /** The page can listen; sent once after each (re)load. */
  | { readonly type: 'ready' }
  | { readonly type: 'message'; readonly text: string }
  /** Undefined: the user whose token it is. */
  | { readonly type: 'author'; readonly author: { readonly name: string; readonly email: string } | undefined }
  | { readonly type: 'include'; readonly path: string; readonly on: boolean }
  | { readonly type: 'accept'; readonly path: string; readonly on: boolean }
  | { readonly type: 'option'; readonly name: 'force' | 'stats'; readonly on: boolean }
  | { readonly type: 'openFile'; readonly path: string }
  | { readonly type: 'remove'; readonly path: string }
  | {
      readonly type: ComposerIntent;
    };

/** What the composer asks for without saying more. */
export type ComposerIntent =
  | 'chooseBranch'
  | 'chooseStart'
  | 'chooseStartProject'
  | 'addAction'
  | 'read'
  | 'check'
  | 'showRequest'
  | 'send'
  | 'openCommit'
  | 'openInBrowser'
  | 'copyLink'
  | 'revert'
  | 'follow'
  | 'request';

/** What the page keeps over a reload of the window; the extension finds the composition again by it. */
export interface ComposerState {
  readonly account: string;
  readonly project: string;
  readonly id: string;
}
