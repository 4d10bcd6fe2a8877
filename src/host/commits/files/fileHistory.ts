import * as vscode from '../../vscode.ts';
import { branchRef } from '../../../wire/refName.ts';
import { basename, visible } from '../../kit/words/format.ts';
import type { CommitsArea } from '../area.ts';
import { inProject } from './localFile.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { cancellable } from '../../kit/progress.ts';
import { projectOf, requireProject } from '../../kit/requireProject.ts';
import { fileScheme, readFileVersion } from '../../kit/pages/fileVersions.ts';
import { pathOf } from '../../../model/fileChange.ts';
import type { ComparedFileItem, FileItem } from '../list/rows.ts';

/** Filters the view by a file or folder: of the editor, the Explorer, or a row of a commit. */
export const fileHistory = async (area: CommitsArea, argument: unknown): Promise<void> => {
  const { t } = vscode.l10n;
  const open = await requireProject(area);
  if (!open) return;
  if (isFileRow(argument)) return show(area, pathOf(argument.change), undefined);
  const uri = argument instanceof vscode.Uri ? argument : openFileUri();
  if (uri === undefined) {
    void vscode.window.showInformationMessage(t('No file is open. Open one, or choose one in the Explorer.'));
    return;
  }
  if (uri.scheme === fileScheme) return versionHistory(area, open, uri);
  const found = await inProject(area, open, uri);
  if (found === undefined) return;
  if (found.path === '') {
    void vscode.window.showInformationMessage(t('This is the whole repository. Choose a file or folder in it.'));
    return area.commits.setFilter({});
  }
  if (!found.isCommitted) {
    void vscode.window.showInformationMessage(t('No commit has {0} yet.', visible(found.path)));
    return;
  }
  await show(area, found.path, refOf(found.open, found.upstreamBranch));
};

/** For a file version in a diff editor. */
const versionHistory = async (area: CommitsArea, open: OpenProject, uri: vscode.Uri): Promise<void> => {
  const { path, ...place } = readFileVersion(uri);
  if (place.project === open.project.id && place.account === open.account.id) {
    await show(area, path, undefined);
    return;
  }
  const { t } = vscode.l10n;
  const change = t('Switch Project');
  const hasAccount = area.accounts.get(place.account) !== undefined;
  const words = t('This file belongs to a project other than {0}.', open.project.path_with_namespace);
  const answer = await vscode.window.showInformationMessage(words, ...(hasAccount ? [change] : []));
  if (answer !== change) return;
  const other = await cancellable(t('Reading the project of {0}…', basename(uri.path)), (signal) =>
    projectOf(area, place, signal),
  );
  if (other === undefined) return;
  await area.project.choose(other.account, other.project);
  await show(area, path, undefined);
};

/** Upstream branch; undefined for the default branch. */
const refOf = (open: OpenProject, branch: string | undefined): string | undefined =>
  branch === undefined || branch === open.project.default_branch ? undefined : branchRef(branch);

const show = async (area: CommitsArea, path: string, ref: string | undefined): Promise<void> => {
  await area.commits.reveal();
  await area.commits.setFilter({ path, follow: true, ...(ref === undefined ? {} : { ref }) });
};

const isFileRow = (argument: unknown): argument is FileItem | ComparedFileItem =>
  typeof argument === 'object' && argument !== null && 'change' in argument;

/** File of the active editor; the new side of a diff. */
const openFileUri = (): vscode.Uri | undefined => {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return vscode.window.activeTextEditor?.document.uri;
};
