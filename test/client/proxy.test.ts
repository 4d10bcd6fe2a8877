import assert from 'node:assert/strict';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import { cherryPickCommit } from '../../src/wire/commits.ts';
import type { Operation } from '../../src/wire/operation.ts';
import { getUser } from '../../src/wire/instance.ts';
import { answerJson, connect, failureOf, networkSettings, secret } from './connect.ts';
import { type Answering, loopback } from './loopback.ts';
import { pick, wireUser } from './samples.ts';

const asUser: Answering = (_, response) => answerJson(response, wireUser);

describe('a proxy', () => {
  const net = loopback();

  it('is asked for plain requests by their whole address', async () => {
    const server = await net.serve(asUser);
    const proxy = await net.serveProxy();
    // only the proxy can resolve this name
    const { client } = connect(net, `http://gitlab.invalid:${server.port}`, { settings: { proxy: proxy.origin } });
    assert.deepEqual(await client.send(getUser, {}), wireUser);
    assert.deepEqual(proxy.asked, [`GET http://gitlab.invalid:${server.port}/api/v4/user`]);
    assert.equal(server.received[0]?.headers.host, `gitlab.invalid:${server.port}`);
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${secret}`);
  });

  it('is asked for a tunnel for encrypted requests, and sees neither address nor token', async () => {
    const server = await net.serveTls(asUser);
    const proxy = await net.serveProxy();
    const { client } = connect(net, `https://gitlab.invalid:${server.port}`, {
      settings: { proxy: proxy.origin, strictCertificates: false },
    });
    assert.deepEqual(await client.send(getUser, {}), wireUser);
    assert.deepEqual(proxy.asked, [`CONNECT gitlab.invalid:${server.port}`]);
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${secret}`);
  });

  it('is asked for a tunnel for sockets as well', async () => {
    // needs no socket: only the connection matters
    const server = await net.serveTls(asUser);
    const proxy = await net.serveProxy();
    const transport = createUndiciTransport(networkSettings({ proxy: proxy.origin, strictCertificates: false }));
    try {
      const Socket = (await transport.webSocket?.()) ?? assert.fail('the transport has no sockets');
      const headers = { authorization: `Bearer ${secret}` };
      const socket = new Socket(`wss://gitlab.invalid:${server.port}/-/cable`, { protocols: [], headers });
      await new Promise((resolve) => socket.addEventListener('error', resolve));
      assert.deepEqual(proxy.asked, [`CONNECT gitlab.invalid:${server.port}`]);
      assert.equal(server.received[0]?.headers.upgrade, 'websocket');
      assert.equal(server.received[0]?.headers.authorization, `Bearer ${secret}`);
    } finally {
      await transport.close();
    }
  });

  it('passes an answer on that is announced by one nobody has asked for', async () => {
    const server = await net.serveTls((_, response) => {
      response.writeContinue();
      answerJson(response, wireUser);
    });
    const proxy = await net.serveProxy();
    const settings = { proxy: proxy.origin, strictCertificates: false };
    assert.deepEqual(await connect(net, server.origin, { settings }).client.send(getUser, {}), wireUser);
  });

  it('carries the body of a write', async () => {
    const server = await net.serve((_, response) => answerJson(response, { dry_run: 'success' }));
    const proxy = await net.serveProxy();
    const { client } = connect(net, server.origin, { settings: { proxy: proxy.origin } });
    await client.send(cherryPickCommit, { ...pick, dry_run: true });
    assert.deepEqual(JSON.parse(server.received[0]?.body ?? ''), { branch: 'stable', dry_run: true });
  });

  it('does not weaken the check of certificates', async () => {
    const server = await net.serveTls(asUser);
    const proxy = await net.serveProxy();
    const { client } = connect(net, server.origin, { settings: { proxy: proxy.origin } });
    const { facts } = await failureOf(client.send(getUser, {}));
    assert.deepEqual([facts.failure, facts.outcome, server.received.length], ['certificate', 'notSent', 0]);
  });

  for (const [what, noProxy] of [
    ['its address', '127.0.0.1'],
    ['its address among others, with blanks', 'localhost, 127.0.0.1 ,*.example.com'],
    ['everything', '*'],
  ] as const) {
    it(`is passed by for a server excepted by ${what}`, async () => {
      const server = await net.serve(asUser);
      const proxy = await net.serveProxy();
      const { client } = connect(net, server.origin, { settings: { proxy: proxy.origin, noProxy } });
      await client.send(getUser, {});
      assert.deepEqual(proxy.asked, []);
    });
  }

  it('is not passed by because of the environment', async () => {
    const server = await net.serve(asUser);
    const proxy = await net.serveProxy();
    const before = process.env['NO_PROXY'];
    process.env['NO_PROXY'] = '*';
    try {
      const { client } = connect(net, server.origin, { settings: { proxy: proxy.origin } });
      await client.send(getUser, {});
    } finally {
      if (before === undefined) delete process.env['NO_PROXY'];
      else process.env['NO_PROXY'] = before;
    }
    assert.equal(proxy.asked.length, 1);
  });

  it('is not used because of the environment', async () => {
    const server = await net.serve(asUser);
    const proxy = await net.serveProxy();
    const before = process.env['HTTP_PROXY'];
    process.env['HTTP_PROXY'] = proxy.origin;
    try {
      await connect(net, server.origin).client.send(getUser, {});
    } finally {
      if (before === undefined) delete process.env['HTTP_PROXY'];
      else process.env['HTTP_PROXY'] = before;
    }
    assert.deepEqual(proxy.asked, []);
  });

  for (const encrypted of [false, true]) {
    const kind = encrypted ? 'encrypted' : 'plain';
    const serve: typeof net.serve = (answering) => (encrypted ? net.serveTls(answering) : net.serve(answering));

    it(`gets its credentials, and the server does not, for ${kind} requests`, async () => {
      const server = await serve(asUser);
      const proxy = await net.serveProxy();
      const settings = { proxy: proxy.origin, proxyAuthorization: 'Basic b2xpdmU6cHJveHk=', strictCertificates: false };
      await connect(net, server.origin, { settings }).client.send(getUser, {});
      assert.deepEqual(proxy.credentials, ['Basic b2xpdmU6cHJveHk=']);
      assert.doesNotMatch(JSON.stringify(server.received), /proxy-authorization|b2xpdmU6cHJveHk/i);
    });

    it(`gets the credentials in its address for ${kind} requests`, async () => {
      const server = await serve(asUser);
      const proxy = await net.serveProxy();
      const settings = { proxy: proxy.origin.replace('//', '//olive:p%40ss@'), strictCertificates: false };
      const { client, records } = connect(net, server.origin, { settings });
      await client.send(getUser, {});
      assert.deepEqual(proxy.credentials, [`Basic ${Buffer.from('olive:p@ss').toString('base64')}`]);
      assert.doesNotMatch(JSON.stringify([server.received, records]), /p@ss|p%40ss/);
    });

    it(`that wants credentials is asked once, and the request was not sent, for ${kind} requests`, async () => {
      const server = await serve(asUser);
      const proxy = await net.serveProxy({ refuse: 407 });
      const settings = { proxy: proxy.origin.replace('//', '//olive:p%40ss@'), strictCertificates: false };
      const { client } = connect(net, server.origin, { settings });
      for (const request of [() => client.send(getUser, {}), () => client.send(cherryPickCommit, pick)]) {
        const error = await failureOf(request());
        assert.deepEqual([error.facts.failure, error.facts.outcome], ['refused', 'notSent']);
        assert.match(error.facts.detail ?? '', /Proxy.*407/);
        assert.doesNotMatch(`${error.message}${error.stack}${JSON.stringify(error)}`, /p@ss|p%40ss/);
      }
      assert.deepEqual([proxy.asked.length, server.received.length], [2, 0]);
    });

    it(`that is not there means that nothing was sent, for ${kind} requests`, async () => {
      const server = await serve(asUser);
      const settings = { proxy: `http://127.0.0.1:${await net.unusedPort()}`, strictCertificates: false };
      const { facts } = await failureOf(connect(net, server.origin, { settings }).client.send(cherryPickCommit, pick));
      assert.deepEqual([facts.failure, facts.outcome, server.received.length], ['unreachable', 'notSent', 0]);
    });
  }

  for (const [what, operation, parameters] of [
    ['a read', getUser, {}],
    ['a write', cherryPickCommit, pick],
  ] as const) {
    it(`that is silent when asked for a tunnel does not hold ${what}`, async () => {
      const server = await net.serveTls(asUser);
      const proxy = await net.serveProxy({ leaveWaiting: () => undefined });
      const settings = { proxy: proxy.origin, strictCertificates: false };
      const { client } = connect(net, server.origin, { settings, patienceMs: 200 });
      const { facts } = await failureOf(client.send<Operation>(operation, parameters));
      assert.deepEqual([facts.failure, server.received.length], ['timeout', 0]);
      if (operation === cherryPickCommit) assert.equal(facts.outcome, 'notSent');
    });

    it(`that is silent does not keep ${what} from being cancelled`, async () => {
      const server = await net.serveTls(asUser);
      const controller = new AbortController();
      const proxy = await net.serveProxy({ leaveWaiting: () => controller.abort() });
      const settings = { proxy: proxy.origin, strictCertificates: false };
      const { client } = connect(net, server.origin, { settings, patienceMs: 1_000 });
      const { facts } = await failureOf(client.send<Operation>(operation, parameters, { signal: controller.signal }));
      assert.equal(facts.failure, 'cancelled');
      if (operation === cherryPickCommit) assert.equal(facts.outcome, 'notSent');
      assert.equal(server.received.length, 0);
    });
  }

  it('that opens no tunnel means that nothing was sent', async () => {
    const server = await net.serveTls(asUser);
    for (const [refuse, failure] of [
      [403, 'refused'],
      [502, 'unreachable'],
    ] as const) {
      const proxy = await net.serveProxy({ refuse });
      const { client } = connect(net, server.origin, { settings: { proxy: proxy.origin, strictCertificates: false } });
      const { facts } = await failureOf(client.send(cherryPickCommit, pick));
      assert.deepEqual([facts.failure, facts.outcome], [failure, 'notSent']);
      assert.match(facts.detail ?? '', new RegExp(`${refuse}`));
    }
  });
});
