import type { FileChange } from '../../../model/fileChange.ts';
import type { MergeRequestFiles } from '../../../model/reviews/mergeRequestFiles.ts';
import type { RequestPlace } from '../../../model/reviews/requestPlaces.ts';
import type { GroupedThread, ThreadGroup } from '../../../model/reviews/threadGroups.ts';
import type { Commit } from '../../../wire/commits.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import type { Position } from '../../../wire/notes.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { StateRow } from '../../kit/trees/rows.ts';
import type { Liveness } from '../../kit/serverChanges.ts';
import type { UnsentComment } from '../drafts/unsentComments.ts';
import type { FileSince } from '../files/sinceReview.ts';
import type { ReviewSubject } from '../subject.ts';

export type GroupName =
  | 'search'
  | 'pinned'
  | 'open'
  | 'unsaved'
  | 'review'
  | 'waiting'
  | 'inReview'
  | 'mine'
  | 'branch'
  | 'upstream';

export interface GroupItem {
  readonly kind: 'group';
  readonly group: GroupName;
  /** Branch or search text. */
  readonly of: string | undefined;
  /** For `upstream`, the fork's parent project. */
  readonly open: OpenProject;
  /** Number with `+` if there may be more; empty for none or unknown. */
  count: string;
}

export interface MergeRequestItem {
  readonly kind: 'request';
  readonly group: GroupName;
  /** Number of the list's reload. */
  readonly generation: number;
  readonly open: OpenProject;
  /** Latest record; the row object stays while listed. */
  request: MergeRequest;
  /** Undefined without threads. */
  threads?: ThreadsItem | undefined;
}

export interface MergeRequestFileItem {
  readonly kind: 'requestFile';
  readonly parent: MergeRequestItem;
  readonly change: FileChange;
  readonly version: Extract<MergeRequestFiles, { kind: 'ready' }>['version'];
  /** Number of loaded unresolved threads. */
  readonly unresolved: number;
  /** Set in tree mode. */
  readonly folder?: FolderItem | undefined;
}

export interface FolderItem {
  readonly kind: 'folder';
  readonly parent: MergeRequestItem | FolderItem;
  readonly request: MergeRequestItem;
  /** With trailing slash. */
  readonly path: string;
  below: readonly (FolderItem | MergeRequestFileItem)[];
}

export interface DraftItem {
  readonly kind: 'draft';
  readonly parent: MergeRequestItem;
  readonly draft: DraftNote;
  /** For a reply, the thread's position. */
  readonly position: Position | undefined;
}

/** An unsaved text. */
export interface UnsentItem {
  readonly kind: 'kept';
  /** Not a row until the merge request is read; the text is then one of the group. */
  readonly parent: MergeRequestItem | (Pick<MergeRequestItem, 'group'> & ReviewSubject);
  readonly kept: UnsentComment;
}

/** Changes since the account's last review. */
export interface SinceItem {
  readonly kind: 'sinceReview';
  readonly parent: MergeRequestItem;
  /** Time of that review in milliseconds. */
  readonly atMs: number;
}

export interface SinceFileItem {
  readonly kind: 'sinceFile';
  readonly parent: SinceItem;
  readonly file: FileSince;
}

/** Commits, read on expansion. */
export interface CommitsItem {
  readonly kind: 'commits';
  readonly parent: MergeRequestItem;
}

export interface CommitItem extends Pick<Commit, 'title' | 'author_name' | 'created_at'> {
  readonly kind: 'commit';
  readonly parent: CommitsItem;
  readonly sha: string;
}

export interface ThreadsItem {
  readonly kind: 'threads';
  readonly parent: MergeRequestItem;
  /** Undefined before the first read. */
  count: { readonly unresolved: number; readonly of: number } | undefined;
  /** Non-empty groups, after the error row if the last read failed. */
  below: readonly (StateRow | ThreadGroupItem)[];
}

/** The row object stays while the group has threads. */
export interface ThreadGroupItem {
  readonly kind: 'threadGroup';
  readonly parent: ThreadsItem;
  readonly group: ThreadGroup;
  below: readonly ThreadItem[];
}

export interface ThreadItem {
  readonly kind: 'thread';
  readonly parent: ThreadGroupItem;
  thread: GroupedThread;
}

export type ReviewRow =
  | StateRow
  | GroupItem
  | MergeRequestItem
  | MergeRequestFileItem
  | FolderItem
  | DraftItem
  | UnsentItem
  | SinceItem
  | SinceFileItem
  | CommitsItem
  | CommitItem
  | ThreadsItem
  | ThreadGroupItem
  | ThreadItem
  | { readonly kind: 'moreRequests'; readonly group: GroupName; readonly count: number; readonly generation: number };

/** True for a row of these kinds as the argument of a command. */
export const isRow = <Kind extends ReviewRow['kind']>(
  argument: unknown,
  ...kinds: readonly Kind[]
): argument is Extract<ReviewRow, { readonly kind: Kind }> =>
  typeof argument === 'object' &&
  argument !== null &&
  'kind' in argument &&
  kinds.some((kind) => kind === argument.kind);

/** Unique per merge request and group. */
export const mergeRequestId = ({ group, open, request }: MergeRequestItem): string =>
  `${group} ${open.account.id} ${open.project.id} ${request.iid}`;

/** Unique key for the row's resource URI. */
export const mergeRequestKey = ({ group, request, generation }: Omit<MergeRequestItem, 'kind' | 'open'>): string =>
  `${group}-${request.iid}-${generation}`;

/** Facts besides the record. */
export interface MergeRequestFacts {
  /** Status of the head pipeline; null without one, undefined if unknown. */
  readonly pipeline: string | null | undefined;
  /** Number of own drafts; undefined if unknown. */
  readonly drafts: number | undefined;
  /** Number of unsaved texts. */
  readonly kept: number;
  readonly isPinned: boolean;
  /** Undefined for one that no group lists. */
  readonly place?: RequestPlace | undefined;
  /** Viewed files; undefined before the files are read. */
  readonly viewed?: { readonly count: number; readonly of: number; readonly isCut: boolean } | undefined;
  /** Undefined when not followed. */
  readonly liveness?: Liveness | undefined;
}
