import type { Client } from '../../client/client.ts';
import { type CommitPick, dryRunAt, type PickRefusal, readTarget } from '../pick.ts';
import type { CellAnswer, CellKey, Column } from './cells.ts';

/** Where a board is: the client of its account, and the project. */
export interface BoardPlace {
  readonly client: Client;
  readonly project: number;
}

/** Where the branch of a cell stands and what the server says of it. Does not throw: a failure is kept in the column. */
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

/** What is asked: a cherry-pick or a revert, with the message that applying will send; undefined for the server's. */
export interface CellQuestion extends CellKey {
  readonly action?: CommitPick['action'];
  readonly message: string | undefined;
}

/**
 * Whether a commit applies to a branch that stands as its column says: by a dry run, unless the column answers already.
 * Throws what kept the column or the dry run from an answer.
 */
export const askCell = async (
  { client, project }: BoardPlace,
  { message, action = 'cherryPick', ...key }: CellQuestion,
  column: Column,
  signal: AbortSignal,
): Promise<CellAnswer> => {
  if (column.kind === 'missing') return { kind: 'branchMissing' };
  if (column.kind !== 'read') throw column.kind === 'failed' ? column.error : new Error('the branch was not read');
  if (column.canPush === false)
    return { kind: 'protected', told: 'branch', rule: column.isProtected, words: undefined };
  const answer = await dryRunAt(client, { action, project, ...key }, { tip: column.tip, message }, signal);
  return answer.kind === 'clean' ? { kind: 'clean' } : answerOf(answer, column.isProtected);
};

const answerOf = ({ kind, words, status }: PickRefusal, isProtected: boolean | undefined): CellAnswer => {
  switch (kind) {
    case 'alreadyThere':
    case 'conflict':
      return { kind, words };
    case 'forbidden':
      return { kind: 'protected', told: 'dryRun', rule: isProtected, words };
    case 'branchMissing':
      return { kind };
    default:
      return { kind: 'refused', why: kind, words, status };
  }
};
