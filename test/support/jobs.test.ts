import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runJob } from './jobs.ts';
import { temporaryFolder } from './paths.ts';
import { mochaJob } from './plan.ts';
import type { PartResult } from './results.ts';

describe('a job that runs test files', function () {
  this.timeout(60_000);
  let folder: string;

  before(() => {
    folder = temporaryFolder('mocha');
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = (name: string, text: string): Promise<PartResult> => {
    const file = path.join(folder, `${name}.test.mjs`);
    writeFileSync(file, text);
    return runJob(mochaJob('unit', name, [file]), 'kept');
  };

  it('counts what passed, failed and was skipped', async () => {
    const text = `it('a', () => {}); it('b', () => { throw new Error('no'); }); it.skip('c', () => {});`;
    const { passed, failed, pending, failures } = await run('mixed', text);
    assert.deepEqual({ passed, failed, pending }, { passed: 1, failed: 1, pending: 1 });
    assert.match(failures.join(), /^b\nError: no/);
  });

  const failing: Readonly<Record<string, readonly [text: string, reason: RegExp]>> = {
    'a crash': [`it('a', () => process.abort());`, /ended \(SIGABRT\) before their results/],
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
  };
  for (const [what, [text, reason]] of Object.entries(failing)) {
    it(`counts ${what} as a failure`, async () => {
      const { failed, failures } = await run(what.replaceAll(' ', '-'), text);
      assert.equal(failed, 1);
      assert.match(failures.join(), reason);
    });
  }
});
