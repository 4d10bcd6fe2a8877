import assert from 'node:assert/strict';
import { pathHolder } from '../../../../src/model/transfers/imports/pathHolder.ts';
import { groupsToImportInto, ownPlace } from '../../../../src/model/transfers/imports/places.ts';
import { type RunningSandbox, startSandbox } from '../../../support/servers/startSandbox.ts';
import { clientOf } from './importing.ts';

describe('places for imports', () => {
  let sandbox: RunningSandbox;
  const { signal } = new AbortController();

  before(async () => (sandbox = await startSandbox({ faults: true })));
  after(() => sandbox.close());

  const paths = async (as: keyof RunningSandbox['tokens'], search: string): Promise<readonly string[]> =>
    (await groupsToImportInto(clientOf(sandbox, as), search, { signal })).places.map(({ path }) => path);

  it('are the groups where the right is there', async () => {
    assert.deepEqual(await paths('developer', ''), ['acme/field/greenhouse']);
    assert.ok((await paths('maintainer', '')).includes('acme'));
    assert.ok((await paths('maintainer', '')).includes('acme/tools'));
    assert.deepEqual(await paths('guest', ''), []);
  });

  it('are found by a part of the name and by a path', async () => {
    assert.deepEqual(await paths('owner', 'green'), ['acme/field/greenhouse']);
    assert.deepEqual(await paths('owner', 'acme/to'), ['acme/tools']);
    assert.deepEqual(await paths('owner', 'field/tools'), []);
  });

  it('begin with the own one, with its number', async () => {
    const own = await ownPlace(clientOf(sandbox, 'developer'), signal);
    assert.deepEqual([own?.kind, own?.path], ['user', 'developer']);
    assert.equal(typeof own?.id, 'number');
  });

  describe('a path', () => {
    it('is had by a project, a group or a user, in any case', async () => {
      const client = clientOf(sandbox, 'maintainer');
      const project = await pathHolder(client, sandbox.project.toUpperCase());
      assert.deepEqual([project?.kind, project?.path], ['project', sandbox.project]);
      assert.deepEqual((await pathHolder(client, 'ACME/tools'))?.kind, 'group');
      assert.deepEqual(await pathHolder(client, 'Developer'), { kind: 'user', path: 'developer' });
      assert.equal(await pathHolder(client, 'acme/nothing-here'), undefined);
      assert.equal(await pathHolder(client, 'nothing-here'), undefined);
    });

    it('that cannot be asked about is no free one', async () => {
      const client = clientOf(sandbox, 'maintainer', { baseUrl: 'http://127.0.0.1:1' });
      await assert.rejects(pathHolder(client, 'acme/x'), { name: 'RequestError' });
    });
  });
});
