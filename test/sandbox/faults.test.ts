import assert from 'node:assert/strict';
import type { FaultRequest } from '../../src/sandbox/faults.ts';
import type { RequestEntry } from '../../src/sandbox/requestLog.ts';
import { poll } from '../support/poll.ts';
import { setFaultsAt } from '../support/servers/sandboxControl.ts';
import { startSandbox } from '../support/servers/startSandbox.ts';
import { orchard, withSandbox } from './driving.ts';

describe('faults', () => {
  const run = withSandbox({ faults: true });
  const control = (name: string, method = 'GET', body?: unknown): Promise<Response> =>
    fetch(`${run().sandbox.url}/-/sandbox/${name}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const switchOn = async (...faults: readonly FaultRequest[]): Promise<void> => {
    assert.equal((await control('faults', 'POST', faults)).status, 200);
  };
  const revert = () =>
    run().post(`${orchard}/repository/commits/${run().sandbox.commits.binary}/revert`, { branch: 'main' });
  const tip = () => run().git('rev-parse', 'main');

  afterEach(async () => {
    await control('faults', 'DELETE');
  });

  it('answers another status, with a body of any kind', async () => {
    await switchOn(
      {
        operation: 'getUser',
        fault: 'status',
        status: 502,
        body: '<html>Bad gateway</html>',
        headers: { 'content-type': 'text/html' },
      },
      { operation: 'U2', fault: 'status', status: 503, body: { message: 'Too busy' } },
    );
    const user = await run().get('/user');
    assert.deepEqual(
      [user.status, user.text, user.headers.get('content-type')],
      [502, '<html>Bad gateway</html>', 'text/html'],
    );
    const version = await run().get('/version');
    assert.deepEqual([version.status, version.json], [503, { message: 'Too busy' }]);
  });

  it('answers as the rate limiter does', async () => {
    await switchOn({ operation: '*', fault: 'status', status: 429, headers: { 'retry-after': '7' } });
    const { status, text, headers } = await run().get(orchard);
    assert.deepEqual([status, text], [429, 'Retry later\n']);
    assert.deepEqual([headers.get('content-type'), headers.get('retry-after')], ['text/plain', '7']);
  });

  it('are over after the number of times asked for', async () => {
    await switchOn({ operation: 'getUser', fault: 'status', times: 2 });
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await run().get('/user')).status);
    assert.deepEqual(statuses, [500, 500, 200]);
    assert.deepEqual(await (await control('faults')).json(), []);
  });

  it('come one after the other when several fit', async () => {
    await switchOn(
      { operation: 'getUser', fault: 'status', status: 500, times: 1 },
      { operation: 'getUser', fault: 'status', status: 503, times: 1 },
    );
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await run().get('/user')).status);
    assert.deepEqual(statuses, [500, 503, 200]);
  });

  it('cut the connection before anything happened', async () => {
    const before = await tip();
    await switchOn({ operation: 'revertCommit', fault: 'resetBefore', times: 1 });
    await assert.rejects(revert());
    assert.equal(await tip(), before);
  });

  it('cut the connection after the change was made', async () => {
    const before = await tip();
    await switchOn({ operation: 'revertCommit', fault: 'resetAfter', times: 1 });
    await assert.rejects(revert());
    assert.equal(await run().git('rev-parse', 'main~1'), before);
  });

  it('cut a body short', async () => {
    await switchOn({ operation: 'listBranches', fault: 'truncate' });
    const response = await fetch(`${run().sandbox.url}/api/v4${orchard}/repository/branches`);
    assert.equal(response.status, 200);
    await assert.rejects(response.text());
  });

  it('let an answer wait', async () => {
    await switchOn({ operation: 'getUser', fault: 'delay', delayMs: 120 });
    const start = performance.now();
    assert.equal((await run().get('/user')).status, 200);
    assert.ok(performance.now() - start >= 115);
  });

  it('hold a request back until they are replaced', async () => {
    await switchOn({ operation: 'getUser', fault: 'status', status: 403, isHeld: true, times: 1 });
    let isAnswered = false;
    const held = run()
      .get('/user')
      .finally(() => (isAnswered = true));
    // answered after it by the same server
    assert.equal((await run().get('/version')).status, 200);
    assert.equal(isAnswered, false);
    await switchOn();
    assert.equal((await held).status, 403);
    assert.equal((await run().get('/user')).status, 200);
  });

  it('never answer', async () => {
    await switchOn({ operation: 'getUser', fault: 'hang' });
    const { sandbox } = run();
    const waiting = fetch(`${sandbox.url}/api/v4/user`, {
      headers: { 'private-token': sandbox.tokens.owner },
      signal: AbortSignal.timeout(150),
    });
    await assert.rejects(waiting, { name: 'TimeoutError' });
  });

  it('are refused when they name nothing that exists', async () => {
    for (const body of [[{ operation: 'getUser', fault: 'explode' }], [{ operation: 'C99', fault: 'hang' }], {}]) {
      assert.equal((await control('faults', 'POST', body)).status, 400);
    }
  });
});

describe('the request log', () => {
  const run = withSandbox({ faults: true });
  const place = (): string => `${run().sandbox.url}/-/sandbox/requests`;
  const entries = async (): Promise<RequestEntry[]> => (await (await fetch(place())).json()) as RequestEntry[];

  beforeEach(async () => {
    await fetch(place(), { method: 'DELETE' });
  });

  it('tells who asked for what, and never the token', async () => {
    const { tokens } = run().sandbox;
    await run().get(`${orchard}/protected_branches?search=main`, 'developer');
    await run().get(`/user?private_token=${tokens.owner}`, 'nobody');
    await run().get('/nowhere', 'nobody');
    await run().get('/user', 'wrong');
    assert.deepEqual(await entries(), [
      {
        method: 'GET',
        path: `${orchard}/protected_branches?search=main`,
        operation: 'listProtectedBranches',
        reference: 'P1',
        status: 200,
        hadToken: true,
        owner: 'developer',
      },
      {
        method: 'GET',
        path: '/user',
        operation: 'getUser',
        reference: 'U1',
        status: 200,
        hadToken: true,
        owner: 'owner',
      },
      { method: 'GET', path: '/nowhere', operation: null, reference: null, status: 404, hadToken: false, owner: null },
      { method: 'GET', path: '/user', operation: 'getUser', reference: 'U1', status: 401, hadToken: true, owner: null },
    ]);
    assert.ok(!JSON.stringify(await entries()).includes(tokens.owner));
  });

  it('counts requests whose answer never left', async () => {
    await setFaultsAt(run().sandbox.url, [{ operation: 'U1', fault: 'resetBefore', times: 1 }]);
    await assert.rejects(run().get('/user'));
    assert.deepEqual(
      (await entries()).map(({ reference, status }) => [reference, status]),
      [['U1', null]],
    );
  });

  it('has nothing of a request that came before it was emptied and is answered afterwards', async () => {
    const faults = `${run().sandbox.url}/-/sandbox/faults`;
    await setFaultsAt(run().sandbox.url, [{ operation: 'U1', fault: 'delay', delayMs: 500, times: 1 }]);
    const slow = run().get('/user');
    const left = async (): Promise<unknown[]> => (await (await fetch(faults)).json()) as unknown[];
    await poll(async () => (await left()).length === 0, { what: 'the request to have come', everyMs: 5 });
    await fetch(place(), { method: 'DELETE' });
    assert.equal((await slow).status, 200);
    assert.deepEqual(await entries(), []);
  });
});

describe('closing', () => {
  it('does not wait for answers that are held back', async () => {
    const sandbox = await startSandbox({ faults: true });
    const faults: readonly FaultRequest[] = [
      { operation: 'getUser', fault: 'hang' },
      { operation: 'getVersion', fault: 'delay', delayMs: 60_000 },
    ];
    await setFaultsAt(sandbox.url, faults);
    const headers = { 'private-token': sandbox.tokens.owner };
    const waiting = ['user', 'version'].map((path) => fetch(`${sandbox.url}/api/v4/${path}`, { headers }));
    const answers = Promise.allSettled(waiting);
    await fetch(`${sandbox.url}/acme/orchard`);
    await sandbox.close();
    for (const { status } of await answers) assert.equal(status, 'rejected');
  });
});

describe('without faults', () => {
  const run = withSandbox();

  it('has no control endpoints', async () => {
    for (const name of ['faults', 'requests']) {
      assert.equal((await fetch(`${run().sandbox.url}/-/sandbox/${name}`)).status, 404);
    }
  });
});
