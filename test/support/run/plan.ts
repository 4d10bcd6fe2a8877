import { listChecks } from './checks.ts';
import type { Job } from '../jobs.ts';
import { groupFiles, testFiles, testParts, unitOf, type TestPart } from './testFiles.ts';

export const partNames = ['check', ...testParts] as const;
export type PartName = (typeof partNames)[number];

export type Selection = {
  readonly parts: readonly PartName[];
  readonly isWanted: (testFile: string) => boolean;
  readonly grep: string;
};

/** The build and checks first; tests of the longest parts next. */
export function planJobs({ parts, isWanted, grep }: Selection): { readonly first: Job[]; readonly tests: Job[] } {
  const wanted = testParts.filter((part) => parts.includes(part)).toReversed();
  const build = job('build', '', wanted.includes('e2e') ? 'package.ts' : 'build.ts');
  const checks = listChecks().map(({ name }) => job('check', name, 'check.ts', [name]));
  return {
    first: [...(wanted.length > 0 ? [build] : []), ...(parts.includes('check') ? checks : [])],
    tests: wanted.flatMap((part) =>
      groupFiles(part, testFiles(part).filter(isWanted)).map((files) => testJob(part, files, grep)),
    ),
  };
}

export function testJob(part: TestPart, files: readonly string[], grep = ''): Job {
  const name = [...new Set(files.map(unitOf))].join('+');
  return { ...job(part, name, part === 'host' ? 'runWindow.ts' : 'runFiles.ts', [grep, ...files]), hasTests: true };
}

export function partsOf(isWanted: Selection['isWanted']): PartName[] {
  return testParts.filter((part) => testFiles(part).some(isWanted));
}

function job(part: string, name: string, script: string, args: readonly string[] = []): Job {
  return { part, name, script, args, hasTests: false };
}
