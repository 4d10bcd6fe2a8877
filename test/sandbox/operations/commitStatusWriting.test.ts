import assert from 'node:assert/strict';
import type { CommitDetail, CommitStatus } from '../../../src/wire/commits.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import { roleEntry, rule } from '../../../src/sandbox/sample/rules.ts';
import type { WorldPlan } from '../../../src/sandbox/world/plans.ts';
import { levels } from '../../../src/sandbox/world/records.ts';
import { ask, type Sent } from '../transfer/asking.ts';
import { withSandbox, type Answer } from '../driving.ts';

const plan: WorldPlan = {
  ...acmePlan,
  projects: [
    {
      id: 1,
      path: 'acme/own',
      visibility: 'public',
      commits: [
        { key: 'one', message: '1', files: { a: '1' } },
        { message: '2', files: { a: '2' } },
        { message: '3', files: { a: '3' } },
        { branch: 'side', from: 'one', message: '4', files: { b: '4' } },
        { branch: 'locked', from: 'one', message: '5', files: { b: '5' } },
        { branch: 'merged', from: 'one', message: '6', files: { b: '6' } },
      ],
      rules: [
        rule(1, 'locked', { push: [roleEntry(levels.maintainer)], merge: [roleEntry(levels.maintainer)] }),
        rule(2, 'merged', { push: [roleEntry(levels.none)], merge: [roleEntry(levels.developer)] }),
      ],
    },
  ],
};

describe('C12 setting the status of a commit', () => {
  const run = withSandbox({ plan });
  const sha = (revision: string): Promise<string> => run().git('rev-parse', revision);
  const set = async (revision: string, json: object, more: Sent = {}): Promise<Answer<CommitStatus>> =>
    ask(run(), 'POST', `/projects/1/statuses/${await sha(revision)}`, { json, as: 'developer', ...more });
  const read = async (revision: string): Promise<CommitDetail> =>
    (await run().get<CommitDetail>(`/projects/1/repository/commits/${await sha(revision)}`)).json;
  const listed = async (revision: string, query = ''): Promise<CommitStatus[]> =>
    (await run().get<CommitStatus[]>(`/projects/1/repository/commits/${await sha(revision)}/statuses${query}`)).json;

  it('makes an external pipeline, and C3 follows', async () => {
    assert.equal((await read('main')).status, null);
    const { status, json } = await set('main', { state: 'running', target_url: 'https://ci.example/7' });
    assert.equal(status, 201);
    assert.deepEqual(
      [json.name, json.ref, json.status, json.target_url, json.author?.username, json.finished_at],
      ['default', 'main', 'running', 'https://ci.example/7', 'developer', null],
    );
    const commit = await read('main');
    assert.deepEqual([commit.status, commit.last_pipeline?.id], ['running', json.pipeline_id]);
    assert.equal((commit.last_pipeline as unknown as { source: string }).source, 'external');
  });

  it('changes a check in place until it is over, then begins a new one', async () => {
    const first = (await set('main~1', { state: 'pending', name: 'lint', description: 'queued' })).json;
    const second = (await set('main~1', { state: 'running', context: 'lint' })).json;
    const third = (await set('main~1', { state: 'failed', name: 'lint', coverage: 81.5 })).json;
    assert.deepEqual([second.id, third.id], [first.id, first.id]);
    assert.deepEqual([third.coverage, third.description], [81.5, 'queued']);
    assert.ok(third.finished_at);
    assert.equal((await read('main~1')).status, 'failed');
    const again = (await set('main~1', { state: 'success', name: 'lint' })).json;
    assert.notEqual(again.id, first.id);
    assert.equal((await read('main~1')).status, 'success');
    assert.deepEqual(
      (await listed('main~1')).map(({ id }) => id),
      [again.id],
    );
    assert.deepEqual(
      (await listed('main~1', '?all=true')).map(({ id }) => id),
      [first.id, again.id],
    );
  });

  it('tells apart names, refs and pipelines', async () => {
    const one = (await set('main~2', { state: 'success', name: 'a', ref: 'main' })).json;
    const two = (await set('main~2', { state: 'failed', name: 'b', ref: 'main' })).json;
    const three = (await set('main~2', { state: 'pending', name: 'a', ref: 'side' })).json;
    assert.equal(one.pipeline_id, two.pipeline_id);
    assert.notEqual(one.pipeline_id, three.pipeline_id);
    assert.equal((await read('main~2')).last_pipeline?.id, three.pipeline_id);
    const given = (await set('main~2', { state: 'running', name: 'c', pipeline_id: one.pipeline_id })).json;
    assert.equal(given.pipeline_id, one.pipeline_id);
    assert.deepEqual(
      (await listed('main~2', '?ref=side')).map(({ name }) => name),
      ['a'],
    );
  });

  it('refuses transitions that cannot be', async () => {
    await set('side', { state: 'running', name: 'x' });
    const twice = await set('side', { state: 'running', name: 'x' });
    assert.deepEqual(
      [twice.status, twice.json],
      [
        400,
        { message: 'Cannot transition status via :run from :running (Reason(s): Status cannot transition via "run")' },
      ],
    );
    assert.equal((await set('side', { state: 'pending', name: 'x' })).status, 400);
    assert.equal((await set('side', { state: 'canceled', name: 'x' })).status, 201);
  });

  it('refuses what it does not know', async () => {
    assert.equal((await set('main', {})).text, '{"error":"state is missing"}');
    assert.equal((await set('main', { state: 'created' })).text, '{"error":"state does not have a valid value"}');
    const nowhere = await ask(run(), 'POST', `/projects/1/statuses/${'0'.repeat(40)}`, { json: { state: 'success' } });
    assert.deepEqual([nowhere.status, nowhere.json], [404, { message: '404 Commit Not Found' }]);
    const loose = await run().git(
      ...['-c', 'user.name=x', '-c', 'user.email=x@acme.example'],
      ...['commit-tree', await sha('main^{tree}'), '-m', 'Loose'],
    );
    const lost = await ask(run(), 'POST', `/projects/1/statuses/${loose}`, { json: { state: 'success' } });
    assert.deepEqual([lost.status, lost.json], [404, { message: '404 References for commit Not Found' }]);
    const long = await set('main', { state: 'success', description: 'x'.repeat(256) });
    assert.deepEqual(long.json, { message: { description: ['is too long (maximum is 255 characters)'] } });
    assert.equal((await set('main', { state: 'success' }, { as: 'reporter' })).status, 403);
    assert.equal((await set('main', { state: 'success' }, { as: 'nobody' })).status, 401);
  });

  it('is for those who may push or merge to the ref it is set on', async () => {
    const refused = await set('locked', { state: 'success', ref: 'locked' });
    assert.deepEqual([refused.status, refused.text], [403, '{"message":"403 Forbidden"}']);
    assert.equal((await set('locked', { state: 'success', ref: 'locked' }, { as: 'maintainer' })).status, 201);
    assert.equal((await set('merged', { state: 'success', ref: 'merged' })).status, 201);
  });

  it('leads to web pages alone', async () => {
    for (const target_url of ['ftp://ci.example/7', 'javascript:alert(1)', 'ci.example/7']) {
      const { status, json } = await set('merged', { state: 'running', name: 'link', ref: 'merged', target_url });
      assert.deepEqual(
        [status, json],
        [400, { message: { target_url: ['is blocked: Only allowed schemes are http, https'] } }],
      );
    }
    assert.deepEqual(await listed('merged', '?name=link'), []);
  });

  it('is set once by many at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => set('side', { state: 'pending', name: `together ${index}` })),
    );
    assert.equal(new Set(answers.map(({ json }) => json.id)).size, 5);
    assert.equal(new Set(answers.map(({ json }) => json.pipeline_id)).size, 1);
  });
});
