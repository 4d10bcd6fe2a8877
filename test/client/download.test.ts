import assert from 'node:assert/strict';
import { openDownload } from '../../src/client/download.ts';
import type { TransportResponse } from '../../src/client/transport.ts';
import { deleteDraftNote, publishAllDraftNotes, publishDraftNote } from '../../src/wire/draftNotes.ts';
import { importGithubGists } from '../../src/wire/externalImport.ts';
import { deleteMemberRole } from '../../src/wire/memberRoles.ts';
import { approveMergeRequest } from '../../src/wire/mergeRequestReview.ts';
import { downloadProjectExport } from '../../src/wire/projectTransfer.ts';
import { answerJson, connect, failureOf, secret, signal } from './connect.ts';
import { loopback } from './loopback.ts';

const project = { id: 'group/project' };
const megabyte = 1024 * 1024;

const everything = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
};

describe('a download', () => {
  const net = loopback();

  it('gives length and name ahead, and the bytes as they are stored', async () => {
    const stored = Buffer.from([0x1f, 0x8b, 0, 255, 10]);
    const server = await net.serve((_, response) =>
      response
        .writeHead(200, {
          'content-length': stored.length,
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="2026-11-21_export.tar.gz"',
          // object stores name this encoding for archives that are gzip themselves
          'content-encoding': 'gzip',
        })
        .end(stored),
    );
    const download = await connect(net, server.origin).client.send(downloadProjectExport, project);
    assert.deepEqual([download.status, download.sizeBytes, download.fileName], [200, 5, '2026-11-21_export.tar.gz']);
    assert.deepEqual(await everything(download.body), stored);
    assert.deepEqual(
      server.received.map(({ headers }) => [headers.accept, headers['accept-encoding']]),
      [['*/*', 'identity']],
    );
  });

  it('is followed to another server, without the token', async () => {
    const other = await net.serve((_, response) => response.end('stored'));
    const server = await net.serve((_, response) =>
      response.writeHead(302, { location: `${other.origin}/bucket/export?signature=abc` }).end(),
    );
    const download = await connect(net, server.origin).client.send(downloadProjectExport, project);
    assert.equal((await everything(download.body)).toString(), 'stored');
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${secret}`);
    assert.equal(other.received[0]?.target, '/bucket/export?signature=abc');
    assert.doesNotMatch(JSON.stringify(other.received), new RegExp(secret));
  });

  it('comes no faster than it is read', async () => {
    let sent = 0;
    const part = Buffer.alloc(megabyte);
    const server = await net.serveStreaming((_, response) => {
      response.writeHead(200, { 'content-length': 200 * megabyte });
      const send = (): void => {
        while (sent < 200 && !response.destroyed) {
          sent += 1;
          if (!response.write(part)) {
            response.once('drain', send);
            return;
          }
        }
        response.end();
      };
      send();
    });
    // a slow reader must not count as a silent server
    const { client } = connect(net, server.origin, { patienceMs: 100 });
    const download = await client.send(downloadProjectExport, project);
    let received = 0;
    for await (const bytes of download.body) {
      if (received === 0) await new Promise((resolve) => setTimeout(resolve, 300));
      if (received === 0) assert.ok(sent < 50, `${sent} MB were sent to a reader that waits`);
      received += bytes.length;
    }
    assert.equal(received, 200 * megabyte);
  });

  for (const [what, head, failure] of [
    ['is cut', 'content-length: 100', 'unreachable'],
    ['is cut without a length', 'transfer-encoding: chunked', 'unreachable'],
  ] as const) {
    it(`that ${what} ends in an error, and is not asked for again`, async () => {
      const server = await net.serveRaw((socket) =>
        socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${head.startsWith('t') ? '5\r\nabcde' : 'abcde'}`),
      );
      const download = await connect(net, server.origin).client.send(downloadProjectExport, project);
      const { facts } = await failureOf(everything(download.body));
      assert.deepEqual([facts.failure, facts.outcome, facts.reference], [failure, 'unknown', 'X3']);
      assert.equal(server.requestLines.length, 1);
    });
  }

  it('that falls silent ends in a time-out', async () => {
    const server = await net.serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'));
    const { client } = connect(net, server.origin, { patienceMs: 50 });
    const download = await client.send(downloadProjectExport, project);
    assert.equal((await failureOf(everything(download.body))).facts.failure, 'timeout');
  });

  it('ends when its caller gives it up, before and within the body', async () => {
    const closed = signal();
    const server = await net.serveStreaming((_, response) => {
      response.on('close', () => closed.give());
      response.writeHead(200, { 'content-length': 100 }).write('abc');
    });
    const controller = new AbortController();
    const { client } = connect(net, server.origin);
    const download = await client.send(downloadProjectExport, project, { signal: controller.signal });
    controller.abort();
    const { facts } = await failureOf(everything(download.body));
    assert.deepEqual([facts.failure, facts.detail], ['cancelled', 'cancelled']);
    await closed.promise;
  });

  it('that is cancelled unread ends the connection', async () => {
    const closed = signal();
    const server = await net.serveStreaming((_, response) => {
      response.on('close', () => closed.give());
      response.writeHead(200, { 'content-length': 100 }).write('abc');
    });
    const download = await connect(net, server.origin).client.send(downloadProjectExport, project);
    await download.cancel();
    await closed.promise;
  });

  it('is not shared with another that asks at the same time', async () => {
    const server = await net.serve((_, response) => response.end('archive'));
    const { client } = connect(net, server.origin);
    const both = await Promise.all([
      client.send(downloadProjectExport, project),
      client.send(downloadProjectExport, project),
    ]);
    for (const { body } of both) assert.equal((await everything(body)).toString(), 'archive');
    assert.equal(server.received.length, 2);
  });

  it('is asked for again while its head fails, but not when the server limits it', async () => {
    let count = 0;
    const server = await net.serve((_, response) => {
      count += 1;
      if (count === 1) response.writeHead(503).end();
      else response.writeHead(429, { 'content-type': 'application/json' }).end('{"message":{"error":"Too many"}}');
    });
    const { facts } = await failureOf(connect(net, server.origin).client.send(downloadProjectExport, project));
    assert.deepEqual([facts.failure, facts.serverMessage, count], ['rateLimited', 'Too many', 2]);
  });

  it('that is not ready is a refusal with the words of the server', async () => {
    const server = await net.serve((_, response) =>
      answerJson(response, { message: '404 Not found or has expired' }, { status: 404 }),
    );
    const { facts } = await failureOf(connect(net, server.origin).client.send(downloadProjectExport, project));
    assert.deepEqual([facts.failure, facts.serverMessage], ['notFound', '404 Not found or has expired']);
  });
});

describe('openDownload', () => {
  const response = (headers: Record<string, string>): TransportResponse => ({
    status: 200,
    headers,
    body: (async function* () {
      yield Buffer.from('12345');
    })(),
    cancel: async () => undefined,
  });

  for (const [disposition, name] of [
    ['attachment; filename="a b.tar.gz"', 'a b.tar.gz'],
    ['attachment; filename=a.tar.gz', 'a.tar.gz'],
    ['attachment; filename="x.gz"; filename*=UTF-8\'\'gr%C3%BC%C3%9Fe.gz', 'grüße.gz'],
    ['attachment; filename="x.gz"; filename*=UTF-8\'\'%ZZ', 'x.gz'],
    ['attachment; filename="../../etc/passwd"', undefined],
    ["attachment; filename*=UTF-8''..%2Fx", undefined],
    ['attachment; filename="..\\x"', undefined],
    ['attachment; filename=".."', undefined],
    ['attachment; filename="a\u0007b"', undefined],
    ['attachment; filename=""', undefined],
    ['attachment', undefined],
    ['', undefined],
  ] as const) {
    it(`reads ${name ?? 'no name'} from ${JSON.stringify(disposition)}`, () => {
      assert.equal(openDownload(response({ 'content-disposition': disposition }), () => new Error()).fileName, name);
    });
  }

  it('fails when more or less comes than was announced, whatever the transport thinks of it', async () => {
    for (const length of ['4', '6']) {
      const answer = response({ 'content-length': length });
      const download = openDownload(answer, (cause) => new Error('failed', { cause }));
      await assert.rejects(everything(download.body), (error: Error) =>
        /5 of \d bytes came/.test((error.cause as Error).message),
      );
    }
  });
});

describe('an answer nobody reads', () => {
  const net = loopback();

  it('is success when it holds a bare number', async () => {
    const server = await net.serveRaw((socket) =>
      socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 3\r\n\r\n202'),
    );
    const { client, records } = connect(net, server.origin);
    assert.equal(await client.send(importGithubGists, { personal_access_token: 'x' }), undefined);
    assert.deepEqual(
      records.map(({ result }) => result),
      [202],
    );
  });

  it('is no success when it is a web page: nobody knows what became of the change', async () => {
    const server = await net.serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Sign in</title>'),
    );
    const { client } = connect(net, server.origin);
    const place = { id: 1, merge_request_iid: 1 };
    for (const sending of [
      client.send(publishDraftNote, { ...place, draft_note_id: 1 }),
      client.send(deleteDraftNote, { ...place, draft_note_id: 1 }),
      client.send(approveMergeRequest, place),
    ]) {
      const { facts } = await failureOf(sending);
      assert.deepEqual([facts.failure, facts.outcome, facts.status], ['signInNeeded', 'unknown', 200]);
    }
  });

  it('is no success when there is a body where none belongs', async () => {
    const server = await net.serve((_, response) => answerJson(response, { error: 'Sign in first' }));
    const { client } = connect(net, server.origin);
    const { facts } = await failureOf(client.send(publishAllDraftNotes, { id: 1, merge_request_iid: 1 }));
    assert.deepEqual([facts.failure, facts.outcome], ['brokenContract', 'unknown']);
  });

  it('is success when it is empty, and leaves the connection usable', async () => {
    const sockets = new Set<unknown>();
    const server = await net.serve((_, response) => {
      sockets.add(response.socket);
      response.writeHead(204).end();
    });
    const { client } = connect(net, server.origin);
    for (let count = 0; count < 5; count += 1) await client.send(deleteMemberRole, { id: 1, member_role_id: 2 });
    assert.ok(sockets.size <= 2, `${sockets.size} connections`);
  });
});
