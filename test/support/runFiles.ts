// Runs test files in this process: node runFiles.ts <grep or ''> <files…>
// Sends a TestResult to its parent and then ends by itself; what keeps it from ending is named and is an error.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeSharedBrowser } from './browser.ts';
import { beginMocha } from './mochaRun.ts';
import { rootFolder } from './paths.ts';
import { openPages, photograph } from './screenshots.ts';

const endLimitMs = 10_000;
const [grep = '', ...files] = process.argv.slice(2);

const tests = beginMocha({
  grep,
  async onFailure(title) {
    let inSight = '';
    for (const [index, page] of [...openPages].entries()) {
      inSight += `\n${await photograph(page, `${index === 0 ? '' : `${index + 1} `}${title}`)}`;
    }
    return inSight;
  },
  afterAll: closeSharedBrowser,
});
// mocha passes a forgotten promise over unless it is thrown: thrown so, it fails the test that runs
process.on('unhandledRejection', (reason) => {
  throw reason;
});
for (const file of files) {
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tests.fail(`${path.relative(rootFolder, file)} cannot be loaded`, reason);
  }
}
const result = await tests.run();
process.send?.(result);
process.exitCode = result.failed > 0 ? 1 : 0;
// fires only when something still keeps the process alive
setTimeout(() => {
  console.error(`The tests left something open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(3);
}, endLimitMs).unref();
