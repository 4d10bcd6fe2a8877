import * as vscode from '../../vscode.ts';
import { age, basename, dirname, visible } from '../../kit/words/format.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { FileSince } from '../files/sinceReview.ts';

/** Identifies the merge request of a row. */
export interface MergeRequestParent {
  readonly group: string;
  readonly open: Pick<OpenProject, 'account' | 'project'>;
  readonly request: { readonly iid: number };
}

/** Unique per merge request and group. */
export const mergeRequestId = ({ group, open, request }: MergeRequestParent): string =>
  `${group} ${open.account.id} ${open.project.id} ${request.iid}`;

export const sinceItem = ({
  parent,
  atMs,
}: {
  readonly parent: MergeRequestParent;
  readonly atMs: number;
}): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const item = new vscode.TreeItem(t('Since my last review'), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `since ${mergeRequestId(parent)}`;
  item.description = age(atMs);
  item.iconPath = new vscode.ThemeIcon('history');
  item.tooltip = t('What has changed in !{0} since you last published a comment or approved it', parent.request.iid);
  item.contextValue = 'sinceReview';
  return item;
};

export const sinceFileItem = (row: {
  readonly parent: { readonly parent: MergeRequestParent };
  readonly file: FileSince;
}): vscode.TreeItem => {
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
