import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { window } from '../../../src/host/vscode.ts';

describe('the rows of a view', () => {
  const raw = vscode.window as unknown as Record<string, unknown>;
  const { createTreeView } = raw;

  afterEach(() => {
    raw['createTreeView'] = createTreeView;
  });

  it('are opened by the row that is selected, so that one drawn again just then is not unknown to VS Code', async () => {
    const rows = [{ name: 'first' }, { name: 'second' }] as const;
    const [, second] = rows;
    let drawn: vscode.TreeDataProvider<object> | undefined;
    class View {
      selection: object[] = [];
      set title(_: string) {}
      set description(_: string) {}
      set message(_: string) {}
    }
    const view = new View();
    raw['createTreeView'] = (_id: string, options: vscode.TreeViewOptions<object>) => {
      drawn = options.treeDataProvider;
      return view;
    };
    const opened: unknown[] = [];
    const open = vscode.commands.registerCommand('graft.openRows.open', (...given: unknown[]) => opened.push(given));
    const own = new vscode.TreeItem('row');
    window.createTreeView('graft.openRows', {
      treeDataProvider: {
        getChildren: () => [...rows],
        getTreeItem: (row) =>
          Object.assign(own, { command: { command: 'graft.openRows.open', title: 'Open', arguments: [row, 'all'] } }),
      },
    });
    const [before, command] = await Promise.all(rows.map(async (row) => (await drawn?.getTreeItem(row))?.command));
    assert.deepEqual(command, before, 'a command without arguments is known as long as the view is');
    assert.equal(command?.arguments, undefined);
    const running = vscode.commands.executeCommand(command?.command ?? '');
    view.selection = [second];
    await running;
    assert.deepEqual(opened, [[second, 'all']]);
    open.dispose();
  });
});
