import assert from 'node:assert/strict';
import type { Driver } from './driving.ts';

export const id = 'acme/orchard';

export const repositorySteps = ({ step, sandbox }: Driver): void => {
  const facts = () => sandbox().sandbox;
  const clean = () => facts().commits.clean;
  const ofClean = () => ({ id, sha: clean() });
  const main = async () => sandbox().git('rev-parse', 'refs/heads/main');

  step('getVersion', 'developer', {}, ({ version }) => assert.match(version, /^\d+\.\d+\.\d+/));
  step('getMetadata', 'developer', {}, ({ enterprise }) => assert.equal(enterprise, true));
  step('getUser', 'developer', {}, ({ username }) => assert.equal(username, 'developer'));
  step('getOwnToken', 'developer', {}, ({ scopes }) => assert.deepEqual(scopes, ['api']));
  step('listEvents', 'developer', { action: 'commented' }, ({ items }) =>
    assert.ok(items.some(({ note }) => note?.noteable_type === 'MergeRequest')),
  );
  step('listTodos', 'maintainer', { type: 'MergeRequest' }, ({ items }) =>
    assert.deepEqual(new Set(items.map(({ action_name: action }) => action)), new Set(['review_requested'])),
  );
  step('getApplicationSettings', 'root', {}, ({ max_import_size: most }) => assert.equal(most, 10 * 1024));

  step('listProjects', 'developer', { membership: true, per_page: 100 }, ({ items }) =>
    assert.ok(items.some(({ path_with_namespace }) => path_with_namespace === id)),
  );
  step('getProject', 'developer', { id }, ({ default_branch }) => assert.equal(default_branch, 'main'));
  step('listBranches', 'developer', { id, search: 'release/' }, ({ items }) =>
    assert.ok(items.length > 0 && items.every(({ name }) => name.includes('release/'))),
  );
  step('getBranch', 'developer', { id, branch: 'release/1.0' }, async ({ commit }) =>
    assert.equal(commit.id, await sandbox().git('rev-parse', 'refs/heads/release/1.0')),
  );

  step('listCommits', 'developer', { id, per_page: 3, with_stats: true }, async ({ items, next }) => {
    assert.deepEqual(
      items.map((commit) => commit.id),
      (await sandbox().git('rev-list', '-3', 'refs/heads/main')).split('\n'),
    );
    assert.equal(next, 2);
    assert.ok(items.every(({ stats }) => stats !== undefined));
  });
  step('getCommit', 'developer', ofClean, ({ id: sha }) => assert.equal(sha, clean()));
  step(
    'listCommitRefs',
    'developer',
    () => ({ id, sha: clean(), type: 'branch' }),
    ({ items }) => assert.ok(items.some(({ name }) => name === 'main')),
  );
  step('listCommitDiff', 'developer', ofClean, ({ items }) =>
    assert.ok(items.length > 0 && items.every(({ diff }) => diff.startsWith('@@'))),
  );
  step('getCommitSequence', 'developer', ofClean, async ({ count }) =>
    assert.equal(count, Number(await sandbox().git('rev-list', '--count', clean()))),
  );
  step(
    'listCommitStatuses',
    'developer',
    async () => ({ id, sha: await main() }),
    ({ items }) => assert.ok(items.length > 0),
  );
  step(
    'listCommitMergeRequests',
    'developer',
    () => ({ id, sha: facts().commits.merge }),
    ({ items }) => assert.ok(items.some(({ state }) => state === 'merged')),
  );
  step(
    'getCommitSignature',
    'developer',
    () => ({ id, sha: facts().commits.signed }),
    (signature) => assert.equal(signature.verification_status, 'verified'),
  );

  step('getRawFile', 'developer', { id, file_path: 'README.md', ref: 'main' }, async (bytes) =>
    assert.equal(bytes.toString('utf8').trimEnd(), await sandbox().git('show', 'main:README.md')),
  );
  step('getFile', 'developer', { id, file_path: 'README.md', ref: 'main' }, async (file) =>
    assert.equal(file.blob_id, await sandbox().git('rev-parse', 'main:README.md')),
  );
  step('compareRefs', 'developer', { id, from: 'release/1.0', to: 'main' }, async ({ commits }) =>
    assert.equal(commits.length, Number(await sandbox().git('rev-list', '--count', 'release/1.0..main'))),
  );
  step('listTags', 'developer', { id, order_by: 'name', sort: 'asc', per_page: 100 }, async ({ items }) =>
    assert.deepEqual(
      items.map(({ name }) => name),
      (await sandbox().git('tag', '--list')).split('\n'),
    ),
  );
  step('getChangelog', 'developer', { id, version: '2.0.0', from: 'v1.1.0', to: 'v2.0.0' }, async ({ notes }) => {
    assert.match(notes, /^## 2\.0\.0 \(\d{4}-\d\d-\d\d\)\n\n/);
    const log = await sandbox().git('log', '--format=%(trailers:key=Changelog,valueonly)', 'v1.1.0..v2.0.0');
    assert.equal(notes.match(/^- \[/gm)?.length ?? 0, log.split('\n').filter(Boolean).length);
  });
  step('getMergeBase', 'developer', { id, refs: ['release/1.0', 'main'] }, async ({ id: base }) =>
    assert.equal(base, await sandbox().git('merge-base', 'release/1.0', 'main')),
  );
  step('listLabels', 'developer', { id }, ({ items }) =>
    assert.deepEqual(
      items.map(({ name }) => name),
      ['data', 'forecast', 'needs review'],
    ),
  );
  step('listMilestones', 'developer', { id }, ({ items }) => assert.deepEqual(items, []));
  step('listMergeRequestTemplates', 'developer', { id }, ({ items }) =>
    assert.deepEqual(items, [{ key: 'Default', name: 'Default' }]),
  );
  step('getMergeRequestTemplate', 'developer', { id, name: 'Default' }, ({ content }) =>
    assert.match(content, /^## What changes/),
  );
  step('searchCommits', 'developer', { id, scope: 'commits', search: 'ripeness' }, ({ items }) =>
    assert.ok(items.length > 0 && items.every(({ message }) => /ripeness/i.test(message))),
  );
  step('getIssueStatistics', 'developer', { id }, ({ statistics: { counts } }) =>
    assert.equal(counts.all, counts.opened + counts.closed),
  );

  step(
    'cherryPickCommit',
    'maintainer',
    () => ({ id, sha: clean(), branch: 'release/1.0' }),
    async (picked) =>
      assert.equal('id' in picked && picked.id, await sandbox().git('rev-parse', 'refs/heads/release/1.0')),
  );
  step(
    'revertCommit',
    'maintainer',
    async () => ({ id, sha: await sandbox().git('rev-parse', 'refs/heads/release/1.0'), branch: 'release/1.0' }),
    async (reverted) =>
      assert.equal('id' in reverted && reverted.id, await sandbox().git('rev-parse', 'refs/heads/release/1.0')),
  );
};
