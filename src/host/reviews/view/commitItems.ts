import * as vscode from '../../vscode.ts';
import { age, shortSha, visible } from '../../kit/words/format.ts';
import type { Commit } from '../../../wire/commits.ts';
import { mergeRequestId, type MergeRequestParent } from './sinceItems.ts';

interface Commits {
  readonly parent: MergeRequestParent;
}

export const commitsItem = ({ parent }: Commits): vscode.TreeItem => {
  const item = new vscode.TreeItem(vscode.l10n.t('Commits'), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `commits ${mergeRequestId(parent)}`;
  item.iconPath = new vscode.ThemeIcon('git-commit');
  return item;
};

export const commitItem = (
  row: Pick<Commit, 'title' | 'author_name' | 'created_at'> & { readonly parent: Commits; readonly sha: string },
): vscode.TreeItem => {
  const item = new vscode.TreeItem(visible(row.title));
  item.id = `commit ${row.sha} ${mergeRequestId(row.parent.parent)}`;
  item.description = visible([shortSha(row.sha), row.author_name, age(row.created_at)].join(' · '));
  item.iconPath = new vscode.ThemeIcon('git-commit');
  item.command = { command: 'graft.reviews.openCommit', title: vscode.l10n.t('Open Commit'), arguments: [row] };
  return item;
};
