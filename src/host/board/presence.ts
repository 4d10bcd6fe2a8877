import * as vscode from '../vscode.ts';
import { missingRows } from '../../model/board/missing.ts';
import type { BranchHistory, Presence } from '../../model/board/presence.ts';
import { readHistories, TooFarApart } from '../../model/board/missingRanges.ts';
import { explain } from '../kit/words/explain.ts';
import { visible } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { BoardArea } from './area.ts';
import { historiesInClone } from '../kit/git/historiesInClone.ts';
import { presenceSentence } from '../kit/words/presenceSentence.ts';

/** A commit that a dry run found on a branch, with the branch's tip then. */
export interface PresentCommit {
  readonly open: OpenProject;
  readonly sha: string;
  readonly branch: string;
  readonly tip: string;
}

/** Evidence in a sentence; `as` is the SHA on the branch, if known. */
export interface PresenceFound {
  readonly words: string;
  readonly as: string | undefined;
}

/** Limit of commits read per side: five requests. */
const maxSearched = 500;

/** Searches a branch for a commit, in the clone or on the server. A failure becomes the sentence. */
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
      const words = t('{0}: more than {1} commits apart. Open an up-to-date clone to search it.', name, maxSearched);
      return { words, as: undefined };
    }
    area.log.error('A commit could not be looked for on a branch.', error);
    return { words: t('{0} could not be searched: {1}', name, explain(error)), as: undefined };
  }
};

/** Evidence from the history; otherwise the dry run is the evidence. */
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
  // dates only distinguish branches that are compared together
  const [source, target] = [
    { name: sha, sha, date: '' },
    { name: branch, sha: tip, date: '' },
  ];
  const { histories } = await historiesInClone(area, { open, source, branches: [target] }, signal);
  const [inClone] = histories;
  if (inClone !== undefined) return inClone;
  const place = { client: open.client, project: open.project.id };
  const options = { signal, report: () => undefined, most: maxSearched };
  const [history] = await readHistories(place, source, [target], options);
  if (history === undefined) throw new Error('no history');
  return history;
};
