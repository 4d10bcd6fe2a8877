import assert from 'node:assert/strict';
import { findHostSuites, windowsOf } from './hostSuite.ts';
import { planJobs } from './plan.ts';
import { sharedBySuites } from './sharedWindows.ts';

describe('the windows that tests share', () => {
  const suites = findHostSuites();
  const some = (...names: readonly string[]) => suites.filter(({ name }) => names.includes(name));

  it('are named after suites that there are, each once', () => {
    const shared = sharedBySuites.flat();
    const there = suites.map(({ name }) => name);
    assert.deepEqual(
      shared.filter((name) => !there.includes(name)),
      [],
    );
    assert.equal(new Set(shared).size, shared.length);
  });

  it('hold every suite once', () => {
    const windows = windowsOf(suites).flatMap((window) => window.suites);
    assert.deepEqual(windows.map(({ name }) => name).sort(), suites.map(({ name }) => name).sort());
  });

  it('are those of the suites that are run, in the order that is given', () => {
    const [first = '', second = ''] = sharedBySuites[0] ?? [];
    assert.deepEqual(
      windowsOf(some(second, first, 'remotes')).map(({ name }) => name),
      [`${first}+${second}`, 'remotes'],
    );
    assert.deepEqual(
      windowsOf(some(second)).map(({ name }) => name),
      [second],
    );
  });

  it('are nobody else’s where one file is run', () => {
    const [, suite = ''] = sharedBySuites[0] ?? [];
    const [file = ''] = some(suite).flatMap(({ testFiles }) => testFiles);
    const [job, ...more] = planJobs({ parts: ['host'], isWanted: (each) => each === file, grep: '' });
    assert.deepEqual([job?.name, job?.args, more], [suite, ['', suite, file], []]);
  });
});
