import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import { git } from '../../support/git.ts';
import { activated, forgetRequests, receivedWrites, sandbox, setFaults, signOut } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { addAccount } from '../accounts.ts';
import { hands } from '../hands.ts';
import { forgetProject, openProject } from '../projects.ts';

const ask = (...args: readonly string[]): string => git(sandbox().repository, ...args);
const branch = 'scratch/outcomes';
const branchRef = `refs/heads/${branch}`;

describe('what is said of a pick after it was confirmed', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;

  before(async () => {
    app = await activated();
    await openProject(app, await addAccount(app, 'maintainer'), sandbox().project);
  });

  after(async () => {
    ask('update-ref', '-d', branchRef);
    await forgetProject(app);
    await signOut(app);
  });

  beforeEach(() => ask('update-ref', branchRef, `refs/heads/${sandbox().target}`));
  afterEach(() => setFaults([]));

  const tip = (): string => ask('rev-parse', branchRef);
  const writes = async (): Promise<number> => (await receivedWrites()).filter(({ method }) => method === 'POST').length;

  const ready = async (): Promise<vscode.QuickPick<vscode.QuickPickItem>> => {
    const open = app.project.open ?? assert.fail('no project is open');
    void vscode.commands.executeCommand('graft.commits.cherryPick', { open, sha: sandbox().commits['clean'] });
    const branches = await ui.picker(/Target branch in/);
    ui.type(branches, branch);
    await poll(() => branches.items[0]?.label === branch && !branches.busy, { what: 'the branch' });
    await ui.enter(branches, /./);
    const picker = await ui.picker(/dry run on/i);
    await forgetRequests();
    return picker;
  };

  const confirm = (picker: vscode.QuickPick<vscode.QuickPickItem>): Promise<void> => ui.enter(picker, /^\$\(pass\)/);

  const push = (): string => {
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@b.example'];
    const sha = ask(...author, 'commit-tree', `${branchRef}^{tree}`, '-p', branchRef, '-m', 'Somebody was quicker');
    ask('update-ref', branchRef, sha);
    return sha;
  };

  it('names the new commit, and leads to it', async () => {
    const before = tip();
    ui.willPress('Open Commit');
    await confirm(await ready());
    const { text, severity, buttons } = await ui.hears(/^Cherry-picked/);
    const sha = tip();
    assert.equal(text, `Cherry-picked onto ${branch} as ${sha.slice(0, 8)}.`);
    assert.deepEqual([severity, buttons], ['Information', ['Open Commit', 'Undo…', 'Copy SHA']]);
    assert.equal(ask('rev-parse', `${sha}^`), before);
    await poll(() => app.commitPages.active?.sha === sha, { what: 'the page of the commit' });
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('is that it is not known when the branch cannot be read either', async () => {
    const picker = await ready();
    const lost: FaultRequest = { operation: 'cherryPickCommit', fault: 'resetAfter', times: 1, delayMs: 300 };
    await setFaults([lost]);
    await confirm(picker);
    const active = async (): Promise<unknown[]> =>
      (await (await fetch(`${sandbox().url}/-/sandbox/faults`)).json()) as unknown[];
    await poll(async () => (await active()).length === 0, { what: 'the change to arrive' });
    await setFaults([{ operation: 'getBranch', fault: 'resetBefore' }]);
    const { text, severity, buttons } = await ui.hears(/is unknown/);
    assert.deepEqual([severity, buttons], ['Error', ['Open Branch in Browser']]);
    assert.match(
      text,
      /^It is unknown whether scratch\/outcomes has the change\. Check the branch before you try again\. /,
    );
    assert.equal(await writes(), 1);
  });

  it('is that nothing was sent when the server is gone, and goes on from the card once it is back', async () => {
    const { port } = new URL(sandbox().url);
    const sockets = new Set<net.Socket>();
    const way = net.createServer((socket) => {
      const onward = net.connect(Number(port), '127.0.0.1');
      for (const one of [socket, onward]) sockets.add(one.on('error', () => undefined));
      socket.pipe(onward).pipe(socket);
    });
    await once(way.listen(0, '127.0.0.1'), 'listening');
    const own = (way.address() as net.AddressInfo).port;
    const leave = async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      await once(way.close(), 'close');
    };
    try {
      const account = await addAccount(app, 'maintainer', `http://127.0.0.1:${own}`);
      await openProject(app, account, sandbox().project);
      const before = tip();
      const picker = await ready();
      await leave();
      ui.willPress('Retry');
      await confirm(picker);
      const { text, severity, buttons } = await ui.hears(/^Nothing was sent/);
      assert.deepEqual([severity, buttons], ['Error', ['Retry', 'Show Log']]);
      assert.match(text, /^Nothing was sent\. 127\.0\.0\.1:\d+ can’t be reached \(ECONNREFUSED\)/);
      assert.equal(tip(), before);
      await once(way.listen(own, '127.0.0.1'), 'listening');
      const again = await ui.picker(/^Dry run on/);
      if (!again.items.some(({ label }) => label.startsWith('$(pass)'))) await ui.enter(again, /Check again/);
      await confirm(again);
      await ui.hears(/^Cherry-picked/);
      assert.equal(ask('rev-list', '--count', `${before}..${branchRef}`), '1');
    } finally {
      await leave();
      // the list is sorted by ports
      const here = app.accounts.list().find(({ baseUrl }) => baseUrl === sandbox().url);
      await openProject(app, here ?? assert.fail('no account'), sandbox().project);
    }
  });

  it('is that the branch has moved, with a new check, when someone pushed meanwhile', async () => {
    const before = tip();
    const picker = await ready();
    const pushed = push();
    await confirm(picker);
    const again = await ui.picker(/has moved from/);
    assert.equal(
      again.placeholder,
      `${branch} has moved from ${before.slice(0, 8)} to ${pushed.slice(0, 8)} since the check. It was checked again.`,
    );
    assert.equal(tip(), pushed);
    await confirm(again);
    await ui.hears(/^Cherry-picked/);
    assert.equal(ask('rev-parse', `${branchRef}^`), pushed);
  });
});
