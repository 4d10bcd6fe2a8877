import { updateMergeRequest } from '../../wire/mergeRequestWriting.ts';
import { deleteBranch } from '../../wire/projects.ts';
import { deleteOnce, type LookupOutcome, type WriteOutcome, writeOnce } from '../writeOnce.ts';
import { type KnownMergeRequest, readBranch, type MergeRequestPlace } from '../newMergeRequest.ts';
import { readFresh, readMergeRequestState, type MergeRequestRun } from './mergeRequests.ts';

export interface RequestUndo {
  readonly target: string;
  readonly source: string;
  readonly closes: KnownMergeRequest | undefined;
  readonly deletes: boolean;
  /** After the run. */
  readonly tip: string | undefined;
  /** Merged, or others have pushed. */
  readonly stays: 'merged' | 'pushed' | undefined;
}

/** Undefined if nothing was created. */
export const undoOf = async (
  place: MergeRequestPlace,
  run: MergeRequestRun,
  signal: AbortSignal,
): Promise<RequestUndo | undefined> => {
  const { target, source, branch, request } = run;
  const isOurs = branch.kind === 'made' && branch.confirmed !== 'used';
  const made = request.kind === 'made' && request.confirmed !== 'used' ? request.value : undefined;
  const state = made && (await readMergeRequestState(place, made.iid, signal));
  const created = run.picks.flatMap(({ outcome }) => (outcome.kind === 'created' ? [outcome.sha] : [])).at(-1);
  const tip = created ?? (branch.kind === 'made' ? branch.value.tip : undefined);
  if (state?.state === 'merged') return { target, source, closes: undefined, deletes: false, tip, stays: 'merged' };
  const there = isOurs ? await readBranch(place, source, signal) : undefined;
  const isPushed = there !== undefined && there.commit.id !== tip;
  const closes = state?.state === 'opened' ? made : undefined;
  const deletes = there !== undefined && !isPushed;
  if (closes === undefined && there === undefined) return undefined;
  return { target, source, closes, deletes, tip, stays: isPushed ? 'pushed' : undefined };
};

/**
 * Closes the merge request and deletes the branch, once each, unless merged or pushed meanwhile: the server doesn't check.
 * Throws refusals.
 */
export const takeBack = async (
  place: MergeRequestPlace,
  { closes, deletes, source, tip }: RequestUndo,
  signal: AbortSignal,
): Promise<WriteOutcome<undefined> | { readonly kind: 'stays'; readonly why: 'merged' | 'pushed' }> => {
  const { client, project } = place;
  if (closes !== undefined) {
    const { iid } = closes;
    const { state } = await readFresh(place, iid);
    if (state === 'merged') return { kind: 'stays', why: 'merged' };
    const close = async (): Promise<undefined> => {
      const asked = { id: project, merge_request_iid: iid, state_event: 'close' } as const;
      await client.send(updateMergeRequest, asked, { signal });
    };
    const check = async (): Promise<LookupOutcome<undefined>> =>
      (await readFresh(place, iid)).state === 'opened' ? 'absent' : { found: undefined };
    const closed = state === 'opened' ? await writeOnce(close, check) : undefined;
    if (closed !== undefined && closed.kind !== 'done') return closed;
  }
  const there = deletes ? await readBranch(place, source, signal) : undefined;
  if (there === undefined) return { kind: 'done', value: undefined, confirmed: 'answered' };
  if (there.commit.id !== tip) return { kind: 'stays', why: 'pushed' };
  return deleteOnce(
    async () => {
      await client.send(deleteBranch, { id: project, branch: source }, { signal });
      return undefined;
    },
    async () => ((await readBranch(place, source)) === undefined ? { found: undefined } : 'absent'),
  );
};
