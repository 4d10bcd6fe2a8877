import assert from 'node:assert/strict';
import type { CommitFilter } from '../../../src/model/commits/commitFilter.ts';
import {
  historyStart,
  type HistoryPlace,
  nameBefore,
  readHistory,
  readOnBranch,
} from '../../../src/model/commits/commitHistory.ts';
import { boardCommit } from '../../../src/model/board/sources.ts';
import { readComparison } from '../../../src/model/commits/refComparison.ts';
import { readFileChange } from '../../../src/model/fileChange.ts';
import { listCommitDiff } from '../../../src/wire/commits.ts';
import { listProjects } from '../../../src/wire/projects.ts';
import { eachPage, everyItem } from '../../../src/client/eachPage.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import type { CommitPlan } from '../../../src/sandbox/world/plans.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { withSandbox } from '../../sandbox/driving.ts';

const commits: readonly CommitPlan[] = [
  { message: 'First', files: { 'lib/a.txt': 'a\n'.repeat(9), 'lib/b.txt': 'b\n'.repeat(9), 'README.md': 'hello\n' } },
  { message: 'Change a', edits: {}, files: { 'lib/a.txt': `${'a\n'.repeat(9)}more\n` } },
  { key: 'parted', message: 'Rename a', renames: { 'lib/a.txt': 'lib/c.txt' } },
  { message: 'On the side', branch: 'side', from: 'parted', files: { 'side.txt': 'side\n' } },
  { message: 'Move the folder', renames: { 'lib/c.txt': 'source/c.txt', 'lib/b.txt': 'source/b.txt' } },
  { message: 'Change c', files: { 'source/c.txt': `${'a\n'.repeat(9)}more\nand more\n` } },
  { message: 'Something else\n\nReviewed-by: Olive\nReviewed-by: Fern', files: { 'README.md': 'hello there\n' } },
];

const plan = {
  ...acmePlan,
  projects: [
    {
      id: 900,
      path: 'acme/renames',
      visibility: 'internal' as const,
      commits: [
        ...commits,
        { message: 'Unrelated', branch: 'orphan', files: { 'other.txt': 'other\n' } } satisfies CommitPlan,
      ],
      tags: [{ name: 'v1', on: 'parted' }],
    },
  ],
};

describe('a history', () => {
  const run = withSandbox({ plan, faults: true });
  const servers = loopback();
  const never = new AbortController().signal;
  const client = () => connect(servers, run().sandbox.url, { token: run().sandbox.tokens.maintainer }).client;

  const wholeHistory = async (filter: CommitFilter, perPage: number) => {
    const own = client();
    const project = (await own.send(listProjects, { search: 'renames' })).items[0]?.id ?? assert.fail('no project');
    const source = {
      client: own,
      project,
      perPage,
      changes: async (sha: string, signal: AbortSignal) =>
        (await everyItem(eachPage(own, listCommitDiff, { id: project, sha }, { signal }))).map(readFileChange),
    };
    const lines = [];
    for (let place: HistoryPlace | undefined = historyStart(filter); place !== undefined;) {
      const page = await readHistory(source, place, never);
      lines.push(...page.items);
      place = page.items.length === 0 ? undefined : page.next;
    }
    return lines;
  };
  const titles = async (filter: CommitFilter, perPage = 2): Promise<string[]> =>
    (await wholeHistory(filter, perPage)).map(({ title }) => title);

  it('can be searched by the words of messages, on a branch', async () => {
    assert.deepEqual(await titles({ message: 'CHANGE' }), ['Change c', 'Change a']);
    assert.deepEqual(await titles({ message: 'on the side', ref: 'side' }, 1), ['On the side']);
    assert.deepEqual(await titles({ message: 'on the side' }), []);
    const [first = ''] = (await run().git('rev-list', '--reverse', 'main')).split('\n');
    assert.deepEqual(await titles({ message: first.slice(0, 10) }), ['First']);
  });

  it('is that of git, whatever the size of its pages', async () => {
    const all = (await run().git('log', '--format=%s', 'main')).split('\n');
    for (const perPage of [1, 2, 3, 100]) assert.deepEqual(await titles({}, perPage), all);
  });

  it('of a branch is that of the default branch only where the server does not have it', async () => {
    const own = client();
    const project = (await own.send(listProjects, { search: 'renames' })).items[0]?.id ?? assert.fail('no project');
    const source = { client: own, project, perPage: 1, changes: async () => [] };
    for (const [branch, path, expected] of [
      ['side', 'side.txt', ['On the side']],
      ['side', 'source', []],
      ['nowhere', 'source', ['Change c']],
    ] as const) {
      const { items, isThere } = await readOnBranch(source, { path }, branch, never);
      assert.deepEqual([items.map(({ title }) => title), isThere], [expected, branch === 'side']);
    }
  });

  it('of a path ends where the path got its name', async () => {
    assert.deepEqual(await titles({ path: 'source/c.txt' }), ['Change c', 'Move the folder']);
  });

  for (const perPage of [1, 2, 100]) {
    it(`of a file goes on under its former names, ${perPage} on a page`, async () => {
      const expected = await run().git('log', '--follow', '--format=%s', 'main', '--', 'source/c.txt');
      assert.deepEqual(await titles({ path: 'source/c.txt', follow: true }, perPage), expected.split('\n'));
    });
  }

  it('says under which name each commit touched the path', async () => {
    const lines = await wholeHistory({ path: 'source/c.txt', follow: true }, 100);
    assert.deepEqual(
      lines.map(({ path }) => path),
      ['source/c.txt', 'source/c.txt', 'lib/c.txt', 'lib/a.txt', 'lib/a.txt'],
    );
  });

  it('of a folder goes on under its former name', async () => {
    const lines = await wholeHistory({ path: 'source', follow: true }, 2);
    assert.deepEqual(
      lines.map(({ title, path }) => `${title}: ${path}`),
      ['Change c: source', 'Move the folder: source', 'Rename a: lib', 'Change a: lib', 'First: lib'],
    );
  });

  it('keeps the trailers that were asked for', async () => {
    const [line] = await wholeHistory({ trailers: true }, 1);
    assert.equal(line?.trailers, 'Reviewed-by: Olive\nReviewed-by: Fern');
    assert.equal((await wholeHistory({}, 1))[0]?.trailers, undefined);
  });

  it('tells a board which trailers a commit has', async () => {
    const [line] = await wholeHistory({}, 1);
    assert.deepEqual(boardCommit(line ?? assert.fail()).trailers, ['Reviewed-by']);
  });

  describe('compared with another', () => {
    const compare = async (from: string, to: string, way: 'base' | 'straight' = 'base') => {
      const own = client();
      const project = (await own.send(listProjects, { search: 'renames' })).items[0]?.id ?? assert.fail('no project');
      return readComparison({ client: own, project }, { from, to, way }, never);
    };

    it('has the commits and files since both parted, newest first', async () => {
      const found = await compare('side', 'main');
      assert.ok(found.kind === 'compared');
      const log = await run().git('log', '--format=%s', 'side..main');
      assert.deepEqual(
        found.commits.map(({ title }) => title),
        log.split('\n'),
      );
      assert.equal(found.leftSha, await run().git('merge-base', 'side', 'main'));
      assert.deepEqual(
        found.files.map(({ kind, oldPath, newPath }) => `${kind} ${oldPath} ${newPath}`),
        ['modified README.md README.md', 'renamed lib/b.txt source/b.txt', 'renamed lib/c.txt source/c.txt'],
      );
      assert.ok(found.files.every((file) => !('diff' in file)));
    });

    it('shows how both differ when compared directly', async () => {
      const found = await compare('side', 'main', 'straight');
      assert.ok(found.kind === 'compared');
      assert.equal(found.leftSha, await run().git('rev-parse', 'side'));
      assert.ok(found.files.some(({ kind, oldPath }) => kind === 'deleted' && oldPath === 'side.txt'));
    });

    it('names the refs that are not there', async () => {
      assert.deepEqual(await compare('nowhere', 'main'), { kind: 'missing', names: ['nowhere'] });
      assert.deepEqual(await compare('gone', 'nowhere'), { kind: 'missing', names: ['gone', 'nowhere'] });
    });

    it('takes tags and hashes', async () => {
      const sha = await run().git('rev-parse', 'main~1');
      const found = await compare('v1', sha.slice(0, 10));
      assert.ok(found.kind === 'compared');
      assert.deepEqual([found.fromSha, found.toSha], [await run().git('rev-parse', 'v1^{commit}'), sha]);
    });

    it('of histories that share nothing is refused, unless both are compared directly', async () => {
      assert.deepEqual(await compare('orphan', 'main'), { kind: 'unrelated' });
      assert.equal((await compare('orphan', 'main', 'straight')).kind, 'compared');
    });
  });
});

describe('nameBefore', () => {
  const renamed = (oldPath: string, newPath: string) => ({ kind: 'renamed' as const, oldPath, newPath });

  it('finds the former name of a file', () => {
    assert.equal(nameBefore([renamed('x', 'y'), renamed('a/b', 'a/c')], 'a/c'), 'a/b');
  });

  it('finds the former name of a folder by a file in it', () => {
    assert.equal(nameBefore([renamed('old/deep/f', 'new/deep/f')], 'new'), 'old');
    assert.equal(nameBefore([renamed('old/deep/f', 'new/deep/f')], 'new/deep'), 'old/deep');
  });

  it('does not take a file that moved within a folder, or into it under another name, for the folder', () => {
    assert.equal(nameBefore([renamed('new/a', 'new/b')], 'new'), undefined);
    assert.equal(nameBefore([renamed('elsewhere/x', 'new/y')], 'new'), undefined);
    assert.equal(nameBefore([{ kind: 'modified', oldPath: 'a', newPath: 'a' }], 'a'), undefined);
  });
});
