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

interface CloneHistories {
  /** Of the branches that the clone has at their tips; empty if it lacks the source. */
  readonly histories: readonly BranchHistory[];
  /** Names of refs whose tip a fetch would bring. */
  readonly lacking: readonly string[];
}

/** Both empty without a whole clone of the project. Failures of git are logged. */
export const historiesInClone = async (
  { repositories, log }: Pick<Shell, 'repositories' | 'log'>,
  { open, source, branches }: ComparedRefs,
  signal: AbortSignal,
  report: (done: number) => void = () => undefined,
): Promise<CloneHistories> => {
  const none = { histories: [], lacking: [] };
  try {
    const clone = await cloneOf(repositories, open);
    const refs = [source, ...branches];
    const known = clone && (await refsInClone(clone, refs, signal));
    if (!known) return none;
    const there = branches.filter((branch) => known.includes(branch));
    const lacking = refs.filter((ref) => !known.includes(ref)).map(({ name }) => name);
    if (!known.includes(source)) return { histories: [], lacking };
    return { histories: await readCloneHistories(clone, source, there, { signal, report }), lacking };
  } catch (error) {
    signal.throwIfAborted();
    log.error('The clone could not be compared; the server is asked.', error);
    return none;
  }
};
