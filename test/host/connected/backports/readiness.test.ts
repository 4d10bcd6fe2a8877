import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { QueueRow } from '../../../../src/host/backports/rows.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  receivedWrites,
  setFaults,
  signIn,
  signOut,
} from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';

describe('Release readiness', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;

  const rowsBelow = async (row?: QueueRow): Promise<readonly QueueRow[]> => app.backports.view.getChildren(row);
  const drawn = (row: QueueRow): string => {
    const { label, description } = app.backports.view.getTreeItem(row);
    return `${typeof label === 'string' ? label : (label?.label ?? '')} | ${String(description ?? '')}`;
  };
  const readinessOf = async (branch: string): Promise<QueueRow> => {
    const rows = await poll(
      async () => {
        const all = await rowsBelow();
        return all.some(({ kind }) => kind === 'queueBranch') ? all : undefined;
      },
      { what: 'the queue' },
    );
    const row = rows.find((each) => each.kind === 'queueBranch' && each.branch.branch === branch);
    const found = (await rowsBelow(row)).find(({ kind }) => kind === 'readiness');
    return found ?? assert.fail(`no readiness of ${branch}`);
  };

  before(async () => {
    app = await activated();
    await signIn(app);
    await poll(() => app.project.open !== undefined, { what: 'the project' });
    await vscode.commands.executeCommand('graft.backports.refresh');
  });

  afterEach(async () => {
    await setFaults([]);
    await vscode.commands.executeCommand('graft.backports.refresh');
  });

  after(() => signOut(app));

  it('is below each branch of the queue, checked when it is opened, and says what it found', async () => {
    const row = await readinessOf('release/1.0');
    assert.equal(drawn(row), 'Release readiness | not checked');
    const checks = (await rowsBelow(row)).map(drawn);
    assert.equal(checks[0], 'Backports | 2 wanted · 1 not needed');
    assert.match(checks[1] ?? '', /^Open merge requests \| /);
    assert.match(checks[2] ?? '', /^Pipeline \| (no pipeline|pipeline: \w+)$/);
    assert.match(checks[3] ?? '', /^Protection \| Protected by release\/\*/);
    assert.match(checks[4] ?? '', /^Changelog \| 1\.0\.1: /);
    assert.equal(checks.length, 5);
    const colors = (await rowsBelow(row)).flatMap((each) => {
      const { iconPath } = app.backports.view.getTreeItem(each);
      const isGrey = each.kind === 'readinessCheck' && each.check.state === 'notApplicable';
      return isGrey && iconPath instanceof vscode.ThemeIcon ? [iconPath.color?.id] : [];
    });
    assert.deepEqual(colors, ['testing.iconSkipped']);
    assert.match(
      drawn(await readinessOf('release/1.0')),
      /^Release readiness \| \d of 5 ready( · \d not applicable)?$/,
    );
  });

  it('sends nothing but reads', async () => {
    const row = await readinessOf('release/2.0');
    await forgetRequests();
    await rowsBelow(row);
    const sent = await receivedRequests();
    assert.ok(sent.some(({ operation }) => operation === 'getChangelog'));
    assert.deepEqual(await receivedWrites(), []);
  });

  it('keeps what it found where one check fails, and says that one in the words of the server', async () => {
    const message = 'Failed to generate the changelog: no previous tag';
    await setFaults([{ operation: 'getChangelog', fault: 'status', status: 422, body: { message } }]);
    const checks = (await rowsBelow(await readinessOf('release/1.0'))).map(drawn);
    assert.match(checks[4] ?? '', /^Changelog \| Unknown: .*no previous tag/);
    assert.match(checks[3] ?? '', /^Protection \| Protected by /);
    assert.match(drawn(await readinessOf('release/1.0')), /of 5 ready · 1 unknown/);
  });

  it('says once that the server is away, and keeps what is known, marked', async () => {
    const known = await readinessOf('release/1.0');
    await rowsBelow(known);
    await vscode.commands.executeCommand('graft.backports.refresh');
    await setFaults([{ operation: 'getBranch', fault: 'resetBefore' }]);
    const checks = (await rowsBelow(known)).map(drawn);
    assert.equal(checks.length, 5);
    assert.match(checks[3] ?? '', /^Protection \| Protected by /);
    assert.match(drawn(known), /^Release readiness \| as of .+ · \d of 5 ready/);
    assert.deepEqual((await rowsBelow(await readinessOf('release/1.1'))).map(drawn), ['Not loaded | ']);
    const failures = (await rowsBelow()).filter(({ kind }) => kind === 'failed').map(drawn);
    assert.deepEqual(failures.length, 1, failures.join());
    assert.match(failures[0] ?? '', /^Release readiness could not be read \| .* can’t be reached /);
    await setFaults([]);
    await vscode.commands.executeCommand('graft.backports.refresh');
    assert.ok((await rowsBelow()).every(({ kind }) => kind !== 'failed'));
  });

  it('says that a branch could not be read, and is tried again', async () => {
    const row = await readinessOf('release/1.0');
    await setFaults([{ operation: 'getBranch', fault: 'status', status: 403, body: { message: '403 Forbidden' } }]);
    const failed = (await rowsBelow(row)).at(-1);
    assert.match(failed ? drawn(failed) : '', /^The branch could not be checked \| /);
    await setFaults([]);
    assert.equal((await rowsBelow(row)).length, 5);
  });

  it('is a list for the keyboard, which leads on to a changelog that nobody has written', async () => {
    const branch = (await rowsBelow()).find(
      (each) => each.kind === 'queueBranch' && each.branch.branch === 'release/1.0',
    );
    const done = vscode.commands.executeCommand('graft.backports.readiness', branch);
    const picker = await ui.picker(/of 5 ready.* · release\/1\.0 at \w{8}\. Nothing was changed\.$/);
    await ui.enter(picker, /Changelog/);
    const box = await ui.box(/^Changelog Preview: release\/1\.0/);
    assert.equal(box.value, '1.0.1');
    ui.type(box, '1.0');
    await poll(() => box.validationMessage === 'Enter a version such as 1.2.3.', { what: 'the problem' });
    ui.type(box, '1.1.0');
    await forgetRequests();
    await ui.enter();
    await done;
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /^## 1\.1\.0 \(\d{4}-\d\d-\d\d\)\n/);
    assert.doesNotMatch(text, /acme\/orchard@/);
    const sent = (await receivedRequests()).map(({ operation }) => operation);
    assert.deepEqual(sent, ['getChangelog', 'listTags', 'listTags', 'listCommits'], 'read once, by the check');
    assert.match(
      text,
      /\n---\n\nNot listed, because a cherry-pick put a line below their trailer Changelog:\n\n- \w{8} /,
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
