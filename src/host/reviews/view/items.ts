import * as vscode from '../../vscode.ts';
import { mergeability } from '../../../model/mergeRequests/mergeability.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import { changeSize } from '../../kit/words/changeSize.ts';
import { age, basename, dirname, shortSha, visible } from '../../kit/words/format.ts';
import { fileVersionUri } from '../../kit/pages/fileVersions.ts';
import { reasonMessage } from '../../kit/words/mergeReasons.ts';
import { pipelineIcon, pipelineMessage } from '../../kit/words/pipelineState.ts';
import { iconItem, stateItem } from '../../kit/trees/rows.ts';
import { livenessMessage } from '../../kit/serverChanges.ts';
import { rowUri } from '../../kit/trees/visibleRows.ts';
import { draftItem, unsentItem } from './draftItems.ts';
import { placeMessages } from './placeMessages.ts';
import {
  type CommitItem,
  type CommitsItem,
  type FolderItem,
  type GroupItem,
  type MergeRequestFacts,
  type MergeRequestFileItem,
  mergeRequestId,
  type MergeRequestItem,
  mergeRequestKey,
  type ReviewRow,
  type SinceFileItem,
  type SinceItem,
} from './rows.ts';
import { threadGroupItem, threadItem, threadsItem, threadTooltip } from './threadItems.ts';

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

const groupMessage = ({ group, of, open }: GroupItem): string => {
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
  const { request, group } = row;
  const item = new vscode.TreeItem(visible(request.title), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `request ${mergeRequestId(row)}`;
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
  item.id = `requestFile ${mergeRequestId(parent)} ${path}`;
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

const commitsItem = ({ parent }: CommitsItem): vscode.TreeItem => {
  const item = new vscode.TreeItem(vscode.l10n.t('Commits'), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `commits ${mergeRequestId(parent)}`;
  item.iconPath = new vscode.ThemeIcon('git-commit');
  return item;
};

const commitItem = (row: CommitItem): vscode.TreeItem => {
  const item = new vscode.TreeItem(visible(row.title));
  item.id = `commit ${row.sha} ${mergeRequestId(row.parent.parent)}`;
  item.description = visible([shortSha(row.sha), row.author_name, age(row.created_at)].join(' · '));
  item.iconPath = new vscode.ThemeIcon('git-commit');
  item.command = { command: 'graft.reviews.openCommit', title: vscode.l10n.t('Open Commit'), arguments: [row] };
  return item;
};

const sinceItem = ({ parent, atMs }: SinceItem): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const item = new vscode.TreeItem(t('Since my last review'), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `since ${mergeRequestId(parent)}`;
  item.description = age(atMs);
  item.iconPath = new vscode.ThemeIcon('history');
  item.tooltip = t('What has changed in !{0} since you last published a comment or approved it', parent.request.iid);
  item.contextValue = 'sinceReview';
  return item;
};

const sinceFileItem = (row: SinceFileItem): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const { parent, file } = row;
  const { before, after, path, sides } = file;
  const item = new vscode.TreeItem(visible(basename(path)));
  item.id = `sinceFile ${mergeRequestId(parent.parent)} ${path}`;
  const word =
    after === undefined
      ? t('no longer changed by the merge request')
      : before === undefined
        ? t('newly changed by the merge request')
        : undefined;
  item.description = [word, visible(dirname(path))].filter(Boolean).join(' · ');
  const uri = sides.right ?? sides.left;
  if (uri) item.resourceUri = uri;
  item.iconPath = vscode.ThemeIcon.File;
  item.tooltip = [visible(path), word].filter(Boolean).join('\n');
  item.contextValue = 'sinceFile';
  item.command = { command: 'graft.reviews.openSince', title: t('Open Changes'), arguments: [row] };
  return item;
};
