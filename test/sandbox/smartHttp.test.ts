import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Commit } from '../../src/wire/commits.ts';
import type { Project } from '../../src/wire/projects.ts';
import { orchard, runGit, withSandbox } from './driving.ts';

describe('git over HTTP', () => {
  const run = withSandbox();
  let folder = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'graft-clone-'));
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const address = (project: string, token?: string): string =>
    `${run().sandbox.url.replace('://', token === undefined ? '://' : `://x:${token}@`)}/${project}.git`;
  const clone = async (name: string, ...args: string[]): Promise<string> => {
    const place = join(folder, name);
    await runGit(['clone', '--quiet', ...args, place]);
    return place;
  };
  const commit = async (place: string, file: string): Promise<string> => {
    await runGit(['add', file], place);
    const who = ['-c', 'user.name=Deniz', '-c', 'user.email=deniz@acme.example'];
    await runGit([...who, 'commit', '--quiet', '-m', `Add ${file}`], place);
    return runGit(['rev-parse', 'HEAD'], place);
  };

  it('clones a public project without a token', async () => {
    const place = await clone('public', address('acme/orchard'));
    assert.equal(await runGit(['rev-parse', 'HEAD'], place), await run().git('rev-parse', 'main'));
    assert.equal(await runGit(['fsck', '--strict'], place), '');
  });

  it('gives the head of a merge request to a fetch, also without its branch, and to no list of all commits', async () => {
    const place = await clone('heads', address('acme/orchard'));
    const { sha } = (await run().get<{ sha: string }>(`${orchard}/merge_requests/5`)).json;
    await runGit(['fetch', '--quiet', 'origin', 'refs/merge-requests/5/head'], place);
    assert.equal(await runGit(['rev-parse', 'FETCH_HEAD'], place), sha);
    assert.equal(await run().git('for-each-ref', '--format=%(objectname)', 'refs/merge-requests/5/head'), sha);
    const who = ['-c', 'user.name=Deniz', '-c', 'user.email=deniz@acme.example'];
    const alone = await run().git(...who, 'commit-tree', 'main^{tree}', '-m', 'Alone');
    await run().git('update-ref', 'refs/merge-requests/4711/head', alone);
    const all = await run().get<Commit[]>(`${orchard}/repository/commits?all=true&per_page=100`);
    assert.ok(all.json.length > 0 && all.json.every(({ id }) => id !== alone));
  });

  it('clones from the old address of a project that has moved', async () => {
    const place = await clone('moved', address('acme/old-orchard'));
    assert.equal(await runGit(['show', 'HEAD:trees.txt'], place), 'cox\nconference\nvictoria');
  });

  it('takes the token as password for a private project, and refuses everything else', async () => {
    const { tokens } = run().sandbox;
    await clone('private', address('acme/tools/seedling', tokens.reporter));
    for (const token of [undefined, 'wrong', tokens.expired, tokens.guest]) {
      await assert.rejects(clone('refused', address('acme/tools/seedling', token)), `${token}`);
    }
  });

  it('makes the branch of a first push the default one', async () => {
    const place = await clone('first', address('acme/empty', run().sandbox.tokens.maintainer));
    await runGit(['switch', '--quiet', '--orphan', 'trunk'], place);
    await writeFile(join(place, 'first.txt'), 'new\n');
    const sha = await commit(place, 'first.txt');
    await runGit(['push', '--quiet', 'origin', 'trunk'], place);
    const project = await run().get<Project>('/projects/acme%2Fempty');
    assert.deepEqual([project.json.default_branch, project.json.empty_repo], ['trunk', false]);
    const list = await run().get<Commit[]>('/projects/acme%2Fempty/repository/commits');
    assert.deepEqual(
      list.json.map(({ id }) => id),
      [sha],
    );
    const again = await clone('again', address('acme/empty'));
    assert.equal(await runGit(['branch', '--show-current'], again), 'trunk');
  });

  it('takes a push too large to be sent in one piece', async () => {
    const place = await clone('large', address('acme/orchard', run().sandbox.tokens.developer));
    await writeFile(join(place, 'noise.bin'), randomBytes(400_000));
    const sha = await commit(place, 'noise.bin');
    await runGit(['-c', 'http.postBuffer=65536', 'push', '--quiet', 'origin', 'HEAD:refs/heads/large'], place);
    assert.equal(await run().git('rev-parse', 'large'), sha);
  });

  it('refuses a push of a reporter, of a stranger and with a token that only reads', async () => {
    const { tokens } = run().sandbox;
    for (const [name, token] of [
      ['reporter', tokens.reporter],
      ['stranger', undefined],
      ['readOnly', tokens.readOnly],
    ] as const) {
      const place = await clone(name, address('acme/orchard', token));
      await writeFile(join(place, 'refused.txt'), 'new\n');
      await commit(place, 'refused.txt');
      await assert.rejects(runGit(['push', '--quiet', 'origin', `HEAD:refs/heads/of-${name}`], place), name);
    }
    assert.equal(await run().git('branch', '--list', 'of-*'), '');
  });
});
