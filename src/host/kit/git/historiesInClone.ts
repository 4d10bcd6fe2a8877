import type { BranchHistory } from '../../../model/board/presence.ts';
import type { ReadRef } from '../../../model/board/missingRanges.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { Shell } from '../../shell/shell.ts';
import { cloneOf } from './clone.ts';
import { readCloneHistories, refsInClone } from './cloneHistory.ts';

/** Branches are at the tips that the server has. */
export interface ComparedRefs {
  readonly open: OpenProject;
  readonly source: ReadRef;
  readonly branches: readonly ReadRef[];
}

/**
 * Histories of the branches that the project's clone has at these tips; empty if it lacks the source. Failures of git
 * are logged.
 */
export const historiesInClone = async (
  { repositories, log }: Pick<Shell, 'repositories' | 'log'>,
  { open, source, branches }: ComparedRefs,
  signal: AbortSignal,
  report: (done: number) => void = () => undefined,
): Promise<readonly BranchHistory[]> => {
  try {
    const clone = await cloneOf(repositories, open);
    if (clone === undefined) return [];
    const known = await refsInClone(clone, [source, ...branches], signal);
    const there = branches.filter((branch) => known.includes(branch));
    return known.includes(source) ? await readCloneHistories(clone, source, there, { signal, report }) : [];
  } catch (error) {
    signal.throwIfAborted();
    log.error('The clone could not be compared; the server is asked.', error);
    return [];
  }
};
