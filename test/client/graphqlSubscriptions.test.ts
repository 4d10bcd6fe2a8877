import assert from 'node:assert/strict';
import type { ResultOf } from 'gql.tada';
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { createCableSource } from '../../src/client/graphql/cableSource.ts';
import { assigneesUpdated, mergeStatusUpdated, setAssigneesMutation } from '../../src/client/graphql/documents.ts';
import { createGraphqlClient, type GraphqlClient } from '../../src/client/graphql/graphqlClient.ts';
import { GraphqlError } from '../../src/client/graphql/graphqlError.ts';
import { createGraphqlWsSource } from '../../src/client/graphql/graphqlWsSource.ts';
import { createSubscriptions, type Reader, type Subscriptions } from '../../src/client/graphql/subscriptions.ts';
import {
  SubscriptionRefused,
  usualBackoffMs,
  type SocketSurroundings,
  type SubscriptionSource,
} from '../../src/client/graphql/subscriptionSource.ts';
import { directConnections, type WebSocketClass } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undiciTransport.ts';
import { withSandbox, type Driven } from '../sandbox/driving.ts';

type Event = ResultOf<typeof assigneesUpdated>;

const issuableId = 'gid://gitlab/Issue/904';

const people = (event: Event | undefined): readonly (string | undefined)[] | undefined => {
  const issuable = event?.issuableAssigneesUpdated;
  return issuable != null && 'assignees' in issuable
    ? issuable.assignees?.nodes?.map((user) => user?.username)
    : undefined;
};

/** Passes connections on to a port, and can cut them all. */
interface Relay {
  readonly url: string;
  readonly connections: () => number;
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

const relayTo = async (port: number): Promise<Relay> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    const onward = net.connect(port, '127.0.0.1');
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on('error', () => one.destroy());
    }
    socket.pipe(onward).pipe(socket);
    socket.on('close', () => onward.destroy());
    onward.on('close', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
};

for (const [name, createSource] of [
  ['ActionCable', createCableSource],
  ['graphql-transport-ws', createGraphqlWsSource],
] as const) {
  describe(`subscriptions over ${name}`, () => {
    const driven = withSandbox();
    const ends: (() => unknown)[] = [];
    let client: GraphqlClient;

    before(() => {
      const transport = createUndiciTransport(directConnections);
      const { url, tokens } = driven().sandbox;
      client = createGraphqlClient({
        baseUrl: url,
        token: async () => tokens.maintainer,
        transport: async () => transport,
      });
      ends.push(() => transport.close());
    });
    afterEach(async () => {
      for (const end of ends.splice(1)) await end();
    });
    after(async () => {
      for (const end of ends) await end();
    });

    const open = (more: Partial<SocketSurroundings> = {}): Subscriptions & { readonly source: SubscriptionSource } => {
      const { url, tokens } = driven().sandbox;
      const source = createSource({
        baseUrl: url,
        token: async () => tokens.maintainer,
        backoffMs: () => 10,
        ...more,
      });
      ends.push(() => source.close());
      return { ...createSubscriptions(source), source };
    };

    const assign = async (...assigneeUsernames: string[]): Promise<void> => {
      const input = { projectPath: 'acme/orchard', iid: '4', assigneeUsernames };
      await client.mutate(setAssigneesMutation, { input });
    };

    /** Begins the subscription, and changes people once it stands; answers what it tells of them. */
    const firstTold = async (events: AsyncIterator<Event>): Promise<Event> => {
      const stands = driven().sandbox.nextSubscription();
      const told = events.next();
      await stands;
      await assign('guest');
      return (await told).value as Event;
    };

    it('goes the way of the requests when it is given their sockets', async () => {
      await assign();
      const transport = createUndiciTransport(directConnections);
      ends.push(() => transport.close());
      const asked: string[] = [];
      const webSocket = async (): Promise<WebSocketClass> => {
        asked.push('socket');
        return transport.webSocket ?? assert.fail('the transport has no sockets');
      };
      const controller = new AbortController();
      const events = open({ webSocket })
        .subscribe(assigneesUpdated, { issuableId }, { signal: controller.signal })
        [Symbol.asyncIterator]();
      assert.deepEqual(people(await firstTold(events)), ['guest']);
      assert.deepEqual(asked, ['socket']);
      controller.abort();
    });

    it('tells changes, not the empty answer at the start, until its signal aborts', async () => {
      await assign();
      const controller = new AbortController();
      const events = open()
        .subscribe(assigneesUpdated, { issuableId }, { signal: controller.signal })
        [Symbol.asyncIterator]();
      assert.deepEqual(people(await firstTold(events)), ['guest']);
      const next = events.next();
      controller.abort();
      // whatever was on its way comes before the end
      let last = await next;
      while (last.done !== true) last = await events.next();
      assert.deepEqual(last, { done: true, value: undefined });
    });

    it('throws what the server says of a subscription it does not begin', async () => {
      const { signal } = new AbortController();
      const given = { issuableId: 'gid://gitlab/Issue/99999' };
      const events = open().subscribe(assigneesUpdated, given, { signal })[Symbol.asyncIterator]();
      await assert.rejects(events.next(), (error: unknown) => {
        assert.ok(error instanceof GraphqlError);
        assert.equal(error.message, 'AssigneesUpdated: Unauthorized subscription');
        return true;
      });
    });

    it('connects again and subscribes again when the connection breaks, and reads what it has missed', async () => {
      const relay = await relayTo(driven().sandbox.port);
      const controller = new AbortController();
      const reads: string[] = [];
      const reader: Reader<Event> = {
        everyMs: 1_000_000,
        async read() {
          reads.push('read');
          return { issuableAssigneesUpdated: null };
        },
      };
      const subscriptions = open({ baseUrl: relay.url });
      const events = subscriptions
        .subscribe(assigneesUpdated, { issuableId }, { signal: controller.signal, reader })
        [Symbol.asyncIterator]();
      await assign();
      await firstTold(events);
      const before = relay.connections();
      const standsAgain = driven().sandbox.nextSubscription();
      relay.cut();
      let event = await events.next();
      while (reads.length === 0) event = await events.next();
      assert.deepEqual(event.value, { issuableAssigneesUpdated: null });
      assert.ok(relay.connections() > before);
      await standsAgain;
      const told = events.next();
      await assign('reporter');
      assert.deepEqual(people((await told).value as Event), ['reporter']);
      controller.abort();
      await events.return?.();
      subscriptions.close();
      await relay.close();
    });

    it('gives up after some tries when nobody is there, and polls where it has a reader', async () => {
      const nobody = net.createServer();
      nobody.listen(0, '127.0.0.1');
      await once(nobody, 'listening');
      const { port } = nobody.address() as AddressInfo;
      nobody.close();
      const { signal } = new AbortController();
      const subscriptions = open({ baseUrl: `http://127.0.0.1:${port}` });
      const events = subscriptions.subscribe(assigneesUpdated, { issuableId }, { signal })[Symbol.asyncIterator]();
      await assert.rejects(events.next(), SubscriptionRefused);

      let reads = 0;
      const reader: Reader<Event> = {
        everyMs: 5,
        async read() {
          reads += 1;
          return { issuableAssigneesUpdated: null };
        },
      };
      const controller = new AbortController();
      const polled = open({ baseUrl: `http://127.0.0.1:${port}` })
        .subscribe(assigneesUpdated, { issuableId }, { signal: controller.signal, reader })
        [Symbol.asyncIterator]();
      for (const count of [1, 2, 3]) {
        assert.equal((await polled.next()).done, false);
        assert.equal(reads, count);
      }
      controller.abort();
      assert.equal((await polled.next()).done, true);
    });

    it('is refused with a dead token', async () => {
      const { tokens } = driven().sandbox;
      const subscriptions = open({ token: async () => tokens.expired });
      const { signal } = new AbortController();
      const events = subscriptions.subscribe(mergeStatusUpdated, { issuableId }, { signal })[Symbol.asyncIterator]();
      await assert.rejects(events.next(), SubscriptionRefused);
    });
  });
}

describe('subscriptions of a server without a cable', () => {
  const driven = withSandbox({ cable: false });

  it('fall back to reading', async () => {
    const { url, tokens }: Driven['sandbox'] = driven().sandbox;
    const source = createCableSource({ baseUrl: url, token: async () => tokens.maintainer, backoffMs: () => 5 });
    const reader: Reader<Event> = { everyMs: 5, read: async () => ({ issuableAssigneesUpdated: null }) };
    const controller = new AbortController();
    const events = createSubscriptions(source).subscribe(
      assigneesUpdated,
      { issuableId },
      { signal: controller.signal, reader },
    );
    let count = 0;
    for await (const event of events) {
      assert.deepEqual(event, { issuableAssigneesUpdated: null });
      count += 1;
      if (count === 3) controller.abort();
    }
    assert.equal(count, 3);
  });
});

describe('the time between connections', () => {
  it('doubles from a second to a minute, spread by a quarter', () => {
    for (const [attempt, middle] of [
      [0, 1_000],
      [3, 8_000],
      [40, 60_000],
    ] as const) {
      const waitMs = usualBackoffMs(attempt);
      assert.ok(waitMs >= middle * 0.75 && waitMs <= middle * 1.25, String(waitMs));
    }
  });
});
