import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readCloneHistories } from '../../src/host/kit/cloneHistory.ts';
import { type BranchHistory, isMerge } from '../../src/model/board/presence.ts';
import { git } from '../support/git.ts';
import { temporaryFolder } from '../support/paths.ts';
import { writePickedHistory } from '../support/pickedHistory.ts';
import { median } from './processes.ts';

/** What comparing a branch, or all of them, took, against `git cherry` for the same ranges. */
export interface MissingResult {
  readonly branches: readonly string[];
  readonly lacks: number;
  readonly own: number;
  /** Commits that `git cherry` finds on the branch under another hash. */
  readonly equal: number;
  /** Commits of which `git cherry` says something else. */
  readonly otherwise: number;
  readonly cherryMs: number;
  readonly ownMs: number;
}

const { signal } = new AbortController();

/** Compares branches of a generated history with `main`, in turns with `git cherry`: all three, then each alone. */
export const measureMissing = async (commits: number, rounds: number): Promise<readonly MissingResult[]> => {
  const folder = temporaryFolder('bench-missing');
  try {
    const lacks = [commits, commits / 2, Math.min(1_000, commits)];
    await writePickedHistory(folder, { commits, lacks });
    const all = lacks.map((_, index) => `release/${index + 1}`);
    const results: MissingResult[] = [];
    for (const branches of [all, ...all.map((branch) => [branch])])
      results.push(await measureBranches(folder, branches, rounds));
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Medians over the rounds. */
const measureBranches = async (folder: string, branches: readonly string[], rounds: number): Promise<MissingResult> => {
  const ref = (name: string) => ({ name, sha: git(folder, 'rev-parse', name), date: '' });
  const [source, refs] = [ref('main'), branches.map(ref)];
  const at = { folder, gitPath: 'git' };
  const [cherryMs, ownMs]: [number[], number[]] = [[], []];
  let [cherry, histories]: [readonly string[], readonly BranchHistory[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const first = performance.now();
    cherry = branches.map((branch) =>
      execFileSync('git', ['-C', folder, 'cherry', branch, 'main'], { encoding: 'utf8', maxBuffer: 1e9 }),
    );
    const second = performance.now();
    histories = await readCloneHistories(at, source, refs, { signal, report: () => undefined });
    cherryMs.push(second - first);
    ownMs.push(performance.now() - second);
  }
  const lines = cherry.map((text) => text.trim().split('\n'));
  const sum = (of: (history: BranchHistory, index: number) => number): number =>
    histories.reduce((total, history, index) => total + of(history, index), 0);
  return {
    branches,
    lacks: sum(({ lacking }) => lacking.length),
    own: sum(({ own }) => own.length),
    equal: lines.flat().filter((line) => line.startsWith('-')).length,
    otherwise: sum((history, index) => differences(asCherry(history), lines[index] ?? [])),
    cherryMs: median(cherryMs),
    ownMs: median(ownMs),
  };
};

/** What was found, as `git cherry` prints it. */
const asCherry = ({ lacking, own, patches }: BranchHistory): readonly string[] => {
  const single = own.filter((commit) => !isMerge(commit));
  const there = new Set(single.map(({ id }) => patches.ids.get(id) ?? ''));
  return lacking
    .filter((commit) => !isMerge(commit))
    .map(({ id }) => `${there.has(patches.ids.get(id) ?? 'none') ? '-' : '+'} ${id}`);
};

const differences = (one: readonly string[], other: readonly string[]): number => {
  const [ones, others] = [new Set(one), new Set(other)];
  return one.filter((line) => !others.has(line)).length + other.filter((line) => !ones.has(line)).length;
};
