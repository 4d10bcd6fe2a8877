import * as vscode from '../vscode.ts';
import type { Shell } from '../shell/shell.ts';
import { explainMissing } from '../kit/requireProject.ts';
import { pickProject } from '../kit/questions/pickProject.ts';

/** Over all accounts. */
export const chooseProject = async (shell: Shell): Promise<void> => {
  const chosen = await pickProject(shell, vscode.l10n.t('Choose Project'));
  if (chosen) await shell.project.choose(chosen.account, chosen.project);
};

/** Drops the chosen project and detects one from the remotes. */
export const detectProject = async (shell: Shell): Promise<void> => {
  await shell.project.detect();
  explainMissing(shell);
};
