import assert from 'node:assert/strict';
import { cherryPickCommit } from '../../src/wire/commits.ts';
import { getUser } from '../../src/wire/instance.ts';
import { connect, failureOf, secret } from './connect.ts';
import { type Answering, loopback } from './loopback.ts';
import { pick } from './samples.ts';

const page =
  (status: number, title: string, headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'text/html', ...headers })
      .end(`<!doctype html><html><head><title>${title}</title></head><body>${'x'.repeat(5_000)}</body></html>`);

describe('a web page in the place of an answer', () => {
  const net = loopback();

  for (const status of [200, 201, 400, 401, 403, 404, 502, 503])
    it(`with status ${status} says who sent it, to reads and writes`, async () => {
      const headers = { server: 'AcmeGate/3.1', via: '1.1 proxy.example.com (squid/5.7)' };
      const server = await net.serve(page(status, 'Sign in &amp; \n  go on', headers));
      const { client } = connect(net, server.origin);
      for (const request of [() => client.send(getUser, {}), () => client.send(cherryPickCommit, pick)]) {
        const { facts } = await failureOf(request());
        assert.deepEqual(facts.page, { ...headers, title: 'Sign in & go on' });
      }
    });

  it('keeps no credential it repeats, and no more than a line', async () => {
    const server = await net.serve(page(403, `${secret} ${'long '.repeat(100)}`, { via: `1.1 ${secret}` }));
    const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
    assert.deepEqual([facts.page?.server, facts.page?.via], [undefined, '1.1 [credential]']);
    assert.ok((facts.page?.title ?? '').length <= 220 && !JSON.stringify(facts).includes(secret));
  });

  it('is none where data comes', async () => {
    const server = await net.serve((_, response) => response.writeHead(404).end('{"message":"404 Not Found"}'));
    const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
    assert.equal(facts.page, undefined);
  });

  it('that a redirect leads to is named by its address', async () => {
    const location = 'https://sso.example.com/login?return=secret';
    const server = await net.serve((_, response) => response.writeHead(302, { location }).end());
    const { facts } = await failureOf(connect(net, server.origin).client.send(getUser, {}));
    assert.deepEqual([facts.failure, facts.page], ['redirected', { signIn: 'https://sso.example.com/login' }]);
  });
});

describe('the words about a failure', () => {
  const net = loopback();

  it('are asked for once the failure is known, and are in its error without credentials', async () => {
    const settings = { proxy: `127.0.0.1:${await net.unusedPort()}` };
    const { transport } = connect(net, 'https://gitlab.invalid', { settings });
    const asked: unknown[] = [];
    transport.sentenceOf = async ({ connection }) => {
      asked.push(connection?.problem);
      return `It failed with ${secret}.`;
    };
    const { facts } = await failureOf(connect(net, 'https://gitlab.invalid', { transport }).client.send(getUser, {}));
    assert.deepEqual([facts.sentence, asked.at(-1)], ['It failed with [credential].', 'refused']);
  });

  it('that cannot be loaded hide no failure', async () => {
    const settings = { proxy: `127.0.0.1:${await net.unusedPort()}` };
    const { transport } = connect(net, 'https://gitlab.invalid', { settings });
    transport.sentenceOf = () => Promise.reject(new Error('no such file'));
    const { facts } = await failureOf(connect(net, 'https://gitlab.invalid', { transport }).client.send(getUser, {}));
    assert.deepEqual([facts.sentence, facts.failure], [undefined, 'unreachable']);
  });
});
