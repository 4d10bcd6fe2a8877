import assert from 'node:assert/strict';
import http from 'node:http';
import net, { type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SystemProxies } from '../../../src/client/transport.ts';
import { cherryPickCommit } from '../../../src/wire/commits.ts';
import { getUser } from '../../../src/wire/instance.ts';
import { answerJson, connect, type Connection, failureOf } from '../connect.ts';
import { loopback } from '../loopback.ts';
import { pick, wireUser } from '../samples.ts';
import { listen, socks } from './broken.ts';

/** A proxy that accepts one `Proxy-Authorization` header and records all. */
const wanting = (challenges: readonly string[], header: string): Server & { readonly shown: readonly string[] } => {
  const shown: string[] = [];
  const lines = challenges.map((each) => `Proxy-Authenticate: ${each}\r\n`).join('');
  const server = http.createServer().on('connect', (request: http.IncomingMessage, socket: Duplex) => {
    const given = request.headers['proxy-authorization'] ?? '';
    shown.push(given);
    socket.on('error', () => undefined);
    if (given !== header) return void socket.end(`HTTP/1.1 407 No\r\n${lines}Content-Length: 0\r\n\r\n`);
    const onward = net.connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  return Object.assign(server, { shown });
};

describe('the proxies of the system', () => {
  const loop = loopback();

  const by = (address: string, system: Partial<SystemProxies>, settings: object = {}): Connection => {
    const all: SystemProxies = {
      name: 'the system',
      proxiesFor: async () => '',
      signIn: async () => undefined,
      ...system,
    };
    return connect(loop, address, { settings: { ...settings, system: all }, patienceMs: 300 });
  };

  const serve = () => loop.serve((_, response) => answerJson(response, wireUser));

  it('are asked for each server and lead reads and writes there, each sent once', async () => {
    const { port, received } = await serve();
    const proxy = socks();
    const { host } = await listen(proxy, loop);
    const urls: string[] = [];
    const { client } = by(`http://gitlab.invalid:${port}`, {
      async proxiesFor(url) {
        urls.push(new URL(url).host);
        return `SOCKS5 ${host}; DIRECT`;
      },
    });
    assert.deepEqual(await client.send(getUser, {}), wireUser);
    await failureOf(client.send(cherryPickCommit, pick));
    assert.deepEqual(
      received.map(({ method }) => method),
      ['GET', 'POST'],
    );
    assert.deepEqual(urls, [`gitlab.invalid:${port}`, `gitlab.invalid:${port}`]);
    assert.deepEqual(new Set(proxy.asked), new Set([`gitlab.invalid:${port}`]));
  });

  it('are not asked where a setting names a proxy, and not used for exceptions', async () => {
    const { origin, port } = await serve();
    const asked: string[] = [];
    const system = {
      async proxiesFor(url: string) {
        asked.push(url);
        return 'PROXY proxy.invalid:1';
      },
    };
    const { host } = await listen(socks(), loop);
    const named = by(`http://gitlab.invalid:${port}`, system, { proxy: `socks5h://${host}` });
    assert.deepEqual(await named.client.send(getUser, {}), wireUser);
    const excepted = by(origin, system, { noProxy: '127.0.0.1' });
    assert.deepEqual(await excepted.client.send(getUser, {}), wireUser);
    assert.deepEqual(asked, []);
  });

  it('take over from one request to the next, and credentials for one of them reach no server', async () => {
    const { port, received } = await serve();
    const proxy = await loop.serveProxy();
    const answers = [`PROXY olive:secret@127.0.0.1:${proxy.port}`, 'DIRECT'];
    const { client } = by(`http://127.0.0.1:${port}`, { proxiesFor: async () => answers.shift() ?? '' });
    await client.send(getUser, {});
    await client.send(getUser, {});
    assert.equal(proxy.asked.length, 1);
    assert.deepEqual(
      received.map(({ target, headers }) => [target, headers['proxy-authorization']]),
      [
        ['/api/v4/user', undefined],
        ['/api/v4/user', undefined],
      ],
    );
  });

  it('are named where one of them fails', async () => {
    const down = `127.0.0.1:${await loop.unusedPort()}`;
    const { facts } = await failureOf(
      by('http://gitlab.invalid', { proxiesFor: async () => `PROXY ${down}` }).client.send(getUser, {}),
    );
    assert.deepEqual(facts.connection?.proxy, { host: down, source: 'the system' });
    const old = by('http://gitlab.invalid', { proxiesFor: async () => 'SOCKS4 p:1080' });
    const { connection } = (await failureOf(old.client.send(getUser, {}))).facts;
    assert.deepEqual([connection?.problem, connection?.reason], ['unreadableSetting', 'SOCKS4 p:1080']);
  });

  it('that never come end reads and writes before anything is sent', async () => {
    const { client } = by('http://gitlab.invalid', { proxiesFor: () => new Promise(() => undefined) });
    for (const request of [() => client.send(getUser, {}), () => client.send(cherryPickCommit, pick)]) {
      const { facts } = await failureOf(request());
      assert.deepEqual(
        [facts.connection?.step, facts.connection?.problem, facts.outcome],
        ['proxy', 'silent', 'notSent'],
      );
    }
  });

  it('are waited for by a write when the connections are closed, and by no read', async () => {
    const { port, received } = await serve();
    let name: ((answer: string) => void) | undefined;
    const proxiesFor = (): Promise<string> => new Promise((resolve) => (name = resolve));
    const { client, transport } = by(`http://127.0.0.1:${port}`, { proxiesFor });
    const written = failureOf(client.send(cherryPickCommit, pick));
    while (name === undefined) await new Promise(setImmediate);
    const closed = transport.close();
    name('DIRECT');
    assert.equal((await written).facts.failure, 'brokenContract');
    await closed;
    assert.deepEqual(
      received.map(({ method }) => method),
      ['POST'],
    );
    const { facts } = await failureOf(client.send(cherryPickCommit, pick));
    assert.deepEqual([facts.failure, facts.outcome], ['unreachable', 'notSent']);
  });

  describe('are signed in to by who knows how', () => {
    const behind = async (
      challenges: readonly string[],
      signIn: SystemProxies['signIn'],
    ): Promise<Connection & { readonly shown: readonly string[] }> => {
      const { port } = await serve();
      const proxy = wanting(challenges, 'Negotiate right');
      const { host } = await listen(proxy, loop);
      const proxiesFor = async (): Promise<string> => `PROXY ${host}`;
      const connection = by(`https://gitlab.invalid:${port}`, { proxiesFor, signIn });
      return { ...connection, shown: proxy.shown };
    };

    it('with what the proxy asks for, on another connection', async () => {
      const asked: (readonly string[] | undefined)[] = [];
      const states = new Set<object>();
      const { client, shown } = await behind(['Negotiate', 'Basic realm="orchard"'], async (_, challenges, state) => {
        asked.push(challenges);
        states.add(state);
        return challenges && 'Negotiate right';
      });
      // the server has no TLS: reaching it suffices
      const { facts } = await failureOf(client.send(cherryPickCommit, pick));
      assert.deepEqual([facts.connection?.step, facts.outcome], ['serverTls', 'notSent']);
      assert.deepEqual(shown, ['', 'Negotiate right']);
      assert.deepEqual(asked, [undefined, ['Negotiate', 'Basic realm="orchard"']]);
      assert.equal(states.size, 1);
    });

    it('ahead, where it is known what the proxy asks for', async () => {
      const { client, shown } = await behind(['Negotiate'], async () => 'Negotiate right');
      await failureOf(client.send(cherryPickCommit, pick));
      assert.deepEqual(shown, ['Negotiate right']);
    });

    it('until there is no other way, and says what the proxy asks for', async () => {
      const headers = ['Negotiate wrong'];
      const { client, shown } = await behind(['Negotiate'], async (_, challenges) => challenges && headers.shift());
      const { facts } = await failureOf(client.send(cherryPickCommit, pick));
      assert.deepEqual(shown, ['', 'Negotiate wrong']);
      assert.deepEqual(
        [facts.connection?.step, facts.connection?.problem, facts.connection?.reason, facts.outcome],
        ['connect', 'credentialsRejected', 'Negotiate', 'notSent'],
      );
    });

    it('a few times at most, however many requests follow', async () => {
      const { client, shown } = await behind(['Negotiate'], async () => 'Negotiate wrong');
      await failureOf(client.send(cherryPickCommit, pick));
      assert.equal(shown.length, 6);
    });

    it('not again where the user typed nothing', async () => {
      let asked = 0;
      const { client } = await behind(['Basic realm="orchard"'], async (_, challenges) => {
        if (challenges) asked += 1;
        return undefined;
      });
      for (let count = 0; count < 2; count += 1) {
        const { facts } = await failureOf(client.send(getUser, {}));
        assert.equal(facts.connection?.problem, 'credentialsWanted');
      }
      assert.equal(asked, 1);
    });
  });
});
