// Runs suites of test/host in one window of an editor:
//   node runWindow.ts <results file> <grep or ''> <suite,…> [<test file>…]
// Of a suite of which test files are named, only those are run. Writes a PartResult to the results file.
import { writeFileSync } from 'node:fs';
import { endWithParent } from './endWithParent.ts';
import { findHostSuites, runHostWindow, windowsOf } from './hostSuite.ts';

const [resultsFile = '', grep = '', names = '', ...chosen] = process.argv.slice(2);
endWithParent();
const suites = findHostSuites()
  .filter(({ name }) => names.split(',').includes(name))
  .map((suite) => {
    const testFiles = suite.testFiles.filter((file) => chosen.includes(file));
    return testFiles.length > 0 ? { ...suite, testFiles } : suite;
  });
const [window, ...more] = windowsOf(suites);
if (window === undefined || more.length > 0) throw new Error(`"${names}" is not what one window of test/host has.`);
const result = await runHostWindow(window, grep === '' ? {} : { grep });
writeFileSync(resultsFile, JSON.stringify(result));
process.exit(result.failed > 0 ? 1 : 0);
