import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCommit, printedTime } from '../../../src/sandbox/git/commitObject.ts';
import { isAncestor } from '../../../src/sandbox/git/ancestry.ts';
import { commitChanges } from '../../../src/sandbox/git/diff.ts';
import type { FileChange } from '../../../src/sandbox/git/commitObject.ts';
import { mergeTrees } from '../../../src/sandbox/git/mergeTree.ts';
import { moveBranch } from '../../../src/sandbox/git/refs.ts';
import { findCommit, openRepository, resolveCommit, type Repository } from '../../../src/sandbox/git/repository.ts';
import { createRepository } from '../../../src/sandbox/world/build.ts';
import { importHistory } from '../../../src/sandbox/world/history.ts';
import type { CommitPlan } from '../../../src/sandbox/world/plans.ts';
import { runGit } from '../driving.ts';

describe('a repository', () => {
  let directory = '';
  let repository: Repository;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'graft-git-'));
    await createRepository(directory);
    repository = openRepository(directory);
  });

  afterEach(async () => {
    repository.close();
    await rm(directory, { recursive: true, force: true });
  });

  const holding = async (...plans: readonly CommitPlan[]): Promise<void> => {
    await importHistory(directory, plans);
  };
  const changes = async (revision: string): Promise<readonly FileChange[]> => {
    const commit = await findCommit(repository, revision);
    assert.ok(commit);
    return commitChanges(repository, commit);
  };
  const large = Array.from({ length: 200_000 }, (_, line) => `line ${line}`).join('\n');

  it('answers many questions at once, each with its own answer', async () => {
    await holding({ message: 'x', files: { 'large.txt': large, 'small.txt': 's', 'empty.txt': '' } });
    const names = ['main:large.txt', 'main:nothing', 'main:small.txt', 'main:empty.txt', 'main', 'two\nlines', ''];
    // relative paths would end git's batch process
    for (const path of ['HEAD:../../x', 'main:./small.txt', ':0:../x', ':./x'])
      assert.equal(await repository.objects.contents(path), undefined);
    const found = await Promise.all([...names, ...names].map((name) => repository.objects.contents(name)));
    for (const half of [found.slice(0, 7), found.slice(7)]) {
      assert.deepEqual(
        half.map((object) => object?.content.toString().length),
        [large.length, undefined, 1, 0, half[4]?.size, undefined, undefined],
      );
    }
  });

  it('knows no options, paths or searches for commits', async () => {
    await holding({ message: 'x', files: { a: '1' } });
    for (const revision of ['main:', 'HEAD:../../x', ':/x', '-main', 'main\nHEAD', 'main\0'])
      assert.equal(await resolveCommit(repository, revision), undefined, revision);
  });

  it('has the objects it has, whatever was pushed to refs/replace', async () => {
    await holding({ message: '1', files: { a: '1' } }, { message: '2', files: { a: '2' } });
    const tip = (await resolveCommit(repository, 'main')) ?? '';
    await runGit([`--git-dir=${directory}`, 'update-ref', `refs/replace/${tip}`, 'main~1']);
    assert.equal((await findCommit(repository, tip))?.message, '2');
    assert.equal(await isAncestor(repository, `${tip}~1`, tip), true);
  });

  it('is closed for questions asked later and open ones', async () => {
    await holding({ message: '1', files: { a: '1' } });
    const open = repository.objects.info('main');
    repository.close();
    await assert.rejects(open);
    await assert.rejects(repository.objects.info('main'));
  });

  it('moves a branch only from where it is expected', async () => {
    await holding({ message: '1', files: { a: '1' } }, { message: '2', files: { a: '2' } });
    const [tip = '', parent = ''] = (await runGit([`--git-dir=${directory}`, 'rev-list', 'main'])).split('\n');
    assert.equal(await moveBranch(repository, 'main', parent, parent), false);
    assert.equal(await resolveCommit(repository, 'main'), tip);
    assert.equal(await moveBranch(repository, 'main', parent, tip), true);
    assert.equal(await resolveCommit(repository, 'main'), parent);
  });

  it('shows a file that became a link as one change', async () => {
    await holding(
      { message: '1', files: { link: 'text\n', z: '1\n' } },
      { message: '2', files: { link: 'z', z: '2\n' }, modes: { link: '120000' } },
    );
    const [link, z] = await changes('main');
    assert.deepEqual([link?.oldMode, link?.newMode, link?.status], ['100644', '120000', 'modified']);
    assert.match(link?.text ?? '', /^@@ -1 \+0,0 @@\n-text\n@@ -0,0 \+1 @@\n\+z/);
    assert.equal(z?.text, '@@ -1 +1 @@\n-1\n+2\n');
  });

  it('keeps odd names and lines that look like headers', async () => {
    const names = ['"quoted".txt', 'tab\there', 'new\nline', 'ünïcödé', ' leading', '-dash', 'a b/c d'];
    await holding(
      { message: '1', files: { body: 'x\n' } },
      {
        message: '2',
        files: { body: 'diff --git a/x b/x\n@@ -1 +1 @@\n', ...Object.fromEntries(names.map((name) => [name, 'n\n'])) },
      },
    );
    const entries = await changes('main');
    assert.deepEqual(new Set(entries.map(({ newPath }) => newPath)), new Set(['body', ...names]));
    const body = entries.find(({ newPath }) => newPath === 'body');
    assert.equal(body?.text, '@@ -1 +1,2 @@\n-x\n+diff --git a/x b/x\n+@@ -1 +1 @@\n');
  });

  it('names the files that conflict', async () => {
    await holding(
      { key: 'base', message: '0', files: { a: '1\n', b: '1\n', c: '1\n' } },
      { branch: 'one', from: 'base', message: '1', files: { a: '2\n', b: '2\n', c: '2\n' } },
      { branch: 'two', from: 'base', message: '2', files: { a: '3\n', b: null } },
    );
    const tree = async (revision: string): Promise<string> => (await findCommit(repository, revision))?.tree ?? '';
    const trees = { base: await tree('main'), ours: await tree('one'), theirs: await tree('two') };
    assert.deepEqual(await mergeTrees(repository, trees, { keep: true }), { kind: 'conflict', files: ['a', 'b'] });
    assert.equal((await runGit([`--git-dir=${directory}`, 'count-objects'])).split(' ')[0], '0');
  });
});

describe('a commit object', () => {
  it('is taken apart, its signature apart from what it signs', () => {
    const raw = [
      'tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904',
      `parent ${'1'.repeat(40)}`,
      'author A U Thor <a@example.com> 1700000000 -0330',
      'committer <c@example.com> 1700000001 +0000',
      'gpgsig -----BEGIN SSH SIGNATURE-----',
      ' AAAA',
      ' -----END SSH SIGNATURE-----',
      '',
      'Title',
      '',
      'gpgsig is no header here',
      '',
    ].join('\n');
    const commit = parseCommit('0'.repeat(40), Buffer.from(raw));
    assert.deepEqual(commit.author, {
      name: 'A U Thor',
      email: 'a@example.com',
      seconds: 1_700_000_000,
      offset: '-0330',
    });
    assert.equal(commit.committer.name, '');
    assert.equal(commit.message, 'Title\n\ngpgsig is no header here\n');
    assert.equal(commit.signature, '-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----');
    assert.equal(commit.payload.toString(), raw.replace(/gpgsig -----BEGIN[^]*END SSH SIGNATURE-----\n/, ''));
  });

  it('prints times in the offset they were recorded in', () => {
    assert.equal(printedTime({ seconds: 1_714_633_958, offset: '+0200' }), '2024-05-02T09:12:38.000+02:00');
    assert.equal(printedTime({ seconds: 1_700_000_000, offset: '-0330' }), '2023-11-14T18:43:20.000-03:30');
  });
});
