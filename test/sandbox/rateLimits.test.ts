import assert from 'node:assert/strict';
import { limitAction, RateLimits, type LimitedAction, type Limits } from '../../src/sandbox/rateLimits.ts';
import { Refusal } from '../../src/sandbox/refusals.ts';
import { people } from '../../src/sandbox/sample/people.ts';
import type { Person } from '../../src/sandbox/world/records.ts';
import { orchard, withSandbox } from './driving.ts';

const start = new Date('2026-11-21T12:00:15Z');

describe('the throttle of the instance', () => {
  let minute = 0;
  let now = start;
  const run = withSandbox({ now: () => now, limits: { throttle: 2 } });

  beforeEach(() => {
    minute += 2;
    now = new Date(start.getTime() + minute * 60_000);
  });

  it('answers one request too many in plain text', async () => {
    const { get, sandbox } = run();
    assert.equal((await get('/user')).status, 200);
    assert.equal((await get('/user')).status, 200);
    const { status, text, headers } = await get('/user');
    assert.deepEqual([status, text.trim(), headers.get('content-type')], [429, 'Retry later', 'text/plain']);
    assert.deepEqual(
      ['retry-after', 'ratelimit-name', 'ratelimit-limit', 'ratelimit-observed', 'ratelimit-remaining'].map((name) =>
        headers.get(name),
      ),
      ['45', 'throttle_authenticated_api', '2', '3', '0'],
    );
    const reset = Number(headers.get('ratelimit-reset'));
    assert.equal(reset * 1000, now.getTime() + 45_000);
    assert.equal(Date.parse(headers.get('ratelimit-resettime') ?? ''), reset * 1000);
    const page = await fetch(`${sandbox.url}/acme/orchard`);
    assert.equal(page.status, 200);
  });

  it('counts every user apart and begins anew with every minute', async () => {
    const { get } = run();
    for (const as of ['developer', 'developer', 'owner', 'nobody'] as const) {
      assert.equal((await get(orchard, as)).status, 200, as);
    }
    assert.equal((await get(orchard, 'developer')).status, 429);
    now = new Date(now.getTime() + 45_000);
    assert.equal((await get(orchard, 'developer')).status, 200);
  });

  it('lets nothing happen', async () => {
    const { post, get, git, sandbox } = run();
    await get('/user', 'owner');
    await get('/user', 'owner');
    const before = await git('rev-parse', 'release/1.0');
    const path = `${orchard}/repository/commits/${sandbox.commits.clean}/cherry_pick`;
    assert.equal((await post(path, { branch: 'release/1.0' }, 'owner')).status, 429);
    assert.equal(await git('rev-parse', 'release/1.0'), before);
  });

  it('tells how the caller stands on every answer', async () => {
    const { headers } = await run().get('/user', 'reporter');
    assert.deepEqual([headers.get('ratelimit-remaining'), headers.get('retry-after')], ['1', null]);
  });
});

describe('the throttle of an older instance', () => {
  const run = withSandbox({ edition: { version: '17.11.0-ee' }, limits: { throttle: 1 }, now: () => start });

  it('only tells when it has had enough', async () => {
    assert.equal((await run().get('/user')).headers.get('ratelimit-limit'), null);
    assert.equal((await run().get('/user')).headers.get('ratelimit-limit'), '1');
  });
});

describe('the switch of the rate limits', () => {
  const run = withSandbox({ faults: true, now: () => start });
  const control = async (method: string, body?: string): Promise<Response> =>
    fetch(`${run().sandbox.url}/-/sandbox/limits`, { method, ...(body === undefined ? {} : { body }) });

  it('turns them on and off', async () => {
    assert.deepEqual(await (await control('GET')).json(), {});
    const limits: Limits = { throttle: 1, application: { group_export: 2 } };
    assert.deepEqual(await (await control('POST', JSON.stringify(limits))).json(), limits);
    assert.equal((await run().get('/user')).status, 200);
    assert.equal((await run().get('/user')).status, 429);
    assert.deepEqual(await (await control('GET')).json(), limits);
    assert.equal((await control('DELETE')).status, 204);
    assert.equal((await run().get('/user')).status, 200);
  });

  it('takes only what it understands', async () => {
    for (const body of ['no', '{"throttle":0}', '{"application":{"everything":1}}']) {
      assert.equal((await control('POST', body)).status, 400, body);
    }
  });
});

describe('limiting an action', () => {
  const refusalOf = (
    limits: RateLimits,
    action: LimitedAction,
    person: Person,
    subject?: number,
  ): Refusal | undefined => {
    try {
      limitAction({ limits, person }, action, subject);
      return undefined;
    } catch (error) {
      assert.ok(error instanceof Refusal);
      return error;
    }
  };

  it('refuses in JSON and does not say for how long', () => {
    const limits = new RateLimits(() => start, { application: 'usual' });
    for (let times = 0; times < 6; times += 1)
      assert.equal(refusalOf(limits, 'project_export', people.owner), undefined);
    const { response } = refusalOf(limits, 'project_export', people.owner) ?? assert.fail('not limited');
    assert.equal(response.status, 429);
    assert.deepEqual(JSON.parse(String(response.body)), {
      message: { error: 'This endpoint has been requested too many times. Try again later.' },
    });
    assert.equal(response.headers['retry-after'], undefined);
  });

  it('counts actions, users and subjects apart, minute by minute', () => {
    let now = start;
    const limits = new RateLimits(() => now, { application: 'usual' });
    const use = (
      person: Person = people.owner,
      subject = 101,
      action: LimitedAction = 'project_download_export',
    ): boolean => refusalOf(limits, action, person, subject) === undefined;
    assert.deepEqual([use(), use(), use(people.owner, 102), use(people.maintainer)], [true, false, true, true]);
    assert.equal(use(people.owner, 101, 'group_download_export'), true);
    now = new Date(now.getTime() + 60_000);
    assert.equal(use(), true);
  });

  it('lets everything through until it is switched on, and with 0', () => {
    for (const limits of [{}, { application: { group_import: 0 } }] satisfies Limits[]) {
      const counted = new RateLimits(() => start, limits);
      for (let times = 0; times < 20; times += 1)
        assert.equal(refusalOf(counted, 'group_import', people.owner), undefined);
    }
  });
});
