// node runFiles.ts <grep or ''> <files…>: sends a TestResult to the parent; open resources at the end are an error.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { closeSharedBrowser } from './window/browser.ts';
import { beginMocha } from './run/mochaRun.ts';
import { rootFolder } from './paths.ts';
import { openPages, photograph } from './window/screenshots.ts';

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
// mocha ignores unhandled rejections; thrown, they fail the test
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
setTimeout(() => {
  console.error(`The tests left something open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(3);
}, endLimitMs).unref();
