import { Busboy } from '@fastify/busboy';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type http from 'node:http';
import type { TransferProgress } from '../../src/client/transport.ts';
import { importGroup } from '../../src/wire/groupTransfer.ts';
import type { UploadFile } from '../../src/wire/parameters.ts';
import { importProject } from '../../src/wire/projectTransfer.ts';
import { answerJson, connect, failureOf, signal } from './connect.ts';
import { loopback } from './loopback.ts';

const megabyte = 1024 * 1024;
const accepted = { message: '202 Accepted' };

/** `lie` may contradict the parts' size. */
const fileOf = (parts: readonly (Uint8Array | string)[], lie: Partial<UploadFile> = {}): UploadFile => {
  const buffers = parts.map((part) => Buffer.from(part));
  return {
    name: 'export.tar.gz',
    size: buffers.reduce((sum, { length }) => sum + length, 0),
    async *open() {
      yield* buffers;
    },
    ...lie,
  };
};

interface Part {
  readonly name: string;
  readonly value: string;
  readonly fileName?: string;
  readonly type?: string;
}

/** Parsed by a third-party library. */
const partsOf = async (request: http.IncomingMessage): Promise<readonly Part[]> => {
  const parts: Part[] = [];
  const parser = new Busboy({ headers: request.headers as http.IncomingHttpHeaders & { 'content-type': string } });
  const files: Promise<void>[] = [];
  parser.on('field', (name, value) => parts.push({ name, value }));
  parser.on('file', (name, stream, fileName, _, type) => {
    files.push(
      (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        parts.push({ name, value: Buffer.concat(chunks).toString('latin1'), fileName, type });
      })(),
    );
  });
  request.pipe(parser);
  await once(parser, 'finish');
  await Promise.all(files);
  return parts;
};

describe('a multipart body', () => {
  const net = loopback();

  it('carries fields and the file as another parser reads them, with its exact length', async () => {
    const read = signal<readonly Part[]>();
    let headers: http.IncomingHttpHeaders = {};
    const server = await net.serveStreaming((request, response) => {
      headers = request.headers;
      void partsOf(request).then((parts) => {
        read.give(parts);
        answerJson(
          response,
          { id: 1, name: 'p', path: 'p', path_with_namespace: 'g/p', import_status: 'scheduled' },
          { status: 201 },
        );
      });
    });
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45, 31, 139]);
    const answer = await connect(net, server.origin).client.send(importProject, {
      path: 'grüße "1"\r\n--x',
      file: fileOf([bytes, 'more'], { name: 'a "b"\r\nüx.tar.gz' }),
      namespace: 'group/sub',
      overwrite: true,
      override_params: { description: 'Ü', visibility: 'private', 'odd"key': null },
    });
    assert.equal(answer.import_status, 'scheduled');
    assert.deepEqual(
      [...(await read.promise)].sort((a, b) => a.name.localeCompare(b.name)),
      [
        {
          name: 'file',
          value: `${bytes.toString('latin1')}more`,
          fileName: 'a %22b%22%0D%0Aüx.tar.gz',
          type: 'application/octet-stream',
        },
        { name: 'namespace', value: 'group/sub' },
        { name: 'override_params[description]', value: 'Ü' },
        { name: 'override_params[odd%22key]', value: '' },
        { name: 'override_params[visibility]', value: 'private' },
        { name: 'overwrite', value: 'true' },
        { name: 'path', value: 'grüße "1"\r\n--x' },
      ],
    );
    // with a wrong length there would be no answer
    assert.match(headers['content-length'] ?? '', /^\d+$/);
    assert.equal(headers['transfer-encoding'], undefined);
  });

  it('of 300 MB passes within flat memory and says how far it is', async () => {
    const part = Buffer.alloc(64 * 1024, 7);
    const count = (300 * megabyte) / part.length;
    let received = 0;
    const server = await net.serveStreaming((request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
        // releases received data, which is not to be measured
        if (chunk.length === chunk.buffer.byteLength) structuredClone(chunk.buffer, { transfer: [chunk.buffer] });
      });
      request.on('end', () => answerJson(response, accepted, { status: 202 }));
    });
    const before = process.memoryUsage().rss;
    let highest = before;
    const progress: TransferProgress[] = [];
    await connect(net, server.origin).client.send(
      importGroup,
      {
        name: 'g',
        path: 'g',
        file: fileOf([], {
          size: part.length * count,
          async *open() {
            for (let index = 0; index < count; index += 1) yield part;
          },
        }),
      },
      {
        progress(now) {
          progress.push(now);
          highest = Math.max(highest, process.memoryUsage().rss);
        },
      },
    );
    assert.ok(highest - before < 100 * megabyte, `memory grew by ${Math.round((highest - before) / megabyte)} MB`);
    const last = progress.at(-1);
    assert.deepEqual([last?.doneBytes, last?.totalBytes], [received, received]);
    assert.ok(
      progress.every(({ doneBytes }, index) => index === 0 || doneBytes >= (progress[index - 1]?.doneBytes ?? 0)),
    );
    assert.ok(progress.length > count);
  }).timeout(30_000);

  it('is read no faster than the server takes it', async () => {
    const part = Buffer.alloc(megabyte);
    let given = 0;
    const stalled = signal();
    const server = await net.serveStreaming((request) => {
      request.pause();
      stalled.give();
    });
    const controller = new AbortController();
    const upload = failureOf(
      connect(net, server.origin).client.send(
        importGroup,
        {
          name: 'g',
          path: 'g',
          file: fileOf([], {
            size: 200 * megabyte,
            async *open() {
              for (let index = 0; index < 200; index += 1) {
                given += 1;
                yield part;
              }
            },
          }),
        },
        { signal: controller.signal },
      ),
    );
    await stalled.promise;
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    controller.abort();
    const { facts } = await upload;
    assert.deepEqual([facts.failure, facts.outcome], ['cancelled', 'notSent']);
    assert.ok(given < 50, `${given} MB were read from the file`);
  });

  for (const [what, file, says] of [
    ['is shorter than announced', fileOf(['abc'], { size: 10 }), /has 3 of the 10 bytes/],
    ['is longer than announced', fileOf(['abc', 'defghijklmn'], { size: 10 }), /longer than the 10 bytes/],
    [
      'cannot be opened',
      fileOf(['abc'], {
        open: () => {
          throw Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });
        },
      }),
      /could not be read: ENOENT/,
    ],
    [
      'breaks while it is read',
      fileOf([], {
        size: 10,
        async *open() {
          yield Buffer.from('abc');
          throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
        },
      }),
      /could not be read: EIO/,
    ],
  ] as const) {
    it(`was not sent when the file ${what}: the server never has a whole request`, async () => {
      let whole = 0;
      const ended = signal();
      const server = await net.serveStreaming((request) => {
        request.resume();
        request.on('end', () => (whole += 1));
        request.on('close', () => ended.give());
      });
      const { client, records } = connect(net, server.origin);
      const { facts } = await failureOf(client.send(importGroup, { name: 'g', path: 'g', file }));
      assert.deepEqual([facts.failure, facts.outcome, records.length], ['invalidParameters', 'notSent', 1]);
      assert.match(facts.detail ?? '', says);
      await ended.promise;
      assert.equal(whole, 0);
    });
  }

  it('that is cut off half-way was sent once, and the server never had a whole request', async () => {
    let opened = 0;
    let requests = 0;
    const server = await net.serveStreaming((request) => {
      requests += 1;
      let received = 0;
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > 5 * megabyte) request.socket.resetAndDestroy();
      });
    });
    const { client, records } = connect(net, server.origin);
    const { facts } = await failureOf(
      client.send(importGroup, {
        name: 'g',
        path: 'g',
        file: fileOf([], {
          size: 50 * megabyte,
          async *open() {
            opened += 1;
            for (let index = 0; index < 50; index += 1) yield Buffer.alloc(megabyte);
          },
        }),
      }),
    );
    assert.deepEqual([facts.failure, facts.outcome], ['unreachable', 'notSent']);
    const [, sent, total] = /; (\d+) of (\d+) bytes had been sent$/.exec(facts.detail ?? '') ?? [];
    assert.ok(Number(sent) > 5 * megabyte && Number(sent) < 50 * megabyte, facts.detail);
    assert.ok(Number(total) > 50 * megabyte, facts.detail);
    assert.deepEqual([requests, opened, records.length], [1, 1, 1]);
  });

  it('that is cut off after its last byte may have been carried out', async () => {
    const server = await net.serveStreaming((request) => {
      request.resume();
      request.on('end', () => request.socket.resetAndDestroy());
    });
    const { facts } = await failureOf(
      connect(net, server.origin).client.send(importGroup, { name: 'g', path: 'g', file: fileOf(['abc']) }),
    );
    assert.deepEqual([facts.failure, facts.outcome], ['unreachable', 'unknown']);
  });

  it('lets go of its file when it is given up', async () => {
    const closed = signal();
    const controller = new AbortController();
    const server = await net.serveStreaming((request) => {
      request.on('data', () => controller.abort());
    });
    const upload = connect(net, server.origin).client.send(
      importGroup,
      {
        name: 'g',
        path: 'g',
        file: fileOf([], {
          size: 100 * megabyte,
          async *open() {
            try {
              for (let index = 0; index < 100; index += 1) yield Buffer.alloc(megabyte);
            } finally {
              closed.give();
            }
          },
        }),
      },
      { signal: controller.signal },
    );
    const { facts } = await failureOf(upload);
    assert.deepEqual([facts.failure, facts.outcome], ['cancelled', 'notSent']);
    await closed.promise;
  });

  it('that the server refuses before it has come is refused with the words of the server', async () => {
    const server = await net.serveStreaming((request, response) => {
      response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
      response.end('{"message":"413 Request Entity Too Large"}');
      request.resume();
    });
    const { facts } = await failureOf(
      connect(net, server.origin).client.send(importGroup, {
        name: 'g',
        path: 'g',
        file: fileOf(Array.from({ length: 20 }, () => Buffer.alloc(megabyte))),
      }),
    );
    assert.deepEqual([facts.outcome, facts.status], ['answered', 413]);
  });

  it('takes no form in its place', async () => {
    const server = await net.serve((_, response) => answerJson(response, accepted, { status: 202 }));
    const { facts } = await failureOf(
      connect(net, server.origin).client.send(
        importGroup,
        { name: 'g', path: 'g', file: fileOf(['x']) },
        { encoding: 'form' },
      ),
    );
    assert.deepEqual([facts.failure, facts.outcome, server.received.length], ['invalidParameters', 'notSent', 0]);
  });
});
