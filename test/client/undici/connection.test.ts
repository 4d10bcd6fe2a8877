import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { createClient } from '../../../src/client/client.ts';
import { cherryPickCommit } from '../../../src/wire/commits.ts';
import { getUser } from '../../../src/wire/instance.ts';
import { fixturesFolder } from '../../support/fixtures.ts';
import { answerJson, connect, failureOf, signal } from '../connect.ts';
import { type Answering, certificate, type Identity, loopback } from '../loopback.ts';
import { pick, wireUser } from '../samples.ts';

const asUser: Answering = (_, response) => answerJson(response, wireUser);

describe('a connection', () => {
  const net = loopback();

  it('to a name nobody has ends in hostNotFound, once', async () => {
    const { client, records } = connect(net, 'http://no-such-host.invalid');
    const { facts } = await failureOf(client.send(getUser, {}));
    assert.deepEqual([facts.failure, facts.outcome, records.length], ['hostNotFound', 'notSent', 1]);
  }).timeout(20_000);

  it('that fails leaves what the network said as the cause', async () => {
    const { client } = connect(net, `http://127.0.0.1:${await net.unusedPort()}`);
    const { cause } = await failureOf(client.send(cherryPickCommit, pick));
    assert.ok(cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED');
  });

  it('may go to an IPv6 address or fail as unreachable without the request being sent', async () => {
    const { client } = connect(net, `http://[::1]:${await net.unusedPort()}`);
    const { facts } = await failureOf(client.send(cherryPickCommit, pick));
    assert.deepEqual([facts.failure, facts.outcome], ['unreachable', 'notSent']);
  });

  it('to localhost tries every address of the name', async () => {
    const server = await net.serve(asUser);
    assert.deepEqual(await connect(net, `http://localhost:${server.port}`).client.send(getUser, {}), wireUser);
  });

  it('is not cut off under a write when its transport closes', async () => {
    const arrived = signal();
    let answer: (() => void) | undefined;
    const server = await net.serve((_, response) => {
      answer = () => answerJson(response, { dry_run: 'success' });
      arrived.give();
    });
    const { client, transport } = connect(net, server.origin);
    const sent = client.send(cherryPickCommit, pick);
    await arrived.promise;
    const closed = transport.close();
    answer?.();
    assert.deepEqual(await sent, { dry_run: 'success' });
    await closed;
    assert.equal(server.received.length, 1);
  });

  it('offers HTTP/1.1 to a server that prefers HTTP/2', async () => {
    const key = readFileSync(path.join(fixturesFolder, 'tls', 'loopback.key.pem'), 'utf8');
    const options = { key, cert: certificate('loopback'), allowHTTP1: true };
    const server = http2.createSecureServer(options, ({ httpVersion }, response) =>
      response.writeHead(200).end(JSON.stringify({ ...wireUser, name: httpVersion })),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    net.defer(async () => void server.close());
    const { port } = server.address() as AddressInfo;
    const { client } = connect(net, `https://127.0.0.1:${port}`, { settings: { strictCertificates: false } });
    assert.equal((await client.send(getUser, {})).name, '1.1');
  });

  it('is made anew for a read whose transport was replaced', async () => {
    const arrived = signal();
    const server = await net.serve((_, response) => {
      if (server.received.length === 1) arrived.give();
      else answerJson(response, wireUser);
    });
    const transports = [connect(net, server.origin).transport, connect(net, server.origin).transport];
    let current = 0;
    const client = createClient({
      baseUrl: server.origin,
      token: async () => undefined,
      transport: async () => transports[current]!,
      wait: async () => undefined,
    });
    const user = client.send(getUser, {});
    await arrived.promise;
    current = 1;
    await transports[0]!.close();
    assert.deepEqual(await user, wireUser);
  });

  it('works for many requests at once', async () => {
    const server = await net.serve(asUser);
    const { client } = connect(net, server.origin);
    const users = await Promise.all(
      Array.from({ length: 50 }, (_, index) => client.send(getUser, {}, { limitBytes: 10_000 + index })),
    );
    assert.deepEqual([users.length, server.received.length], [50, 50]);
  });
});

describe('an encrypted connection', () => {
  const net = loopback();

  /** Runs `make` with a certificate among the system's. */
  const trusting = <T>(identity: Identity, make: () => T): T => {
    const original = tls.getCACertificates;
    tls.getCACertificates = (type) => [...original(type), certificate(identity)];
    try {
      return make();
    } finally {
      tls.getCACertificates = original;
    }
  };

  it('to a certificate nobody has signed ends before anything is sent', async () => {
    const server = await net.serveTls(asUser);
    for (const systemCertificates of [true, false]) {
      const { client, records } = connect(net, server.origin, { settings: { systemCertificates } });
      for (const request of [() => client.send(getUser, {}), () => client.send(cherryPickCommit, pick)]) {
        const { facts } = await failureOf(request());
        assert.deepEqual([facts.failure, facts.outcome], ['certificate', 'notSent']);
        assert.match(facts.detail ?? '', /DEPTH_ZERO_SELF_SIGNED_CERT/);
      }
      assert.deepEqual([records.length, server.received.length], [2, 0]);
    }
  });

  it('to a certificate nobody has signed works when the user allows it', async () => {
    const server = await net.serveTls(asUser);
    const { client } = connect(net, server.origin, { settings: { strictCertificates: false } });
    assert.deepEqual(await client.send(getUser, {}), wireUser);
  });

  it('to a certificate the system trusts works', async () => {
    const server = await net.serveTls(asUser);
    const { client } = trusting('loopback', () => connect(net, server.origin));
    assert.deepEqual(await client.send(getUser, {}), wireUser);
  });

  it('to a trusted certificate of another name ends before anything is sent', async () => {
    const server = await net.serveTls(asUser);
    const { client } = trusting('loopback', () => connect(net, `https://localhost:${server.port}`));
    const { facts } = await failureOf(client.send(getUser, {}));
    assert.deepEqual([facts.failure, facts.outcome, server.received.length], ['certificate', 'notSent', 0]);
    assert.match(facts.detail ?? '', /ERR_TLS_CERT_ALTNAME_INVALID/);
  });

  it('to a trusted certificate that has expired ends before anything is sent', async () => {
    const server = await net.serveTls(asUser, 'expired');
    const { client } = trusting('expired', () => connect(net, server.origin));
    const { facts } = await failureOf(client.send(getUser, {}));
    assert.deepEqual([facts.failure, facts.outcome, server.received.length], ['certificate', 'notSent', 0]);
    assert.match(facts.detail ?? '', /CERT_HAS_EXPIRED/);
  });

  it('to a server that speaks no TLS ends before anything is sent', async () => {
    const server = await net.serve(asUser);
    const { client } = connect(net, server.origin.replace('http:', 'https:'));
    const { facts } = await failureOf(client.send(cherryPickCommit, pick));
    assert.deepEqual([facts.failure, facts.outcome, server.received.length], ['unreachable', 'notSent', 0]);
  });

  it('is what a server wants that is asked without', async () => {
    const server = await net.serveTls(asUser);
    const { client } = connect(net, server.origin.replace('https:', 'http:'));
    const { facts } = await failureOf(client.send(getUser, {}));
    assert.ok(['unreachable', 'notGitLab'].includes(facts.failure), facts.failure);
    assert.equal(server.received.length, 0);
  });
});
