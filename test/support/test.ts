// npm test: everything that says whether the project is well. See `usage`.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { wantedSince } from './changed.ts';
import { endWithParent } from './endWithParent.ts';
import type { JobResult } from './jobs.ts';
import { removeAfterUs } from './leashed.ts';
import { homeOfRun, homeVariable, outFolder, picturesVariable, readmeVariable, rootFolder } from './paths.ts';
import { readmePictures } from './pictures.ts';
import { partNames, partsOf, planJobs, withNeeded, type PartName, type Selection } from './plan.ts';
import { runPool } from './pool.ts';
import { reportOf } from './report.ts';
import { requireTests } from './results.ts';

const usage = `npm test -- [part…] [path…] [--grep <pattern>] [--pictures] [--readme]
  parts: check, build, unit, host, package, e2e; all of them when none is named
         (unit and host bring build with them, e2e brings package)
  path:  only test files, or suites of test/host, whose path contains it; without a part, in the parts that have such
  --pictures: a picture of each step in out/screenshots; of files that are named they are taken anyway
  --readme: the pictures README.md shows, into media/screenshots, by the files of e2e that have them
npm test -- changed [commit]
  only what changes since a commit can reach; without one, since the last commit on main`;

// a home for all temporary files, so that a run that is interrupted leaves none behind
const home = homeOfRun();
process.env['TMPDIR'] = home;
process.env[homeVariable] = home;
// what Node compiles of the sources is kept for the next process
process.env['NODE_COMPILE_CACHE'] = path.join(outFolder, 'compiled');
removeAfterUs(home);
endWithParent();
const { selection, isWhole } = await readSelection();
if (isWhole) rmSync(path.join(outFolder, 'screenshots'), { recursive: true, force: true });
mkdirSync(outFolder, { recursive: true });
const startedAt = Date.now();
const jobs = planJobs(selection);
const results = (await runPool(jobs, tell)).map((each) => (isWhole ? { ...each, ...requireTests(each) } : each));
if (results.every(({ part, passed, failed }) => isPreparation(part) || passed + failed === 0) && !isPreparing()) {
  // a selection that matches nothing proves nothing
  console.log('No test was selected.');
  process.exitCode = 1;
} else process.exitCode = results.every(({ failed }) => failed === 0) ? 0 : 1;
console.log(`\n${reportOf(results, (Date.now() - startedAt) / 1000)}`);

async function readSelection(): Promise<{ readonly selection: Selection; readonly isWhole: boolean }> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      grep: { type: 'string', short: 'g' },
      pictures: { type: 'boolean' },
      readme: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const grep = values.grep ?? '';
  if (positionals[0] === 'changed') {
    const isWanted = await wantedSince(positionals[1] ?? 'main');
    const parts = withNeeded([...partsOf(isWanted), 'check']);
    return { selection: { parts, isWanted, grep }, isWhole: false };
  }
  const named = partNames.filter((name) => positionals.includes(name));
  const given = positionals.filter((each) => !partNames.some((name) => name === each));
  const paths = values.readme && given.length === 0 ? readmePictures.map(({ file }) => `e2e/${file}.test.ts`) : given;
  if (values.pictures || values.readme || paths.length > 0) process.env[picturesVariable] = '1';
  if (values.readme) process.env[readmeVariable] = '1';
  const isWanted = (file: string): boolean =>
    paths.length === 0 || paths.some((each) => path.relative(rootFolder, file).includes(each));
  const parts = named.length > 0 ? named : paths.length > 0 ? partsOf(isWanted) : partNames;
  return { selection: { parts: withNeeded(parts), isWanted, grep }, isWhole: paths.length === 0 && grep === '' };
}

/** Prints what a job said, whole, once it has ended. */
function tell({ part, name, passed, failed, seconds, output }: JobResult): void {
  const said = output.trimEnd();
  console.log(`\n── ${part === name ? part : `${part} ${name}`} ──${said === '' ? '' : `\n${said}`}`);
  console.log(`${failed > 0 ? '✘' : '✔'} ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
}

function isPreparation(part: string): boolean {
  return part === 'build' || part === 'package';
}

/** Whether nothing but a build or a package was asked for. */
function isPreparing(): boolean {
  return selection.parts.every((part: PartName) => isPreparation(part));
}
