import assert from 'node:assert/strict';
import { requestErrorFacts } from '../../../src/client/errors.ts';
import { projectFilePath, type ProjectFileReading } from '../../../src/model/backports/projectFile.ts';
import { readProjectFile } from '../../../src/model/backports/readProjectFile.ts';
import { getProject } from '../../../src/wire/projects.ts';
import { ask } from '../../sandbox/transfer/asking.ts';
import { orchard } from '../../sandbox/driving.ts';
import { picking } from '../pick/picking.ts';

describe('readProjectFile', () => {
  const { run, git, clientAs, setFaults } = picking();

  const read = async (path = 'acme/orchard', client = clientAs()): Promise<ProjectFileReading> => {
    const { id: project } = await client.send(getProject, { id: path });
    return readProjectFile({ client, project });
  };

  const write = async (content: string): Promise<void> => {
    const has = (await git('ls-tree', '--name-only', 'main', projectFilePath)) !== '';
    const actions = [{ action: has ? 'update' : 'create', file_path: projectFilePath, content }];
    const json = { branch: 'main', commit_message: 'Say what goes where', actions };
    assert.equal((await ask(run(), 'POST', `${orchard}/repository/commits`, { json })).status, 201);
  };

  it('reads the file at the tip of the default branch, and says at which commit', async () => {
    await write('backports:\n  labels:\n    backport: release/1.0\n');
    const reading = await read();
    assert.ok(reading.kind === 'read');
    assert.deepEqual([...(reading.file.backports?.labels ?? [])], [['backport', ['release/1.0']]]);
    assert.equal(reading.commit, await git('rev-parse', 'main'));
    assert.equal(reading.blob, await git('rev-parse', `main:${projectFilePath}`));
  });

  it('tells a project without the file, and one without any commit, from one that cannot be read', async () => {
    assert.deepEqual(await read('acme/tools/seedling'), { kind: 'absent' });
    assert.deepEqual(await read('acme/empty'), { kind: 'absent' });
    await assert.rejects(
      readProjectFile({ client: clientAs(), project: 987_654 }),
      (error) => requestErrorFacts(error, 'notFound') !== undefined,
    );
    await setFaults([{ operation: 'getFile', fault: 'status', status: 500 }]);
    await assert.rejects(read(), (error) => requestErrorFacts(error, 'serverError') !== undefined);
  });

  it('gives all problems of a bad file, and does not parse one that is too large', async () => {
    await write('backports: 7\nother: 8\n');
    const bad = await read();
    assert.ok(bad.kind === 'bad');
    assert.deepEqual(
      bad.problems.map(({ line, key, kind }) => [line, key, kind]),
      [
        [1, 'backports', 'expected'],
        [2, 'other', 'unknownKey'],
      ],
    );
    await write(`# ${'x'.repeat(64 * 1024)}\n`);
    const client = clientAs();
    const send = (async (operation, parameters) => {
      const answer: unknown = await client.send(operation, parameters);
      return Object.assign(answer as object, { size: 1 });
    }) as typeof client.send;
    for (const large of [await read(), await read(undefined, { ...client, send })])
      assert.deepEqual(large.kind === 'bad' && large.problems.map(({ line, kind }) => [line, kind]), [[1, 'tooLarge']]);
  });
});
