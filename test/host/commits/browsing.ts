import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { git } from '../../support/git.ts';
import { sandbox, type SandboxWorld, settledRows } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import type { Hands } from '../hands.ts';

export const folder = (): string =>
  vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');

/** A commit of thousands of files, or one with odd names and a very long line. */
export const crowded = (which: 'crowded' | 'odd' = 'crowded'): string =>
  (sandbox() as SandboxWorld & Readonly<Record<typeof which, string>>)[which];

export const onServer = (...args: readonly string[]): string =>
  git(sandbox().repository, '-c', 'core.quotePath=false', ...args);

export const inClone = (...args: readonly string[]): string => git(folder(), ...args);

export const titles = async (app: App): Promise<string[]> =>
  (await settledRows(app.commits)).flatMap(({ row, label }) => (row.kind === 'commit' ? [label] : []));

/** Types into a search pick; returns the first row with a matching label. */
export const searched = async (
  ui: Hands,
  picker: vscode.QuickPick<vscode.QuickPickItem>,
  text: string,
  label: RegExp,
): Promise<vscode.QuickPickItem> => {
  const before = picker.items;
  ui.type(picker, text);
  return poll(
    () => (picker.busy || picker.items === before ? undefined : picker.items.find((item) => label.test(item.label))),
    { what: `a row ${String(label)}; there are ${picker.items.map((item) => item.label).join(', ')}` },
  );
};
