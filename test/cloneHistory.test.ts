import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCloneHistory, refsInClone } from '../src/host/kit/git/cloneHistory.ts';
import { missingRows } from '../src/model/board/missing.ts';
import { isMerge } from '../src/model/board/presence.ts';
import { patchId } from '../src/model/board/patchId.ts';
import { changeArguments, defaultDiffLimits, type DiffLimits, printedChanges } from '../src/sandbox/git/diff.ts';
import { diffRecord } from '../src/sandbox/operations/commitDiffs.ts';
import { git } from './support/git.ts';
import { temporaryFolder } from './support/paths.ts';
import { writePickedHistory } from './support/servers/pickedHistory.ts';

const { signal } = new AbortController();

describe('the histories of a clone', function () {
  this.timeout(180_000);
  const folder = temporaryFolder('clone-history');
  const clone = { folder, gitPath: 'git' };
  const ref = (name: string) => ({ name, sha: git(folder, 'rev-parse', name), date: '' });

  before(() => writePickedHistory(folder, { commits: 1_500, lacks: [1_500, 400], reverts: 0.03, picks: 0.7 }));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('are those of a branch that took commits in every way', async () => {
    const { lacking, own, patches } = await readCloneHistory(clone, ref('main'), ref('release/1'), signal);
    const counted = new Map<string, number>();
    const count = (kind: string): void => void counted.set(kind, (counted.get(kind) ?? 0) + 1);
    const merges = new Set(lacking.filter(isMerge).map(({ id }) => id));
    const there = new Set(lacking.map(({ id }) => patches.ids.get(id) ?? id));
    for (const { title } of lacking) if (title.startsWith('Revert "')) count('reverted on the source');
    for (const { id, title, message } of own) {
      const picked = /cherry picked from commit ([0-9a-f]{40})/.exec(message)?.[1] ?? '';
      if (title.startsWith('Revert "')) count('reverted');
      else if (title.startsWith('Squash ')) count('squashed');
      else if (merges.has(picked)) count('a merge as one commit');
      else if (picked === '') count(there.has(patches.ids.get(id) ?? '') ? 'picked without a line' : 'only there');
      else count(patches.ids.has(id) && patches.ids.get(id) === patches.ids.get(picked) ? 'picked' : 'changed');
    }
    const kinds = ['a merge as one commit', 'changed', 'only there', 'picked', 'picked without a line', 'reverted'];
    assert.deepEqual([...counted.keys()].toSorted(), [...kinds, 'reverted on the source', 'squashed'].toSorted());
    for (const [kind, number] of counted) assert.ok(number > 10, `${kind}: ${number}`);
  });

  for (const branch of ['release/1', 'release/2'])
    it(`agree with git cherry and git patch-id on what ${branch} has`, async () => {
      const cherry = git(folder, 'cherry', branch, 'main').split('\n');
      const { lacking, own, patches } = await readCloneHistory(clone, ref('main'), ref(branch), signal);
      const single = lacking.filter((commit) => !isMerge(commit));
      const there = new Set(own.filter((commit) => !isMerge(commit)).map(({ id }) => patches.ids.get(id)));
      there.delete(undefined);
      const ours = single.map(({ id }) => `${there.has(patches.ids.get(id)) ? '-' : '+'} ${id}`);
      assert.deepEqual(ours.sort(), cherry.sort());
      assert.ok(cherry.filter((line) => line.startsWith('-')).length > 50);
      const command = 'git log -p --no-renames --no-merges --full-index "$0" | git patch-id --stable';
      const output = execFileSync('sh', ['-c', command, `${branch}...main`], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1e8,
      });
      const printed = new Map(output.split('\n').map((line) => line.split(' ').reverse() as [string, string]));
      const known = [...lacking, ...own].filter((commit) => !isMerge(commit) && patches.ids.has(commit.id));
      const pairs = new Set(known.map(({ id }) => `${patches.ids.get(id)} ${printed.get(id) ?? 'empty'}`));
      // a bijection: commits share an id exactly if git gives them one
      for (const at of [0, 1]) assert.equal(new Set([...pairs].map((pair) => pair.split(' ')[at])).size, pairs.size);
      assert.deepEqual(
        own.map(({ id }) => id),
        git(folder, 'rev-list', '--topo-order', `main..${branch}`).split('\n'),
      );
    });

  it('have the patch-ids that a server’s diffs give, and none where it leaves something out', () => {
    const commits = git(folder, 'rev-list', '--no-merges', 'release/1...main');
    const options = { cwd: folder, maxBuffer: 1e9 };
    const output = execFileSync('git', [...changeArguments, '--stdin', '--root'], {
      ...options,
      input: `${commits}\n`,
    }).toString('latin1');
    const [, ...parts] = output.split(/(?:^|(?<=\n))([0-9a-f]{40})\0/);
    const command = 'git log -p --no-renames --no-merges release/1...main | git patch-id --stable';
    const printed = execFileSync('sh', ['-c', command], { ...options, encoding: 'utf8' })
      .trim()
      .split('\n');
    const known = new Map(printed.map((line) => line.split(' ').reverse() as [string, string]));
    const idsWithin = (limits: DiffLimits) =>
      new Map(
        parts.flatMap((sha, at) => {
          const changes = at % 2 === 0 ? printedChanges(Buffer.from(parts[at + 1] ?? '', 'latin1'), limits) : [];
          return at % 2 === 0 ? [[sha, patchId(changes.map((change) => diffRecord(change)))] as const] : [];
        }),
      );
    const ids = idsWithin(defaultDiffLimits);
    assert.ok(ids.size > 1_500);
    assert.deepEqual(ids, known);
    const some = [...idsWithin({ ...defaultDiffLimits, patchBytes: 78 })];
    const unknown = some.filter(([, id]) => id === undefined);
    assert.ok(unknown.length > 100 && unknown.length < some.length, `${unknown.length}`);
    for (const [sha, id] of some) if (id !== undefined) assert.equal(id, known.get(sha));
  });

  it('finds commits in every state, and each once', async () => {
    const histories = [];
    for (const branch of ['release/1', 'release/2'])
      histories.push(await readCloneHistory(clone, ref('main'), ref(branch), signal));
    const rows = missingRows(ref('main').sha, histories);
    const states = new Set(rows.flatMap(({ on }) => on.map(({ state }) => state)));
    assert.deepEqual([...states].sort(), ['changed', 'missing', 'other', 'same']);
    const counted = rows.flatMap(({ commit, mergedCommits }) => [commit, ...mergedCommits]).map(({ id }) => id);
    assert.equal(new Set(counted).size, counted.length);
    assert.deepEqual(
      counted.toSorted(),
      git(folder, 'rev-list', 'release/1..main').split('\n').toSorted(),
      'what the older branch lacks, the newer lacks, too',
    );
  });

  it('leave the clone as it was', async () => {
    const state = (): string => git(folder, 'count-objects', '-v') + git(folder, 'for-each-ref');
    const before = state();
    await readCloneHistory(clone, ref('main'), ref('release/2'), signal);
    assert.equal(state(), before);
  });

  it('end with git when they are cancelled', async () => {
    const abort = new AbortController();
    const reading = readCloneHistory(clone, ref('main'), ref('release/1'), abort.signal);
    abort.abort();
    await assert.rejects(reading, { name: 'AbortError' });
  });

  it('know merges, empty, binary and renamed files, whatever the user has set for diffs', async () => {
    const work = temporaryFolder('clone-kinds');
    const run = (...args: readonly string[]) => git(work, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args);
    const commit = (message: string) => (run('add', '-A'), run('commit', '--quiet', '--allow-empty', '-m', message));
    const write = (name: string, content: string | Uint8Array) => writeFileSync(path.join(work, name), content);
    run('init', '--quiet', '--initial-branch=main', '.');
    for (const setting of ['diff.noprefix', 'diff.mnemonicPrefix', 'log.showSignature', 'diff.renames'])
      run('config', setting, 'true');
    run('config', 'color.ui', 'always');
    run('config', 'diff.external', 'false');
    mkdirSync(path.join(work, 'a'));
    write('a/text', 'one\ntwo\n');
    commit('Begin');
    run('branch', 'stable');
    write('image', new Uint8Array([0, 1, 2, 0]));
    commit('An image');
    write('image', new Uint8Array([0, 9, 9, 0]));
    commit('Another image');
    run('mv', 'a/text', 'text');
    commit('Move');
    chmodSync(path.join(work, 'text'), 0o755);
    commit('Make it run');
    commit('Nothing');
    run('checkout', '--quiet', '-b', 'topic');
    write('topic', 'no newline');
    commit('Topic');
    run('checkout', '--quiet', 'main');
    run('merge', '--quiet', '--no-ff', 'topic', '-m', 'Merge topic');
    const picked = run('rev-list', '--reverse', '--no-merges', 'stable..main').split('\n').slice(0, 4);
    run('checkout', '--quiet', 'stable');
    // otherwise the pick has the same parent and second, and so the same SHA
    write('stable', 'of its own');
    commit('Of stable');
    for (const each of picked) run('cherry-pick', '--allow-empty', each);
    run('cherry-pick', '-m', '1', '-x', 'main');
    const at = { folder: work, gitPath: 'git' };
    const [source, branch] = ['main', 'stable'].map((name) => ({ name, sha: run('rev-parse', name), date: '' }));
    assert.ok(source && branch);
    const found = await readCloneHistory(at, source, branch, signal);
    const rows = missingRows(source.sha, [found]).map(({ commit: { title }, on: [presence] }) => [
      title,
      presence?.state,
    ]);
    assert.deepEqual(rows.reverse(), [
      ['An image', 'other'],
      ['Another image', 'other'],
      ['Move', 'other'],
      ['Make it run', 'other'],
      ['Nothing', 'missing'],
      ['Merge topic', 'other'],
    ]);
  });

  it('are read only from a clone that has all of them', async () => {
    const shallow = temporaryFolder('clone-shallow');
    rmSync(shallow, { recursive: true });
    const [main, release, gone] = [ref('main'), ref('release/1'), { name: 'gone', sha: 'd'.repeat(40), date: '' }];
    const tree = { name: 'tree', sha: git(folder, 'rev-parse', 'main^{tree}'), date: '' };
    assert.deepEqual(await refsInClone(clone, [gone, main, tree, release], signal), [main, release]);
    git(folder, 'clone', '--quiet', '--depth=3', '--no-checkout', `file://${folder}`, shallow);
    assert.deepEqual(await refsInClone({ ...clone, folder: shallow }, [main], signal), undefined);
    rmSync(shallow, { recursive: true, force: true });
  });
});
