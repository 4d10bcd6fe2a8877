import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Job } from './jobs.ts';
import { temporaryFolder } from './paths.ts';
import { mochaJob } from './plan.ts';
import { runPool, type PooledResult } from './pool.ts';
import { reportOf } from './report.ts';

describe('a run of jobs', function () {
  this.timeout(60_000);
  let folder: string;

  before(() => {
    folder = temporaryFolder('pool');
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const job = (part: string, name: string, text: string, needs: readonly string[] = []): Job => {
    const file = path.join(folder, `${name}.test.mjs`);
    writeFileSync(file, text);
    return mochaJob(part, name, [file], '', needs);
  };
  const passing = `it('a', () => {}); it('b', () => {});`;
  const failing = `it('c', () => { throw new Error('no'); });`;

  it('begins with what others need, whatever the order', async () => {
    const ended: string[] = [];
    const jobs = [job('e2e', 'late', passing, ['package']), job('package', 'early', passing)];
    await runPool(jobs, ({ name }) => ended.push(name));
    assert.deepEqual(ended, ['early', 'late']);
  });

  it('does not run what needs a part that failed, and counts it as failed', async () => {
    const results = await runPool(
      [job('build', 'broken', failing), job('host', 'board', passing, ['build'])],
      () => {},
    );
    assert.deepEqual(
      results.map(({ name, passed, failed }) => [name, passed, failed]),
      [
        ['broken', 0, 1],
        ['board', 0, 1],
      ],
    );
    assert.match(results[1]?.failures.join() ?? '', /not run, because build failed/);
  });

  it('ends with what failed, the slowest tests, each part, and the sum', async () => {
    const slow = `it('sleeps', () => new Promise((done) => setTimeout(done, 300)));`;
    const results: PooledResult[] = await runPool(
      [job('unit', 'slow', slow), job('unit', 'good', passing), job('e2e', 'bad', failing)],
      () => {},
    );
    const lines = reportOf(results, 90).split('\n');
    assert.ok(lines.includes('• c'));
    assert.match(lines[lines.indexOf('Slowest tests:') + 1] ?? '', /0\.[3-9] s {2}sleeps$/);
    assert.ok(lines.some((line) => /^✔ unit: 3 passed, 0 failed; [\d.]+ min in 2 processes/.test(line)));
    assert.ok(lines.some((line) => /^✘ e2e: 0 passed, 1 failed/.test(line)));
    assert.match(lines.at(-2) ?? '', /^1\.5 min/);
    assert.equal(lines.at(-1), '3 passed, 1 failed');
  });
});
