import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getUser } from '../../src/wire/instance.ts';
import { getProject, getRawFile } from '../../src/wire/projects.ts';
import { answerJson, connect, failureOf, secret } from './connect.ts';
import { type Answering, loopback } from './loopback.ts';
import { wireUser } from './samples.ts';

const file = { id: 1, file_path: 'x', ref: 'main' } as const;
const to =
  (location: string, status = 302): Answering =>
  (_, response) =>
    response.writeHead(status, { location, 'content-type': 'text/plain' }).end('This resource has been moved');

describe('a redirected read', () => {
  const net = loopback();

  for (const status of [301, 302, 303, 307, 308]) {
    it(`is followed on the same server with its token, on ${status}`, async () => {
      const server = await net.serve((request, response) => {
        if (request.target.startsWith('/api/v4/projects/7'))
          answerJson(response, { id: 7, name: 'Moved', path: 'moved', path_with_namespace: 'new/moved', web_url: 'x' });
        else to(`${server.origin}/api/v4/projects/7?moved=1`, status)(request, response);
      });
      const { client } = connect(net, server.origin);
      assert.equal((await client.send(getProject, { id: 'old/moved' })).path_with_namespace, 'new/moved');
      assert.deepEqual(
        server.received.map(({ method, target, headers }) => [method, target, headers.authorization]),
        [
          ['GET', '/api/v4/projects/old%2Fmoved', `Bearer ${secret}`],
          ['GET', '/api/v4/projects/7?moved=1', `Bearer ${secret}`],
        ],
      );
    });
  }

  it('is followed to an address without host', async () => {
    const server = await net.serve((request, response) => {
      if (request.target === '/other') answerJson(response, wireUser);
      else to('/other')(request, response);
    });
    assert.deepEqual(await connect(net, `${server.origin}/gitlab`).client.send(getUser, {}), wireUser);
  });

  it('is refused for data when it leads to another server, which never hears of it', async () => {
    const other = await net.serve((_, response) => answerJson(response, wireUser));
    const server = await net.serve(to(`${other.origin}/api/v4/user?from=redirect`));
    const { client, waits } = connect(net, server.origin);
    const { facts } = await failureOf(client.send(getUser, {}));
    assert.deepEqual([facts.failure, facts.outcome, facts.status], ['redirected', 'answered', 302]);
    assert.match(facts.detail ?? '', new RegExp(other.origin));
    assert.deepEqual([other.received.length, waits.length], [0, 0]);
  });

  it('is followed for bytes to another server, without the token', async () => {
    const other = await net.serve((_, response) => response.end('stored'));
    const server = await net.serve(to(`${other.origin}/bucket/file?signature=abc`));
    const { client } = connect(net, server.origin);
    assert.equal((await client.send(getRawFile, file)).toString(), 'stored');
    const [request] = other.received;
    assert.equal(request?.target, '/bucket/file?signature=abc');
    assert.equal(request?.headers.authorization, undefined);
    assert.equal(request?.headers.cookie, undefined);
    assert.doesNotMatch(JSON.stringify(request?.headers), new RegExp(secret));
  });

  it('gives no page for a file: a redirect to a sign-in ends in one', async () => {
    const page = '<!DOCTYPE html><title>Sign in</title>';
    const other = await net.serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page),
    );
    const server = await net.serve(to(`${other.origin}/login`));
    const { facts } = await failureOf(connect(net, server.origin).client.send(getRawFile, file));
    assert.deepEqual([facts.failure, facts.outcome, facts.status], ['signInNeeded', 'answered', 200]);
  });

  it('does not get its token back when another server sends it home', async () => {
    const server = await net.serve((request, response) => {
      if (request.target === '/chosen-by-other') response.end('public');
      else to(`${other.origin}/bounce`)(request, response);
    });
    const other = await net.serve((request, response) => to(`${server.origin}/chosen-by-other`)(request, response));
    assert.equal((await connect(net, server.origin).client.send(getRawFile, file)).toString(), 'public');
    assert.deepEqual(
      server.received.map(({ headers }) => headers.authorization),
      [`Bearer ${secret}`, undefined],
    );
  });

  it('takes another port and another name for another server', async () => {
    const server = await net.serve((request, response) =>
      to(`http://localhost:${server.port}/other`)(request, response),
    );
    const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
    assert.deepEqual([facts.failure, server.received.length], ['redirected', 1]);
  });

  for (const [what, operation, parameters] of [
    ['data', getUser, {}],
    ['bytes', getRawFile, file],
  ] as const) {
    it(`is given up when it turns in a circle, for ${what}`, async () => {
      const server = await net.serve((request, response) => to(request.target)(request, response));
      const { client, records } = connect(net, server.origin);
      const { facts } = await failureOf(client.send(operation, parameters));
      assert.deepEqual([facts.failure, server.received.length, records.length], ['redirected', 6, 1]);
    });
  }

  it('is followed five times', async () => {
    let count = 0;
    const server = await net.serve((request, response) => {
      count += 1;
      if (count === 6) answerJson(response, wireUser);
      else to(`/hop/${count}`)(request, response);
    });
    assert.deepEqual(await connect(net, server.origin).client.send(getUser, {}), wireUser);
  });

  it('is refused from an encrypted to an unencrypted address', async () => {
    const plain = await net.serve((_, response) => response.end('stored'));
    const server = await net.serveTls(to(`${plain.origin}/file`));
    const { client } = connect(net, server.origin, { settings: { strictCertificates: false } });
    const { facts } = await failureOf(client.send(getRawFile, file));
    assert.deepEqual([facts.failure, plain.received.length], ['redirected', 0]);
    assert.match(facts.detail ?? '', /unencrypted/);
  });

  for (const [what, headers] of [
    ['without an address', {}],
    ['to nothing', { location: '' }],
    ['to no address', { location: 'http://' }],
    ['to a script', { location: 'javascript:alert(1)' }],
    ['to a file', { location: 'file:///etc/passwd' }],
  ] as const) {
    it(`is refused ${what}`, async () => {
      const server = await net.serve((_, response) => response.writeHead(302, headers).end());
      const { facts } = await failureOf(connect(net, server.origin).client.send(getRawFile, file));
      assert.deepEqual([facts.failure, facts.status, server.received.length], ['redirected', 302, 1]);
    });
  }

  it('neither waits for the body of a redirect nor leaves it open', async () => {
    let closed: Promise<unknown> | undefined;
    const server = await net.serve((request, response) => {
      if (request.target === '/other') return answerJson(response, wireUser);
      closed = once(response, 'close');
      response.writeHead(302, { location: '/other', 'content-length': 1_000 }).write('never complete');
    });
    assert.deepEqual(await connect(net, server.origin).client.send(getUser, {}), wireUser);
    await closed;
  });

  it('that ends on a page to sign in is no answer', async () => {
    const server = await net.serve((request, response) => {
      if (request.target === '/users/sign_in') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
      else to('/users/sign_in')(request, response);
    });
    const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
    assert.deepEqual([facts.failure, facts.status], ['notGitLab', 200]);
  });
});
