import * as vscode from '../vscode.ts';
import { missingRows } from '../../model/board/missing.ts';
import type { BranchHistory, Presence } from '../../model/board/presence.ts';
import { readHistories, TooFarApart } from '../../model/board/missingRanges.ts';
import { explain } from '../kit/explain.ts';
import { visible } from '../kit/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { BoardArea } from './area.ts';
import { historiesInClone } from '../kit/historiesInClone.ts';
import { presenceSentence } from '../kit/presenceSentence.ts';

/** A commit that a dry run has found to be on a branch already, which stood at `tip`. */
export interface PresentCommit {
  readonly open: OpenProject;
  readonly sha: string;
  readonly branch: string;
  readonly tip: string;
}

/** How it is known that a commit is on a branch, in a sentence; `as` is the hash it has there, where that is known. */
export interface PresenceFound {
  readonly words: string;
  readonly as: string | undefined;
}

/** Commits of one side that are read from a server to find one: five requests. */
const mostSearched = 500;

/** Looks for a commit on a branch: in the clone, or on the server where no clone has both. Says why it cannot. */
export const readPresence = async (
  area: Pick<BoardArea, 'repositories' | 'log'>,
  present: PresentCommit,
  signal: AbortSignal = AbortSignal.timeout(60_000),
): Promise<PresenceFound> => {
  const { t } = vscode.l10n;
  const { sha, branch } = present;
  const name = visible(branch);
  try {
    const found = presenceIn(await readHistory(area, present, signal), sha);
    const as = found.evidence.flatMap((each) =>
      each.kind === 'sameCommit' ? [sha] : 'as' in each && each.kind !== 'reverted' ? [each.as] : [],
    )[0];
    return { words: presenceSentence(found, name), as };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TooFarApart) {
      const words = t('{0}: more than {1} commits apart. Open an up-to-date clone to search it.', name, mostSearched);
      return { words, as: undefined };
    }
    area.log.error('A commit could not be looked for on a branch.', error);
    return { words: t('{0} could not be searched: {1}', name, explain(error)), as: undefined };
  }
};

/** What a history says of the commit it was read for; where it says nothing, the dry run does. */
const presenceIn = (history: BranchHistory, sha: string): Presence => {
  if (!history.lacking.some(({ id }) => id === sha)) return { state: 'same', evidence: [{ kind: 'sameCommit' }] };
  const row = missingRows(sha, [history], () => true).find(({ commit }) => commit.id === sha);
  return row?.on[0] ?? { state: 'other', evidence: [{ kind: 'dryRun' }] };
};

const readHistory = async (
  area: Pick<BoardArea, 'repositories' | 'log'>,
  { open, sha, branch, tip }: PresentCommit,
  signal: AbortSignal,
): Promise<BranchHistory> => {
  // dates tell branches apart that are compared together
  const [source, target] = [
    { name: sha, sha, date: '' },
    { name: branch, sha: tip, date: '' },
  ];
  const [inClone] = await historiesInClone(area, { open, source, branches: [target] }, signal);
  if (inClone !== undefined) return inClone;
  const place = { client: open.client, project: open.project.id };
  const options = { signal, report: () => undefined, most: mostSearched };
  const [history] = await readHistories(place, source, [target], options);
  if (history === undefined) throw new Error('no history');
  return history;
};
