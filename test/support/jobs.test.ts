import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runJobs } from './jobs.ts';
import { temporaryFolder } from './paths.ts';
import { testJob } from './run/plan.ts';
import { reportOf, type JobResult } from './run/results.ts';

describe('jobs that run test files', function () {
  this.timeout(60_000);
  const folder = temporaryFolder('jobs');
  let results: readonly JobResult[] = [];

  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (texts: readonly string[]): Promise<JobResult[]> =>
    runJobs(
      texts.map((text, index) => {
        const file = path.join(folder, `${index}.test.mjs`);
        writeFileSync(file, text);
        return { ...testJob('unit', [file]), name: `job ${index}` };
      }),
    );

  const failing: Readonly<Record<string, readonly [text: string, reason: RegExp]>> = {
    'a failed test': [`it('a', () => {}); it('b', () => { throw new Error('no'); });`, /^b\nError: no/],
    'a crash': [`it('a', () => process.abort());`, /job \d: the tests ended \(SIGABRT\) before their results/],
    'an end in the middle that calls itself good': [`it('a', () => process.exit(0));`, /before their results/],
    'a file that cannot be loaded': [`throw new Error('broken');`, /cannot be loaded\nError: broken/],
    'a forgotten promise': [
      `it('a', async () => { void Promise.reject(new Error('lost')); await new Promise((r) => setTimeout(r, 20)); });`,
      /Error: lost/,
    ],
    'a forgotten promise of a test that ends at once': [
      `it('a', async () => { void Promise.reject(new Error('lost')); await new Promise(setImmediate); });`,
      /Error: lost/,
    ],
    'an error after the last test': [
      `it('a', () => { setTimeout(() => { throw new Error('late'); }, 100); });`,
      /ended with code/,
    ],
    'a test that shuts the others out': [`it.only('a', () => {});`, /only/],
    'a file without tests': ['', /^no test ran/],
  };
  before(async () => {
    results = await run(Object.values(failing).map(([text]) => text));
  });

  for (const [index, [what, [, reason]]] of Object.entries(failing).entries()) {
    it(`count ${what} as a failure`, () => {
      const result = results.find(({ name }) => name === `job ${index}`);
      assert.equal(result?.failed, 1);
      assert.match(result.failures.join(), reason);
    });
  }

  it('end with what failed, the slowest tests, each part, and the sum', async () => {
    const slow = `it('sleeps', () => new Promise((done) => setTimeout(done, 300))); it.skip('is left out', () => {});`;
    const ended = await run([slow, `it('c', () => { throw new Error('no'); });`, `it('a', () => {});`]);
    const lines = reportOf(ended, 90).split('\n');
    assert.ok(lines.includes('• c'));
    assert.match(lines[lines.indexOf('Slowest tests:') + 1] ?? '', /0\.[3-9] s {2}sleeps$/);
    assert.ok(lines.some((line) => /^✘ unit: 2 passed, 1 failed; [\d.]+ min in 3 processes/.test(line)));
    assert.match(lines.at(-2) ?? '', /^1\.5 min.* 1 skipped on purpose$/);
    assert.equal(lines.at(-1), '2 passed, 1 failed');
  });
});
