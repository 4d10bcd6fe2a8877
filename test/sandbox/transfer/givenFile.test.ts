import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { givenFile } from '../../../src/sandbox/transfer/givenFile.ts';
import { exported } from './transferring.ts';
import { withSandbox } from '../driving.ts';

describe('givenFile', () => {
  const modified = 'Sat, 21 Nov 2026 12:00:00 GMT';
  let folder = '';
  let file = '';

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'graft-given-'));
    file = path.join(folder, 'a.tar.gz');
    await writeFile(file, '0123456789');
    await utimes(file, new Date(modified), new Date(modified));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const given = async (asked: Readonly<Record<string, string>>) => {
    const { status, headers, body } = await givenFile(file, 'a.tar.gz', asked);
    const text = body === undefined ? '' : Buffer.concat(await body().toArray()).toString();
    return { status, text, range: headers['content-range'], length: headers['content-length'], headers };
  };

  it('gives the whole with its length and time', async () => {
    const { status, text, length, headers } = await given({});
    assert.deepEqual([status, text, length, headers['last-modified']], [200, '0123456789', '10', modified]);
  });

  for (const [what, asked, expected] of [
    ['the rest', { range: 'bytes=4-' }, [206, '456789', 'bytes 4-9/10', '6']],
    ['the rest of the same file', { range: 'bytes=4-', 'if-range': modified }, [206, '456789', 'bytes 4-9/10', '6']],
    ['the whole of another file', { range: 'bytes=4-', 'if-range': '"x"' }, [200, '0123456789', undefined, '10']],
    ['the whole for what it does not know', { range: 'bytes=-4' }, [200, '0123456789', undefined, '10']],
    ['nothing beyond the end', { range: 'bytes=10-' }, [416, '', 'bytes */10', '0']],
  ] as const) {
    it(`gives ${what}`, async () => {
      const { status, text, range, length } = await given(asked);
      assert.deepEqual([status, text, range, length], [...expected]);
    });
  }
});

describe('X3 for the rest of an archive', () => {
  const run = withSandbox({ jobDelayMs: 0 });

  it('answers 206 as long as it is the same archive', async () => {
    const { sandbox } = run();
    const whole = await exported(sandbox, '/projects/102');
    const address = `${sandbox.url}/api/v4/projects/102/export/download`;
    const token = { 'PRIVATE-TOKEN': sandbox.tokens.maintainer };
    const head = await fetch(address, { headers: token });
    await head.body?.cancel();
    const ifRange = head.headers.get('last-modified') ?? '';
    const rest = await fetch(address, { headers: { ...token, range: 'bytes=100-', 'if-range': ifRange } });
    assert.equal(rest.status, 206);
    assert.ok(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(100)));
  });
});
