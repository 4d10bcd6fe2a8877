import type { FromConversation } from './conversation.ts';
import type { FailureView, PartView, PersonView } from './page.ts';

/** The head of the page: what a commit says of itself. */
export interface CommitView {
  readonly sha: string;
  readonly shortSha: string;
  readonly title: string;
  /** The message below its title, without trailing blank lines; empty when there is none. */
  readonly body: string;
  readonly author: PersonView;
  readonly committer: PersonView;
  /** Full hashes, first parent first. */
  readonly parents: readonly string[];
  readonly trailers: readonly { readonly key: string; readonly value: string }[];
  readonly stats: { readonly additions: number; readonly deletions: number } | undefined;
  readonly pipeline: { readonly status: string; readonly url: string | undefined } | undefined;
  /** Project and account: `acme/orchard · olive@gitlab.example.com`. */
  readonly project: string;
  readonly webUrl: string | undefined;
}

/** Signature badge: `tone` picks icon and colour, `label` says it in words, `details` in a list of pairs. */
export interface SignatureView {
  readonly tone: 'verified' | 'unverified' | 'unsigned';
  readonly label: string;
  readonly details: readonly { readonly key: string; readonly value: string }[];
}

/** Branches and tags that contain the commit; `more` when the list was cut. */
export interface RefsView {
  readonly branches: readonly string[];
  readonly tags: readonly string[];
  readonly more: boolean;
  /** Where all of them were asked for: how many have come, or why not all did. */
  readonly rest?:
    | { readonly state: 'loading'; readonly count: number }
    | { readonly state: 'failed'; readonly failure: FailureView };
}

/** A merge request that contains the commit. */
export interface MergeRequestView {
  readonly reference: string;
  readonly title: string;
  readonly state: string;
  /** What else is known of it, a line each. */
  readonly facts: string;
  readonly url: string | undefined;
}

/** A job or external check on the commit. Names repeat when jobs are run again; the id does not. */
export interface StatusView {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly description: string | undefined;
  /** Where it ran, when, with which coverage and for whom, as far as is known. */
  readonly facts: string;
  /** The moments it was created, started and finished at, a line each. */
  readonly times: string;
  readonly url: string | undefined;
  readonly allowFailure: boolean;
}

/** How many commits lead to the commit, itself included; or why the server cannot tell. */
export type SequenceView = { readonly count: number } | { readonly unavailable: string };

/** The parts of the page that load on their own. */
export interface CommitParts {
  readonly signature: SignatureView;
  readonly refs: RefsView;
  readonly mergeRequests: readonly MergeRequestView[];
  readonly statuses: readonly StatusView[];
  readonly sequence: SequenceView;
}

/** The name of a part. */
export type PartName = keyof CommitParts;

/** One changed file. `diff` is hunk text from `@@` on; empty for binary, collapsed and too large files. */
export interface FileView {
  readonly oldPath: string;
  readonly newPath: string;
  readonly change: 'added' | 'deleted' | 'renamed' | 'modified';
  /** Octal modes such as `100644`, when both are known and differ. */
  readonly modes: { readonly old: string; readonly new: string } | undefined;
  readonly diff: string;
  /** Why there is no text to show, in words; undefined when `diff` is to be shown. */
  readonly note: string | undefined;
  /** Whether the extension can make the diff from the two versions of the file, which the server did not send. */
  readonly loadable?: boolean;
}

/** One version of an image. */
export interface ImageView {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** The two versions of an image; undefined on the side where there is none. */
export interface ImagesView {
  readonly before: ImageView | undefined;
  readonly after: ImageView | undefined;
}

/** A diff that was made on request: its hunks, or why there is none, in words. */
export type LoadedDiff = { readonly diff: string } | { readonly note: string };

/** How the reader wants diffs to be shown; the same on all pages. */
export interface ViewOptions {
  readonly mode: 'unified' | 'split';
  /** Whether changes in whitespace alone are shown as unchanged lines. */
  readonly hideWhitespace: boolean;
  /** Whether the list of files is shown beside the diffs where there is room. */
  readonly showFiles: boolean;
}

/** What the reader goes by: a file and perhaps a line of it. */
export interface RevealPlace {
  readonly path: string;
  readonly line?: number | undefined;
  readonly side?: 'old' | 'new' | undefined;
}

/** Messages from the extension to the commit page. */
export type ToCommitPage =
  | { readonly type: 'commit'; readonly commit: CommitView }
  | { readonly type: 'failed'; readonly failure: FailureView }
  | {
      readonly type: 'part';
      readonly part: { [K in PartName]: { readonly name: K; readonly view: PartView<CommitParts[K]> } }[PartName];
    }
  /** The files in order; each message adds to those before it unless `restart`. `complete` with the last. */
  | {
      readonly type: 'files';
      readonly files: readonly FileView[];
      readonly restart: boolean;
      readonly complete: boolean;
    }
  | { readonly type: 'filesFailed'; readonly failure: FailureView }
  | ({ readonly type: 'reveal' } & RevealPlace)
  /** The diff that was asked for with `loadDiff`. */
  | { readonly type: 'loadedDiff'; readonly newPath: string; readonly view: PartView<LoadedDiff> }
  /** The images that were asked for with `loadImages`. */
  | { readonly type: 'images'; readonly newPath: string; readonly view: PartView<ImagesView> };

/** Messages from the commit page to the extension. */
export type FromCommitPage =
  /** The page can listen; sent once after each (re)load. */
  | { readonly type: 'ready' }
  | { readonly type: 'retry'; readonly what: 'commit' | 'files' | PartName }
  /** Gives up what is on its way; answered by a failure that says so. */
  | { readonly type: 'stop'; readonly what: 'files' | PartName }
  | { readonly type: 'cherryPick' }
  | { readonly type: 'revert' }
  | { readonly type: 'copySha' }
  | { readonly type: 'copyLink' }
  | { readonly type: 'openInBrowser' }
  | { readonly type: 'openAllChanges' }
  /** Opens a file of the commit in the editor's own diff; `line` is 1-based on the new side. */
  | { readonly type: 'openFile'; readonly newPath: string; readonly line: number | undefined }
  | { readonly type: 'openCommit'; readonly sha: string }
  | { readonly type: 'openPipeline' }
  /** Sets a status of the commit, or changes one. */
  | { readonly type: 'setStatus' }
  | { readonly type: 'openMergeRequest'; readonly reference: string }
  | { readonly type: 'openStatus'; readonly id: number }
  /** Goes through the commits the page has shown. */
  | { readonly type: 'goBack' }
  | { readonly type: 'goForward' }
  | { readonly type: 'setView'; readonly view: ViewOptions }
  /** Makes the diff of a file that the server left out; `cancel` gives up. */
  | { readonly type: 'loadDiff'; readonly newPath: string; readonly cancel?: boolean }
  | { readonly type: 'loadImages'; readonly newPath: string }
  /** Reads all branches and tags with the commit, where the list was cut; `cancel` gives up. */
  | { readonly type: 'loadAllRefs'; readonly cancel?: boolean }
  /** Copies a link that opens this page in the editor, at a file and a line of it when they are given. */
  | { readonly type: 'copyDeepLink'; readonly place: RevealPlace | undefined }
  | FromConversation;

/** What the page keeps over a reload of the window; the extension finds the commit again by it. */
export interface CommitPageState {
  readonly account: string;
  readonly project: string;
  readonly sha: string;
  readonly view?: ViewOptions;
  /** Hashes of the commits the page has shown before this one and after it, nearest last. */
  readonly back?: readonly string[];
  readonly forward?: readonly string[];
}
