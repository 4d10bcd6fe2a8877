import * as vscode from '../../vscode.ts';
import type { CurrentProject, OpenProject } from '../../shell/currentProject.ts';
import { basename, visible } from '../words/format.ts';
import { cancellable } from '../progress.ts';

/** The open project if it has this root; otherwise offers to switch. Undefined if declined or not found. */
export const projectIn = async (
  project: CurrentProject,
  open: OpenProject,
  root: vscode.Uri,
  file?: string,
): Promise<OpenProject | undefined> => {
  if (open.root === undefined || open.root.toString() === root.toString()) return open;
  const { t } = vscode.l10n;
  const change = t('Switch Project');
  const repository = visible(basename(root.path));
  const shown = open.project.path_with_namespace;
  const words =
    file === undefined
      ? t('These changes are in the repository {0}, but Graft shows the project {1}.', repository, shown)
      : t('{0} is in the repository {1}, but Graft shows the project {2}.', file, repository, shown);
  if ((await vscode.window.showInformationMessage(words, change)) !== change) return undefined;
  const chosen = await cancellable(t('Reading the project of {0}…', repository), async (signal) => ({
    found: await project.chooseOf(root, signal),
  }));
  if (chosen !== undefined && chosen.found === undefined)
    void vscode.window.showWarningMessage(t('No remote of {0} leads to a project of your accounts.', repository));
  return chosen?.found;
};
