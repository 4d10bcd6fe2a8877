import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { git } from '../../support/git.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  setFaults,
  settledRows,
  signIn,
  signOut,
} from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { hands } from '../hands.ts';

interface GitRepository {
  isBranchProtected(branch?: { readonly name: string; readonly upstream?: object }): boolean;
  readonly state: { readonly HEAD: { readonly name?: string } | undefined };
}

const repository = async (): Promise<GitRepository> => {
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): { repositories: GitRepository[] } }>(
    'vscode.git',
  );
  const api = (await extension?.activate())?.getAPI(1);
  return poll(() => api?.repositories[0], { what: 'the repository of the folder' });
};

const folder = (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');

describe('Can I push here?', () => {
  const ui = hands();
  let app: App;

  before(async () => {
    app = await activated();
  });

  beforeEach(() => setFaults([]));

  afterEach(async () => {
    await setFaults([]);
    await signOut(app);
  });

  after(() => {
    git(folder(), 'checkout', '--quiet', 'main');
  });

  /** The current branch's row, once as expected, with its children. */
  const current = async (expected = /^/): Promise<{ readonly text: string; readonly below: readonly string[] }> =>
    poll(
      async () => {
        const [first] = await settledRows(app.protectedBranches);
        if (first?.row.kind !== 'branch' || !expected.test(first.text)) return undefined;
        const below = (await settledRows(app.protectedBranches, first.row)).map(({ text }) => text);
        return { text: first.text, below };
      },
      { what: `the row of the current branch to say ${String(expected)}` },
    );

  const statusText = (expected: RegExp): Promise<string> =>
    poll(() => (expected.test(app.pushStatus.text ?? '') ? app.pushStatus.text : undefined), {
      what: `${String(expected)} in the status bar; it says ${app.pushStatus.text ?? 'nothing'}`,
    });

  const ask = async (branch: string): Promise<{ readonly title: string; readonly rows: readonly string[] }> => {
    const asked = vscode.commands.executeCommand('graft.protectedBranches.canPush');
    const names = await ui.picker(/Can I Push Here/);
    ui.type(names, branch);
    await ui.step(/Can I Push Here/, new RegExp(`^${branch.replace(/[/.*]/g, '\\$&')}$`));
    const answer = await ui.picker(/Your access to/);
    const rows = answer.items.map(({ label, description }) => [label, description].filter(Boolean).join(' · '));
    const { title = '' } = answer;
    await ui.escape();
    await asked;
    return { title, rows };
  };

  it('is answered for the branch that is checked out, in the view and in the status bar', async () => {
    await signIn(app, 'maintainer');
    const { below } = await current(/^main · you may push · current branch$/);
    assert.ok(below.includes('Push · Yes: allowed for Maintainers (rule main)'), below.join('\n'));
    assert.ok(below.includes('Your role · Maintainer'), below.join('\n'));
    assert.ok(below.includes('Code owners · approval required (rule main)'), below.join('\n'));
    await statusText(/^\$\(check\) Push allowed$/);
  });

  it('is no for a developer where only maintainers may, with the reason, and Source Control is told', async () => {
    await signIn(app, 'developer');
    const { below } = await current(/^main · you may not push · current branch$/);
    assert.ok(below.includes('Push · No: requires Maintainer; you are Developer'), below.join('\n'));
    await statusText(/^\$\(lock\) No push$/);
    const local = await repository();
    await poll(() => local.isBranchProtected(), { what: 'Source Control to treat main as protected' });
  });

  it('is asked after the first rows of the Commits view are there, and not before', async () => {
    await setFaults([{ operation: 'listCommits', fault: 'delay', delayMs: 2_500 }]);
    await forgetRequests();
    await signIn(app, 'developer');
    await app.commits.firstRows;
    const asked = (await receivedRequests()).map(({ operation }) => operation);
    assert.ok(asked.includes('listCommits'), asked.join());
    for (const operation of ['listProtectedBranches', 'listProjectMembers', 'getBranch']) {
      assert.ok(!asked.includes(operation), `${operation} in ${asked.join()}`);
    }
    await statusText(/^\$\(lock\) No push$/);
  });

  for (const operation of ['listProtectedBranches', 'listProjectMembers']) {
    it(`takes back what Source Control was told when ${operation} fails, and tells it again later`, async () => {
      await signIn(app, 'developer');
      const local = await repository();
      await poll(() => local.isBranchProtected(), { what: 'main to be protected' });
      await setFaults([
        { operation, fault: 'status', status: 500 },
        { operation: 'getBranch', fault: 'status', status: 500 },
      ]);
      await app.branchRights.refresh();
      await poll(() => !local.isBranchProtected(), { what: 'main to be free' });
      await statusText(/^\$\(question\) Push: unknown$/);
      await setFaults([]);
      await app.branchRights.refresh();
      await poll(() => local.isBranchProtected(), { what: 'main to be protected again' });
      await statusText(/^\$\(lock\) No push$/);
    });
  }

  it('is unknown, and nothing is protected in Source Control, when the rules cannot be read', async () => {
    await setFaults([
      { operation: 'P1', fault: 'status', status: 500, times: 99 },
      { operation: 'R4', fault: 'status', status: 500, times: 99 },
    ]);
    await signIn(app, 'developer');
    await current(/^main · push unknown · current branch$/);
    await statusText(/^\$\(question\) Push: unknown$/);
    assert.equal((await repository()).isBranchProtected(), false);
    const { title, rows } = await ask('main');
    assert.equal(title, 'It is unknown whether you may push to main: the rules could not be read.');
    assert.ok(rows.includes('$(question) The rules could not be read.'), rows.join('\n'));
    assert.ok(rows.includes('$(question) Code owners · Unknown: the rules could not be read'), rows.join('\n'));
  });

  it('follows the branch that is checked out', async () => {
    await signIn(app, 'developer');
    assert.match((await current()).text, /^main/);
    git(folder(), 'checkout', '--quiet', '-b', 'try-something');
    await poll(async () => (await current()).text === 'try-something · you may push · current branch', {
      what: 'the row of the new branch',
    });
    await statusText(/^\$\(check\) Push allowed$/);
    git(folder(), 'checkout', '--quiet', 'main');
    await poll(async () => (await current()).text.startsWith('main'), { what: 'the row of main' });
  });

  it('is answered for any name, also one the server has no branch of', async () => {
    await signIn(app, 'developer');
    const { title, rows } = await ask('release/9.9');
    assert.equal(title, 'You may not push to release/9.9: requires Maintainer; you are Developer.');
    assert.ok(rows.includes('$(regex) release/* · Wildcard rule'), rows.join('\n'));
    assert.ok(rows.includes('$(info) This branch is not on the server yet.'), rows.join('\n'));
    assert.ok(rows.includes('$(law) Code owners · approval not required'), rows.join('\n'));
    assert.equal(
      (await ask('feature/anything')).title,
      'You may push to feature/anything: the branch is not protected.',
    );
  });

  it('says what a reporter lacks', async () => {
    await signIn(app, 'reporter');
    assert.equal(
      (await ask('feature/anything')).title,
      'You may not push to feature/anything: requires Developer; you are Reporter.',
    );
  });
});
