// Runs one suite of test/host in an editor of its own: node runSuite.ts <results file> <grep or ''> <suite> [<test file>…]
// Writes a PartResult to the results file.
import { writeFileSync } from 'node:fs';
import { endWithParent } from './endWithParent.ts';
import { findHostSuites, runHostSuite } from './hostSuite.ts';

const [resultsFile = '', grep = '', name = '', ...testFiles] = process.argv.slice(2);
endWithParent();
const suite = findHostSuites().find((each) => each.name === name);
if (suite === undefined) throw new Error(`There is no suite "${name}" in test/host.`);
const result = await runHostSuite(testFiles.length > 0 ? { ...suite, testFiles } : suite, grep === '' ? {} : { grep });
writeFileSync(resultsFile, JSON.stringify(result));
process.exit(result.failed > 0 ? 1 : 0);
