import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArguments, UsageError } from '../../../src/sandbox/commandLine.ts';
import { planWithRepository } from '../../../src/sandbox/sample/ownRepository.ts';
import { WorldError } from '../../../src/sandbox/world/world.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import { drive, runGit, segment, type Driven } from '../driving.ts';

const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

const fingerprint = (folder: string): string => {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    hash.update(`${file} ${statSync(file).mtimeMs} `);
    if (entry.isFile()) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
};

describe('a copy of a repository on this computer', function () {
  this.timeout(60_000);
  const home = temporaryFolder('own-repository');
  const folder = join(home, 'Grüne Äpfel');
  const run = (...args: readonly string[]) => runGit(['-C', folder, ...author, ...args]);
  const commit = async (file: string, content: string): Promise<string> => {
    writeFileSync(join(folder, file), content);
    await run('add', file);
    await run('commit', '--quiet', '-m', `Change ${file}`);
    return run('rev-parse', 'HEAD');
  };
  const tips: Record<string, string> = {};

  before(async () => {
    const upstream = join(home, 'upstream');
    await runGit(['init', '--quiet', '--initial-branch=trunk', upstream]);
    const at = (...args: readonly string[]) => runGit(['-C', upstream, ...author, ...args]);
    await at('commit', '--quiet', '--allow-empty', '-m', 'Begin');
    await at('branch', 'release/1.0');
    await at('branch', 'release/2.0');
    await at('branch', 'topic/deep');
    await runGit(['clone', '--quiet', upstream, folder]);
    tips['release/2.0'] = await run('rev-parse', 'origin/release/2.0');
    tips['trunk'] = await commit('a.txt', 'one\n');
    await run('tag', '-a', 'v1', '-m', 'First');
    await run('tag', 'light', 'HEAD~1');
    await run('checkout', '--quiet', '-b', 'release/1.0', 'origin/release/1.0');
    tips['release/1.0'] = await commit('b.txt', 'two\n');
    await run('checkout', '--quiet', '-b', 'topic', 'trunk');
    tips['topic'] = await commit('a.txt', 'changed\n');
    mkdirSync(join(folder, 'below'));
  });

  after(() => rmSync(home, { recursive: true, force: true }));

  const serving = async (from: string, look: (driven: Driven, project: string) => Promise<void>): Promise<void> => {
    const sandbox = await startSandbox({ plan: await planWithRepository(from) });
    try {
      await look(drive(sandbox), `/projects/${segment(sandbox.project)}`);
    } finally {
      await sandbox.close();
    }
  };
  const shas = async ({ get }: Driven, path: string) =>
    Object.fromEntries(
      (await get<{ name: string; commit: { id: string } }[]>(path)).json.map(({ name, commit: { id } }) => [name, id]),
    );

  it('has local branches, the others of the remote, and tags', () =>
    serving(folder, async (driven, project) => {
      assert.equal(driven.sandbox.project, 'acme/Grune-Apfel');
      // branches topic and topic/deep cannot coexist: the local one wins
      assert.deepEqual(await shas(driven, `${project}/repository/branches`), tips);
      assert.deepEqual(await shas(driven, `${project}/repository/tags`), {
        v1: tips['trunk'],
        light: tips['release/2.0'],
      });
      const list = await driven.get<{ id: string }[]>(`${project}/repository/commits?ref_name=topic`);
      assert.deepEqual(
        list.json.map(({ id }) => id),
        [tips['topic'], tips['trunk'], tips['release/2.0']],
      );
    }));

  it('has the default branch of the remote, which is protected, and people with roles', () =>
    serving(folder, async ({ get }, project) => {
      const { json } = await get<{ default_branch: string }>(project);
      assert.equal(json.default_branch, 'trunk');
      const rules = await get<{ name: string }[]>(`${project}/protected_branches`);
      assert.deepEqual(
        rules.json.map(({ name }) => name),
        ['trunk', 'release*'],
      );
      assert.equal((await get(project, 'nobody')).status, 404);
    }));

  it('picks its commits, as a dry run or not, and nothing is written to the repository', async () => {
    const before = fingerprint(folder);
    await serving(folder, async ({ get, post }, project) => {
      const pick = (branch: string, more: object) =>
        post(`${project}/repository/commits/${tips['topic']}/cherry_pick`, { branch, ...more });
      assert.equal((await pick('release/2.0', { dry_run: true })).status, 400);
      assert.equal((await pick('trunk', {})).status, 201);
      assert.equal((await get(`${project}/repository/branches/trunk`)).text.includes(tips['trunk'] ?? '?'), true);
    });
    assert.equal(fingerprint(folder), before);
  });

  it('is that of the repository a folder, a worktree or a bare repository belongs to', async () => {
    const worktree = join(home, 'worktree');
    await run('worktree', 'add', '--quiet', '--detach', worktree, 'trunk');
    const bare = join(home, 'orchard.git');
    await runGit(['clone', '--quiet', '--bare', folder, bare]);
    for (const [from, project, branch] of [
      [join(folder, 'below'), 'acme/Grune-Apfel', 'trunk'],
      [worktree, 'acme/Grune-Apfel', 'trunk'],
      [bare, 'acme/orchard-2', 'topic'],
    ] as const) {
      const [copy] = (await planWithRepository(from)).projects;
      assert.deepEqual([copy?.path, copy?.source?.defaultBranch], [project, branch]);
    }
    await serving(worktree, async ({ get }, project) => assert.equal((await get(project)).status, 200));
  });

  it('is refused with a sentence where there is none, or not the whole of it', async () => {
    const empty = join(home, 'empty');
    await runGit(['init', '--quiet', empty]);
    const shallow = join(home, 'shallow');
    await runGit(['clone', '--quiet', '--depth=1', `file://${folder}`, shallow]);
    const partial = join(home, 'partial');
    await runGit(['clone', '--quiet', '--no-checkout', `file://${folder}`, partial]);
    await runGit(['-C', partial, 'config', 'remote.origin.promisor', 'true']);
    for (const [from, sentence] of [
      [home, /own-repository\S* is not in a git repository\.$/],
      [join(home, 'missing'), /missing is not in a git repository\.$/],
      [empty, /^The repository of \S+empty has no commits on a branch yet\.$/],
      [shallow, /shallow is in a shallow clone\. Run "git fetch --unshallow" there first\.$/],
      [partial, /partial is in a partial clone, which lacks a part of its history\.$/],
    ] as const) {
      await assert.rejects(
        planWithRepository(from),
        (error) => error instanceof WorldError && sentence.test(error.message),
        from,
      );
    }
  });

  it('is not asked for together with sample data that are kept', () => {
    assert.throws(() => parseArguments(['--repository', 'a', '--world', 'b']), UsageError);
    const args = parseArguments(['--repository', 'a']);
    assert.equal(args === 'help' ? undefined : args.repository, 'a');
  });
});
