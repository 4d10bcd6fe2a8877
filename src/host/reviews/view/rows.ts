import * as vscode from '../../vscode.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import type { MergeRequestFiles } from '../../../model/reviews/mergeRequestFiles.ts';
import type { RequestPlace } from '../../../model/reviews/requestPlaces.ts';
import { mergeability } from '../../../model/mergeRequests/mergeability.ts';
import type { GroupedThread, ThreadGroup } from '../../../model/reviews/threadGroups.ts';
import type { Commit } from '../../../wire/commits.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import type { Position } from '../../../wire/notes.ts';
import { changeSize } from '../../kit/words/changeSize.ts';
import { age, basename, dirname, visible } from '../../kit/words/format.ts';
import { fileVersionUri } from '../../kit/pages/fileVersions.ts';
import { reasonMessage } from '../../kit/words/mergeReasons.ts';
import { pipelineIcon, pipelineMessage } from '../../kit/words/pipelineState.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { iconItem, stateItem, type StateRow } from '../../kit/trees/rows.ts';
import { type Liveness, livenessMessage } from '../../kit/serverChanges.ts';
import { rowUri } from '../../kit/trees/visibleRows.ts';
import type { UnsentComment } from '../drafts/unsentComments.ts';
import type { FileSince } from '../files/sinceReview.ts';
import type { ReviewSubject } from '../subject.ts';
import { commitItem, commitsItem } from './commitItems.ts';
import { draftItem, unsentItem } from './draftItems.ts';
import { placeMessages } from './placeMessages.ts';
import { mergeRequestId, sinceFileItem, sinceItem } from './sinceItems.ts';
import { threadGroupItem, threadItem, threadsItem, threadTooltip } from './threadItems.ts';

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

export const reviewItem = (
  row: ReviewRow,
  facts: (row: MergeRequestItem) => MergeRequestFacts,
  isViewed: (row: MergeRequestFileItem) => boolean,
): vscode.TreeItem => {
  switch (row.kind) {
    case 'group':
      return groupItem(row);
    case 'request':
      return mergeRequestItem(row, facts(row));
    case 'requestFile':
      return fileItem(row, isViewed(row));
    case 'folder':
      return folderItem(row);
    case 'draft':
      return draftItem(row);
    case 'kept':
      return unsentItem(row);
    case 'sinceReview':
      return sinceItem(row);
    case 'sinceFile':
      return sinceFileItem(row);
    case 'commits':
      return commitsItem(row);
    case 'commit':
      return commitItem(row);
    case 'threads':
      return threadsItem(row);
    case 'threadGroup':
      return threadGroupItem(row);
    case 'thread':
      return threadItem(row);
    case 'moreRequests': {
      const item = iconItem(vscode.l10n.t('Load more…'), 'ellipsis');
      item.id = `more ${row.group} ${row.generation} ${row.count}`;
      item.resourceUri = rowUri('moreRequests', `${row.group}-${row.generation}-${row.count}`);
      item.command = { command: 'graft.reviews.loadMore', title: vscode.l10n.t('Load More'), arguments: [row.group] };
      return item;
    }
    default:
      return stateItem(row);
  }
};

export const groupMessage = ({ group, of, open }: GroupItem): string => {
  const { t } = vscode.l10n;
  if (group === 'pinned') return t('Pinned');
  if (group === 'unsaved') return t('With unsaved comments');
  if (group === 'search') return t('Search: {0}', visible(of ?? ''));
  if (group === 'open') return t('Other open');
  if (group === 'review') return t('Review requested');
  if (group === 'waiting') return t('Waiting for the author');
  if (group === 'inReview') return t('In review by me');
  if (group === 'mine') return t('Created by me');
  if (group === 'upstream') return t('Branch {0} in {1}', visible(of ?? ''), visible(open.project.path_with_namespace));
  return of === undefined ? t('Current branch') : t('Branch {0}', visible(of));
};

const groupItem = (row: GroupItem): vscode.TreeItem => {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(groupMessage(row), row.group === 'open' ? Collapsed : Expanded);
  item.id = `reviews ${row.group}`;
  item.description = row.count;
  item.contextValue = row.group === 'search' ? 'reviewSearch' : 'reviewGroup';
  return item;
};

/** Undefined for an open one that can't be merged yet. */
const stateMessage = (mergeRequest: MergeRequest, { place }: MergeRequestFacts): string | undefined => {
  const { t } = vscode.l10n;
  const { state, draft, work_in_progress: wip } = mergeRequest;
  if (state === 'merged') return t('merged');
  if (state === 'closed') return t('closed');
  if (state === 'locked') return t('locked');
  if ((draft ?? wip) === true) return t('draft');
  return mergeability(mergeRequest).kind === 'mergeable' && place?.isReturned !== true ? t('ready') : undefined;
};

const mergeRequestItem = (row: MergeRequestItem, facts: MergeRequestFacts): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const { request, open, group } = row;
  const item = new vscode.TreeItem(visible(request.title), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `request ${group} ${open.account.id} ${open.project.id} ${request.iid}`;
  const drafts = facts.drafts === undefined || facts.drafts === 0 ? undefined : draftMessage(facts.drafts);
  const stored = facts.kept === 0 ? undefined : t('{0} unsaved', facts.kept);
  // the state already says draft
  const waitsFor = mergeability(request).reasons.filter(
    (reason) => reason !== 'draft_status' && !(reason === 'requested_changes' && facts.place?.isReturned === true),
  );
  const reasons = waitsFor.map((reason) => reasonMessage(reason).replace(/\.$/, ''));
  const words = [
    ...[`!${request.iid}`, stateMessage(request, facts), drafts, stored, viewedMessage(facts.viewed)],
    ...placeMessages(facts, group === 'search'),
    ...reasons,
  ].filter((each) => each !== undefined);
  item.description = words.join(' · ');
  item.resourceUri = rowUri('request', mergeRequestKey(row));
  item.iconPath =
    facts.pipeline == null
      ? new vscode.ThemeIcon(request.state === 'merged' ? 'git-merge' : 'git-pull-request')
      : pipelineIcon(facts.pipeline);
  item.contextValue = facts.isPinned ? 'mergeRequestPinned' : 'mergeRequest';
  // the twistie expands
  item.command = { command: 'graft.mergeRequests.openPage', title: t('Open Merge Request'), arguments: [row] };
  item.accessibilityInformation = { label: [request.title, ...words, pipelineOf(facts)].filter(Boolean).join(', ') };
  return item;
};

const pipelineOf = ({ pipeline }: MergeRequestFacts): string | undefined =>
  pipeline === undefined ? undefined : pipelineMessage(pipeline);

/**
 * Tooltip, created on hover. Includes live update state, which changes often: redrawing the row for it could drop a
 * checkbox click.
 */
export const tooltipOf = (
  item: vscode.TreeItem,
  row: ReviewRow,
  factsOf: (request: MergeRequestItem) => MergeRequestFacts,
): string => {
  const { t } = vscode.l10n;
  const shown = [item.label, item.description].filter((each) => typeof each === 'string');
  if (row.kind === 'thread') return threadTooltip(row.thread);
  if (row.kind !== 'request') return shown.join(' · ');
  const { request } = row;
  const facts = factsOf(row);
  return [
    ...shown,
    t('{0} → {1}', visible(request.source_branch), visible(request.target_branch)),
    request.source_project_id == null ? t('The source fork has been deleted.') : undefined,
    [request.author?.name, request.updated_at == null ? undefined : t('updated {0}', age(request.updated_at))]
      .filter((each) => each !== undefined)
      .map(visible)
      .join(', '),
    pipelineOf(facts),
    livenessMessage(facts.liveness),
  ]
    .filter((each) => each !== undefined && each !== '')
    .join('\n');
};

const draftMessage = (count: number): string => vscode.l10n.t('{0} pending', count);

const viewedMessage = (viewed: MergeRequestFacts['viewed']): string | undefined => {
  if (viewed === undefined || viewed.count === 0) return undefined;
  const { t } = vscode.l10n;
  return viewed.isCut ? t('{0} viewed', viewed.count) : t('{0} of {1} viewed', viewed.count, viewed.of);
};

const fileItem = (row: MergeRequestFileItem, isViewed: boolean): vscode.TreeItem => {
  const { parent, change, version } = row;
  const path = change.kind === 'deleted' ? change.oldPath : change.newPath;
  const item = new vscode.TreeItem(visible(basename(path)));
  item.id = `requestFile ${parent.group} ${parent.open.account.id} ${parent.open.project.id} ${parent.request.iid} ${path}`;
  const at = row.folder ? '' : visible(dirname(path));
  const folder = change.kind === 'renamed' ? vscode.l10n.t('{0} ← {1}', at, visible(change.oldPath)).trim() : at;
  const unresolved = row.unresolved ? vscode.l10n.t('{0} unresolved', row.unresolved) : undefined;
  item.description = [unresolved, changeSize(change), folder].filter(Boolean).join(' · ');
  // a file URI at a commit gets git's status letters
  item.resourceUri = fileVersionUri({
    account: parent.open.account.id,
    project: parent.open.project.id,
    path,
    ref: version.headSha,
  }).with({ fragment: change.kind });
  item.iconPath = vscode.ThemeIcon.File;
  item.tooltip = [visible(path), changeSize(change), unresolved].filter(Boolean).join('\n');
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  item.checkboxState = {
    state: isViewed ? Checked : Unchecked,
    tooltip: isViewed ? vscode.l10n.t('Viewed') : vscode.l10n.t('Mark as viewed'),
  };
  item.contextValue = 'requestFile';
  item.command = { command: 'graft.reviews.openFile', title: vscode.l10n.t('Open Changes'), arguments: [row] };
  return item;
};

const folderItem = ({ parent, request, path }: FolderItem): vscode.TreeItem => {
  const above = parent.kind === 'folder' ? parent.path.length : 0;
  const item = new vscode.TreeItem(visible(path.slice(above, -1)), vscode.TreeItemCollapsibleState.Expanded);
  item.id = `folder ${path} ${mergeRequestId(request)}`;
  item.iconPath = vscode.ThemeIcon.Folder;
  return item;
};
