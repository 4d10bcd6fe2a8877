import type * as vscode from '../vscode.ts';
import type { Shell } from '../shell/shell.ts';
import type { BackportsArea } from './area.ts';
import { Changelogs } from './changelogs.ts';
import { Readinesses } from './readinesses.ts';
import { Queues } from './queues.ts';
import type { QueueRow } from './rows.ts';
import { QueueView } from './view.ts';

/** Creates the view; reads nothing until it is shown. */
export const createBackportParts = (shell: Shell, view: vscode.TreeView<QueueRow>): BackportsArea => {
  const { own, project } = shell;
  const queues = own(new Queues(shell));
  const readinesses = own(new Readinesses(queues));
  const queueView = own(new QueueView({ project, queues, readinesses, view }));
  return { ...shell, backports: { queues, readinesses, changelogs: new Changelogs(shell), view: queueView } };
};

export { backportCommands } from './commands.ts';
