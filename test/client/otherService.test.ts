import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { RequestRecord } from '../../src/client/client.ts';
import { type OtherAnswer, readOtherService } from '../../src/client/otherService.ts';
import { directConnections } from '../../src/client/transport.ts';
import { createUndiciTransport } from '../../src/client/undici/undiciTransport.ts';
import { answerJson, failureOf } from './connect.ts';
import { loopback } from './loopback.ts';

const secret = 'ghp_OtherSecret0123456789';

describe('reading another service', () => {
  const servers = loopback();

  const read = (
    baseUrl: string,
    path: string,
    { token = secret, records = [] }: { readonly token?: string; readonly records?: RequestRecord[] } = {},
  ): Promise<OtherAnswer> => {
    const transport = createUndiciTransport(directConnections);
    servers.defer(() => transport.close());
    return readOtherService(
      {
        name: 'Elsewhere',
        baseUrl,
        secret: token,
        authorization: (given) => `Bearer ${given}`,
        accept: 'application/json',
        transport: async () => transport,
        record: (request) => records.push(request),
      },
      path,
    );
  };

  it('gives what came with any status, sent with the credential and once', async () => {
    const server = await servers.serve((_, response) => answerJson(response, { message: 'busy' }, { status: 503 }));
    const records: RequestRecord[] = [];
    const answer = await read(`${server.origin}/api`, '/user?page=2', { records });
    assert.deepEqual([answer.status, answer.body], [503, { message: 'busy' }]);
    assert.deepEqual(
      server.received.map(({ method, target, headers }) => [method, target, headers.authorization]),
      [['GET', '/api/user?page=2', `Bearer ${secret}`]],
    );
    assert.deepEqual(
      records.map(({ reference, address, result }) => [reference, address, result]),
      [['Elsewhere', `${server.origin}/api/user`, 503]],
    );
  });

  it('unpacks, and takes a page or nothing for no data', async () => {
    const server = await servers.serve(({ target }, response) => {
      if (target === '/packed') {
        const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
        response.writeHead(200, headers).end(gzipSync('{"a":1}'));
      } else if (target === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>');
      else response.writeHead(204).end();
    });
    assert.deepEqual((await read(server.origin, '/packed')).body, { a: 1 });
    assert.equal((await read(server.origin, '/page')).body, undefined);
    assert.equal((await read(server.origin, '/nothing')).body, undefined);
  });

  it('does not follow a redirect to another origin, nor for ever, nor one to nowhere', async () => {
    const other = await servers.serve((_, response) => answerJson(response, {}));
    const server = await servers.serve(({ target }, response) => {
      const location = target === '/away' ? `${other.origin}/` : target === '/round' ? '/round' : undefined;
      response.writeHead(302, location === undefined ? {} : { location }).end();
    });
    for (const path of ['/away', '/round', '/nowhere']) {
      const { facts } = await failureOf(read(server.origin, path));
      assert.equal(facts.failure, 'redirected', path);
    }
    assert.deepEqual(other.received, []);
    assert.equal(server.received.filter(({ target }) => target === '/round').length, 6);
  });

  it('says which failure it was when no answer came, without the credential', async () => {
    const cut = await servers.serveRaw((socket) => socket.destroy());
    const gone = await failureOf(read(cut.origin, '/user'));
    assert.equal(gone.facts.failure, 'unreachable');
    const records: RequestRecord[] = [];
    const nowhere = await failureOf(read(`http://127.0.0.1:${await servers.unusedPort()}`, '/user', { records }));
    assert.deepEqual([nowhere.facts.failure, nowhere.facts.outcome], ['unreachable', 'notSent']);
    const bad = await failureOf(read(cut.origin, '/user', { token: 'with a space' }));
    assert.equal(bad.facts.outcome, 'notSent');
    assert.doesNotMatch(`${gone.stack} ${nowhere.stack} ${JSON.stringify(records)}`, /OtherSecret/);
  });

  it('gives up a body that is too long', async () => {
    const server = await servers.serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(17 * 1024 * 1024)}"`);
    });
    assert.equal((await failureOf(read(server.origin, '/long'))).facts.failure, 'tooLarge');
  });
});
