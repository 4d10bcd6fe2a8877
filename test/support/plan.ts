import path from 'node:path';
import { listChecks } from './checks.ts';
import { findHostSuites, windowsOf, type HostSuite } from './hostSuite.ts';
import type { Job } from './jobs.ts';
import { rootFolder } from './paths.ts';
import { sharedByFiles } from './sharedWindows.ts';
import { endToEndTestFiles, unitTestFiles } from './testFiles.ts';

/** The parts of a run, in the order they are told of. */
export const partNames = ['check', 'build', 'unit', 'host', 'package', 'e2e'] as const;
export type PartName = (typeof partNames)[number];

/** What is to be run. */
export type Selection = {
  readonly parts: readonly PartName[];
  /** Whether a file, or a suite's folder, is wanted. */
  readonly isWanted: (file: string) => boolean;
  /** Only tests whose full title matches. */
  readonly grep: string;
};

/** Test files of a process that runs unit tests: the more, the fewer starts; the fewer, the better lanes are filled. */
const filesAtOnce = 16;

/** The jobs of a selection. Those that take long come first, so that lanes end together. */
export function planJobs({ parts, isWanted, grep }: Selection): Job[] {
  const jobs: Readonly<Record<PartName, () => Job[]>> = {
    build: () => [scriptJob('build', 'test/support/build.ts')],
    package: () => [scriptJob('package', 'test/support/package.ts', ['build'])],
    check: () =>
      listChecks().map(({ name }) => ({ ...scriptJob('check', 'test/support/check.ts'), name, args: [name] })),
    e2e: () =>
      sharingFiles(endToEndTestFiles().filter(isWanted)).map((files) =>
        mochaJob('e2e', files.map(nameOf).join('+'), files, grep, ['package']),
      ),
    host: () =>
      windowsOf(findHostSuites().filter((suite) => wantsSuite(suite, isWanted))).map(({ name, suites }) => ({
        ...testJob('host', name, 'test/support/runWindow.ts', ['build']),
        args: [
          grep,
          suites.map((suite) => suite.name).join(','),
          ...suites.flatMap((suite) => (isWanted(suite.folder) ? [] : suite.testFiles.filter(isWanted))),
        ],
      })),
    unit: () => unitJobs(unitTestFiles().filter(isWanted), grep),
  };
  const order: readonly PartName[] = ['build', 'package', 'check', 'e2e', 'host', 'unit'];
  return order.filter((part) => parts.includes(part)).flatMap((part) => jobs[part]());
}

/** The parts that hold a wanted test. */
export function partsOf(isWanted: (file: string) => boolean): PartName[] {
  return [
    ...(unitTestFiles().some(isWanted) ? (['unit'] as const) : []),
    ...(findHostSuites().some((suite) => wantsSuite(suite, isWanted)) ? (['host'] as const) : []),
    ...(endToEndTestFiles().some(isWanted) ? (['e2e'] as const) : []),
  ];
}

/** The parts, and those they need. */
export function withNeeded(parts: readonly PartName[]): PartName[] {
  const wanted = new Set(parts);
  if (wanted.has('e2e')) wanted.add('package');
  if (wanted.has('package') || wanted.has('host') || wanted.has('unit')) wanted.add('build');
  return partNames.filter((name) => wanted.has(name));
}

/** A job that runs test files by mocha. */
export function mochaJob(
  part: string,
  name: string,
  files: readonly string[],
  grep = '',
  needs: readonly string[] = [],
): Job {
  return { ...testJob(part, name, 'test/support/runMocha.ts', needs), args: [grep, ...files] };
}

function testJob(part: string, name: string, script: string, needs: readonly string[]): Job {
  return { part, name, script, args: [], tellsBy: 'file', needs };
}

function scriptJob(name: string, script: string, needs: readonly string[] = []): Job {
  return { part: name, name, script, args: [], tellsBy: 'code', needs };
}

/** Unit test files by folder, a few at a time: files of a folder load the same modules. */
function unitJobs(files: readonly string[], grep: string): Job[] {
  const byFolder = Map.groupBy(files, folderOf);
  return [...byFolder].flatMap(([folder, group]) => {
    const count = Math.ceil(group.length / filesAtOnce);
    return Array.from({ length: count }, (_, index) => {
      // dealt out in turn: neighbours are alike, also in how long they take
      const share = group.filter((_file, place) => place % count === index);
      return mochaJob('unit', count === 1 ? folder : `${folder} ${index + 1}`, share, grep, ['build']);
    });
  });
}

/** End-to-end files by the process they run in. */
function sharingFiles(files: readonly string[]): (readonly string[])[] {
  const shared = sharedByFiles
    .map((names) => names.flatMap((name) => files.find((file) => nameOf(file) === name) ?? []))
    .filter((group) => group.length > 0);
  return [...shared, ...files.filter((file) => !shared.flat().includes(file)).map((file) => [file])];
}

/** The folder of `test` a file lies in; one name for all files that lie in none. */
function folderOf(file: string): string {
  const steps = path.relative(path.join(rootFolder, 'test'), file).split(path.sep);
  return steps.length > 1 ? (steps[0] ?? '') : 'others';
}

function wantsSuite(suite: HostSuite, isWanted: (file: string) => boolean): boolean {
  return isWanted(suite.folder) || suite.testFiles.some(isWanted);
}

function nameOf(file: string): string {
  return path.basename(file).replace(/\.test\.tsx?$/, '');
}
