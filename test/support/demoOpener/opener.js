'use strict';
const vscode = require('vscode');

const opened = 'opened';

/** Opens the Graft view in a window that has not shown it yet. */
exports.activate = async (context) => {
  if (context.workspaceState.get(opened)) return;
  await vscode.commands.executeCommand('workbench.view.extension.graft');
  await context.workspaceState.update(opened, true);
};
