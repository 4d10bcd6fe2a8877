export interface ComposedFileView {
  readonly path: string;
  readonly previousPath: string | undefined;
  readonly kind: 'create' | 'update' | 'delete' | 'move' | 'chmod';
  /** Undefined for binary files, or if they weren't counted. */
  readonly additions: number | undefined;
  readonly deletions: number | undefined;
  /** Such as `base64` or `executable`. */
  readonly facts: readonly string[];
  readonly isIncluded: boolean;
  /** There are two versions to compare. */
  readonly hasDiff: boolean;
  /** Manually added and removable. */
  readonly isByHand: boolean;
  readonly notices: readonly FileNoticeView[];
}

export interface FileNoticeView {
  readonly level: 'blocks' | 'warns';
  readonly text: string;
  /** Button that accepts, or takes that back. */
  readonly decision: { readonly label: string; readonly accept: boolean } | undefined;
}

/** A notice about the commit. */
export interface ComposerNoticeView {
  readonly level: 'blocks' | 'warns' | 'says';
  readonly text: string;
  /** Such as the commits that would be lost. */
  readonly lines: readonly string[];
  readonly remedy:
    | { readonly label: string; readonly does: 'chooseBranch' | 'chooseStart' | 'check' | 'read' }
    | undefined;
}

export interface ComposerView {
  /** Such as `gitlab.example.com`. */
  readonly server: string;
  /** Such as `acme/orchard · olive@gitlab.example.com`. */
  readonly project: string;
  /** Source of the changes; undefined for a manual commit. */
  readonly source: string | undefined;
  readonly target: {
    readonly branch: string;
    /** Effect on the branch. */
    readonly words: string;
    /** Base of a new branch; undefined: tip of the branch. */
    readonly start: string | undefined;
    /** Project of the base, if it is another one. */
    readonly startProject: string | undefined;
  };
  readonly message: string;
  readonly author: { readonly name: string; readonly email: string } | undefined;
  /** The default author. */
  readonly me: string;
  readonly force: boolean;
  readonly stats: boolean;
  readonly files: readonly ComposedFileView[];
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  readonly notices: readonly ComposerNoticeView[];
  /** Files, lines and size. */
  readonly summary: string;
  readonly state: 'reading' | 'checking' | 'ready' | 'sending' | 'done';
  /** While reading, checking or sending. */
  readonly progress: string | undefined;
  /** Reason that the commit can't be sent; undefined if it can. */
  readonly whyNot: string | undefined;
  /** The created commit. */
  readonly done:
    | {
        readonly shortSha: string;
        readonly title: string;
        readonly words: string;
        /** The local branch can be updated. */
        readonly canFollow: boolean;
        /** A merge request is possible: it isn't the default branch. */
        readonly canRequest: boolean;
        /** Result of the last update. */
        readonly followed?: string | undefined;
      }
    | undefined;
}

export type ToComposer =
  | { readonly type: 'view'; readonly view: ComposerView }
  /** Sent once after each `ready`, so that it never overwrites typing. */
  | { readonly type: 'message'; readonly text: string };

export type FromComposer =
  /** Sent after each (re)load. */
  | { readonly type: 'ready' }
  | { readonly type: 'message'; readonly text: string }
  /** Undefined: the token's user. */
  | { readonly type: 'author'; readonly author: { readonly name: string; readonly email: string } | undefined }
  | { readonly type: 'include'; readonly path: string; readonly on: boolean }
  | { readonly type: 'accept'; readonly path: string; readonly on: boolean }
  | { readonly type: 'option'; readonly name: 'force' | 'stats'; readonly on: boolean }
  | { readonly type: 'openFile'; readonly path: string }
  | { readonly type: 'remove'; readonly path: string }
  | { readonly type: ComposerIntent };

/** Messages without data. */
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

/** Survives a reload of the window; identifies the composition. */
export interface ComposerState {
  readonly account: string;
  readonly project: string;
  readonly id: string;
}
