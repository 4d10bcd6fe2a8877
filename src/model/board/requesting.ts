import { isCancelled, requestFailure } from '../../client/errors.ts';
import { getMergeRequest, type MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { acceptMergeRequest } from '../../wire/mergeRequestWriting.ts';
import { createBranch, getBranch } from '../../wire/projects.ts';
import {
  createRequest,
  type KnownRequest,
  readBranch,
  type RequestDetails,
  type RequestPlace,
} from '../newMergeRequest.ts';
import type { CommitPick } from '../pick/pick.ts';
import { type Found, type Written, writeOnce } from '../writeOnce.ts';
import { isSurprise, pickStep, type PlannedCommit, type Step, type StepOutcome } from './applying.ts';

/** A merge request that is to bring commits, in this order, to a branch: picks of them, or their reverts. */
export interface RequestPlan {
  readonly action: CommitPick['action'];
  readonly target: string;
  /** The branch that is made for it, from the tip of the target. */
  readonly source: string;
  readonly commits: readonly PlannedCommit[];
  readonly details: RequestDetails;
  /** What there is under these names already and is to be used again: the branch, and an open merge request of it. */
  readonly existing: { readonly tip: string; readonly request: KnownRequest | undefined } | undefined;
}

/** What became of one write of a plan. */
export type MadeOutcome<T> =
  | { readonly kind: 'waiting' | 'making' }
  /** It is there: `used` when it was before, `found` when the answer of making it was lost. */
  | { readonly kind: 'made'; readonly value: T; readonly confirmed: 'answered' | 'found' | 'used' }
  /** There is one of that name by now; nothing was sent. */
  | { readonly kind: 'taken' }
  /** The answer was lost, and a look found none. */
  | { readonly kind: 'notMade'; readonly cause: unknown }
  | { readonly kind: 'unknown'; readonly cause: unknown }
  /** Refused or not sent. */
  | { readonly kind: 'failed'; readonly cause: unknown }
  | { readonly kind: 'notTried'; readonly why: 'surprise' | 'cancelled' };

/** How far one merge request is. The steps are the commits on the new branch. */
export interface RequestRun {
  readonly action: CommitPick['action'];
  readonly target: string;
  readonly source: string;
  readonly title: string;
  /** The tip the branch was made with. */
  readonly branch: MadeOutcome<{ readonly tip: string }>;
  readonly picks: readonly Step[];
  readonly request: MadeOutcome<KnownRequest>;
}

/** The runs of plans before anything was done. */
export const runsOf = (plans: readonly RequestPlan[]): readonly RequestRun[] =>
  plans.map(({ action, target, source, commits, details }) => ({
    action,
    target,
    source,
    title: details.title,
    branch: { kind: 'waiting' },
    picks: commits.map(({ sha, title }) => ({ branch: source, sha, title, outcome: { kind: 'waiting' } })),
    request: { kind: 'waiting' },
  }));

/**
 * Makes merge requests, one after the other: a branch from the tip its target has now, the commits on it, each after a
 * dry run, and the merge request. The first surprise ends its own merge request, and the next begins. Every write is sent
 * once; after a lost answer what is there is read. `changed` is told every change. Never throws.
 */
export const makeRequests = async (
  place: RequestPlace,
  plans: readonly RequestPlan[],
  around: { readonly signal: AbortSignal; changed(index: number, run: RequestRun): void },
): Promise<readonly RequestRun[]> => {
  const runs = [...runsOf(plans)];
  for (const [index, plan] of plans.entries()) {
    const first = runs[index];
    if (first === undefined) continue;
    await makeOne(place, plan, first, around.signal, (run) => {
      runs[index] = run;
      around.changed(index, run);
    });
  }
  return runs;
};

const makeOne = async (
  place: RequestPlace,
  plan: RequestPlan,
  first: RequestRun,
  signal: AbortSignal,
  changed: (run: RequestRun) => void,
): Promise<void> => {
  let run = first;
  const put = (part: Partial<RequestRun>): void => {
    run = { ...run, ...part };
    changed(run);
  };
  const putPick = (at: number, outcome: StepOutcome): void =>
    put({ picks: run.picks.map((step, index) => (index === at ? { ...step, outcome } : step)) });
  if (signal.aborted) return put(untried(run, 'cancelled'));
  put({ branch: { kind: 'making' } });
  const branch = await makeBranch(place, plan, signal);
  put({ branch });
  if (branch.kind !== 'made') return put({ ...untried(run, signal.aborted ? 'cancelled' : 'surprise'), branch });
  let tip = branch.value.tip;
  let why: 'surprise' | 'cancelled' | undefined;
  for (const [at, { sha, message }] of plan.commits.entries()) {
    if (signal.aborted) why ??= 'cancelled';
    if (why !== undefined) {
      putPick(at, { kind: 'notTried', why });
      continue;
    }
    const pick: CommitPick = { action: plan.action, project: place.project, sha, branch: plan.source };
    const outcome = await pickStep(place.client, pick, { tip, message }, signal, (kind) => putPick(at, { kind }));
    putPick(at, outcome);
    if (outcome.kind === 'created') tip = outcome.sha;
    else if (isSurprise(outcome) && !(branch.confirmed === 'used' && hasItAlready(outcome))) why = 'surprise';
  }
  if (signal.aborted) why ??= 'cancelled';
  if (why !== undefined) return put({ request: { kind: 'notTried', why } });
  put({ request: { kind: 'making' } });
  put({ request: await makeRequest(place, plan, signal) });
};

/** A branch that is used again may have a commit from before; on a new one it would say that the target has it. */
const hasItAlready = (outcome: StepOutcome): boolean =>
  outcome.kind === 'refused' && !outcome.sent && outcome.refusal.kind === 'alreadyThere';

const untried = ({ picks }: RequestRun, why: 'surprise' | 'cancelled'): Partial<RequestRun> => ({
  branch: { kind: 'notTried', why },
  picks: picks.map((step) => ({ ...step, outcome: { kind: 'notTried', why } })),
  request: { kind: 'notTried', why },
});

const makeBranch = (
  { client, project }: RequestPlace,
  { source, target, existing }: RequestPlan,
  signal: AbortSignal,
): Promise<RequestRun['branch']> =>
  outcomeOf(async () => {
    const there = await readBranch({ client, project }, source, signal);
    if (existing !== undefined && there?.commit.id === existing.tip) {
      return { kind: 'made', value: { tip: existing.tip }, confirmed: 'used' };
    }
    if (there !== undefined) return { kind: 'taken' };
    const { commit } = await client.send(getBranch, { id: project, branch: target }, { signal });
    const tip = commit.id;
    const look = async (): Promise<Found<{ readonly tip: string }>> => {
      const made = await readBranch({ client, project }, source);
      return made === undefined ? 'absent' : made.commit.id === tip ? { found: { tip } } : 'unclear';
    };
    return madeOf(
      await writeOnce(async () => {
        await client.send(createBranch, { id: project, branch: source, ref: tip }, { signal });
        return { tip };
      }, look),
    );
  });

const makeRequest = (place: RequestPlace, plan: RequestPlan, signal: AbortSignal): Promise<MadeOutcome<KnownRequest>> =>
  outcomeOf(async () => {
    const known = plan.existing?.request;
    if (known !== undefined) return { kind: 'made', value: known, confirmed: 'used' };
    return madeOf(await createRequest(place, plan, signal));
  });

const madeOf = <T>(written: Written<T>): MadeOutcome<T> =>
  written.kind === 'done'
    ? { kind: 'made', value: written.value, confirmed: written.confirmed }
    : { kind: written.kind === 'notDone' ? 'notMade' : 'unknown', cause: written.cause };

const outcomeOf = async <T>(make: () => Promise<MadeOutcome<T>>): Promise<MadeOutcome<T>> => {
  try {
    return await make();
  } catch (cause) {
    return isCancelled(cause) ? { kind: 'notTried', why: 'cancelled' } : { kind: 'failed', cause };
  }
};

/** How a merge request stands on the server. */
export interface RequestState {
  readonly iid: number;
  /** `opened`, `closed`, `locked` or `merged`, as the server says. */
  readonly state: string;
  /** The server's own name for what is in the way of merging, such as `mergeable` or `conflict`. */
  readonly merging?: string | undefined;
  /** Whether I may merge into its target; undefined where the server does not say. */
  readonly mayMerge?: boolean | undefined;
  /** State of the pipeline of its head; undefined without one. */
  readonly pipeline?: string | undefined;
  /** Whether it will be merged when its pipeline has succeeded. */
  readonly willMerge: boolean;
  /** Hash of its head. */
  readonly sha?: string | undefined;
  readonly readAtMs: number;
}

/** MR2: how a merge request stands now. */
export const readRequestState = async (
  { client, project }: RequestPlace,
  iid: number,
  signal?: AbortSignal,
): Promise<RequestState> =>
  stateOf(await client.send(getMergeRequest, { id: project, merge_request_iid: iid }, { signal }));

const stateOf = (request: MergeRequestDetail): RequestState => ({
  iid: request.iid,
  state: request.state,
  merging: request.detailed_merge_status ?? request.merge_status ?? undefined,
  mayMerge: request.user?.can_merge ?? undefined,
  pipeline: request.head_pipeline?.status,
  willMerge: request.merge_when_pipeline_succeeds === true,
  sha: request.sha ?? undefined,
  readAtMs: Date.now(),
});

/** The server will not merge: without the role for it, at another head, or for another reason. `now` is how it stands. */
export interface MergeRefusal {
  readonly kind: 'mayNot' | 'moved' | 'notNow';
  readonly cause: unknown;
  readonly now: RequestState;
}

/**
 * MR16, once: merges at the head that was seen, or once its pipeline has succeeded. After a lost answer it is read. Throws
 * what was never sent.
 */
export const mergeRequest = async (
  place: RequestPlace,
  { iid, sha }: Pick<RequestState, 'iid' | 'sha'>,
  whenGreen: boolean,
  signal: AbortSignal,
): Promise<Written<RequestState> | MergeRefusal> => {
  const at = { id: place.project, merge_request_iid: iid, sha };
  const how = whenGreen ? { merge_when_pipeline_succeeds: true } : {};
  try {
    return await writeOnce(
      async () => stateOf(await place.client.send(acceptMergeRequest, { ...at, ...how }, { signal })),
      async () => {
        const now = await readAnew(place, iid);
        return now.state === 'merged' || now.willMerge ? { found: now } : now.state === 'opened' ? 'absent' : 'unclear';
      },
    );
  } catch (cause) {
    const facts = requestFailure(cause, 'unauthorized', 'forbidden', 'refused');
    if (facts?.status === undefined) throw cause;
    const { status, failure } = facts;
    const kind = status === 409 ? 'moved' : failure === 'refused' ? 'notNow' : 'mayNot';
    // the server says 401 for a role that is too low, too: where it lets us read, the token is not the reason
    const now = await readAnew(place, iid).catch(() => undefined);
    if (now === undefined) throw cause;
    return { kind, cause, now };
  }
};

/** MR2, not from what was read before. */
export const readAnew = (place: RequestPlace, iid: number): Promise<RequestState> => {
  place.client.beginAnew();
  return readRequestState(place, iid);
};
