import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCloneHistory } from '../../../src/host/kit/git/cloneHistory.ts';
import { missingRows } from '../../../src/model/board/missing.ts';
import type { BranchHistory } from '../../../src/model/board/presence.ts';
import { filteredRows, type MissingFilter } from '../../../src/model/board/missingFilter.ts';
import { readHistories, readRefs, TooFarApart } from '../../../src/model/board/missingRanges.ts';
import { patchId } from '../../../src/model/board/patchId.ts';
import { planWithRepository } from '../../../src/sandbox/sample/ownRepository.ts';
import { listCommitDiff } from '../../../src/wire/commits.ts';
import { getProject } from '../../../src/wire/projects.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { git } from '../../support/git.ts';
import { temporaryFolder } from '../../support/paths.ts';
import { writePickedHistory } from '../../support/servers/pickedHistory.ts';
import { startSandbox } from '../../support/servers/startSandbox.ts';
import { never, picking } from '../pick/picking.ts';

const report = (): void => undefined;

describe('what is missing on branches, read from a server', function () {
  this.timeout(120_000);
  const servers = loopback();
  const folders: string[] = [];
  const folderFor = (purpose: string): string => {
    const folder = temporaryFolder(purpose);
    folders.push(folder);
    return folder;
  };
  after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  const served = async (folder: string) => {
    const sandbox = await startSandbox({ plan: await planWithRepository(folder) });
    servers.defer(() => sandbox.close());
    const { client, records } = connect(servers, sandbox.url, { token: sandbox.tokens.maintainer });
    const { id: project } = await client.send(getProject, { id: sandbox.project });
    return { client, project, records };
  };

  /** Reads as the command does and counts requests. */
  const read = async (folder: string, branches: readonly string[]) => {
    const { client, project, records } = await served(folder);
    const before = records.length;
    const [source, ...others] = await readRefs(client, project, ['main', ...branches], never);
    assert.ok(source);
    const histories = await readHistories({ client, project }, source, others, { signal: never, report });
    return { source, histories, requests: records.length - before };
  };

  const lists = ({ lacking, own }: BranchHistory): readonly (readonly string[])[] =>
    [lacking, own].map((list) => list.map(({ id }) => id).toSorted());

  it('takes 40 requests at most for 1,000 commits on each of three branches, and finds what a clone finds', async () => {
    const folder = folderFor('missing-served');
    await writePickedHistory(folder, { commits: 1_300, lacks: [1_200, 1_100, 1_000] });
    const { source, histories, requests } = await read(folder, ['release/3', 'release/1', 'release/2']);
    assert.ok(requests <= 40, `${requests} requests`);
    const inClone: BranchHistory[] = [];
    for (const { branch } of histories)
      inClone.push(
        await readCloneHistory(
          { folder, gitPath: 'git' },
          source,
          { name: branch, sha: git(folder, 'rev-parse', branch), date: '' },
          never,
        ),
      );
    assert.deepEqual(histories.map(lists), inClone.map(lists));
    const known = new Map(missingRows(source.sha, inClone).map(({ commit, on }) => [commit.id, on]));
    let compared = 0;
    for (const { commit, on } of missingRows(source.sha, histories))
      for (const [index, { state, evidence }] of on.entries()) {
        const truth = known.get(commit.id)?.[index]?.state;
        const isCompared = evidence.some(({ kind }) => kind === 'patch' || kind === 'otherPatch');
        if (isCompared) compared += 1;
        // uncompared commits may be edited; unknown ones may be either
        if (isCompared || state === 'missing' || state === 'same') assert.equal(state, truth, commit.id);
        else if (evidence.some(({ kind }) => kind === 'patchUnread')) assert.match(truth ?? '', /^(?:other|changed)$/);
      }
    assert.ok(compared > 0, 'some diffs were read');
  });

  it('finds reverts that both sides made, as a clone and git cherry do', async () => {
    const folder = folderFor('missing-reverts');
    const run = (...args: readonly string[]) => git(folder, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args);
    const commit = (name: string, content: string, title: string) => {
      writeFileSync(path.join(folder, name), content);
      run('add', '-A');
      run('commit', '--quiet', '-m', title);
      return run('rev-parse', 'HEAD');
    };
    // author, date and title differ on both sides
    const revert = (by: string, ...shas: readonly string[]) =>
      shas.forEach((sha) => run('-c', `user.email=${by}`, 'revert', '--no-edit', sha));
    run('init', '--quiet', '--initial-branch=main', '.');
    const both = commit('both', 'both\n', 'On both');
    run('branch', 'stable');
    const [named, unnamed] = ['named', 'unnamed'].map((name) => commit(name, `${name}\n`, `To be picked, ${name}`));
    const changed = commit('changed', 'changed\n', 'To be picked, changed');
    const only = commit('only', 'only\n', 'Only there');
    assert.ok(named && unnamed);
    revert('mara@example.com', both, named, unnamed, changed, only);
    run('checkout', '--quiet', 'stable');
    commit('stable', 'stable\n', 'Of the branch');
    const picks = [['-x', named], [unnamed], ['-x', changed]].map((args) => {
      run('cherry-pick', ...args);
      return run('rev-parse', 'HEAD');
    });
    revert('olive@example.com', both, ...picks);
    writeFileSync(path.join(folder, 'by-hand'), 'by hand\n');
    run('add', '-A');
    run('commit', '--quiet', '--amend', '--no-edit');
    const { source, histories } = await read(folder, ['stable']);
    const at = { folder, gitPath: 'git' };
    const inClone = await readCloneHistory(
      at,
      source,
      { name: 'stable', sha: run('rev-parse', 'stable'), date: '' },
      never,
    );
    const reverts = (found: readonly BranchHistory[]) =>
      missingRows(source.sha, found)
        .filter(({ commit: { title } }) => title.startsWith('Revert'))
        .map(({ commit: { title }, on: [presence] }) => `${title}: ${presence?.state ?? ''}`);
    const wanted = [
      ...['Revert "Only there": missing', 'Revert "To be picked, changed": changed'],
      ...['Revert "To be picked, unnamed": other', 'Revert "To be picked, named": other', 'Revert "On both": other'],
    ];
    assert.deepEqual(reverts(histories), wanted, 'on the server');
    assert.deepEqual(reverts([inClone]), wanted, 'in the clone');
    const cherry = run('cherry', '-v', 'stable', 'main').split('\n').slice(-5).reverse();
    assert.deepEqual(
      cherry.map((line) => line.startsWith('-')),
      wanted.map((line) => line.endsWith(': other')),
    );
  });

  it('reads the list of each branch where none says what the others lack', async () => {
    const folder = folderFor('missing-crossed');
    const run = (...args: readonly string[]) => git(folder, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args);
    run('init', '--quiet', '--initial-branch=main', '.');
    const commit = (title: string) => run('commit', '--quiet', '--allow-empty', '-m', title);
    commit('Begin');
    for (const name of ['one', 'two']) {
      run('checkout', '--quiet', '-b', `feature/${name}`, 'main');
      commit(`Feature ${name}`);
      run('checkout', '--quiet', '-b', `stable/${name}`, 'main~0');
      run('merge', '--quiet', '--no-ff', `feature/${name}`, '-m', `Merge ${name} for stable`);
    }
    run('checkout', '--quiet', 'main');
    for (const name of ['one', 'two']) run('merge', '--quiet', '--no-ff', `feature/${name}`, '-m', `Merge ${name}`);
    run('branch', 'stable/behind', 'main~2');
    const branches = ['stable/one', 'stable/two', 'stable/behind', 'main'];
    const { histories } = await read(folder, branches);
    const listed = (range: string) => run('rev-list', range).split('\n').filter(Boolean).toSorted();
    assert.deepEqual(
      histories.map(lists),
      branches.map((branch) => [listed(`${branch}..main`), listed(`main..${branch}`)]),
    );
  });

  it('says that a branch is too far away to be read, and what the server says of one that is not there', async () => {
    const { client, project } = await served(await far());
    const refs = await readRefs(client, project, ['main', 'stable'], never);
    const [source, branch] = refs;
    assert.ok(source && branch);
    await assert.rejects(readHistories({ client, project }, source, [branch], { signal: never, report }), TooFarApart);
    await assert.rejects(readRefs(client, project, ['main', 'no-such'], never), /404/);
  });

  const far = async (): Promise<string> => {
    const folder = folderFor('missing-far');
    git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', '.');
    const commits = Array.from({ length: 5_102 }, (_, index) => {
      const branch = index === 0 ? 'refs/heads/stable' : 'refs/heads/main';
      return `commit ${branch}\nmark :${index + 1}\ncommitter A <a@b> ${1_700_000_000 + index} +0000\ndata 1\nx\n${index === 0 ? '' : `from :${index}\n`}\n`;
    });
    execFileSync('git', ['-C', folder, 'fast-import', '--quiet'], { input: commits.join('') });
    return folder;
  };

  it('makes patch-ids of diffs as git does', async () => {
    const folder = folderFor('missing-patches');
    const run = (...args: readonly string[]) => git(folder, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args);
    run('init', '--quiet', '--initial-branch=main', '.');
    const write = (name: string, content: string | Uint8Array) => writeFileSync(path.join(folder, name), content);
    const commit = () => (run('add', '-A'), run('commit', '--quiet', '-m', 'Change'));
    const lines = (from: number, change = (line: number) => `line ${line}`) =>
      `${Array.from({ length: 40 }, (_, index) => change(index + from)).join('\n')}\n`;
    const changes: (() => void)[] = [
      () => (write('a', lines(0)), write('b', 'no newline')),
      () => (
        write(
          'a',
          lines(0, (line) => (line % 15 === 3 ? `changed ${line}` : `line ${line}`)),
        ),
        write('c', 'new\n')
      ),
      () => write('b', 'no newline but more'),
      () => write('b', 'with newline\n'),
      () =>
        write(
          'a',
          lines(0, (line) => `  line\t${line} `),
        ),
      () =>
        write(
          'a',
          lines(0, (line) => `line ${line}\r`),
        ),
      () => write('ü é', '-- minus\n++ plus\n@@ -1 +1 @@\n\\ back\n'),
      () => write('ü é', '--- minus\n+++ plus\n@@ -1,2 +1 @@ x\n\\ back\n'),
      () => (
        chmodSync(path.join(folder, 'a'), 0o755),
        write(
          'a',
          lines(0, (line) => `again ${line}`),
        )
      ),
      () => (
        run('mv', 'a', 'moved'),
        write(
          'moved',
          lines(0, (line) => `again ${line === 7 ? 'x' : line}`),
        )
      ),
      () => rmSync(path.join(folder, 'c')),
      () => write('c', 'before\u2028after\u000b\u000c \u00a0x\n'),
    ];
    for (const change of changes) {
      change();
      commit();
    }
    write('image', new Uint8Array([0, 1, 2, 0]));
    commit();
    run('mv', 'b', 'renamed');
    commit();
    const { client, project } = await served(folder);
    const shas = run('rev-list', '--reverse', 'main').split('\n');
    const show = 'git show -M --format="commit %H" "$0" | grep -av "^similarity index" | git patch-id --stable';
    const pairs = [];
    for (const sha of shas) {
      const { items } = await client.send(listCommitDiff, { id: project, sha });
      const quoted = {
        ...process.env,
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'core.quotePath',
        GIT_CONFIG_VALUE_0: 'false',
      };
      const [wanted] = execFileSync('sh', ['-c', show, sha], { cwd: folder, encoding: 'utf8', env: quoted }).split(' ');
      pairs.push([patchId(items), wanted]);
    }
    // the server omits lines of the last two
    assert.deepEqual(
      pairs.slice(0, -2).map(([ours]) => ours),
      pairs.slice(0, -2).map(([, wanted]) => wanted),
    );
    assert.deepEqual(
      pairs.slice(-2).map(([ours]) => ours),
      [undefined, undefined],
    );
  });
});

describe('the patch-id of a diff', () => {
  const file = { old_path: 'a', new_path: 'a', a_mode: '100644', b_mode: '100644' };
  const kind = { new_file: false, renamed_file: false, deleted_file: false };

  it('is not known of a long one, as a server may have left out its last files', () => {
    const diff = `@@ -1 +1 @@\n${'+line\n'.repeat(30_000)}`;
    assert.notEqual(patchId([{ ...file, ...kind, diff }]), undefined);
    assert.equal(patchId(Array.from({ length: 3 }, () => ({ ...file, ...kind, diff }))), undefined);
  });

  it('is not known of one that has lost bytes, as many have the same text', () => {
    assert.equal(patchId([{ ...file, ...kind, diff: '@@ -1 +1 @@\n-Gru\n+Gr\ufffd\n' }]), undefined);
  });
});

describe('filters of missing commits', () => {
  const { run, clientAs } = picking();

  it('take the commits of merge requests by label and milestone, and by author, path and trailer', async () => {
    const client = clientAs();
    const { id: project } = await client.send(getProject, { id: run().sandbox.project });
    const [source, ...branches] = await readRefs(client, project, ['main', 'release/1.0'], never);
    assert.ok(source);
    const histories = await readHistories({ client, project }, source, branches, { signal: never, report });
    const rows = missingRows(source.sha, histories);
    const titles = async (filter: MissingFilter): Promise<readonly string[]> =>
      (await filteredRows(rows, filter, { client, project, source, branches }, never)).map(
        ({ commit }) => commit.title,
      );
    assert.deepEqual(await titles({ label: 'data' }), ["Merge branch 'feature/ripening' into 'main'"]);
    assert.deepEqual(await titles({ milestone: 'Harvest 2026' }), ["Merge branch 'feature/weighing' into 'main'"]);
    assert.deepEqual(await titles({ milestone: 'Harvest 2026', label: 'data' }), []);
    const log = async (...args: readonly string[]) =>
      (await run().git('log', '--no-merges', '--format=%s', '--first-parent', 'release/1.0..main', ...args)).split(
        '\n',
      );
    const own = await titles({ author: 'TOMASZ' });
    assert.deepEqual(
      own.filter((title) => !title.startsWith('Merge')),
      await log('--author=Tomasz'),
    );
    assert.ok(own.includes("Merge branch 'feature/ripening' into 'main'"), 'a merge for a commit it brought');
    assert.ok((await titles({ trailer: 'Changelog: fixed' })).includes('Listen on 8080 when PORT is empty'));
    assert.deepEqual(await titles({ trailer: 'Changelog: fixed for good' }), []);
    const readme = await titles({ path: 'README.md' });
    assert.deepEqual(readme, await log('--', 'README.md'));
  });
});
