import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PickRows } from '../../../src/host/kit/pickRows.ts';
import { delay, poll } from '../../support/poll.ts';

describe('the rows of a quick pick that are replaced while it is open', () => {
  const rows = ['main', 'release/1.0', 'release/2.0'].map((label) => ({ label }));
  const [main, , newest] = rows;
  let picker: vscode.QuickPick<vscode.QuickPickItem>;
  let shown: PickRows<vscode.QuickPickItem>;

  const enter = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  /** Gives a row the focus; resolves when the window has it so: what comes after is answered after. */
  const focus = async (row: vscode.QuickPickItem): Promise<void> => {
    picker.activeItems = [row];
    await delay(5);
    await vscode.commands.executeCommand('setContext', 'graft.pickRows', 0);
  };
  /** Opens the pick with a row in focus, and waits until the window has it so. */
  const open = async (active: vscode.QuickPickItem | undefined): Promise<void> => {
    picker = vscode.window.createQuickPick();
    picker.ignoreFocusOut = true;
    shown = new PickRows(picker);
    shown.show(rows);
    picker.show();
    await poll(() => shown.haveArrived && picker.activeItems.length > 0, { what: 'the rows' });
    if (active) await focus(active);
  };
  const taken = (): Promise<vscode.QuickPickItem | undefined> =>
    new Promise((resolve) => picker.onDidAccept(() => resolve(shown.chosen)));

  afterEach(() => picker.dispose());

  it('are told apart: Enter takes the row it was pressed on, not the one that has come in its place', async () => {
    await open(newest);
    const row = taken();
    // reaches the window before the new rows do
    const entered = enter();
    shown.show(rows.toReversed());
    assert.equal(await row, newest);
    await entered;
  });

  it('give no row where the one that Enter was pressed on is not known', async () => {
    await open(newest);
    const row = taken();
    const entered = enter();
    shown.show([{ label: 'hotfix' }]);
    assert.equal(await row, undefined);
    await entered;
  });

  it('are those shown last once the window has them', async () => {
    await open(newest);
    const others = rows.toReversed();
    shown.show(others);
    assert.equal(shown.haveArrived, false);
    await poll(() => shown.haveArrived, { what: 'the new rows' });
    await focus(main ?? assert.fail());
    const row = taken();
    await enter();
    assert.equal(await row, main);
  });
});
