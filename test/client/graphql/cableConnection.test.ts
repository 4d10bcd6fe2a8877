import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws';
import { createCableSource } from '../../../src/client/graphql/cableSource.ts';
import { createGraphqlWsSource } from '../../../src/client/graphql/graphqlWsSource.ts';
import { openSubscriptions } from '../../../src/client/graphql/openSubscriptions.ts';
import { mergeStatusUpdated } from '../../support/servers/graphqlDocuments.ts';
import type { SocketDeps, SubscriptionSource } from '../../../src/client/graphql/subscriptionSource.ts';
import type { WebSocketClass } from '../../../src/client/transport.ts';
import { poll } from '../../support/poll.ts';

const request = { query: 'subscription { secretWords }', variables: {}, operationName: undefined };

interface Peer {
  readonly url: string;
  readonly server: WebSocketServer;
  readonly opened: () => number;
}

type Serve = (send: (frame: object) => void, socket: ServerSocket) => void;

interface Heard {
  readonly words: readonly string[];
  readonly stop: () => void;
}

describe('connections for subscriptions', () => {
  const ends: (() => unknown)[] = [];
  const unread: unknown[] = [];
  const keep = (reason: unknown): void => void unread.push(reason);

  beforeEach(() => {
    unread.length = 0;
    process.on('unhandledRejection', keep);
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', keep);
    assert.deepEqual(unread, []);
  });

  const listen = async (serve: Serve, protocol?: string): Promise<Peer> => {
    let opened = 0;
    const server = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      handleProtocols: (names) => protocol ?? [...names][0] ?? false,
    });
    server.on('connection', (socket) => {
      opened += 1;
      serve((frame) => socket.send(JSON.stringify(frame)), socket);
    });
    await once(server, 'listening');
    ends.push(() => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, server, opened: () => opened };
  };

  const answering =
    (type: 'confirm_subscription' | 'reject_subscription'): Serve =>
    (send, socket) => {
      socket.on('message', (data: Buffer) => {
        const { command, identifier } = JSON.parse(data.toString()) as { command: string; identifier: string };
        if (command === 'subscribe') send({ identifier, type });
      });
      send({ type: 'welcome' });
    };

  const sourceTo = (
    { url }: Peer,
    own: Partial<SocketDeps> = {},
    create: typeof createCableSource = createCableSource,
  ): SubscriptionSource => {
    const source = create({ baseUrl: url, token: async () => 'glpat-x', backoffMs: () => 5, ...own });
    ends.push(() => source.close());
    return source;
  };

  const begin = (source: SubscriptionSource): Heard => {
    const words: string[] = [];
    const stop = source.start(request, {
      answer: () => words.push('answer'),
      resumed: () => words.push('resumed'),
      complete: () => words.push('complete'),
      refused: ({ message }) => words.push(message),
    });
    return { words, stop };
  };

  for (const what of ['token', 'socket'] as const) {
    it(`that end while their ${what} is awaited are never opened`, async () => {
      const peer = await listen(answering('confirm_subscription'));
      let give: () => void = () => undefined;
      const isGiven = new Promise<void>((resolve) => (give = resolve));
      const { stop } = begin(
        sourceTo(peer, {
          token: async () => {
            if (what === 'token') await isGiven;
            return 'glpat-x';
          },
          webSocket: async () => {
            if (what === 'socket') await isGiven;
            return globalThis.WebSocket as unknown as WebSocketClass;
          },
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      stop();
      give();
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(peer.opened(), 0);
    });
  }

  it('that end before they are welcomed are closed', async () => {
    const peer = await listen(() => undefined);
    const { stop } = begin(sourceTo(peer));
    await poll(() => peer.server.clients.size === 1, { what: 'the connection' });
    stop();
    await poll(() => peer.server.clients.size === 0, { what: 'the connection to be closed' });
    assert.equal(peer.opened(), 1);
  });

  it('that nobody welcomes are given up after some tries', async () => {
    const peer = await listen(() => undefined);
    const { words } = begin(sourceTo(peer, { deadlineMs: 30 }));
    await poll(() => words.length > 0, { what: 'the refusal' });
    assert.deepEqual(words, ['the server refuses the cable']);
    assert.equal(peer.opened(), 3);
    await poll(() => peer.server.clients.size === 0, { what: 'the connections to be closed' });
  });

  it('that are of a protocol we do not speak are refused and closed', async () => {
    const peer = await listen(answering('confirm_subscription'), 'actioncable-unsupported');
    const { words } = begin(sourceTo(peer));
    await poll(() => words.length > 0, { what: 'the refusal' });
    assert.deepEqual(words, ['the server speaks another protocol than ActionCable 1']);
    await poll(() => peer.server.clients.size === 0, { what: 'the connection to be closed' });
    assert.equal(peer.opened(), 1);
  });

  it('that have every subscription rejected are closed', async () => {
    const peer = await listen(answering('reject_subscription'));
    const source = sourceTo(peer);
    const heard = [begin(source), begin(source)];
    await poll(() => heard.every(({ words }) => words.length === 1), { what: 'both rejections' });
    for (const { words } of heard) assert.deepEqual(words, ['the server rejects the subscription']);
    await poll(() => peer.server.clients.size === 0, { what: 'the connection to be closed' });
    assert.equal(peer.opened(), 1);
  });

  it('whose subscription is not confirmed refuse it, without its query', async () => {
    const peer = await listen((send) => send({ type: 'welcome' }));
    const { words } = begin(sourceTo(peer, { deadlineMs: 30 }));
    await poll(() => words.length > 0, { what: 'the refusal' });
    assert.deepEqual(words, ['the server does not confirm the subscription']);
    await poll(() => peer.server.clients.size === 0, { what: 'the connection to be closed' });
  });

  it('take an answer that comes before its confirmation', async () => {
    const peer = await listen((send, socket) => {
      socket.on('message', (data: Buffer) => {
        const { identifier } = JSON.parse(data.toString()) as { identifier: string };
        send({ identifier, message: { result: { data: { secretWords: null } }, more: true } });
        send({ identifier, type: 'confirm_subscription' });
      });
      send({ type: 'welcome' });
    });
    const { words } = begin(sourceTo(peer));
    await poll(() => words.length > 0, { what: 'the answer' });
    assert.deepEqual(words, ['answer']);
  });

  it('that break as soon as they are welcomed are opened ever more seldom', async () => {
    const peer = await listen((send, socket) => {
      send({ type: 'welcome' });
      setTimeout(() => socket.terminate(), 5);
    });
    const attempts: number[] = [];
    const backoffMs = (attempt: number): number => {
      attempts.push(attempt);
      return 1;
    };
    begin(sourceTo(peer, { backoffMs }));
    await poll(() => attempts.length >= 5, { what: 'five breaks' });
    assert.deepEqual(attempts.slice(0, 5), [0, 1, 2, 3, 4]);
  });

  it('leave no timer behind', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
    const peer = await listen((send) => send({ type: 'welcome' }));
    const before = timers();
    const { stop } = begin(sourceTo(peer));
    await poll(() => peer.server.clients.size === 1, { what: 'the connection' });
    await poll(() => timers() > before, { what: 'the deadline of the subscription' });
    stop();
    await poll(() => peer.server.clients.size === 0, { what: 'the connection to be closed' });
    await poll(() => timers() <= before, { what: 'the timers to go', timeoutMs: 2_000 });
  });

  it('hold no query and no token in what the log is told of a refusal', async () => {
    const peer = await listen(answering('reject_subscription'));
    const subscriptions = openSubscriptions({ baseUrl: peer.url, token: async () => 'glpat-x', backoffMs: () => 5 });
    ends.push(() => subscriptions.close());
    const events = subscriptions.subscribe(
      mergeStatusUpdated,
      { issuableId: 'gid://gitlab/MergeRequest/1' },
      { signal: new AbortController().signal },
    );
    await assert.rejects(events[Symbol.asyncIterator]().next(), (error: Error) => {
      assert.equal(error.message, 'the server rejects the subscription');
      return true;
    });
  });

  describe('over graphql-transport-ws', () => {
    it('that nobody acknowledges are given up after some tries', async () => {
      const peer = await listen(() => undefined);
      const { words } = begin(sourceTo(peer, { deadlineMs: 30 }, createGraphqlWsSource));
      await poll(() => words.length > 0, { what: 'the refusal' });
      assert.match(words.join(), /^the server refuses subscriptions: /);
      assert.equal(peer.opened(), 3);
    });

    it('that end while they wait to be opened again stay closed', async () => {
      const peer = await listen((_, socket) => setTimeout(() => socket.terminate(), 5));
      const source = sourceTo(peer, { backoffMs: () => 60 }, createGraphqlWsSource);
      begin(source);
      await poll(() => peer.opened() === 1 && peer.server.clients.size === 0, { what: 'the connection to break' });
      source.close();
      await new Promise((resolve) => setTimeout(resolve, 150));
      assert.equal(peer.opened(), 1);
    });
  });
});
