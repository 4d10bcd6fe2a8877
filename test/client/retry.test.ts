import assert from 'node:assert/strict';
import { createClient } from '../../src/client/client.ts';
import type { RequestErrorFacts } from '../../src/client/errors.ts';
import { readAttempts, retryAfter, waitBeforeRetry as wait } from '../../src/client/retry.ts';
import { downloadProjectExport } from '../../src/wire/projectTransfer.ts';
import { getUser } from '../../src/wire/instance.ts';
import { answerJson, connect, failureOf } from './connect.ts';
import { loopback } from './loopback.ts';
import { wireUser } from './samples.ts';

describe('retryAfter', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');

  for (const [header, ms] of [
    ['0', 0],
    ['37', 37_000],
    ['Sat, 21 Nov 2026 12:00:20 GMT', 20_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['Saturday, 21-Nov-26 12:01:00 GMT', 60_000],
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['2026', 2_026_000],
  ] as const) {
    it(`reads ${header === undefined ? 'no header' : `"${header}"`} as ${ms} ms`, () => {
      assert.equal(retryAfter(header, now), ms);
    });
  }
});

describe('waitBeforeRetry', () => {
  const facts = (changes: Partial<RequestErrorFacts>): RequestErrorFacts => ({
    failure: 'serverError',
    outcome: 'unknown',
    reference: 'U1',
    method: 'GET',
    address: 'https://gitlab.example.com/api/v4/user',
    ...changes,
  });

  const waitBeforeRetry = (failed: RequestErrorFacts, attempt: number): number | undefined =>
    wait(failed, attempt, getUser);

  it('is none for an archive when the server asks to slow down without saying how long', () => {
    const limited = facts({ failure: 'rateLimited', status: 429 });
    assert.equal(wait(limited, 1, downloadProjectExport), undefined);
    assert.ok((wait({ ...limited, retryAfterMs: 1_000 }, 1, downloadProjectExport) ?? 0) >= 1_000);
    assert.ok((wait(facts({ status: 503 }), 1, downloadProjectExport) ?? 0) >= 250);
  });

  it('grows from try to try and ends after the last', () => {
    const first = waitBeforeRetry(facts({ status: 503 }), 1) ?? 0;
    const second = waitBeforeRetry(facts({ status: 503 }), 2) ?? 0;
    assert.ok(first >= 250 && first < 500, `${first}`);
    assert.ok(second >= 500 && second < 1000, `${second}`);
    assert.equal(waitBeforeRetry(facts({ status: 503 }), readAttempts), undefined);
  });

  it('is longer when the server asks to slow down without saying how long', () => {
    assert.ok((waitBeforeRetry(facts({ failure: 'rateLimited', status: 429 }), 1) ?? 0) >= 2_000);
  });

  it('is what the server asks for, up to half a minute', () => {
    assert.equal(waitBeforeRetry(facts({ status: 503, retryAfterMs: 30_000 }), 1), 30_000);
    assert.equal(waitBeforeRetry(facts({ status: 503, retryAfterMs: 30_001 }), 1), undefined);
  });

  it('is never so short that it hammers the server', () => {
    assert.ok((waitBeforeRetry(facts({ status: 503, retryAfterMs: 0 }), 1) ?? 0) >= 250);
  });

  for (const failure of [
    'hostNotFound',
    'certificate',
    'timeout',
    'cancelled',
    'unauthorized',
    'insufficientScope',
    'forbidden',
    'notFound',
    'refused',
    'redirected',
    'notGitLab',
    'tooLarge',
    'brokenContract',
    'invalidParameters',
  ] as const) {
    it(`is none after ${failure}`, () => {
      assert.equal(waitBeforeRetry(facts({ failure }), 1), undefined);
    });
  }
});

describe('a read', () => {
  const net = loopback();
  const user = JSON.stringify(wireUser);
  const ok = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${user.length}\r\n\r\n${user}`;

  for (const status of [429, 502, 503, 504]) {
    it(`is sent again after ${status} until it is answered`, async () => {
      let count = 0;
      const server = await net.serve((_, response) => {
        count += 1;
        if (count < 3) response.writeHead(status, { 'content-type': 'text/html' }).end('<p>busy</p>');
        else answerJson(response, wireUser);
      });
      const { client, records, waits } = connect(net, server.origin);
      assert.deepEqual(await client.send(getUser, {}), wireUser);
      assert.deepEqual(
        records.map(({ result, attempt }) => [result, attempt]),
        [
          [status, 1],
          [status, 2],
          [200, 3],
        ],
      );
      assert.equal(waits.length, 2);
    });
  }

  for (const status of [400, 405, 422, 501]) {
    it(`is not sent again after ${status}`, async () => {
      const server = await net.serve((_, response) => response.writeHead(status, { 'retry-after': '1' }).end());
      const { client, waits } = connect(net, server.origin);
      await failureOf(client.send(getUser, {}));
      assert.deepEqual([server.received.length, waits], [1, []]);
    });
  }

  for (const [what, part] of [
    ['before the head', ''],
    ['within the head', 'HTTP/1.1 200 OK\r\ncontent-ty'],
    ['within the body', ok.slice(0, -10)],
  ] as const) {
    it(`is sent again when the connection is lost ${what}`, async () => {
      const server = await net.serveRaw((socket, number) => {
        if (number > 1) socket.end(ok);
        else if (part === '') socket.resetAndDestroy();
        else socket.write(part, () => socket.resetAndDestroy());
      });
      const { client, records } = connect(net, server.origin);
      assert.deepEqual(await client.send(getUser, {}), wireUser);
      assert.deepEqual(
        records.map(({ result }) => result),
        ['unreachable', 200],
      );
    });

    it(`is sent again when the server hangs up ${what}`, async () => {
      const server = await net.serveRaw((socket, number) => socket.end(number > 1 ? ok : part));
      const { client } = connect(net, server.origin);
      assert.deepEqual(await client.send(getUser, {}), wireUser);
      assert.equal(server.requestLines.length, 2);
    });
  }

  it('is tried three times when nobody listens', async () => {
    const { client, records } = connect(net, `http://127.0.0.1:${await net.unusedPort()}`);
    const { facts } = await failureOf(client.send(getUser, {}));
    assert.deepEqual([facts.failure, facts.outcome, records.length], ['unreachable', 'notSent', 3]);
    assert.match(facts.detail ?? '', /ECONNREFUSED/);
  });

  it('waits the seconds the server asks for', async () => {
    let count = 0;
    const server = await net.serve((_, response) => {
      count += 1;
      if (count === 1)
        response.writeHead(429, { 'retry-after': '7', 'content-type': 'text/plain' }).end('Retry later\n');
      else answerJson(response, wireUser);
    });
    const { client, waits } = connect(net, server.origin);
    await client.send(getUser, {});
    assert.deepEqual(waits, [7_000]);
  });

  it('waits until the date the server names', async () => {
    let count = 0;
    const server = await net.serve((_, response) => {
      count += 1;
      const date = new Date(Date.now() + 20_000).toUTCString();
      if (count === 1) response.writeHead(503, { 'retry-after': date }).end();
      else answerJson(response, wireUser);
    });
    const { client, waits } = connect(net, server.origin);
    await client.send(getUser, {});
    assert.ok(waits.length === 1 && (waits[0] ?? 0) > 15_000 && (waits[0] ?? 0) <= 20_000, `${waits.join()}`);
  });

  it('does not wait longer than a reader would, and says how long it should', async () => {
    const server = await net.serve((_, response) => response.writeHead(429, { 'retry-after': '60' }).end());
    const { client, waits } = connect(net, server.origin);
    const { facts } = await failureOf(client.send(getUser, {}));
    assert.deepEqual([waits, server.received.length, facts.retryAfterMs], [[], 1, 60_000]);
  });

  it('waits on a timer of its own where the surroundings have none', async () => {
    let count = 0;
    const server = await net.serve((_, response) => {
      count += 1;
      if (count === 1) response.writeHead(503).end();
      else answerJson(response, wireUser);
    });
    const { transport } = connect(net, server.origin);
    const client = createClient({
      baseUrl: server.origin,
      token: async () => undefined,
      transport: async () => transport,
    });
    const startedAt = performance.now();
    assert.deepEqual(await client.send(getUser, {}), wireUser);
    assert.ok(performance.now() - startedAt >= 249);
  });
});
