import * as vscode from '../vscode.ts';
import type { CurrentProject, OpenProject } from '../shell/currentProject.ts';
import { basename, visible } from './format.ts';
import { cancellable } from './progress.ts';

/** Says that something is in another repository than that of the project, and offers the project of that one; answers it. */
export const offerItsProject = async (
  project: CurrentProject,
  root: vscode.Uri,
  words: string,
): Promise<OpenProject | undefined> => {
  const { t } = vscode.l10n;
  const change = t('Switch Project');
  if ((await vscode.window.showInformationMessage(words, change)) !== change) return undefined;
  const repository = visible(basename(root.path));
  const open = await cancellable(t('Reading the project of {0}…', repository), async (signal) => ({
    found: await project.chooseOf(root, signal),
  }));
  if (open !== undefined && open.found === undefined)
    void vscode.window.showWarningMessage(t('No remote of {0} leads to a project of your accounts.', repository));
  return open?.found;
};
