import * as vscode from '../../vscode.ts';
import type { CommitLine } from '../../../model/commits/commitLine.ts';
import { type ChangedFile, pathOf } from '../../../model/fileChange.ts';
import type { ComparedRefs } from '../../../model/commits/refComparison.ts';
import type { CommitDetail } from '../../../wire/commits.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { age, basename, dirname, shortSha, visible } from '../../kit/words/format.ts';
import { natureOf } from '../../kit/words/changeSize.ts';
import { iconItem, stateItem, type StateRow } from '../../kit/trees/rows.ts';
import { rowUri } from '../../kit/trees/visibleRows.ts';
import { fileVersionUri } from '../../kit/pages/fileVersions.ts';
import { pipelineIcon, pipelineMessage } from '../../kit/words/pipelineState.ts';

export type CommitRow = StateRow | CommitItem | FileItem | ComparedFileItem | SectionItem | TurnItem;

export interface CommitItem {
  readonly kind: 'commit';
  readonly open: OpenProject;
  readonly commit: CommitLine;
  /** In a comparison: SHA of its cherry-pick on the other side. */
  readonly pickedAs?: string | undefined;
}

export interface FileItem {
  readonly kind: 'file';
  readonly parent: CommitItem;
  readonly change: ChangedFile;
}

/** Two refs with the SHAs they were compared at. */
export interface ComparedPlace {
  readonly open: OpenProject;
  readonly refs: ComparedRefs;
  readonly leftSha: string;
  readonly toSha: string;
}

export interface ComparedFileItem {
  readonly kind: 'comparedFile';
  readonly place: ComparedPlace;
  readonly change: ChangedFile;
}

export interface SectionItem {
  readonly kind: 'section';
  readonly part: 'commits' | 'files';
  readonly count: number;
}

/** Rows for paging, for choosing a ref, and at a rename in a file's history. */
export type TurnItem =
  | { readonly kind: 'chooseRef' }
  | { readonly kind: 'more'; readonly count: number; readonly generation: number }
  | { readonly kind: 'later'; readonly count: number }
  | { readonly kind: 'earlier'; readonly count: number }
  | { readonly kind: 'renamed'; readonly path: string };

/** `detail` is the commit as read so far. */
export const treeItem = (row: CommitRow, detail: CommitDetail | undefined): vscode.TreeItem => {
  switch (row.kind) {
    case 'commit':
      return commitItem(row, detail);
    case 'file':
      return fileItem(row);
    case 'comparedFile':
      return comparedFileItem(row);
    case 'section':
      return sectionItem(row);
    case 'chooseRef':
    case 'more':
    case 'later':
    case 'earlier':
    case 'renamed':
      return turnItem(row);
    default:
      return stateItem(row);
  }
};

const turnItem = (row: TurnItem): vscode.TreeItem => {
  const { t } = vscode.l10n;
  switch (row.kind) {
    case 'chooseRef': {
      const item = iconItem(t('Choose a branch or tag…'), 'git-branch');
      item.command = { command: 'graft.commits.filter', title: t('Filter Commits'), arguments: ['ref'] };
      return item;
    }
    case 'more': {
      const item = iconItem(t('Load more…'), 'ellipsis');
      item.id = `more ${row.generation} ${row.count}`;
      item.resourceUri = rowUri('more', `${row.generation}-${row.count}`);
      item.tooltip = t('{0} commits are shown. More load when you scroll to this row.', row.count);
      item.command = { command: 'graft.commits.loadMore', title: t('Load More Commits') };
      return item;
    }
    case 'later': {
      const item = iconItem(t('Older commits…'), 'arrow-down');
      item.id = `later ${row.count}`;
      item.tooltip = t('{0} commits so far. The next ones replace them.', row.count);
      item.command = { command: 'graft.commits.older', title: t('Show Older Commits') };
      return item;
    }
    case 'earlier': {
      const item = iconItem(t('Newer commits…'), 'arrow-up');
      item.id = `earlier ${row.count}`;
      item.description = t('{0} before these', row.count);
      item.command = { command: 'graft.commits.newer', title: t('Show Newer Commits') };
      return item;
    }
    case 'renamed': {
      const item = iconItem(t('Before: {0}', visible(row.path)), 'arrow-right');
      item.id = `renamed ${row.path}`;
      item.description = t('renamed');
      item.tooltip = t('In the commits below, its name was {0}.', visible(row.path));
      return item;
    }
  }
};

const sectionItem = ({ part, count }: SectionItem): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const isCommits = part === 'commits';
  const item = new vscode.TreeItem(
    isCommits ? t('Commits') : t('Changed files'),
    count === 0 ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Expanded,
  );
  item.id = `section ${part}`;
  item.description = count === 0 ? t('none') : String(count);
  item.iconPath = new vscode.ThemeIcon(isCommits ? 'git-commit' : 'diff-multiple');
  item.contextValue = count === 0 ? 'emptySection' : isCommits ? 'comparedCommits' : 'comparedFiles';
  return item;
};

const commitItem = (row: CommitItem, detail: CommitDetail | undefined): vscode.TreeItem => {
  const { commit, pickedAs } = row;
  const picked = pickedAs && vscode.l10n.t('picked as {0}', shortSha(pickedAs));
  const item = new vscode.TreeItem(visible(commit.title), vscode.TreeItemCollapsibleState.Collapsed);
  const trailers = commit.trailers?.split('\n').join(' · ');
  item.description = [
    picked,
    `${visible(commit.author_name)}, ${age(commit.created_at)}`,
    trailers && visible(trailers),
  ]
    .filter(Boolean)
    .join(' · ');
  item.iconPath = pipelineIcon(detail?.status);
  if (commit.id === '') {
    // nothing can be requested without a SHA
    item.collapsibleState = vscode.TreeItemCollapsibleState.None;
  } else {
    item.id = `commit ${row.open.account.id} ${row.open.project.id} ${commit.id}`;
    item.resourceUri = rowUri('commit', commit.id);
    item.contextValue = 'commit';
    item.command = { command: 'graft.commits.openPage', title: vscode.l10n.t('Open Commit'), arguments: [row] };
  }
  item.accessibilityInformation = {
    label: [
      commit.title,
      picked,
      commit.author_name,
      age(commit.created_at),
      detail && pipelineMessage(detail.status),
      trailers,
    ]
      .filter(Boolean)
      .join(', '),
  };
  return item;
};

const fileItem = (row: FileItem): vscode.TreeItem => {
  const { parent, change } = row;
  const item = changedFileItem(change, parent.open, parent.commit.id);
  item.id = `file ${parent.open.project.id} ${parent.commit.id} ${pathOf(change)}`;
  item.contextValue = 'changedFile';
  item.command = { command: 'graft.commits.openFile', title: vscode.l10n.t('Open Changes'), arguments: [row] };
  return item;
};

const comparedFileItem = (row: ComparedFileItem): vscode.TreeItem => {
  const { place, change } = row;
  const item = changedFileItem(change, place.open, place.toSha);
  item.id = `compared ${place.leftSha} ${place.toSha} ${pathOf(change)}`;
  item.contextValue = 'comparedFile';
  item.command = { command: 'graft.commits.openFile', title: vscode.l10n.t('Open Changes'), arguments: [row] };
  return item;
};

const changedFileItem = (change: ChangedFile, open: OpenProject, ref: string): vscode.TreeItem => {
  const path = pathOf(change);
  const item = new vscode.TreeItem(visible(basename(path)));
  const folder = visible(dirname(path));
  const from = change.kind === 'renamed' ? vscode.l10n.t('{0} ← {1}', folder, visible(change.oldPath)) : folder;
  item.description = [...natureOf(change), from].filter(Boolean).join(' · ');
  item.resourceUri = fileVersionUri({ account: open.account.id, project: open.project.id, path, ref }).with({
    fragment: change.kind,
  });
  item.iconPath = vscode.ThemeIcon.File;
  item.tooltip = `${visible(path)}\n${visible(changeMessage(change))}`;
  return item;
};

/** Kind of change, such as “renamed from a.ts”. */
export const changeMessage = (change: ChangedFile): string => {
  const { t } = vscode.l10n;
  const words = {
    added: t('added'),
    deleted: t('deleted'),
    renamed: t('renamed from {0}', change.oldPath),
    modified: t('modified'),
  };
  return [words[change.kind], ...natureOf(change)].join(', ');
};
