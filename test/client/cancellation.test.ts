import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createClient } from '../../src/client/client.ts';
import { isCancelled } from '../../src/client/errors.ts';
import { listCommits } from '../../src/wire/commits.ts';
import { deleteDraftNote } from '../../src/wire/draftNotes.ts';
import { getUser } from '../../src/wire/instance.ts';
import { getRawFile } from '../../src/wire/projects.ts';
import { answerJson, connect, failureOf, signal } from './connect.ts';
import { loopback } from './loopback.ts';
import { wireUser } from './samples.ts';

describe('a caller that gives up', () => {
  const net = loopback();

  it('before the request: nothing is sent', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireUser));
    const { client, records } = connect(net, server.origin);
    const error = await failureOf(client.send(getUser, {}, { signal: AbortSignal.abort() }));
    assert.ok(isCancelled(error));
    assert.deepEqual([error.facts.outcome, server.received.length, records.length], ['notSent', 0, 0]);
  });

  it('before the head: the request ends at the server', async () => {
    const arrived = signal<ServerResponse>();
    const server = await net.serve((_, response) => arrived.give(response));
    const { client } = connect(net, server.origin);
    const controller = new AbortController();
    const failure = failureOf(client.send(getUser, {}, { signal: controller.signal }));
    const closed = once(await arrived.promise, 'close');
    controller.abort();
    const { facts } = await failure;
    assert.deepEqual([facts.failure, facts.outcome], ['cancelled', 'unknown']);
    await closed;
  });

  it('within the body: the answer ends at the server', async () => {
    const arrived = signal<ServerResponse>();
    const server = await net.serve((_, response) => {
      response.writeHead(200, { 'content-length': 100_000 }).write('{"id":');
      arrived.give(response);
    });
    const { client } = connect(net, server.origin);
    const controller = new AbortController();
    const failure = failureOf(
      client.send(getRawFile, { id: 1, file_path: 'x', ref: 'main' }, { signal: controller.signal }),
    );
    const closed = once(await arrived.promise, 'close');
    controller.abort();
    assert.ok(isCancelled(await failure));
    await closed;
  });

  it('within a packed body: the answer ends at the server', async () => {
    const arrived = signal<ServerResponse>();
    const server = await net.serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(Buffer.from('1f8b08000000000000', 'hex'));
      arrived.give(response);
    });
    const { client } = connect(net, server.origin);
    const controller = new AbortController();
    const failure = failureOf(client.send(getUser, {}, { signal: controller.signal }));
    const closed = once(await arrived.promise, 'close');
    controller.abort();
    assert.ok(isCancelled(await failure));
    await closed;
  });

  it('during the wait before the next try: it is not sent again', async () => {
    const waiting = signal();
    const server = await net.serve((_, response) => response.writeHead(503).end());
    const { client, records } = connect(net, server.origin, {
      async wait(_, aborted) {
        waiting.give();
        await once(aborted, 'abort');
        throw new Error('given up');
      },
    });
    const controller = new AbortController();
    const failure = failureOf(client.send(getUser, {}, { signal: controller.signal }));
    await waiting.promise;
    controller.abort();
    assert.ok(isCancelled(await failure));
    assert.deepEqual([server.received.length, records.length], [1, 1]);
  });

  it('during that wait on a real timer: it ends at once', async () => {
    const server = await net.serve((_, response) => response.writeHead(503, { 'retry-after': '30' }).end());
    const { transport } = connect(net, server.origin);
    const controller = new AbortController();
    const client = createClient({
      baseUrl: server.origin,
      token: async () => undefined,
      transport: async () => transport,
      record: () => setImmediate(() => controller.abort()),
    });
    assert.ok(isCancelled(await failureOf(client.send(getUser, {}, { signal: controller.signal }))));
  });

  it('after the answer: nothing happens', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireUser));
    const { client } = connect(net, server.origin);
    const controller = new AbortController();
    await client.send(getUser, {}, { signal: controller.signal });
    controller.abort();
    assert.deepEqual(await client.send(getUser, {}), wireUser);
  });

  it('leaves no listener on a signal that lives on', async () => {
    const server = await net.serve((_, response) => answerJson(response, wireUser));
    const { client } = connect(net, server.origin);
    const { signal: lasting } = new AbortController();
    let listeners = 0;
    const add = lasting.addEventListener.bind(lasting);
    const remove = lasting.removeEventListener.bind(lasting);
    lasting.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    lasting.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    for (let count = 0; count < 5; count += 1) await client.send(getUser, {}, { signal: lasting });
    assert.equal(listeners, 0);
  });
});

describe('equal reads at the same time', () => {
  const net = loopback();

  /** Answers only on request. */
  const held = async () => {
    const responses: ServerResponse[] = [];
    const arrivals: (() => void)[] = [];
    const server = await net.serve((_, response) => {
      responses.push(response);
      arrivals.shift()?.();
    });
    return {
      ...server,
      responses,
      arrived: (count: number): Promise<void> =>
        new Promise((resolve) => {
          const check = (): void => {
            if (server.received.length >= count) resolve();
            else arrivals.push(check);
          };
          check();
        }),
    };
  };

  it('share one request and its answer', async () => {
    const server = await held();
    const { client, records } = connect(net, server.origin);
    const reads = [1, 2, 3].map(() => client.send(getUser, {}));
    await server.arrived(1);
    answerJson(server.responses[0]!, wireUser);
    assert.deepEqual(await Promise.all(reads), [wireUser, wireUser, wireUser]);
    assert.deepEqual([server.received.length, records.length], [1, 1]);
  });

  it('share its failure', async () => {
    const server = await held();
    const { client } = connect(net, server.origin);
    const reads = [1, 2].map(() => failureOf(client.send(getUser, {})));
    await server.arrived(1);
    answerJson(server.responses[0]!, { message: '403 Forbidden' }, { status: 403 });
    const failures = await Promise.all(reads);
    assert.deepEqual(
      failures.map(({ facts }) => facts.failure),
      ['forbidden', 'forbidden'],
    );
    assert.equal(server.received.length, 1);
  });

  it('are not given up by one of their callers', async () => {
    const server = await held();
    const { client } = connect(net, server.origin);
    const controller = new AbortController();
    const given = failureOf(client.send(getUser, {}, { signal: controller.signal }));
    const kept = client.send(getUser, {});
    await server.arrived(1);
    controller.abort();
    assert.ok(isCancelled(await given));
    answerJson(server.responses[0]!, wireUser);
    assert.deepEqual(await kept, wireUser);
  });

  it('end at the server when the last caller gives up', async () => {
    const server = await held();
    const { client, records } = connect(net, server.origin);
    const controllers = [new AbortController(), new AbortController()];
    const failures = controllers.map(({ signal }) => failureOf(client.send(getUser, {}, { signal })));
    await server.arrived(1);
    const closed = once(server.responses[0]!, 'close');
    controllers[0]!.abort();
    await failures[0];
    assert.equal(server.responses[0]!.destroyed, false);
    controllers[1]!.abort();
    assert.ok(isCancelled(await failures[1]!));
    await closed;
    assert.deepEqual(
      records.map(({ result }) => result),
      ['cancelled'],
    );
  });

  for (const [moment, isOver] of [
    ['after all callers have given up', true],
    ['even when they are asked at the moment the last caller gives up', false],
  ] as const)
    it(`start anew ${moment}`, async () => {
      const server = await held();
      const { client } = connect(net, server.origin);
      const controller = new AbortController();
      const given = failureOf(client.send(getUser, {}, { signal: controller.signal }));
      await server.arrived(1);
      controller.abort();
      if (isOver) await given;
      const next = client.send(getUser, {});
      assert.ok(isCancelled(await given));
      await server.arrived(2);
      for (const response of server.responses) answerJson(response, wireUser);
      assert.deepEqual(await next, wireUser);
    });

  it('share no request that was sent before the user wanted to know how things stand now', async () => {
    const server = await held();
    const { client } = connect(net, server.origin);
    const before = client.send(getUser, {});
    await server.arrived(1);
    client.stopSharing();
    const after = [client.send(getUser, {}), client.send(getUser, {})];
    await server.arrived(2);
    answerJson(server.responses[1]!, { ...wireUser, name: 'Renamed' });
    assert.deepEqual(
      (await Promise.all(after)).map(({ name }) => name),
      ['Renamed', 'Renamed'],
    );
    answerJson(server.responses[0]!, wireUser);
    assert.equal((await before).name, wireUser.name);
    assert.equal(server.received.length, 2);
  });

  it('share no request that was sent before a write had its answer, or lost it', async () => {
    for (const end of ['answered', 'lost'] as const) {
      const server = await held();
      const { client } = connect(net, server.origin);
      const before = client.send(getUser, {});
      await server.arrived(1);
      const writing = client.send(deleteDraftNote, { id: 1, merge_request_iid: 1, draft_note_id: 1 });
      await server.arrived(2);
      if (end === 'answered') server.responses[1]!.writeHead(204).end();
      else server.responses[1]!.destroy();
      await writing.catch(() => undefined);
      const look = client.send(getUser, {});
      await server.arrived(3);
      for (const response of [server.responses[0]!, server.responses[2]!]) answerJson(response, wireUser);
      await Promise.all([before, look]);
    }
  });

  it('are told apart by path, query, longest body and client', async () => {
    const server = await held();
    const { client } = connect(net, server.origin);
    const other = connect(net, server.origin, { token: 'glpat-another' });
    const reads = [
      client.send(listCommits, { id: 1 }),
      client.send(listCommits, { id: 2 }),
      client.send(listCommits, { id: 1, page: 2 }),
      client.send(listCommits, { id: 1 }, { limitBytes: 100 }),
      other.client.send(listCommits, { id: 1 }),
    ];
    await server.arrived(5);
    for (const response of server.responses) answerJson(response, []);
    assert.equal((await Promise.all(reads)).length, 5);
    assert.equal(server.received.length, 5);
  });

  it('are told apart by what kind of answer they expect', async () => {
    const server = await held();
    const { client } = connect(net, server.origin);
    const asBytes = { ...getUser, reference: 'X1', answer: { kind: 'bytes' } } as const;
    const reads = [client.send(getUser, {}), client.send(asBytes, {})] as const;
    await server.arrived(2);
    for (const response of server.responses) answerJson(response, wireUser);
    assert.deepEqual(await reads[0], wireUser);
    assert.ok(Buffer.isBuffer(await reads[1]));
  });

  it('are asked anew once the answer is there', async () => {
    let count = 0;
    const server = await net.serve((_, response) => answerJson(response, { ...wireUser, id: (count += 1) }));
    const { client } = connect(net, server.origin);
    assert.equal((await client.send(getUser, {})).id, 1);
    assert.equal((await client.send(getUser, {})).id, 2);
  });

  it('are asked anew after a failure', async () => {
    let count = 0;
    const server = await net.serve((_, response) => {
      count += 1;
      if (count === 1) response.writeHead(500).end();
      else answerJson(response, wireUser);
    });
    const { client } = connect(net, server.origin);
    await failureOf(client.send(getUser, {}));
    assert.deepEqual(await client.send(getUser, {}), wireUser);
  });
});
