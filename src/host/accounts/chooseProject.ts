import * as vscode from '../vscode.ts';
import type { Shell } from '../shell/shell.ts';
import { sayWhyNone } from '../kit/requireProject.ts';
import { pickProject } from '../kit/pickProject.ts';

/** Lets the user search the projects of all accounts and works on the chosen one from then on. */
export const chooseProject = async (shell: Shell): Promise<void> => {
  const chosen = await pickProject(shell, vscode.l10n.t('Choose Project'));
  if (chosen) await shell.project.choose(chosen.account, chosen.project);
};

/** Forgets the project chosen by hand and looks at the remotes again; says so when they lead nowhere. */
export const detectProject = async (shell: Shell): Promise<void> => {
  await shell.project.detect();
  sayWhyNone(shell);
};
