import assert from 'node:assert/strict';
import path from 'node:path';
import { findHostSuites, windowsOf } from './hostSuite.ts';
import { planJobs } from './plan.ts';
import { sharedByFiles, sharedBySuites } from './sharedWindows.ts';
import { endToEndTestFiles } from './testFiles.ts';

describe('the windows that tests share', () => {
  const suites = findHostSuites();
  const some = (...names: readonly string[]) => suites.filter(({ name }) => names.includes(name));
  const namesOf = (part: 'host' | 'e2e', isWanted: (file: string) => boolean): readonly string[] =>
    planJobs({ parts: [part], isWanted, grep: '' }).map(({ name }) => name);

  it('are named after suites and files that there are, each once', () => {
    const files = endToEndTestFiles().map((file) => path.basename(file, '.test.ts'));
    for (const [shared, there] of [
      [sharedBySuites.flat(), suites.map(({ name }) => name)],
      [sharedByFiles.flat(), files],
    ] as const) {
      assert.deepEqual(
        shared.filter((name) => !there.includes(name)),
        [],
      );
      assert.equal(new Set(shared).size, shared.length);
    }
  });

  it('hold every suite and every file once', () => {
    const windows = windowsOf(suites).flatMap((window) => window.suites);
    assert.deepEqual(windows.map(({ name }) => name).sort(), suites.map(({ name }) => name).sort());
    const planned = planJobs({ parts: ['e2e'], isWanted: () => true, grep: '' }).flatMap(({ args }) => args.slice(1));
    assert.deepEqual([...planned].sort(), endToEndTestFiles());
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
    const [, name = ''] = sharedByFiles[0] ?? [];
    assert.deepEqual(
      namesOf('e2e', (each) => each.endsWith(`/${name}.test.ts`)),
      [name],
    );
  });
});
