import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import type { Group } from '../../../src/sandbox/world/records.ts';
import type { Group as GroupRecord, Member } from '../../../src/wire/groups.ts';
import { poll } from '../../support/poll.ts';
import { drive, withSandbox } from '../driving.ts';
import { exported, form, gate, linesOf, postForm, repack, stateOf, unpack } from './transferring.ts';

describe('G1, G2 exporting a group', () => {
  const run = withSandbox({ jobDelayMs: 0 });

  it('gives a gzip tar with what the group and those below it plan with', async () => {
    const files = await unpack(await exported(run().sandbox, '/groups/acme', 'owner'));
    const [first, ...below] = linesOf<{ id: number }>(files, 'tree/groups/_all.ndjson').map(({ id }) => id);
    assert.equal(first, 10);
    assert.ok(below.includes(11));
    const titles = (list: string): string[] =>
      linesOf<{ title: string }>(files, `tree/groups/${list}.ndjson`).map(({ title }) => title);
    assert.deepEqual(titles('10/labels'), ['data', 'forecast', 'needs review']);
    assert.deepEqual(titles('10/milestones'), ['Harvest 2026', 'Blossom 2026']);
    assert.deepEqual(titles('11/labels'), ['blunt']);
    assert.equal(linesOf(files, 'tree/groups/10/members.ndjson').length, 5);
  });

  it('is for owners, and each downloads their own', async () => {
    const { get, post } = run();
    for (const as of ['maintainer', 'guest'] as const) {
      const { status, json } = await post('/groups/acme/export', {}, as);
      assert.deepEqual([status, json], [403, { message: '403 Forbidden' }]);
    }
    const none = await get('/groups/11/export/download', 'maintainer');
    assert.deepEqual([none.status, none.json], [404, { message: '404 Not found or has expired' }]);
    assert.equal((await post('/groups/nowhere/export', {}, 'owner')).status, 404);
  });
});

describe('G3 importing a group', () => {
  const run = withSandbox({ jobDelayMs: 0 });

  it('brings labels, milestones, boards, badges, members and groups below back', async () => {
    const { sandbox, get } = run();
    const archive = await exported(sandbox, '/groups/acme', 'owner');
    const begun = await postForm(
      sandbox,
      '/groups/import',
      form({ name: 'Acme again', path: 'again' }, archive),
      'owner',
    );
    assert.deepEqual([begun.status, begun.json], [202, { message: '202 Accepted' }]);
    await sandbox.jobsSettled();
    const { json } = await get<GroupRecord>('/groups/again', 'owner');
    assert.deepEqual([json.name, json.visibility], ['Acme again', 'private']);
    const world = sandbox.repository.slice(0, sandbox.repository.indexOf('/repositories/'));
    const { groups } = await stateOf<{ groups: Group[] }>(world);
    const named = (path: string): Group | undefined => groups.find((group) => group.path === path);
    for (const [from, to] of [
      ['acme', 'again'],
      ['acme/tools', 'again/tools'],
    ] as const) {
      assert.deepEqual(named(to)?.planning, named(from)?.planning);
      const people = (path: string) =>
        named(path)
          ?.members.map(({ personId, level }) => [personId, level])
          .toSorted();
      assert.deepEqual(people(to), people(from));
    }
    assert.equal((await get<Member[]>('/groups/again/members/all', 'guest')).json.length, 5);
  });

  it('goes below a group its owner names, and no other', async () => {
    const { sandbox, get } = run();
    const archive = await exported(sandbox, '/groups/11', 'owner');
    const fields = { name: 'Below', path: 'below', parent_id: '10' };
    const refused = await postForm(sandbox, '/groups/import', form(fields, archive), 'developer');
    assert.equal(refused.status, 403);
    assert.equal((await postForm(sandbox, '/groups/import', form(fields, archive), 'owner')).status, 202);
    await sandbox.jobsSettled();
    const { json } = await get<GroupRecord>('/groups/acme%2Fbelow', 'owner');
    assert.deepEqual([json.parent_id, json.visibility], [10, 'public']);
    const missing = await postForm(sandbox, '/groups/import', form({ ...fields, parent_id: '999' }, archive), 'owner');
    assert.deepEqual([missing.status, missing.json], [404, { message: '404 Group Not Found' }]);
  });

  it('refuses a path that is taken, a file that is none and a form without one', async () => {
    const { sandbox } = run();
    const send = (fields: Record<string, string>, name?: string) =>
      postForm<{ message: unknown }>(
        sandbox,
        '/groups/import',
        form(fields, name === undefined ? undefined : Buffer.from('x'), name),
        'owner',
      );
    const taken = await send({ name: 'Acme', path: 'acme' }, 'a.tar.gz');
    assert.deepEqual(
      [taken.status, taken.json.message],
      [400, 'Failed to save group {:path=>["has already been taken"]}'],
    );
    const zip = await send({ name: 'Zip', path: 'zip' }, 'a.zip');
    assert.equal(zip.status, 422);
    const none = await send({ name: 'None' });
    assert.deepEqual([none.status, none.json], [400, { error: 'path is missing, file is missing' }]);
  });

  it('leaves an empty group when the archive is broken', async () => {
    const { sandbox, get } = run();
    const archive = await repack({ 'tree/project.json': Buffer.from('{}') });
    assert.equal(
      (await postForm(sandbox, '/groups/import', form({ name: 'Broken', path: 'broken' }, archive), 'owner')).status,
      202,
    );
    await sandbox.jobsSettled();
    assert.equal((await get<Member[]>('/groups/broken/members/all', 'owner')).json.length, 1);
  });
});

describe('a sandbox that ends while jobs are at work', () => {
  it('goes on with them when it starts again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'graft-world-'));
    const world = join(folder, 'world');
    try {
      const held = gate();
      const nearlyDone = new Set<string>();
      const beforeJobStep: typeof held.beforeJobStep = (step) => {
        if (step.to === 'finished') nearlyDone.add(step.kind);
        return held.beforeJobStep(step);
      };
      const first = await startSandbox({ world, jobDelayMs: 0, beforeJobStep });
      const { post } = drive(first);
      assert.equal((await post('/projects/101/export', {})).status, 202);
      const archive = await exported(await startedApart(folder), '/projects/102');
      assert.equal(
        (await postForm(first, '/projects/import', form({ path: 'later', namespace: 'acme' }, archive))).status,
        201,
      );
      held.open('started');
      // both, because interrupted steps are not resumed
      await poll(() => nearlyDone.size === 2, { what: 'both jobs to be nearly done' });
      await first.close();
      const second = await startSandbox({ world, jobDelayMs: 0 });
      try {
        await second.jobsSettled();
        const { get } = drive(second);
        assert.equal((await get<{ export_status: string }>('/projects/101/export')).json.export_status, 'finished');
        assert.equal(
          (await get<{ import_status: string }>('/projects/acme%2Flater/import')).json.import_status,
          'finished',
        );
        assert.equal((await get<unknown[]>('/projects/acme%2Flater/repository/branches')).json.length, 2);
      } finally {
        await second.close();
      }
    } finally {
      await apart?.close();
      await rm(folder, { recursive: true });
    }
  });

  let apart: Awaited<ReturnType<typeof startSandbox>> | undefined;
  const startedApart = async (folder: string) =>
    (apart = await startSandbox({ world: join(folder, 'apart'), jobDelayMs: 0 }));
});
