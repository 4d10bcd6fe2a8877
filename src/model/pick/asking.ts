import type { Client } from '../../client/client.ts';
import { isCancelled, requestErrorFacts } from '../../client/errors.ts';
import { listBranches } from '../../wire/projects.ts';
import { type CommitPick, dryRunAt, type PickRefusal, readTarget } from './pick.ts';
import { type CellAnswer, type CellKey, type Column, type Instead, isOfChanges } from './answers.ts';

export type TryInClone = (
  pick: Pick<CommitPick, 'action' | 'sha'> & { readonly tip: string },
  signal: AbortSignal,
) => Promise<Instead['answer']>;

export interface BoardPlace {
  readonly client: Client;
  readonly project: number;
  /** Fallback for refused dry runs. */
  readonly inClone?: TryInClone | undefined;
}

/** Never throws; errors are in the column. */
export const readColumn = async (
  { client, project }: BoardPlace,
  key: CellKey,
  { signal, now = Date.now }: { readonly signal: AbortSignal; readonly now?: () => number },
): Promise<Column> => {
  try {
    const branch = await readTarget(client, { project, ...key }, signal);
    if (branch === undefined) return { kind: 'missing', readAtMs: now() };
    return {
      kind: 'read',
      tip: branch.commit.id,
      readAtMs: now(),
      isProtected: branch.protected ?? undefined,
      canPush: branch.can_push ?? undefined,
    };
  } catch (error) {
    return { kind: 'failed', error };
  }
};

/** `message` is undefined for the server's. */
export interface CellQuestion extends CellKey {
  readonly action?: CommitPick['action'];
  readonly message: string | undefined;
}

/**
 * Runs a dry run unless the column decides. Without push access, uses the clone or a writable branch on the same tip.
 * Throws without an answer.
 */
export const askCell = async (
  place: BoardPlace,
  question: CellQuestion,
  column: Column,
  signal: AbortSignal,
): Promise<CellAnswer> => {
  const answer = await askServer(place, question, column, signal);
  const { inClone } = place;
  if (answer.kind !== 'protected' || column.kind !== 'read' || inClone === undefined) return answer;
  return { ...answer, instead: await askElsewhere({ ...place, inClone }, question, column, signal) };
};

const askServer = async (
  { client, project }: BoardPlace,
  { message, action = 'cherryPick', ...key }: CellQuestion,
  column: Column,
  signal: AbortSignal,
): Promise<CellAnswer> => {
  if (column.kind === 'missing') return { kind: 'branchMissing' };
  if (column.kind !== 'read') throw column.kind === 'failed' ? column.error : new Error('the branch was not read');
  if (column.canPush === false) return { kind: 'protected', rule: column.isProtected, words: undefined };
  const answer = await dryRunAt(client, { action, project, ...key }, { tip: column.tip, message }, signal);
  return answer.kind === 'clean' ? { kind: 'clean' } : answerOf(answer, column.isProtected);
};

type ReadColumn = Extract<Column, { kind: 'read' }>;

/** Searched once per column. */
const branchesAtTips = new WeakMap<ReadColumn, Promise<string | undefined>>();

const findBranchAtTip = async (
  { client, project }: BoardPlace,
  branch: string,
  tip: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const { items } = await client.send(listBranches, { id: project, per_page: 100 }, { signal });
  return items.find((each) => each.name !== branch && each.can_push === true && each.commit.id === tip)?.name;
};

const askElsewhere = async (
  place: BoardPlace & { readonly inClone: TryInClone },
  { message, action = 'cherryPick', sha, branch }: CellQuestion,
  column: ReadColumn,
  signal: AbortSignal,
): Promise<Instead> => {
  const { client, project, inClone } = place;
  const { tip } = column;
  const answer = await inClone({ action, sha, tip }, signal);
  if (isOfChanges(answer)) return { answer };
  try {
    const search = branchesAtTips.get(column) ?? findBranchAtTip(place, branch, tip, signal);
    branchesAtTips.set(column, search);
    const other = await search;
    if (other === undefined) return { answer };
    const { kind } = await dryRunAt(client, { action, project, sha, branch: other }, { tip, message }, signal);
    return isOfChanges(kind) ? { answer: kind, branch: other } : { answer };
  } catch (error) {
    if (isCancelled(error) || requestErrorFacts(error) === undefined) throw error;
    return { answer: 'unknown' };
  }
};

const answerOf = ({ kind, words, status }: PickRefusal, isProtected: boolean | undefined): CellAnswer => {
  switch (kind) {
    case 'alreadyThere':
    case 'conflict':
      return { kind, words };
    case 'forbidden':
      return { kind: 'protected', rule: isProtected, words };
    case 'branchMissing':
      return { kind };
    default:
      return { kind: 'refused', why: kind, words, status };
  }
};
