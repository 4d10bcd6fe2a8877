import type { BranchHistory } from '../../model/board/presence.ts';
import type { ReadRef } from '../../model/board/missingRanges.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';
import { cloneOf } from './clone.ts';
import { readCloneHistories, refsInClone } from './cloneHistory.ts';

/** What is compared: a source, and branches at the tips the server has. */
export interface ComparedRefs {
  readonly open: OpenProject;
  readonly source: ReadRef;
  readonly branches: readonly ReadRef[];
}

/**
 * The histories that the clone of a project has: of branches it has at these tips, and none where it does not have the
 * source. What git cannot read there is logged, and the server is to be asked.
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
