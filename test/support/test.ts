// npm test: everything that says whether the project is well. See `usage`.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from './checks.ts';
import { buildExtension } from './commands.ts';
import { endWithParent } from './endWithParent.ts';
import { findHostSuites, runHostSuite, type HostSuite } from './hostSuite.ts';
import { removeAfterUs } from './leashed.ts';
import { runMochaPart } from './mochaPart.ts';
import { packageExtension } from './packaging.ts';
import { outFolder, rootFolder, temporaryFolder } from './paths.ts';
import { noTests, requireTests, singleResult, type PartResult } from './results.ts';
import { endToEndTestFiles, unitTestFiles } from './testFiles.ts';

const usage = `npm test -- [part…] [path…] [--grep <pattern>]
  parts: check, build, unit, host, package, e2e; all of them when none is named
         (host brings build with it, e2e brings package)
  path:  only test files, or suites of test/host, whose path contains it; without a part, in the parts that have such`;

const partNames = ['check', 'build', 'unit', 'host', 'package', 'e2e'] as const;
type PartName = (typeof partNames)[number];

/** What was asked for on the command line. */
type Selection = {
  readonly parts: readonly PartName[];
  /** Whether a file, or a suite's folder, is among the paths asked for. */
  readonly isWanted: (file: string) => boolean;
  /** Whether all tests are asked for, so that a part without any is wrong. */
  readonly isWhole: boolean;
  readonly grep: { readonly grep?: string };
};

const runners: Readonly<Record<PartName, (selection: Selection) => Promise<readonly PartResult[]>>> = {
  check: runChecks,
  build: runBuild,
  unit: (selection) => runFiles('unit', unitTestFiles(), selection),
  host: runHostSuites,
  package: async () => {
    await packageExtension();
    return [singleResult('package')];
  },
  e2e: (selection) => runFiles('e2e', endToEndTestFiles(), selection),
};

// a home for all temporary files, so that a run that is interrupted leaves none behind
const home = temporaryFolder('test');
process.env['TMPDIR'] = home;
removeAfterUs(home);
endWithParent();
const selection = readSelection();
rmSync(path.join(outFolder, 'screenshots'), { recursive: true, force: true });
const startedAt = Date.now();
report(await runParts(selection), Math.round((Date.now() - startedAt) / 1000));

function readSelection(): Selection {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: 'string', short: 'g' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const paths = positionals.filter((each) => !partNames.some((name) => name === each));
  const isWanted = (file: string): boolean =>
    paths.length === 0 || paths.some((each) => path.relative(rootFolder, file).includes(each));
  const named = new Set<string>(
    positionals.length > paths.length || paths.length === 0 ? positionals : partsOf(isWanted),
  );
  if (named.has('host')) named.add('build');
  if (named.has('e2e')) named.add('package');
  const parts = partNames.filter((name) => named.has(name));
  return {
    parts: parts.length > 0 || paths.length > 0 ? parts : partNames,
    isWanted,
    isWhole: paths.length === 0 && values.grep === undefined,
    grep: values.grep === undefined ? {} : { grep: values.grep },
  };
}

/** The parts that hold a wanted test, for someone who names files only. */
function partsOf(isWanted: (file: string) => boolean): PartName[] {
  return [
    ...(unitTestFiles().some(isWanted) ? (['unit'] as const) : []),
    ...(findHostSuites().some((suite) => wantsSuite(suite, isWanted)) ? (['host'] as const) : []),
    ...(endToEndTestFiles().some(isWanted) ? (['e2e'] as const) : []),
  ];
}

function wantsSuite(suite: HostSuite, isWanted: (file: string) => boolean): boolean {
  return isWanted(suite.folder) || suite.testFiles.some(isWanted);
}

/** Runs the parts one after another; a failed part does not keep the next from running, unless that needs it. */
async function runParts(wanted: Selection): Promise<PartResult[]> {
  const all: PartResult[] = [];
  for (const name of wanted.parts) {
    console.log(`\n── ${name} ──`);
    if (name === 'e2e' && all.some((each) => each.name === 'package' && each.failed > 0)) {
      all.push(singleResult(name, 'e2e: not run, because packaging failed'));
      continue;
    }
    try {
      const results = await runners[name](wanted);
      all.push(...(wanted.isWhole ? results.map(requireTests) : results));
    } catch (error) {
      console.error(error);
      all.push(failedPart(name, error));
    }
  }
  // a pattern that matches nothing proves nothing
  const isBuilt = (each: PartResult): boolean => each.name === 'build' || each.name === 'package';
  if (!wanted.isWhole && all.filter((each) => !isBuilt(each)).every((each) => each.passed + each.failed === 0)) {
    all.push(requireTests(noTests('the selection')));
  }
  return all;
}

async function runBuild(): Promise<PartResult[]> {
  const { code, output } = await buildExtension();
  console.log(`  ${code === 0 ? '✔' : '✘'} build\n${output}`.trimEnd());
  return [singleResult('build', code === 0 ? undefined : `build\n${output}`)];
}

async function runFiles(name: PartName, files: readonly string[], wanted: Selection): Promise<PartResult[]> {
  return [await runMochaPart(name, { files: files.filter(wanted.isWanted), ...wanted.grep })];
}

async function runHostSuites(wanted: Selection): Promise<PartResult[]> {
  const results: PartResult[] = [];
  for (const suite of findHostSuites()) {
    if (!wantsSuite(suite, wanted.isWanted)) continue;
    console.log(`\n  suite ${suite.name}`);
    // a suite that cannot be launched is a failure of that suite alone
    results.push(await runHostSuite(suite, wanted.grep).catch((error: unknown) => failedPart(suite.name, error)));
  }
  return results.length > 0 ? results : [noTests('host')];
}

function failedPart(name: string, error: unknown): PartResult {
  const text = error instanceof Error ? error.stack : String(error);
  return singleResult(name, `${name} could not be run\n${text}`);
}

/** Says what failed, what took part, and on the last line the sum. */
function report(all: readonly PartResult[], seconds: number): void {
  const sum = (pick: (result: PartResult) => number): number => all.reduce((total, each) => total + pick(each), 0);
  const passed = sum((each) => each.passed);
  const failed = sum((each) => each.failed);
  const pending = sum((each) => each.pending);
  const failures = all.flatMap((each) => each.failures);
  if (failures.length > 0) console.log(`\nFailures:\n${failures.map((each) => `\n• ${each}`).join('\n')}`);
  console.log('');
  for (const each of all) {
    console.log(`${each.failed > 0 ? '✘' : '✔'} ${each.name}: ${each.passed} passed, ${each.failed} failed`);
  }
  console.log(`${seconds} s${pending > 0 ? `, ${pending} skipped on purpose` : ''}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
