import assert from 'node:assert/strict';
import { Board, mergedByDate } from '../../../src/model/board/board.ts';
import type { BoardCommit } from '../../../src/model/board/cells.ts';
import { branchesMatching, commitsOfRange, readMergeRequestSource } from '../../../src/model/board/sources.ts';
import { findCommit } from '../../../src/model/git/namedRef.ts';
import { listMergeRequests } from '../../../src/wire/mergeRequests.ts';
import { getProject } from '../../../src/wire/projects.ts';
import { never } from '../pick/picking.ts';
import { boarding } from './boards.ts';

const commit = (sha: string, day: number): BoardCommit => ({
  sha,
  title: sha,
  author: 'Mara',
  date: `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  parents: 1,
});
const shas = (commits: readonly BoardCommit[]): string => commits.map(({ sha }) => sha).join('');

describe('Board', () => {
  it('merges commits by date without turning the order of either list', () => {
    assert.equal(shas(mergedByDate([commit('a', 1), commit('c', 3)], [commit('b', 2), commit('d', 4)])), 'abcd');
    const turned = [commit('x', 9), commit('y', 2)];
    assert.equal(shas(mergedByDate([commit('a', 1), commit('c', 3)], turned)), 'acxy');
    assert.equal(shas(mergedByDate([commit('a', 1)], [commit('b', 1)])), 'ab');
  });

  it('keeps each commit and branch once', () => {
    const board = new Board(1);
    assert.equal(board.addCommits([commit('a', 1), commit('a', 1), commit('b', 2)]), 2);
    assert.equal(board.addCommits([commit('b', 2)]), 0);
    assert.equal(board.addBranches(['one', 'two', 'one']), 2);
    assert.deepEqual(board.branches, ['one', 'two']);
  });

  it('moves a commit, but not past an end', () => {
    const board = new Board(1);
    board.addCommits([commit('a', 1), commit('b', 2), commit('c', 3)]);
    board.moveCommit('c', -1);
    board.moveCommit('a', -1);
    assert.equal(shas(board.commits), 'acb');
    board.moveCommit('a', 1);
    assert.equal(shas(board.commits), 'cab');
  });

  it('forgets what it knew of what is taken off', () => {
    const board = new Board(1);
    board.addCommits([commit('a', 1)]);
    board.addBranches(['one']);
    const key = { sha: 'a', branch: 'one' };
    board.setCell(key, { activity: 'idle', result: { kind: 'clean', tip: 't', atMs: 1 } });
    board.removeBranch('one');
    board.addBranches(['one']);
    assert.equal(board.cell(key).result, undefined);
  });
});

describe('what a board is made of, read from a real server', () => {
  const { run, git, clientAs } = boarding();
  const project = async (): Promise<number> => (await clientAs().send(getProject, { id: run().sandbox.project })).id;
  const log = async (...args: readonly string[]): Promise<string[]> =>
    (await git('log', '--format=%H', ...args)).split('\n').filter(Boolean);

  it('reads a range as git does, oldest first', async () => {
    const { commits, more } = await commitsOfRange(clientAs(), await project(), 'release/1.1..main', never);
    assert.deepEqual(new Set(commits.map(({ id }) => id)), new Set(await log('release/1.1..main')));
    assert.equal(more, false);
    const place = new Map(commits.map(({ id }, index) => [id, index]));
    for (const [index, { parent_ids: parents }] of commits.entries()) {
      for (const parent of parents ?? []) assert.ok((place.get(parent) ?? -1) < index, 'a parent after its child');
    }
  });

  it('reads the commits of a merge request and what its merge made', async () => {
    const id = await project();
    const { items } = await clientAs().send(listMergeRequests, { id, state: 'merged', per_page: 50 });
    const merged = items.find(({ merge_commit_sha: sha }) => sha) ?? assert.fail('no merged merge request');
    const { detail, own, onTarget } = await readMergeRequestSource(clientAs(), id, merged.iid, never);
    assert.ok(own.length > 0);
    assert.ok(onTarget.some(({ id: sha }) => sha === detail.merge_commit_sha));
    assert.deepEqual(
      own.map(({ id: sha }) => sha),
      (await log(`${own.at(-1)?.id}`, `-${own.length}`)).reverse(),
    );
  });

  it('finds the branches of a wildcard, and only those', async () => {
    const names = async (pattern: string): Promise<string[]> =>
      (await branchesMatching(clientAs(), await project(), pattern, never)).branches.map(({ name }) => name).sort();
    const all = (await git('for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads')).split('\n');
    assert.deepEqual(await names('release/*'), all.filter((name) => name.startsWith('release/')).sort());
    assert.deepEqual(await names('*'), [...all].sort());
    assert.deepEqual(await names('*/eu'), all.filter((name) => name.endsWith('/eu')).sort());
    assert.deepEqual(await names('*eas*'), all.filter((name) => name.includes('eas')).sort());
    assert.deepEqual(await names('nothing/*'), []);
  });

  it('finds a commit by a short hash, and none by one that does not exist', async () => {
    const id = await project();
    const { clean } = run().sandbox.commits;
    assert.equal((await findCommit(clientAs(), id, clean.slice(0, 10), never))?.id, clean);
    assert.equal(await findCommit(clientAs(), id, 'ffffffffff', never), undefined);
  });
});
