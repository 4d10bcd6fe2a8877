import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readCloneHistories } from '../../src/host/kit/git/cloneHistory.ts';
import { type BranchHistory, isMerge } from '../../src/model/board/presence.ts';
import { git } from '../support/git.ts';
import { temporaryFolder } from '../support/paths.ts';
import { writePickedHistory } from '../support/servers/pickedHistory.ts';
import { atMost, goals, median, milliseconds, ratio, table, type Section } from './section.ts';

/** Cost of comparing branches, and of `git cherry` for the same ranges. */
interface Result {
  readonly branches: string;
  readonly lacks: number;
  readonly own: number;
  /** Commits that `git cherry` finds on the branch under another SHA. */
  readonly equal: number;
  /** Commits on which `git cherry` differs. */
  readonly otherwise: number;
  readonly cherryMs: number;
  readonly ownMs: number;
}

const { signal } = new AbortController();

const measureMissing = async (commits: number, rounds: number): Promise<readonly Result[]> => {
  const folder = temporaryFolder('bench-missing');
  try {
    const lacks = [commits, commits / 2, Math.min(1_000, commits)];
    await writePickedHistory(folder, { commits, lacks });
    const all = lacks.map((_, index) => `release/${index + 1}`);
    const results: Result[] = [];
    for (const branches of [all, ...all.map((branch) => [branch])])
      results.push(await measureBranches(folder, branches, rounds));
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const measureBranches = async (folder: string, branches: readonly string[], rounds: number): Promise<Result> => {
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
    branches: branches.join(', '),
    lacks: sum(({ lacking }) => lacking.length),
    own: sum(({ own }) => own.length),
    equal: lines.flat().filter((line) => line.startsWith('-')).length,
    otherwise: sum((history, index) => difference(asCherry(history), lines[index] ?? [])),
    cherryMs: median(cherryMs),
    ownMs: median(ownMs),
  };
};

/** In the format of `git cherry`. */
const asCherry = ({ lacking, own, patches }: BranchHistory): readonly string[] => {
  const single = own.filter((commit) => !isMerge(commit));
  const there = new Set(single.map(({ id }) => patches.ids.get(id) ?? ''));
  return lacking
    .filter((commit) => !isMerge(commit))
    .map(({ id }) => `${there.has(patches.ids.get(id) ?? 'none') ? '-' : '+'} ${id}`);
};

const difference = (one: readonly string[], other: readonly string[]): number => {
  const [ones, others] = [new Set(one), new Set(other)];
  return one.filter((line) => !others.has(line)).length + other.filter((line) => !ones.has(line)).length;
};

export const missingSection: Section = {
  name: 'missing',
  title: 'Missing on a branch',
  async measure({ isQuick }) {
    const [commits, rounds] = isQuick ? [4_000, 1] : [20_000, 3];
    const results = await measureMissing(commits, rounds);
    const otherwise = results.reduce((total, result) => total + result.otherwise, 0);
    return [
      ...goals([
        ...results.map(({ branches, lacks, cherryMs, ownMs }) =>
          atMost(
            `Comparing ${branches} in a clone, ${lacks.toLocaleString('en')} commits apart, to git cherry`,
            ownMs / cherryMs,
            1.5,
            ratio,
            'The files of a commit are read once for the list and once more for its patch, where git cherry does both at once.',
          ),
        ),
        atMost('Commits that git cherry calls otherwise', otherwise, 0, String),
      ]),
      `A generated history of ${commits.toLocaleString('en')} commits with merges, and branches that have taken some of them: as they are, changed by`,
      `hand, squashed, reverted and taken again. In turns with \`git cherry\`, rounds: ${rounds}, medians. git cherry says which commits`,
      'have an equal; the list also has their messages, which commit they are equal to, and the merges.',
      '',
      ...table(
        ['Branches', 'Lack', 'Have alone', 'Equal', 'git cherry', 'Missing on a Branch', 'Ratio'],
        results.map(({ branches, lacks, own, equal, cherryMs, ownMs }) => [
          ...[branches, String(lacks), String(own), String(equal)],
          ...[milliseconds(cherryMs), milliseconds(ownMs), ratio(ownMs / cherryMs)],
        ]),
      ),
    ];
  },
};
