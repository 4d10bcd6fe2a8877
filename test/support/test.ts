import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { wantedSince } from './run/changed.ts';
import { isCore } from './run/core.ts';
import { endWithParent } from './run/endWithParent.ts';
import { runJobs } from './jobs.ts';
import { removeAfterUs } from './run/leashed.ts';
import { homeOfRun, homeVariable, outFolder, picturesVariable, readmeVariable, rootFolder } from './paths.ts';
import { readmePictures } from './window/pictures.ts';
import { partNames, partsOf, planJobs, type Selection } from './run/plan.ts';
import { countsOf, markOf, reportOf, type JobResult } from './run/results.ts';

const usage = `npm test -- [all | part… | path…] [--grep <pattern>] [--pictures] [--readme]
  without all of them: checks, unit tests, and the core of the tests in an editor
  all:   everything, as npm run test:all
  parts: check, unit, host, e2e, each whole
  path:  only test files whose path contains it
  --pictures: a picture of each step in out/screenshots; of files that are named they are taken anyway
  --readme: the pictures README.md shows, into media/screenshots, by the files of e2e that have them
npm test -- changed [commit]
  only what changes since a commit can reach; without one, since the last commit on main`;

const home = homeOfRun();
process.env['TMPDIR'] = home;
process.env[homeVariable] = home;
process.env['NODE_COMPILE_CACHE'] = path.join(outFolder, 'compiled');
removeAfterUs(home);
endWithParent();
const startedAt = Date.now();
const { first, tests } = planJobs(await readSelection());
mkdirSync(outFolder, { recursive: true });
const results = await runJobs(first, tell);
const isBuilt = results.every(({ part, failed }) => part !== 'build' || failed === 0);
if (isBuilt) results.push(...(await runJobs(tests, tell)));
console.log(`\n${reportOf(results, (Date.now() - startedAt) / 1000)}`);
// an empty selection is a failure
if (tests.length + first.length === 0) console.log('No test was selected.');
const hasRun = results.some(({ part, passed }) => part !== 'build' && passed > 0);
process.exitCode = hasRun && markOf(results) === '✔' ? 0 : 1;

async function readSelection(): Promise<Selection> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      grep: { type: 'string', short: 'g', default: '' },
      pictures: { type: 'boolean' },
      readme: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const { grep } = values;
  if (positionals[0] === 'changed') {
    const isWanted = await wantedSince(positionals[1] ?? 'main');
    return { parts: ['check', ...partsOf(isWanted)], isWanted, grep };
  }
  const named = partNames.filter((name) => positionals.includes(name));
  const given = positionals.filter((each) => each !== 'all' && !partNames.some((name) => name === each));
  const paths = values.readme && given.length === 0 ? readmePictures.map(({ file }) => `e2e/${file}.test.ts`) : given;
  if (values.pictures || values.readme || paths.length > 0) process.env[picturesVariable] = '1';
  if (values.readme) process.env[readmeVariable] = '1';
  if (positionals.length === 0 && paths.length === 0) return { parts: partNames, isWanted: isCore, grep };
  const isWanted = (file: string): boolean =>
    paths.length === 0 || paths.some((each) => path.relative(rootFolder, file).includes(each));
  return { parts: named.length > 0 ? named : paths.length > 0 ? partsOf(isWanted) : partNames, isWanted, grep };
}

function tell(result: JobResult, printed: string): void {
  const { part, name, seconds } = result;
  const said = printed.trimEnd();
  console.log(`\n── ${part} ${name} ──${said === '' ? '' : `\n${said}`}`);
  console.log(`${markOf([result])} ${countsOf([result])}, ${seconds.toFixed(1)} s`);
}
