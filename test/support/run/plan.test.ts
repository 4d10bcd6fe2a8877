import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { core } from './core.ts';
import { rootFolder } from '../paths.ts';
import { partNames, planJobs } from './plan.ts';
import { testFiles, testParts } from './testFiles.ts';

describe('the plan of a run', () => {
  const files = testParts.flatMap(testFiles);

  it('has every test file once, and what is built of them all before', () => {
    const { first, tests } = planJobs({ parts: partNames, isWanted: () => true, grep: '' });
    assert.deepEqual(tests.flatMap(({ args }) => args.slice(1)).toSorted(), files.toSorted());
    assert.deepEqual(first[0]?.script, 'package.ts');
  });

  it('has suites together that share a window, in their order, and alone where one is wanted', () => {
    const namesOf = (wanted: RegExp): readonly string[] =>
      planJobs({ parts: ['host'], isWanted: (file) => wanted.test(file), grep: '' }).tests.map(({ name }) => name);
    assert.deepEqual(namesOf(/reviews.(view|places)|remotes/), ['host/reviews+host/reviews/places', 'host/remotes']);
    assert.deepEqual(namesOf(/reviews.places/), ['host/reviews/places']);
  });

  it('begins with the core: what shows each promise of README', () => {
    const [, features = ''] = readFileSync(path.join(rootFolder, 'README.md'), 'utf8').split('\n## What is in it\n');
    const [own = ''] = features.split('\n## ');
    const promises = [...own.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, promise]) => promise);
    assert.deepEqual(Object.keys(core), ['Get started', ...promises]);
    for (const [promise, shown] of Object.entries(core)) {
      assert.ok(shown.length > 0, promise);
      for (const file of shown) assert.ok(existsSync(path.join(rootFolder, 'test', file)), file);
    }
  });
});
