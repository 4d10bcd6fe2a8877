import assert from 'node:assert/strict';
import type { ResultOf } from 'gql.tada';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createCableSource } from '../../../src/client/graphql/cableSource.ts';
import { assigneesUpdated, mergeStatusUpdated } from '../../support/servers/graphqlDocuments.ts';
import { setAssigneesMutation } from '../../../src/client/graphql/iterationDocuments.ts';
import { createGraphqlClient, type GraphqlClient } from '../../../src/client/graphql/graphqlClient.ts';
import { GraphqlError } from '../../../src/client/graphql/graphqlError.ts';
import { createGraphqlWsSource } from '../../../src/client/graphql/graphqlWsSource.ts';
import { createSubscriptions, type Subscriptions } from '../../../src/client/graphql/subscriptions.ts';
import {
  SubscriptionRefused,
  usualBackoffMs,
  type SocketDeps,
  type SubscriptionSource,
} from '../../../src/client/graphql/subscriptionSource.ts';
import { directConnections, type WebSocketClass } from '../../../src/client/transport.ts';
import { createUndiciTransport } from '../../../src/client/undici/undiciTransport.ts';
import type { GraphqlAnswer } from '../../../src/wire/graphql.ts';
import { withSandbox, type Driven } from '../../sandbox/driving.ts';

type Event = ResultOf<typeof assigneesUpdated>;

const issuableId = 'gid://gitlab/Issue/904';

const people = (event: Event | undefined): readonly (string | undefined)[] | undefined => {
  const issuable = event?.issuableAssigneesUpdated;
  return issuable != null && 'assignees' in issuable
    ? issuable.assignees?.nodes?.map((user) => user?.username)
    : undefined;
};

/** A TCP relay that can cut all connections. */
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

    const open = (more: Partial<SocketDeps> = {}): Subscriptions & { readonly source: SubscriptionSource } => {
      const { url, tokens } = driven().sandbox;
      const source = createSource({ baseUrl: url, token: async () => tokens.maintainer, backoffMs: () => 10, ...more });
      ends.push(() => source.close());
      return { ...createSubscriptions(source), source };
    };

    const assign = async (...assigneeUsernames: string[]): Promise<void> => {
      const input = { projectPath: 'acme/orchard', iid: '4', assigneeUsernames };
      await client.mutate(setAssigneesMutation, { input });
    };

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
        return (await transport.webSocket?.()) ?? assert.fail('the transport has no sockets');
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
      // events in transit precede the end
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

    it('connects again and subscribes again when the connection breaks, and says that something may be missed', async () => {
      const relay = await relayTo(driven().sandbox.port);
      const controller = new AbortController();
      const subscriptions = open({ baseUrl: relay.url });
      let missed: () => void = () => undefined;
      const events = subscriptions
        .subscribe(assigneesUpdated, { issuableId }, { signal: controller.signal, onMissed: () => missed() })
        [Symbol.asyncIterator]();
      await assign();
      await firstTold(events);
      const before = relay.connections();
      const standsAgain = driven().sandbox.nextSubscription();
      const isMissed = new Promise<void>((resolve) => (missed = resolve));
      const told = events.next();
      relay.cut();
      await Promise.all([isMissed, standsAgain]);
      assert.ok(relay.connections() > before);
      await assign('reporter');
      assert.deepEqual(people((await told).value as Event), ['reporter']);
      controller.abort();
      await events.return?.();
      subscriptions.close();
      await relay.close();
    });

    it('gives up after some tries when nobody is there', async () => {
      const nobody = net.createServer();
      nobody.listen(0, '127.0.0.1');
      await once(nobody, 'listening');
      const { port } = nobody.address() as AddressInfo;
      nobody.close();
      const { signal } = new AbortController();
      const subscriptions = open({ baseUrl: `http://127.0.0.1:${port}` });
      const events = subscriptions.subscribe(assigneesUpdated, { issuableId }, { signal })[Symbol.asyncIterator]();
      await assert.rejects(events.next(), SubscriptionRefused);
    });

    it('is refused where its account has been removed', async () => {
      const token = (): Promise<string> => Promise.reject(new Error('the account has been removed'));
      const { signal } = new AbortController();
      const events = open({ token }).subscribe(assigneesUpdated, { issuableId }, { signal })[Symbol.asyncIterator]();
      await assert.rejects(events.next(), SubscriptionRefused);
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

  it('are refused', async () => {
    const { url, tokens }: Driven['sandbox'] = driven().sandbox;
    const source = createCableSource({ baseUrl: url, token: async () => tokens.maintainer, backoffMs: () => 5 });
    const { signal } = new AbortController();
    const events = createSubscriptions(source).subscribe(assigneesUpdated, { issuableId }, { signal });
    await assert.rejects(events[Symbol.asyncIterator]().next(), SubscriptionRefused);
  });
});

describe('a subscription whose reader is busy', () => {
  const asked = { issuableId } as const;
  const answer = (index: number): GraphqlAnswer => ({ data: { issuableAssigneesUpdated: { index } } });

  const flooding = (): Subscriptions => {
    let tell: (count: number) => void = () => undefined;
    return createSubscriptions({
      start(_, listener) {
        tell = (count) => {
          for (let index = 0; index < count; index += 1) listener.answer(answer(index));
        };
        tell(1_001);
        listener.complete();
        return () => undefined;
      },
      close: () => undefined,
    });
  };

  it('keeps no more than it can, goes on with the latest, and says that something was missed', async () => {
    let missed = 0;
    const events: Event[] = [];
    const { signal } = new AbortController();
    const options = { signal, onMissed: () => (missed += 1) };
    for await (const event of flooding().subscribe(assigneesUpdated, asked, options)) events.push(event);
    assert.equal(missed, 1);
    assert.ok(events.length <= 101, `${events.length} were kept`);
    assert.deepEqual(events.at(-1), answer(1_000).data, 'what came after that is told again');
  });
});

describe('a socket', () => {
  it('that sends a message longer than any subscription tells is closed before it has come', async () => {
    const server = http.createServer();
    let socketOfServer: Duplex | undefined;
    let sent = 0;
    server.on('upgrade', (request, socket: Duplex) => {
      socketOfServer = socket;
      socket.on('error', () => undefined);
      const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash('sha1').update(key).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
      );
      const head = Buffer.alloc(10);
      head.writeUInt16BE(0x81_7f);
      head.writeBigUInt64BE(1_000_000_000n, 2);
      socket.write(head);
      const part = Buffer.alloc(64 * 1024, 0x5b);
      const send = (): void => {
        while (!socket.destroyed && sent < 100_000_000) {
          sent += part.length;
          if (!socket.write(part)) return void socket.once('drain', send);
        }
      };
      send();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const transport = createUndiciTransport(directConnections);
    try {
      const WebSocket = (await transport.webSocket?.()) ?? assert.fail('the transport has no sockets');
      const { port } = server.address() as AddressInfo;
      const socket = new WebSocket(`ws://127.0.0.1:${port}`, { protocols: [], headers: {} });
      await new Promise((resolve) => socket.addEventListener('close', resolve));
      assert.ok(sent < 20_000_000, `${sent} bytes were taken`);
    } finally {
      await transport.close();
      socketOfServer?.destroy();
      server.close();
      await once(server, 'close');
    }
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
