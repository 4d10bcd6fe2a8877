import { isCancelled, requestErrorFacts } from '../../client/errors.ts';
import { getMergeRequest, type MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { acceptMergeRequest } from '../../wire/mergeRequestWriting.ts';
import { createBranch, getBranch } from '../../wire/projects.ts';
import {
  createMergeRequestOnce,
  type KnownMergeRequest,
  readBranch,
  type MergeRequestDetails,
  type MergeRequestPlace,
} from '../newMergeRequest.ts';
import type { CommitPick } from '../pick/pick.ts';
import { type LookupOutcome, type WriteOutcome, writeOnce } from '../writeOnce.ts';
import { isSurprise, pickStep, type PlannedCommit, type Step, type StepOutcome } from './applying.ts';

/** A merge request with cherry-picks or reverts of commits, in this order. */
export interface MergeRequestPlan {
  readonly action: CommitPick['action'];
  readonly target: string;
  /** New branch, created from the target's tip. */
  readonly source: string;
  readonly commits: readonly PlannedCommit[];
  readonly details: MergeRequestDetails;
  /** Existing branch, and its open merge request, to reuse. */
  readonly existing: { readonly tip: string; readonly request: KnownMergeRequest | undefined } | undefined;
}

/** Result of creating the branch or the merge request. */
export type MadeOutcome<T> =
  | { readonly kind: 'waiting' | 'making' }
  /** `used`: it existed before; `found`: the response was lost, but it exists. */
  | { readonly kind: 'made'; readonly value: T; readonly confirmed: 'answered' | 'found' | 'used' }
  /** The name is taken; nothing was sent. */
  | { readonly kind: 'taken' }
  /** The response was lost, and it doesn't exist. */
  | { readonly kind: 'notMade'; readonly cause: unknown }
  | { readonly kind: 'unknown'; readonly cause: unknown }
  /** Refused or not sent. */
  | { readonly kind: 'failed'; readonly cause: unknown }
  | { readonly kind: 'notTried'; readonly why: 'surprise' | 'cancelled' };

/** Progress; `picks` are the commits on the new branch. */
export interface MergeRequestRun {
  readonly action: CommitPick['action'];
  readonly target: string;
  readonly source: string;
  readonly title: string;
  /** Initial tip of the branch. */
  readonly branch: MadeOutcome<{ readonly tip: string }>;
  readonly picks: readonly Step[];
  readonly request: MadeOutcome<KnownMergeRequest>;
}

/** Initial progress. */
export const runsOf = (plans: readonly MergeRequestPlan[]): readonly MergeRequestRun[] =>
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
 * Creates merge requests one by one: a branch from the target's current tip, the commits on it, each after a dry run, and
 * the merge request. A failure ends its own merge request only. Every write is sent once; after a lost response, the
 * server's state is read. Never throws.
 */
export const createMergeRequests = async (
  place: MergeRequestPlace,
  plans: readonly MergeRequestPlan[],
  around: { readonly signal: AbortSignal; changed(index: number, run: MergeRequestRun): void },
): Promise<readonly MergeRequestRun[]> => {
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
  place: MergeRequestPlace,
  plan: MergeRequestPlan,
  first: MergeRequestRun,
  signal: AbortSignal,
  changed: (run: MergeRequestRun) => void,
): Promise<void> => {
  let run = first;
  const put = (part: Partial<MergeRequestRun>): void => {
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
  put({ request: await createOne(place, plan, signal) });
};

/** On a reused branch, from an earlier attempt. On a new branch it would mean that the target has the commit. */
const hasItAlready = (outcome: StepOutcome): boolean =>
  outcome.kind === 'refused' && !outcome.sent && outcome.refusal.kind === 'alreadyThere';

const untried = ({ picks }: MergeRequestRun, why: 'surprise' | 'cancelled'): Partial<MergeRequestRun> => ({
  branch: { kind: 'notTried', why },
  picks: picks.map((step) => ({ ...step, outcome: { kind: 'notTried', why } })),
  request: { kind: 'notTried', why },
});

const makeBranch = (
  { client, project }: MergeRequestPlace,
  { source, target, existing }: MergeRequestPlan,
  signal: AbortSignal,
): Promise<MergeRequestRun['branch']> =>
  outcomeOf(async () => {
    const there = await readBranch({ client, project }, source, signal);
    if (existing !== undefined && there?.commit.id === existing.tip) {
      return { kind: 'made', value: { tip: existing.tip }, confirmed: 'used' };
    }
    if (there !== undefined) return { kind: 'taken' };
    const { commit } = await client.send(getBranch, { id: project, branch: target }, { signal });
    const tip = commit.id;
    const check = async (): Promise<LookupOutcome<{ readonly tip: string }>> => {
      const made = await readBranch({ client, project }, source);
      return made === undefined ? 'absent' : made.commit.id === tip ? { found: { tip } } : 'unclear';
    };
    return madeOf(
      await writeOnce(async () => {
        await client.send(createBranch, { id: project, branch: source, ref: tip }, { signal });
        return { tip };
      }, check),
    );
  });

const createOne = (
  place: MergeRequestPlace,
  plan: MergeRequestPlan,
  signal: AbortSignal,
): Promise<MadeOutcome<KnownMergeRequest>> =>
  outcomeOf(async () => {
    const known = plan.existing?.request;
    if (known !== undefined) return { kind: 'made', value: known, confirmed: 'used' };
    return madeOf(await createMergeRequestOnce(place, plan, signal));
  });

const madeOf = <T>(written: WriteOutcome<T>): MadeOutcome<T> =>
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

export interface MergeRequestState {
  readonly iid: number;
  /** `opened`, `closed`, `locked` or `merged`. */
  readonly state: string;
  /** `detailed_merge_status`, on older servers `merge_status`. */
  readonly merging?: string | undefined;
  /** May merge into the target; undefined if the server doesn't report it. */
  readonly mayMerge?: boolean | undefined;
  /** Of the head; undefined without one. */
  readonly pipeline?: string | undefined;
  /** Auto-merge is set. */
  readonly willMerge: boolean;
  readonly sha?: string | undefined;
  readonly readAtMs: number;
}

/** MR2. */
export const readMergeRequestState = async (
  { client, project }: MergeRequestPlace,
  iid: number,
  signal?: AbortSignal,
): Promise<MergeRequestState> =>
  stateOf(await client.send(getMergeRequest, { id: project, merge_request_iid: iid }, { signal }));

const stateOf = (request: MergeRequestDetail): MergeRequestState => ({
  iid: request.iid,
  state: request.state,
  merging: request.detailed_merge_status ?? request.merge_status ?? undefined,
  mayMerge: request.user?.can_merge ?? undefined,
  pipeline: request.head_pipeline?.status,
  willMerge: request.merge_when_pipeline_succeeds === true,
  sha: request.sha ?? undefined,
  readAtMs: Date.now(),
});

/** Missing role, changed head, or not mergeable; `now` is the current state. */
export interface MergeRefusal {
  readonly kind: 'mayNot' | 'moved' | 'notNow';
  readonly cause: unknown;
  readonly now: MergeRequestState;
}

/**
 * MR16, sent once: merges at the head last read, or sets auto-merge. Reads after a lost response. Throws requests that
 * weren't sent.
 */
export const mergeRequest = async (
  place: MergeRequestPlace,
  { iid, sha }: Pick<MergeRequestState, 'iid' | 'sha'>,
  whenGreen: boolean,
  signal: AbortSignal,
): Promise<WriteOutcome<MergeRequestState> | MergeRefusal> => {
  const at = { id: place.project, merge_request_iid: iid, sha };
  const how = whenGreen ? { merge_when_pipeline_succeeds: true } : {};
  try {
    return await writeOnce(
      async () => stateOf(await place.client.send(acceptMergeRequest, { ...at, ...how }, { signal })),
      async () => {
        const now = await readFresh(place, iid);
        return now.state === 'merged' || now.willMerge ? { found: now } : now.state === 'opened' ? 'absent' : 'unclear';
      },
    );
  } catch (cause) {
    const facts = requestErrorFacts(cause, 'unauthorized', 'forbidden', 'refused');
    if (facts?.status === undefined) throw cause;
    const { status, failure } = facts;
    const kind = status === 409 ? 'moved' : failure === 'refused' ? 'notNow' : 'mayNot';
    // GitLab also answers 401 for an insufficient role. If reading works, the token is valid.
    const now = await readFresh(place, iid).catch(() => undefined);
    if (now === undefined) throw cause;
    return { kind, cause, now };
  }
};

/** MR2, never shared with an earlier read. */
export const readFresh = (place: MergeRequestPlace, iid: number): Promise<MergeRequestState> => {
  place.client.stopSharing();
  return readMergeRequestState(place, iid);
};
