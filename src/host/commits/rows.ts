import * as vscode from 'vscode';
import type { FileChange } from '../../model/fileChange.ts';
import type { Commit, CommitDetail } from '../../wire/commits.ts';
import type { OpenProject } from '../project/currentProject.ts';
import { age, basename, dirname, visible } from '../format.ts';
import { iconItem, stateItem, type StateRow } from '../rows.ts';
import { rowUri } from '../visibleRows.ts';
import { fileVersionUri } from './fileVersions.ts';
import { pipelineIcon, pipelineWords } from './pipelineState.ts';

/** A row of the Commits view. */
export type CommitRow =
  StateRow | CommitItem | FileItem | { readonly kind: 'more'; readonly count: number; readonly generation: number };

/** A commit of the list. */
export interface CommitItem {
  readonly kind: 'commit';
  readonly open: OpenProject;
  readonly commit: Commit;
}

/** A file a commit changed. */
export interface FileItem {
  readonly kind: 'file';
  readonly parent: CommitItem;
  readonly change: FileChange;
}

/** The row as VS Code draws it; `detail` is what is known of a commit so far. */
export const treeItem = (row: CommitRow, detail: CommitDetail | undefined): vscode.TreeItem => {
  switch (row.kind) {
    case 'more':
      return moreItem(row.count, row.generation);
    case 'commit':
      return commitItem(row, detail);
    case 'file':
      return fileItem(row);
    default:
      return stateItem(row);
  }
};

const moreItem = (count: number, generation: number): vscode.TreeItem => {
  const item = iconItem(vscode.l10n.t('Load more…'), 'ellipsis');
  item.id = `more ${generation} ${count}`;
  item.resourceUri = rowUri('more', `${generation}-${count}`);
  item.tooltip = vscode.l10n.t('{0} commits are shown. More load when this row comes into sight.', count);
  item.command = { command: 'graft.commits.loadMore', title: vscode.l10n.t('Load More Commits') };
  return item;
};

const commitItem = (row: CommitItem, detail: CommitDetail | undefined): vscode.TreeItem => {
  const { commit } = row;
  const item = new vscode.TreeItem(visible(commit.title), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `commit ${row.open.account.id} ${row.open.project.id} ${commit.id}`;
  item.description = `${visible(commit.author_name)}, ${age(commit.created_at)}`;
  item.resourceUri = rowUri('commit', commit.id);
  item.iconPath = pipelineIcon(detail?.status);
  item.contextValue = 'commit';
  item.command = { command: 'graft.commits.openPage', title: vscode.l10n.t('Open Commit'), arguments: [row] };
  item.accessibilityInformation = {
    label: [commit.title, commit.author_name, age(commit.created_at), detail && pipelineWords(detail.status)]
      .filter(Boolean)
      .join(', '),
  };
  return item;
};

const fileItem = ({ parent, change }: FileItem): vscode.TreeItem => {
  const path = change.kind === 'deleted' ? change.oldPath : change.newPath;
  const item = new vscode.TreeItem(visible(basename(path)));
  item.id = `file ${parent.open.project.id} ${parent.commit.id} ${path}`;
  item.description =
    change.kind === 'renamed'
      ? vscode.l10n.t('{0} ← {1}', visible(dirname(path)), visible(change.oldPath))
      : visible(dirname(path));
  item.resourceUri = fileVersionUri({
    account: parent.open.account.id,
    project: parent.open.project.id,
    path,
    ref: parent.commit.id,
  }).with({ fragment: change.kind });
  item.iconPath = vscode.ThemeIcon.File;
  item.tooltip = `${visible(path)}\n${visible(changeWords(change))}`;
  item.contextValue = 'changedFile';
  item.command = {
    command: 'graft.commits.openFile',
    title: vscode.l10n.t('Open Changes'),
    arguments: [{ kind: 'file', parent, change } satisfies FileItem],
  };
  return item;
};

/** How a file was changed, in words. */
export const changeWords = (change: FileChange): string => {
  const { t } = vscode.l10n;
  const modes = change.modes ? t(', mode {0} → {1}', change.modes.old, change.modes.new) : '';
  switch (change.kind) {
    case 'added':
      return t('added');
    case 'deleted':
      return t('deleted');
    case 'renamed':
      return t('renamed from {0}', change.oldPath) + modes;
    case 'modified':
      return t('modified') + modes;
  }
};
