import assert from 'node:assert/strict';
import type { Commit, CommitDetail, CommitRef } from '../../../src/wire/commits.ts';
import { orchard, segment, withSandbox } from '../driving.ts';

describe('C1 listing commits', () => {
  const run = withSandbox();
  const hashes = async (query: string): Promise<string[]> => {
    const { status, json } = await run().get<Commit[]>(`${orchard}/repository/commits?per_page=100&${query}`);
    assert.equal(status, 200);
    return json.map(({ id }) => id);
  };
  const gitHashes = async (...args: string[]): Promise<string[]> =>
    (await run().git('log', '--format=%H', '-n', '100', ...args)).split('\n').filter(Boolean);

  it('lists a branch whose name needs encoding', async () => {
    assert.deepEqual(
      await hashes(`ref_name=${segment('feature/#42-bulk-weighing')}`),
      await gitHashes('feature/#42-bulk-weighing'),
    );
  });

  it('lists a range and a symmetric range', async () => {
    assert.deepEqual(await hashes('ref_name=release/1.0..main'), await gitHashes('release/1.0..main'));
    assert.deepEqual(await hashes('ref_name=release/1.0...release/1.1'), await gitHashes('release/1.0...release/1.1'));
  });

  it('reads an empty side of a range as the default branch', async () => {
    assert.deepEqual(await hashes('ref_name=v1.1.0..'), await gitHashes('v1.1.0..main'));
  });

  it('answers no commits for an unknown ref', async () => {
    assert.deepEqual(await hashes('ref_name=never-heard-of'), []);
  });

  it('refuses a ref that cannot be one', async () => {
    for (const ref of ['-main', 'main branch', 'main:README.md']) {
      const { status, json } = await run().get(`${orchard}/repository/commits?ref_name=${segment(ref)}`);
      assert.equal(status, 400);
      assert.deepEqual(json, { message: 'ref_name is invalid' });
    }
  });

  it('filters by path, without following renames', async () => {
    assert.deepEqual(
      await hashes('path=src/ledger/entries.ts'),
      await gitHashes('main', '--', 'src/ledger/entries.ts'),
    );
    assert.equal((await hashes('path=src/ledger/entries.ts')).length, 1);
    assert.deepEqual(await hashes('path=../outside'), []);
  });

  it('takes a path literally', async () => {
    assert.deepEqual(await hashes('path=*.md'), []);
  });

  it('filters by author, by name or address', async () => {
    const byName = await hashes(`author=${segment('Wójcik')}`);
    assert.ok(byName.length > 5);
    assert.deepEqual(byName, await hashes('author=tomasz@orchards.example'));
  });

  it('keeps commits made at the very moments of since and until', async () => {
    const { json } = await run().get<Commit>(`${orchard}/repository/commits/${run().sandbox.commits.clean}`);
    const moment = segment(json.created_at);
    assert.deepEqual(await hashes(`since=${moment}&until=${moment}`), [run().sandbox.commits.clean]);
  });

  it('takes moments of any year', async () => {
    const all = await gitHashes('main');
    assert.deepEqual(await hashes('until=2100-01-01T00:00:00Z'), all);
    assert.deepEqual(await hashes('since=1969-12-31T00:00:00Z&until=9999-12-31T23:59:59Z'), all);
    assert.deepEqual(await hashes('since=2100-01-01T00:00:00Z'), []);
    assert.deepEqual(await hashes('until=1969-12-31T00:00:00Z'), []);
  });

  it('lists every branch with all, whatever the ref', async () => {
    assert.deepEqual(await hashes('all=true&ref_name=nonsense'), await gitHashes('--all'));
  });

  it('follows first parents only, or puts children before parents', async () => {
    assert.deepEqual(await hashes('first_parent=true'), await gitHashes('--first-parent', 'main'));
    assert.deepEqual(await hashes('order=topo'), await gitHashes('--topo-order', 'main'));
  });

  it('fills trailers only when asked to', async () => {
    const path = `${orchard}/repository/commits?ref_name=${run().sandbox.commits.alreadyThere}&per_page=1`;
    const [plain] = (await run().get<Commit[]>(path)).json;
    assert.deepEqual([plain?.trailers, plain?.extended_trailers], [{}, {}]);
    const [full] = (await run().get<Commit[]>(`${path}&trailers=true`)).json;
    assert.deepEqual(full?.trailers, { Changelog: 'fixed', 'Signed-off-by': 'Deniz Aydın <deniz@acme.example>' });
  });

  it('keeps every value of a repeated trailer in the extended ones', async () => {
    const { json } = await run().get<Commit[]>(
      `${orchard}/repository/commits?trailers=true&path=src/inventory/pallet.ts`,
    );
    assert.deepEqual(json[0]?.extended_trailers?.['Co-authored-by'], [
      'Deniz Aydın <deniz@acme.example>',
      'Tomasz Wójcik <tomasz@orchards.example>',
    ]);
    assert.equal(json[0]?.trailers['Co-authored-by'], 'Tomasz Wójcik <tomasz@orchards.example>');
  });

  it('adds statistics only when asked to', async () => {
    const path = `${orchard}/repository/commits?ref_name=${run().sandbox.commits.big}&per_page=1`;
    assert.equal((await run().get<Commit[]>(path)).json[0]?.stats, undefined);
    assert.deepEqual((await run().get<Commit[]>(`${path}&with_stats=true`)).json[0]?.stats, {
      additions: 17_400,
      deletions: 2400,
      total: 19_800,
    });
  });

  it('pages without totals, and points on from every full page', async () => {
    const count = Number(await run().git('rev-list', '--count', 'main'));
    const first = await run().get(`${orchard}/repository/commits?per_page=50`);
    assert.equal(first.headers.get('x-next-page'), '2');
    assert.equal(first.headers.get('x-prev-page'), '');
    assert.equal(first.headers.get('x-total'), null);
    assert.match(first.headers.get('link') ?? '', /per_page=50&page=2>; rel="next"/);
    assert.doesNotMatch(first.headers.get('link') ?? '', /rel="last"/);
    const full = await run().get<Commit[]>(`${orchard}/repository/commits?per_page=1&page=${count}`);
    assert.equal(full.json.length, 1);
    assert.equal(full.headers.get('x-next-page'), String(count + 1));
    const beyond = await run().get(`${orchard}/repository/commits?per_page=1&page=${count + 1}`);
    assert.deepEqual(beyond.json, []);
    assert.equal(beyond.headers.get('x-next-page'), '');
  });

  it('lists everything from the empty tree on', async () => {
    assert.deepEqual(await hashes('ref_name=4b825dc642cb6eb9a060e54bf8d69288fbee4904..HEAD'), await gitHashes('main'));
  });

  it('answers no commits for an empty repository', async () => {
    const { status, json } = await run().get('/projects/acme%2Fempty/repository/commits');
    assert.deepEqual([status, json], [200, []]);
  });
});

describe('C3 one commit', () => {
  const run = withSandbox();
  const commit = async (revision: string, query = ''): Promise<CommitDetail> =>
    (await run().get<CommitDetail>(`${orchard}/repository/commits/${segment(revision)}${query}`)).json;

  it('prints what git has, in the time zone it was made in', async () => {
    const { sandbox, git } = run();
    const record = await commit(sandbox.commits.clean);
    assert.equal(record.id, sandbox.commits.clean);
    assert.equal(record.short_id, sandbox.commits.clean.slice(0, 8));
    assert.equal(record.message, await git('log', '-1', '--format=%B', sandbox.commits.clean));
    assert.equal(record.title, 'Round halves up');
    assert.equal(record.author_name, '李娜');
    assert.match(record.authored_date ?? '', /^2026-\d\d-\d\dT\d\d:\d\d:\d\d\.000\+08:00$/);
    assert.equal(record.created_at, record.committed_date);
    assert.equal(record.web_url, `${sandbox.url}/acme/orchard/-/commit/${sandbox.commits.clean}`);
    assert.equal(record.project_id, 101);
  });

  it('tells author and committer apart', async () => {
    const { json } = await run().get<Commit[]>(`${orchard}/repository/commits?ref_name=release/1.0&per_page=2`);
    const record = json[1];
    assert.equal(record?.author_name, 'Deniz Aydın');
    assert.equal(record?.committer_name, 'Maya Lindqvist');
    assert.notEqual(record?.authored_date, record?.committed_date);
  });

  it('finds a commit by branch and by tag', async () => {
    const { git } = run();
    assert.equal((await commit('feature/🍐-pear-season')).id, await git('rev-parse', 'feature/🍐-pear-season'));
    assert.equal((await commit('v1.0.0')).id, await git('rev-parse', 'v1.0.0^{commit}'));
  });

  it('counts a merge against its first parent', async () => {
    const { sandbox, git } = run();
    const { merge } = sandbox.commits;
    const [additions, deletions] =
      (await git('diff', '--shortstat', `${merge}^1`, merge)).match(/\d+(?= ins| del)/g) ?? [];
    const { stats, parent_ids: parents } = await commit(merge);
    assert.deepEqual(stats, {
      additions: Number(additions),
      deletions: Number(deletions),
      total: Number(additions) + Number(deletions),
    });
    assert.equal(parents.length, 2);
  });

  it('leaves statistics out when told to', async () => {
    assert.equal((await commit('main', '?stats=false')).stats, undefined);
  });

  it('carries its newest pipeline, or null', async () => {
    const { sandbox } = run();
    const { json } = await run().get<Commit[]>(`${orchard}/repository/commits?per_page=40`);
    const records = await Promise.all(json.map(({ id }) => commit(id)));
    const statuses = new Set(records.map(({ status }) => status));
    for (const status of ['success', 'failed', 'running', 'canceled', null])
      assert.ok(statuses.has(status), `${status}`);
    const failed = records.find(({ status }) => status === 'failed');
    assert.equal(failed?.last_pipeline?.sha, failed?.id);
    assert.match(failed?.last_pipeline?.web_url ?? '', new RegExp(`^${sandbox.url}/acme/orchard/-/pipelines/\\d+$`));
    assert.equal(records.find(({ status }) => status === null)?.last_pipeline, null);
  });

  it('does not know what is not there', async () => {
    for (const revision of ['0'.repeat(40), 'nothing', 'main:README.md']) {
      const { status, json } = await run().get(`${orchard}/repository/commits/${segment(revision)}`);
      assert.equal(status, 404);
      assert.deepEqual(json, { message: '404 Commit Not Found' });
    }
  });
});

describe('C4 where a commit is', () => {
  const run = withSandbox();
  const refs = async (query = ''): Promise<CommitRef[]> =>
    (await run().get<CommitRef[]>(`${orchard}/repository/commits/${run().sandbox.commits.clean}/refs${query}`)).json;

  it('names branches, then tags', async () => {
    const all = await refs('?per_page=100');
    const branches = (
      await run().git('branch', '--format=%(refname:short)', '--contains', run().sandbox.commits.clean)
    ).split('\n');
    const tags = (await run().git('tag', '--contains', run().sandbox.commits.clean)).split('\n');
    assert.deepEqual(all, [
      ...branches.map((name) => ({ type: 'branch', name })),
      ...tags.map((name) => ({ type: 'tag', name })),
    ]);
  });

  it('names one kind only', async () => {
    assert.ok((await refs('?type=branch')).every(({ type }) => type === 'branch'));
    assert.ok((await refs('?type=tag')).every(({ type }) => type === 'tag'));
    const { status, json } = await run().get(`${orchard}/repository/commits/main/refs?type=note`);
    assert.deepEqual([status, json], [400, { error: 'type does not have a valid value' }]);
  });

  it('pages without totals', async () => {
    const path = `${orchard}/repository/commits/${run().sandbox.commits.clean}/refs?per_page=2`;
    const first = await run().get(path);
    assert.equal(first.headers.get('x-next-page'), '2');
    assert.equal(first.headers.get('x-total'), null);
    assert.equal((await run().get(`${path}&page=50`)).headers.get('x-next-page'), '');
  });
});
