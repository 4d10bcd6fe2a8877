import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestRecord } from '../../../../src/client/client.ts';
import { RequestError } from '../../../../src/client/errors.ts';
import { describeRemoteFile } from '../../../../src/client/remoteFile.ts';
import { directConnections, type Transport } from '../../../../src/client/transport.ts';
import { createUndiciTransport } from '../../../../src/client/undici/undiciTransport.ts';
import { withoutQueries } from '../../../../src/model/withoutQueries.ts';
import { shownAddress } from '../../../../src/model/transfers/imports/addresses.ts';
import {
  addressProblem,
  expiryOf,
  knownExpired,
  remoteProblem,
} from '../../../../src/model/transfers/imports/remoteArchive.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('an archive at an address', () => {
  let server: Server;
  let base: string;
  let transport: Transport;
  let asked: { readonly method: string | undefined; readonly headers: IncomingMessage['headers'] }[] = [];

  before(async () => {
    transport = createUndiciTransport({ ...directConnections, systemCertificates: false });
    server = createServer((request, response) => {
      asked.push({ method: request.method, headers: request.headers });
      const { pathname } = new URL(request.url ?? '/', 'http://x');
      const isHead = request.method === 'HEAD';
      const gzip = { 'content-type': 'application/gzip' };
      if (pathname === '/good') response.writeHead(200, { ...gzip, 'content-length': '1000' }).end();
      else if (pathname === '/large')
        response.writeHead(200, { ...gzip, 'content-length': String(12 * 1024 ** 3) }).end();
      else if (pathname === '/empty') response.writeHead(200, { ...gzip, 'content-length': '0' }).end();
      else if (pathname === '/page')
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': '9' }).end();
      else if (pathname === '/endless')
        response.writeHead(200, { ...gzip, 'transfer-encoding': 'chunked' }).end(isHead ? undefined : 'xx');
      else if (pathname === '/moved') response.writeHead(302, { location: '/good?secret=1' }).end();
      else if (pathname === '/signed' && !isHead)
        response.writeHead(206, { ...gzip, 'content-range': 'bytes 0-0/4321', 'content-length': '1' }).end('x');
      else if (pathname === '/expired')
        response
          .writeHead(403)
          .end(isHead ? undefined : '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>');
      else if (pathname === '/closed' || pathname === '/signed') response.writeHead(403).end();
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => (asked = []));
  after(async () => {
    await transport.close();
    await new Promise((resolve) => server.close(resolve));
  });

  const problem = async (path: string): Promise<unknown> => {
    const address = new URL(base + path);
    const { signal } = new AbortController();
    return remoteProblem(await describeRemoteFile(address, { transport: async () => transport, signal }), address, now);
  };

  it('is good when servers will take it, and is asked without any token', async () => {
    assert.equal(await problem('/good?X-Amz-Signature=abc'), undefined);
    assert.deepEqual(
      asked.map(({ method }) => method),
      ['HEAD'],
    );
    assert.equal(asked[0]?.headers.authorization, undefined);
  });

  it('that is signed for GET alone is asked for its first byte', async () => {
    assert.equal(await problem('/signed'), undefined);
    assert.deepEqual(
      asked.map(({ method }) => method),
      ['HEAD', 'GET'],
    );
    assert.equal(asked[1]?.headers.range, 'bytes=0-0');
  });

  it('is told to have expired, to be missing, too large, of another type', async () => {
    assert.deepEqual(await problem('/expired'), { kind: 'expired', at: undefined });
    assert.deepEqual(await problem('/closed'), { kind: 'refused', status: 403, words: undefined });
    assert.deepEqual(await problem('/nothing'), { kind: 'missing', status: 404 });
    assert.deepEqual(await problem('/large'), {
      kind: 'tooLarge',
      sizeBytes: 12 * 1024 ** 3,
      limitBytes: 10 * 1024 ** 3,
    });
    assert.deepEqual(await problem('/empty'), { kind: 'empty' });
    assert.deepEqual(await problem('/page'), { kind: 'type', type: 'text/html' });
    assert.deepEqual(await problem('/endless'), { kind: 'noLength' });
    assert.deepEqual(await problem('/moved'), { kind: 'redirects', to: `${base}/good` });
  });

  it('says itself when it stops working', () => {
    const amazon = new URL(
      'https://b.s3.amazonaws.com/k?X-Amz-Date=20261121T110000Z&X-Amz-Expires=600&X-Amz-Signature=s',
    );
    assert.equal(expiryOf(amazon)?.toISOString(), '2026-11-21T11:10:00.000Z');
    assert.equal(knownExpired(amazon, now)?.kind, 'expired');
    assert.equal(knownExpired(amazon, new Date('2026-11-21T11:05:00Z')), undefined);
    const google = new URL('https://storage.googleapis.com/b/k?X-Goog-Date=20261121T110000Z&X-Goog-Expires=7200');
    assert.equal(expiryOf(google)?.toISOString(), '2026-11-21T13:00:00.000Z');
    assert.equal(
      expiryOf(new URL('https://a.blob.core.windows.net/c/k?se=2026-11-21T10%3A00%3A00Z&sig=x'))?.getUTCHours(),
      10,
    );
    assert.equal(
      expiryOf(new URL('https://x/k?Expires=1795258800&Signature=x'))?.toISOString(),
      '2026-11-21T11:00:00.000Z',
    );
    assert.equal(expiryOf(new URL('https://x/k?se=ries')), undefined);
  });

  it('is a web address', () => {
    assert.equal(addressProblem(''), 'empty');
    assert.equal(addressProblem('not one'), 'notAnAddress');
    assert.equal(addressProblem('s3://bucket/key'), 'notWeb');
    assert.equal(addressProblem('https://host/key'), undefined);
  });

  it('is shown, logged and told of without its query', async () => {
    const records: RequestRecord[] = [];
    const address = new URL('http://wanda:opensesame@127.0.0.1:1/archive?X-Amz-Signature=abc#x');
    const { signal } = new AbortController();
    const record = (request: RequestRecord): number => records.push(request);
    const error = await describeRemoteFile(address, { transport: async () => transport, signal, record }).catch(
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof RequestError);
    assert.equal(error.facts.failure, 'unreachable');
    assert.doesNotMatch(JSON.stringify([error.facts, records, error.message]), /abc|opensesame|wanda/);
    assert.equal(shownAddress(address.href), 'http://127.0.0.1:1/archive');
    assert.equal(
      withoutQueries("could not open 'https://u:p@host/a/b?sig=1#x' see http://other/?q at all"),
      "could not open 'https://host/a/b' see http://other/ at all",
    );
  });
});
