import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readCloneHistory } from '../../src/host/board/cloneHistory.ts';
import { isMerge } from '../../src/model/board/missing.ts';
import { git } from '../support/git.ts';
import { temporaryFolder } from '../support/paths.ts';
import { writePickedHistory } from '../support/pickedHistory.ts';
import { median } from './processes.ts';

/** What comparing one branch took, against `git cherry` for the same range. */
export interface MissingResult {
  readonly branch: string;
  readonly lacks: number;
  readonly own: number;
  /** Commits that `git cherry` finds on the branch under another hash. */
  readonly equal: number;
  /** Commits of which `git cherry` says something else. */
  readonly otherwise: number;
  readonly cherryMs: number;
  readonly ownMs: number;
}

/** Compares branches of a generated history with `main`, in turns with `git cherry`. Medians over the rounds. */
export const measureMissing = async (commits: number, rounds: number): Promise<readonly MissingResult[]> => {
  const folder = temporaryFolder('bench-missing');
  const ref = (name: string) => ({ name, sha: git(folder, 'rev-parse', name), date: '' });
  const { signal } = new AbortController();
  try {
    const lacks = [commits, commits / 2, Math.min(1_000, commits)];
    await writePickedHistory(folder, { commits, lacks });
    const results: MissingResult[] = [];
    for (const branch of lacks.map((_, index) => `release/${index + 1}`)) {
      const [source, target] = [ref('main'), ref(branch)];
      const [cherryMs, ownMs]: [number[], number[]] = [[], []];
      let found: Omit<MissingResult, 'branch' | 'cherryMs' | 'ownMs'> | undefined;
      for (let round = 0; round < rounds; round += 1) {
        const first = performance.now();
        const cherry = execFileSync('git', ['-C', folder, 'cherry', branch, 'main'], { maxBuffer: 1e9 }).toString();
        const second = performance.now();
        const { lacking, own, patches } = await readCloneHistory({ folder, gitPath: 'git' }, source, target, signal);
        cherryMs.push(second - first);
        ownMs.push(performance.now() - second);
        const there = new Set(own.filter((commit) => !isMerge(commit)).map(({ id }) => patches.ids.get(id) ?? ''));
        const lines = cherry.trim().split('\n');
        const ours = new Set(
          lacking
            .filter((commit) => !isMerge(commit))
            .map(({ id }) => `${there.has(patches.ids.get(id) ?? 'none') ? '-' : '+'} ${id}`),
        );
        found = {
          lacks: lacking.length,
          own: own.length,
          equal: lines.filter((line) => line.startsWith('-')).length,
          otherwise: lines.filter((line) => !ours.has(line)).length + Math.abs(lines.length - ours.size),
        };
      }
      if (found) results.push({ branch, ...found, cherryMs: median(cherryMs), ownMs: median(ownMs) });
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
