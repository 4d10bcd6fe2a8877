import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { signedIn } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { onServer } from '../browsing.ts';

describe('a commit page that a reload brings back', function () {
  this.timeout(60_000);
  const app = signedIn();

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const sha = (revision: string): string => onServer('rev-parse', revision);
  /** Restores a panel as VS Code does after a reload; true if it was closed. */
  const restore = async (state: unknown): Promise<boolean> => {
    const panel = vscode.window.createWebviewPanel('graft.commit', 'Left', vscode.ViewColumn.Active, {});
    let isClosed = false;
    panel.onDidDispose(() => (isClosed = true));
    await app().commitPages.restore(panel, state);
    return isClosed;
  };
  const stateOf = (revision: string): { account: string; project: string; sha: string } => {
    const { account, project } = app().project.open ?? assert.fail('no project');
    return { account: account.id, project: String(project.id), sha: sha(revision) };
  };
  const shown = (): readonly string[] => app().commitPages.sessions.map(({ subject }) => subject.sha);

  it('shows the commit it has shown, and the next one that is opened', async () => {
    assert.equal(await restore(stateOf('main')), false);
    assert.deepEqual(shown(), [sha('main')]);
    const open = app().project.open ?? assert.fail('no project');
    app().commitPages.show({ open, sha: sha('main~1') });
    assert.deepEqual(shown(), [sha('main~1')]);
  });

  it('says the title of its commit in its tab once it has been read, cut where it is long', async () => {
    const label = (): string | undefined => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    for (const revision of ['main', 'main~1']) {
      const open = app().project.open ?? assert.fail('no project');
      app().commitPages.show({ open, sha: sha(revision) });
      const title = onServer('log', '-1', '--format=%s', revision);
      const shown = title.length > 40 ? `${title.slice(0, 40).trimEnd()}…` : title;
      await poll(() => label() === `${shown} (${sha(revision).slice(0, 8)})`, { what: 'the title of the tab' });
    }
  });

  it('gives way to the page of the same commit that was opened meanwhile', async () => {
    const open = app().project.open ?? assert.fail('no project');
    app().commitPages.show({ open, sha: sha('main') });
    assert.equal(await restore(stateOf('main')), true);
    assert.deepEqual(shown(), [sha('main')]);
  });

  it('is closed when its account has gone, or when it says nothing anybody could read', async () => {
    assert.equal(await restore({ ...stateOf('main'), account: 'gone' }), true);
    assert.equal(await restore({ sha: 7 }), true);
    assert.deepEqual(shown(), []);
  });
});
