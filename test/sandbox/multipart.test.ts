import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FormError, receiveForm } from '../../src/sandbox/multipart.ts';
import { within } from '../support/poll.ts';
import { withSandbox, type Driven } from './driving.ts';
import { form, postForm } from './transfer/transferring.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const boundary = 'graft-boundary';
const part = (name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const filePart = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.tar.gz"\r\nContent-Type: application/gzip\r\n\r\n`;
const end = `\r\n--${boundary}--\r\n`;

const receivedFolder = ({ sandbox }: Driven): string => {
  const world = sandbox.repository.slice(0, sandbox.repository.indexOf('/repositories/'));
  return join(world, 'transfers', 'work', 'received');
};

const received = (driven: Driven): string[] => {
  const folder = receivedFolder(driven);
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('forms with files', () => {
  const run = withSandbox({ jobDelayMs: 0 });
  const send = (
    path = '/projects/import',
    token = run().sandbox.tokens.maintainer,
  ): { outgoing: ReturnType<typeof request>; answer: Promise<IncomingMessage> } => {
    const outgoing = request(`${run().sandbox.url}/api/v4${path}`, {
      method: 'POST',
      headers: { 'private-token': token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    const answer = new Promise<IncomingMessage>((resolve, reject) =>
      outgoing.once('response', resolve).once('error', reject),
    );
    return { outgoing, answer };
  };

  it('go straight to disk: memory stays as it is', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 7);
    const megabytes = 256;
    const base = process.memoryUsage().arrayBuffers;
    let most = 0;
    const body = function* (): Generator<string | Buffer> {
      yield part('path', 'big');
      yield filePart;
      for (let sent = 0; sent < megabytes; sent += 1) {
        if (sent % 16 === 0) {
          collect();
          most = Math.max(most, process.memoryUsage().arrayBuffers - base);
        }
        yield chunk;
      }
      yield end;
    };
    const { outgoing, answer } = send();
    await pipeline(Readable.from(body()), outgoing);
    const response = await answer;
    assert.equal(response.statusCode, 201, await text(response));
    assert.ok(most < (megabytes * 1024 * 1024) / 4, `${most} bytes were held`);
    await run().sandbox.jobsSettled();
    assert.deepEqual(received(run()), []);
  });

  for (const [what, status, path, token] of [
    ['for an address that is not there', 404, '/projects/nowhere/at/all', undefined],
    ['of somebody the server does not know', 401, undefined, 'unknown'],
  ] as const) {
    it(`${what} are answered before they are received`, async () => {
      const { outgoing, answer } = send(path, token);
      outgoing.write(part('path', 'x') + filePart + 'x'.repeat(100_000));
      const response = await answer;
      assert.equal(response.statusCode, status);
      response.resume();
      assert.deepEqual(received(run()), []);
      outgoing.destroy();
    });
  }

  it('hold 64 MB in their fields at most', async () => {
    const { outgoing, answer } = send();
    const field = part('path', 'x'.repeat(1_000_000));
    await pipeline(Readable.from(Array.from({ length: 70 }, () => field)), outgoing);
    const response = await answer;
    assert.deepEqual(
      [response.statusCode, await text(response)],
      [413, '{"error":"The fields of a form may have 67108864 bytes together."}'],
    );
  });

  it('leave nothing behind when they are cut off', async () => {
    const { outgoing, answer } = send();
    outgoing.write(part('path', 'cut') + filePart + 'x'.repeat(100_000));
    await new Promise<void>((resolve) => outgoing.end('y', resolve));
    const response = await answer;
    assert.equal(response.statusCode, 400);
    response.resume();
    assert.deepEqual(received(run()), []);
  });

  it('are given up when the sender has gone before they are looked at', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'graft-forms-'));
    const ended = new Promise<unknown>((resolve) => {
      const server = createServer((incoming) => {
        incoming.once('close', () => {
          resolve(receiveForm(incoming, { folder, largestFile: 1 }).catch((error: unknown) => error));
          server.close();
        });
        outgoing.destroy();
      });
      let outgoing: ReturnType<typeof request>;
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': '100000' };
        outgoing = request({ port, method: 'POST', headers }).on('error', () => {});
        outgoing.write(part('path', 'gone') + filePart);
      });
    });
    try {
      assert.ok((await within(ended, 5_000)) instanceof FormError);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('are refused when they are none', async () => {
    const response = await fetch(`${run().sandbox.url}/api/v4/projects/import`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': run().sandbox.tokens.maintainer, 'content-type': 'multipart/form-data' },
      body: 'x',
    });
    assert.equal(response.status, 400);
  });

  it('nest their fields', async () => {
    const { status, json } = await postForm<{ error: string }>(
      run().sandbox,
      '/projects/import',
      form({ path: 'x', 'override_params[description][deep]': 'no' }, Buffer.from('x')),
    );
    assert.equal(status, 400);
    assert.match(json.error, /override_params\[description\] is invalid/);
  });
});

describe('a form that the disk does not take', () => {
  const errors: unknown[] = [];
  const run = withSandbox({ onError: (error) => errors.push(error) });

  it('is an error of the sandbox, which says so, and not of its sender', async () => {
    const folder = receivedFolder(run());
    mkdirSync(dirname(folder), { recursive: true });
    rmSync(folder, { recursive: true, force: true });
    // blocks the folder
    writeFileSync(folder, '');
    const { status, json } = await postForm(run().sandbox, '/projects/import', form({ path: 'x' }, Buffer.from('x')));
    assert.deepEqual([status, json], [500, { message: '500 Internal Server Error' }]);
    assert.deepEqual(
      errors.map((error) => (error as NodeJS.ErrnoException).code),
      ['EEXIST'],
    );
  });
});
