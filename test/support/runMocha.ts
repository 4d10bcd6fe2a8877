// Runs mocha test files in this process: node runMocha.ts <results file> <grep or ''> <files…>
// Writes a PartResult to the results file and then ends by itself; what keeps it from ending is named and is an error.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import Mocha from 'mocha';
import { closeSharedBrowser } from './browser.ts';
import { endKeptWindows, keepNoWindow } from './keptWindow.ts';
import { rootFolder } from './paths.ts';
import { slowestOf, type PartResult, type TimedTest } from './results.ts';
import { openPages, photograph } from './screenshots.ts';

const endLimitMs = 10_000;
const [resultsFile = '', grep = '', ...files] = process.argv.slice(2);
const failures: string[] = [];
const times: TimedTest[] = [];

const mocha = new Mocha({
  ui: 'bdd',
  timeout: 20_000,
  slow: 1_000,
  reporter: 'spec',
  forbidOnly: true,
  ...(grep === '' ? {} : { grep: new RegExp(grep) }),
});
mocha.rootHooks({
  async afterEach() {
    const test = (this as Mocha.Context).currentTest;
    if (test?.state !== 'failed') return;
    for (const [index, page] of [...openPages].entries()) {
      const inSight = await photograph(page, `${index === 0 ? '' : `${index + 1} `}${test.fullTitle()}`);
      // what the summary tells of this failure is all that is kept of most runs
      failures.push(`${failures.pop() ?? test.fullTitle()}\n${inSight}`);
    }
  },
  async afterAll() {
    await endKeptWindows();
    await closeSharedBrowser();
  },
});
// mocha passes a forgotten promise over unless it is thrown: thrown so, it fails the test that runs
process.on('unhandledRejection', (reason) => {
  throw reason;
});
for (const file of files) await load(file);

const run = mocha.run(() => {
  const { passes, pending } = run.stats ?? { passes: 0, pending: 0 };
  const counts = { passed: passes, failed: failures.length, pending };
  const result: PartResult = { name: '', ...counts, failures, slowest: slowestOf(times) };
  writeFileSync(resultsFile, JSON.stringify(result));
  process.exitCode = failures.length > 0 ? 1 : 0;
  // fires only when something still keeps the process alive
  setTimeout(() => {
    console.error(`The tests left something open: ${process.getActiveResourcesInfo().join(', ')}`);
    process.exit(3);
  }, endLimitMs).unref();
});
// a test that an uncaught error has failed ends all the same, and mocha tells it again: "done() called multiple times"
const failed = new WeakSet<object>();
run.on('fail', (test, error: Error) => {
  if (failed.has(test)) return;
  failed.add(test);
  keepNoWindow();
  failures.push(`${test.fullTitle()}\n${error.stack ?? String(error)}`);
});
for (const event of ['pass', 'hook end'] as const) {
  run.on(event, (each: Mocha.Runnable) => times.push({ title: each.fullTitle(), ms: each.duration ?? 0 }));
}

/** A file that cannot be loaded is one failure; the others still run. */
async function load(file: string): Promise<void> {
  mocha.suite.emit('pre-require', globalThis, file, mocha);
  try {
    mocha.suite.emit('require', await import(pathToFileURL(file).href), file, mocha);
  } catch (error) {
    const name = path.relative(rootFolder, file);
    console.error(`${name} cannot be loaded`, error);
    failures.push(`${name} cannot be loaded\n${error instanceof Error ? error.stack : String(error)}`);
  }
  mocha.suite.emit('post-require', globalThis, file, mocha);
}
