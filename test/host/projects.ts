import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../src/extension.ts';
import type { OpenProject } from '../../src/host/shell/currentProject.ts';
import type { Account } from '../../src/model/account.ts';
import { getProject } from '../../src/wire/projects.ts';
import { settledRows } from '../support/window/inHost.ts';

/** Opens a project as if chosen. */
export const openProject = async (app: App, account: Account, path: string): Promise<OpenProject> => {
  const project = await app.clients.of(account).send(getProject, { id: path });
  await app.project.choose(account, project);
  return app.project.open ?? assert.fail('no project is open');
};

export const forgetProject = (app: App): Promise<void> => app.project.detect();

export const texts = async (view: Parameters<typeof settledRows>[0]): Promise<string[]> =>
  (await settledRows(view)).map(({ text }) => text);

export const titles = async (app: App): Promise<string[]> =>
  (await settledRows(app.commits)).flatMap(({ row, item }) => (row.kind === 'commit' ? [labelOf(item)] : []));

export const labelOf = ({ label }: vscode.TreeItem): string =>
  typeof label === 'string' ? label : (label?.label ?? '');

export const click = async ({ command }: vscode.TreeItem): Promise<void> => {
  assert.ok(command, 'the row cannot be clicked');
  await vscode.commands.executeCommand(command.command, ...((command.arguments as unknown[] | undefined) ?? []));
};
