import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readStatuses, type StatusFilter } from '../../../../src/model/commits/commitStatus.ts';
import { setCommitStatus } from '../../../../src/wire/commitStatuses.ts';
import { receivedRequests, sandbox, setFaults, signedIn } from '../../../support/window/inHost.ts';
import { git } from '../../../support/git.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';

type Picker = vscode.QuickPick<vscode.QuickPickItem>;

describe('the jobs and checks of a commit', function () {
  this.timeout(60_000);
  const ui = hands();
  const app = signedIn();
  const sha = (): string => sandbox().commits['clean'] ?? assert.fail('no commit');
  const open = () => app().project.open ?? assert.fail('no project');

  before(async () => {
    const { client, project } = open();
    for (const [name, ref, state] of [
      ['release/check', 'main', 'running'],
      ['release/check', 'main', 'success'],
      ['licence', 'main', 'failed'],
    ] as const) {
      await client.send(setCommitStatus, { id: project.id, sha: sha(), state, name, ref });
    }
  });

  afterEach(() => setFaults([]));

  const listed = async (picker: Picker): Promise<readonly string[]> => {
    await poll(() => !picker.busy, { what: 'the statuses' });
    return picker.items.map(({ label }) => label).filter((label) => label !== '' && !label.startsWith('$('));
  };
  const show = async (): Promise<Picker> => {
    void vscode.commands.executeCommand('graft.commits.showStatuses', { open: open(), sha: sha() });
    return ui.picker(/^Jobs and Checks of/);
  };
  const expected = async (filter: Partial<StatusFilter>): Promise<readonly string[]> => {
    const { client, project } = open();
    const place = { project: project.id, sha: sha() };
    const statuses = await readStatuses(client, place, { all: false, ...filter }, new AbortController().signal);
    return statuses.map(({ name }) => name);
  };

  it('are all of them, with what can be done', async () => {
    const picker = await show();
    const names = await listed(picker);
    assert.deepEqual(names, await expected({}));
    for (const name of ['release/check', 'licence']) assert.ok(names.includes(name), names.join());
    assert.ok(names.length > 2, 'those of the pipeline too');
    const labels = picker.items.map(({ label }) => label).slice(-2);
    assert.deepEqual(labels, ['$(filter) Filter…', '$(add) Set Status…']);
  });

  it('are narrowed by name, stage and ref, one after another, and shown whole again', async () => {
    const { client, project } = open();
    const all = await readStatuses(
      client,
      { project: project.id, sha: sha() },
      { all: false },
      new AbortController().signal,
    );
    const narrow = async (picker: Picker, label: RegExp, value?: string): Promise<Picker> => {
      await ui.enter(picker, /Filter…$/);
      await ui.enter(await ui.picker(/^Filter Jobs and Checks/), label);
      if (value !== undefined) {
        ui.type(await ui.box(/./), value);
        await ui.enter();
      }
      return ui.picker(/^Jobs and Checks of/);
    };
    let picker = await narrow(await show(), /^Name…/, 'licence');
    assert.deepEqual(await listed(picker), ['licence']);
    assert.match(picker.items.at(-2)?.description ?? '', /latest of each name, name licence/);
    git(sandbox().repository, 'tag', 'release/1.0', 'main~3');
    picker = await narrow(picker, /^Branch or tag…/, 'release/1.0');
    assert.deepEqual(await listed(picker), []);
    const [none, tag] = picker.items.map(({ label }) => label);
    assert.equal(none, '$(info) No jobs or checks of this commit match the filter.');
    assert.match(tag ?? '', /^\$\(info\) There is also a tag release\/1\.0: the server goes by the name alone/);
    git(sandbox().repository, 'tag', '--delete', 'release/1.0');
    picker = await narrow(picker, /^No filter/);
    assert.equal((await listed(picker)).length, all.length);
    picker = await narrow(picker, /^Stage…/, 'external');
    assert.deepEqual(await listed(picker), await expected({ stage: 'external' }));
    picker = await narrow(picker, /^Include retried jobs/);
    assert.deepEqual(await listed(picker), await expected({ stage: 'external', all: true }));
    const asked = (await receivedRequests()).filter(({ operation }) => operation === 'listCommitStatuses');
    assert.match(asked.at(-2)?.path ?? '', /stage=external/);
  });

  it('say why they cannot be read, and are read again', async () => {
    await setFaults([
      { operation: 'listCommitStatuses', fault: 'status', status: 403, body: { message: '403 Forbidden' } },
    ]);
    const picker = await show();
    await poll(() => !picker.busy, { what: 'the failure' });
    assert.match(picker.items[0]?.label ?? '', /^\$\(error\) .*denied access/);
    await setFaults([]);
    await ui.enter(picker, /^\$\(error\)/);
    const again = await poll(
      async () => {
        const next = await ui.picker(/^Jobs and Checks of/);
        return next === picker ? undefined : next;
      },
      { what: 'the list to be read again' },
    );
    assert.deepEqual(await listed(again), await expected({}));
  });
});
