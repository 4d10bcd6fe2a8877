import type { FromConversation } from './conversation.ts';
import type { FailureView, PartView, PersonView } from './page.ts';

export interface CommitView {
  readonly sha: string;
  readonly shortSha: string;
  readonly title: string;
  /** Message below the title, without trailing blank lines. */
  readonly body: string;
  readonly author: PersonView;
  readonly committer: PersonView;
  /** Full SHAs, first parent first. */
  readonly parents: readonly string[];
  readonly trailers: readonly { readonly key: string; readonly value: string }[];
  readonly stats: { readonly additions: number; readonly deletions: number } | undefined;
  readonly pipeline: { readonly status: string; readonly url: string | undefined } | undefined;
  /** Such as `acme/orchard · olive@gitlab.example.com`. */
  readonly project: string;
  readonly webUrl: string | undefined;
}

/** `tone` determines icon and colour. */
export interface SignatureView {
  readonly tone: 'verified' | 'unverified' | 'unsigned';
  readonly label: string;
  readonly details: readonly { readonly key: string; readonly value: string }[];
}

/** `more`: the list is truncated. */
export interface RefsView {
  readonly branches: readonly string[];
  readonly tags: readonly string[];
  readonly more: boolean;
  /** Progress of loading all of them. */
  readonly rest?:
    | { readonly state: 'loading'; readonly count: number }
    | { readonly state: 'failed'; readonly failure: FailureView };
}

export interface MergeRequestView {
  readonly reference: string;
  readonly title: string;
  readonly state: string;
  /** Further details, one per line. */
  readonly facts: string;
  readonly url: string | undefined;
}

/** Names repeat when jobs are retried; ids don't. */
export interface StatusView {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly description: string | undefined;
  /** Ref, date, coverage and author, as far as known. */
  readonly facts: string;
  /** Created, started and finished, one per line. */
  readonly times: string;
  readonly url: string | undefined;
  readonly allowFailure: boolean;
}

/** Number of commits up to this one, or why it is unavailable. */
export type SequenceView = { readonly count: number } | { readonly unavailable: string };

/** Parts that load separately. */
export interface CommitParts {
  readonly signature: SignatureView;
  readonly refs: RefsView;
  readonly mergeRequests: readonly MergeRequestView[];
  readonly statuses: readonly StatusView[];
  readonly sequence: SequenceView;
}

export type PartName = keyof CommitParts;

/** `diff`: hunks from the first `@@`; empty for binary, collapsed and too large files. */
export interface FileView {
  readonly oldPath: string;
  readonly newPath: string;
  readonly change: 'added' | 'deleted' | 'renamed' | 'modified';
  /** Octal, such as `100644`; set if both are known and differ. */
  readonly modes: { readonly old: string; readonly new: string } | undefined;
  readonly diff: string;
  /** Explains a missing diff. */
  readonly note: string | undefined;
  /** The extension can compute the diff that the server omitted. */
  readonly loadable?: boolean;
}

export interface ImageView {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

export interface ImagesView {
  readonly before: ImageView | undefined;
  readonly after: ImageView | undefined;
}

/** A computed diff, or why there is none. */
export type LoadedDiff = { readonly diff: string } | { readonly note: string };

/** Shared by all pages. */
export interface ViewOptions {
  readonly mode: 'unified' | 'split';
  /** Shows whitespace changes as unchanged. */
  readonly hideWhitespace: boolean;
  /** Shows the file list if there is room. */
  readonly showFiles: boolean;
}

/** A file, perhaps with a line. */
export interface RevealPlace {
  readonly path: string;
  readonly line?: number | undefined;
  readonly side?: 'old' | 'new' | undefined;
}

export type ToCommitPage =
  | { readonly type: 'commit'; readonly commit: CommitView }
  | { readonly type: 'failed'; readonly failure: FailureView }
  | {
      readonly type: 'part';
      readonly part: { [K in PartName]: { readonly name: K; readonly view: PartView<CommitParts[K]> } }[PartName];
    }
  /** Appended, unless `restart`; `complete` with the last. */
  | {
      readonly type: 'files';
      readonly files: readonly FileView[];
      readonly restart: boolean;
      readonly complete: boolean;
    }
  | { readonly type: 'filesFailed'; readonly failure: FailureView }
  | ({ readonly type: 'reveal' } & RevealPlace)
  /** Response to `loadDiff`. */
  | { readonly type: 'loadedDiff'; readonly newPath: string; readonly view: PartView<LoadedDiff> }
  /** Response to `loadImages`. */
  | { readonly type: 'images'; readonly newPath: string; readonly view: PartView<ImagesView> };

export type FromCommitPage =
  /** Sent after each (re)load. */
  | { readonly type: 'ready' }
  | { readonly type: 'retry'; readonly what: 'commit' | 'files' | PartName }
  /** Answered by a failure that is `stopped`. */
  | { readonly type: 'stop'; readonly what: 'files' | PartName }
  | { readonly type: 'cherryPick' }
  | { readonly type: 'revert' }
  | { readonly type: 'copySha' }
  | { readonly type: 'copyLink' }
  | { readonly type: 'openInBrowser' }
  | { readonly type: 'openAllChanges' }
  /** Opens a diff editor; `line` is 1-based on the new side. */
  | { readonly type: 'openFile'; readonly newPath: string; readonly line: number | undefined }
  | { readonly type: 'openCommit'; readonly sha: string }
  | { readonly type: 'openPipeline' }
  | { readonly type: 'setStatus' }
  | { readonly type: 'openMergeRequest'; readonly reference: string }
  | { readonly type: 'openStatus'; readonly id: number }
  /** Navigates through the page's history. */
  | { readonly type: 'goBack' }
  | { readonly type: 'goForward' }
  | { readonly type: 'setView'; readonly view: ViewOptions }
  /** Computes a diff that the server omitted, or cancels that. */
  | { readonly type: 'loadDiff'; readonly newPath: string; readonly cancel?: boolean }
  | { readonly type: 'loadImages'; readonly newPath: string }
  /** Loads the rest of a truncated list, or cancels that. */
  | { readonly type: 'loadAllRefs'; readonly cancel?: boolean }
  /** Copies a link to this page in VS Code. */
  | { readonly type: 'copyDeepLink'; readonly place: RevealPlace | undefined }
  | FromConversation;

/** Survives a reload of the window; identifies the commit. */
export interface CommitPageState {
  readonly account: string;
  readonly project: string;
  readonly sha: string;
  readonly view?: ViewOptions;
  /** SHAs of the page's history, nearest last. */
  readonly back?: readonly string[];
  readonly forward?: readonly string[];
}
