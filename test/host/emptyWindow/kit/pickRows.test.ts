import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PickRows } from '../../../../src/host/kit/questions/pickRows.ts';
import { delay, poll } from '../../../support/poll.ts';

describe('the rows of a quick pick that are replaced while it is open', () => {
  const rows = ['main', 'release/1.0', 'release/2.0'].map((label) => ({ label }));
  const [main, , newest] = rows;
  let picker: vscode.QuickPick<vscode.QuickPickItem>;
  let shown: PickRows<vscode.QuickPickItem>;

  const enter = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  /** Makes a row active; resolves when the window has applied it. */
  const focus = async (row: vscode.QuickPickItem): Promise<void> => {
    picker.activeItems = [row];
    await delay(5);
    await vscode.commands.executeCommand('setContext', 'graft.pickRows', 0);
  };
  const make = (arrived?: () => void): void => {
    picker = vscode.window.createQuickPick();
    picker.ignoreFocusOut = true;
    shown = new PickRows(picker, arrived);
  };
  /** Opens the pick with an active row, applied by the window. */
  const open = async (active: vscode.QuickPickItem | undefined): Promise<void> => {
    make();
    void shown.show(rows);
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
    // reaches the window before the new rows
    const entered = enter();
    void shown.show(rows.toReversed());
    assert.equal(await row, newest);
    await entered;
  });

  it('give no row where the one that Enter was pressed on is not known', async () => {
    await open(newest);
    const row = taken();
    const entered = enter();
    void shown.show([{ label: 'hotfix' }]);
    assert.equal(await row, undefined);
    await entered;
  });

  const toggle = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.quickPickManyToggle');
  /** Reorders rows with checkboxes. */
  const showOthers = async (active: vscode.QuickPickItem | undefined): Promise<void> => {
    void shown.show(rows.toReversed());
    picker.activeItems = active ? [active] : [];
    await delay(0);
  };

  it('keep a tick the user sets while others are being set', async () => {
    make();
    picker.canSelectMany = true;
    void shown.show(rows);
    picker.show();
    await poll(() => shown.haveArrived, { what: 'the rows' });
    const others = showOthers(newest);
    const ticking = shown.tick(main ? [main] : []);
    await others;
    await toggle();
    assert.deepEqual((await ticking)?.map(({ label }) => label).sort(), ['main', 'release/2.0']);
  });

  it('say that they have arrived with what was ticked by then', async () => {
    let ticked: readonly string[] | undefined;
    make(() => (ticked = picker.selectedItems.map(({ label }) => label)));
    picker.canSelectMany = true;
    void shown.show(rows);
    picker.show();
    await poll(() => ticked, { what: 'the first rows' });
    ticked = undefined;
    await showOthers(newest);
    await toggle();
    await poll(() => ticked, { what: 'the others' });
    assert.deepEqual(ticked, ['release/2.0']);
  });

  it('are those shown last once the window has them', async () => {
    await open(newest);
    const others = rows.toReversed();
    void shown.show(others);
    assert.equal(shown.haveArrived, false);
    await poll(() => shown.haveArrived, { what: 'the new rows' });
    await focus(main ?? assert.fail());
    const row = taken();
    await enter();
    assert.equal(await row, main);
  });
});
