import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createWorld } from '../../../src/sandbox/world/build.ts';
import { openWorld } from '../../../src/sandbox/world/world.ts';
import type { CommitPlan, WorldPlan } from '../../../src/sandbox/world/plans.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import type { CommitComment } from '../../../src/wire/commitConversations.ts';
import type { Commit } from '../../../src/wire/commits.ts';
import { drive, orchard, runGit } from '../driving.ts';

const worldOf = (commits: readonly CommitPlan[]): WorldPlan => ({
  ...acmePlan,
  projects: [{ id: 1, path: 'acme/own', visibility: 'public', commits }],
});

describe('worlds', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'graft-world-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('are built from data: files, edits, renames, modes, branches and merges', async () => {
    await createWorld(
      folder,
      worldOf([
        { key: 'first', message: 'First\n', files: { 'a.txt': '1\n2\n', 'b.txt': 'b\n' } },
        { branch: 'side', from: 'first', message: 'Side\n', edits: { 'a.txt': [['2\n', 'two\n']] } },
        { message: 'Main\n', renames: { 'b.txt': 'c/d.txt' }, modes: { 'c/d.txt': '100755' } },
        { message: (hashOf) => `Merge after ${hashOf('first')}\n`, merge: 'side' },
        { message: 'Gone\n', files: { 'a.txt': null } },
      ]),
    );
    const git = (...args: string[]) => runGit([`--git-dir=${join(folder, 'repositories/acme/own.git')}`, ...args]);
    assert.equal(
      await git('log', '--format=%s', '--topo-order', 'main~1'),
      `Merge after ${await git('rev-parse', 'main~3')}\nSide\nMain\nFirst`,
    );
    assert.equal(
      await git('ls-tree', '-r', '--format=%(objectmode) %(path)', 'main~1'),
      '100644 a.txt\n100755 c/d.txt',
    );
    assert.equal(await git('show', 'main~1:a.txt'), '1\ntwo');
    assert.equal(await git('ls-tree', '-r', '--name-only', 'main'), 'c/d.txt');
    assert.equal(await git('fsck', '--strict'), '');
  });

  it('cannot be built from an edit that does not fit, nor from a merge of two changes', async () => {
    await assert.rejects(
      createWorld(
        folder,
        worldOf([
          { message: 'x', files: { a: '1' } },
          { message: 'y', edits: { a: [['2', '3']] } },
        ]),
      ),
      /a has 0 places that read: 2/,
    );
    await assert.rejects(
      createWorld(
        folder,
        worldOf([
          { key: 'k', message: '1', files: { a: '1' } },
          { branch: 'side', from: 'k', message: '2', files: { a: '2' } },
          { message: '3', files: { a: '3' } },
          { message: '4', merge: 'side' },
        ]),
      ),
      /a was changed on both sides/,
    );
  });

  it('are the same every time: the sample world has the hashes it always had, and git finds nothing wrong with it', async () => {
    await createWorld(folder, acmePlan);
    const world = await openWorld(folder);
    const [project] = world.state.projects;
    await world.close();
    assert.equal(project?.landmarks['signed'], 'a36a35f55a8e8132e0c48f1e92ce7f32e42ca21c');
    assert.equal(project?.landmarks['forecast'], '5183a64c26695d3e5ea7f2488504fce2bde0d73c');
    const repository = `--git-dir=${join(folder, 'repositories/acme/orchard.git')}`;
    assert.equal(await runGit([repository, 'fsck', '--strict', '--no-dangling']), '');
  });

  it('have other tokens with every start, which are saved nowhere, unless they are given', async () => {
    const start = async (tokens: Readonly<Record<string, string>> = {}): Promise<readonly string[]> => {
      const sandbox = await startSandbox({ world: folder, tokens });
      try {
        assert.equal((await drive(sandbox).get('/user')).status, 200);
        assert.equal((await drive(sandbox).get('/user', 'glpat-sandbox-maintainer-0003')).status, 401);
        const saved = await readFile(join(folder, 'world.json'), 'utf8');
        for (const token of Object.values(sandbox.tokens)) assert.ok(!saved.includes(token));
        return Object.values(sandbox.tokens);
      } finally {
        await sandbox.close();
      }
    };
    const [one, other] = [await start(), await start()];
    assert.equal(new Set([...one, ...other]).size, one.length + other.length);
    assert.ok(one.every((token) => /^glpat-[\w-]{20}$/.test(token)));
    const given = await start({ maintainer: 'glpat-given' });
    assert.equal(given.filter((token) => token === 'glpat-given').length, 1);
    await assert.rejects(start({ nobody: 'x' }), /have no token named nobody/);
  });

  it('survive a restart with the commits, comments and rules made in them', async () => {
    const first = await startSandbox({ world: folder });
    const { json: made } = await drive(first).post<Commit>(
      `${orchard}/repository/commits/${first.commits.clean}/cherry_pick`,
      { branch: 'release/1.0' },
    );
    await drive(first).post(`${orchard}/repository/commits/main/comments`, { note: 'kept' });
    const protect = { name: 'lasting', allowed_to_push: [{ user_id: 4 }] };
    const rule = await drive(first).post(`${orchard}/protected_branches`, protect);
    await first.close();
    const second = await startSandbox({ world: folder });
    try {
      const { json } = await drive(second).get<Commit[]>(
        `${orchard}/repository/commits?ref_name=release/1.0&per_page=1`,
      );
      assert.equal(json[0]?.id, made.id);
      const said = await drive(second).get<CommitComment[]>(`${orchard}/repository/commits/main/comments`);
      assert.deepEqual(
        said.json.map(({ note }) => note),
        ['kept'],
      );
      const { json: kept } = await drive(second).get(`${orchard}/protected_branches/lasting`);
      assert.deepEqual([rule.status, kept], [201, rule.json]);
      assert.deepEqual(second.commits, first.commits);
    } finally {
      await second.close();
    }
    assert.ok(existsSync(join(folder, 'world.json')));
  });

  it('are saved whole and in order', async () => {
    await createWorld(folder, worldOf([]));
    const world = await openWorld(folder);
    const rename = (name: string) => world.updateProject(1, (project) => ({ ...project, name }));
    await Promise.all(['one', 'two', 'three'].map(rename));
    await world.close();
    const saved = JSON.parse(await readFile(join(folder, 'world.json'), 'utf8')) as { projects: { name: string }[] };
    assert.equal(saved.projects[0]?.name, 'three');
    assert.ok(!existsSync(join(folder, 'world.json.new')));
  });

  it('are refused when they cannot be read', async () => {
    await writeFile(join(folder, 'world.json'), '{"format":99}');
    await assert.rejects(startSandbox({ world: folder }), /was made by another release/);
    await writeFile(join(folder, 'world.json'), 'nonsense');
    await assert.rejects(startSandbox({ world: folder }), /holds no readable world\.json/);
  });

  it('are gone with the sandbox when they were temporary', async () => {
    const sandbox = await startSandbox();
    const place = dirname(dirname(dirname(sandbox.repository)));
    assert.ok(existsSync(place));
    await Promise.all([sandbox.close(), sandbox.close()]);
    assert.ok(!existsSync(place));
  });

  it('fail to open a port that is in use without leaving anything behind', async () => {
    const sandbox = await startSandbox();
    try {
      await assert.rejects(startSandbox({ port: sandbox.port, world: folder }), { code: 'EADDRINUSE' });
      assert.ok(!existsSync(join(folder, 'world.json')));
    } finally {
      await sandbox.close();
    }
  });
});
