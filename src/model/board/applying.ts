import type { Client } from '../../client/client.ts';
import { isCancelled } from '../../client/errors.ts';
import type { Commit } from '../../wire/commits.ts';
import {
  apply,
  type Applied,
  dryRunAt,
  type CommitPick,
  type PickRefusal,
  readTarget,
  type WantedPick,
} from '../pick/pick.ts';

export interface BranchPlan {
  readonly branch: string;
  /** The tip tested. */
  readonly tip: string;
  readonly commits: readonly PlannedCommit[];
}

/** `message` replaces the server's. */
export interface PlannedCommit {
  readonly sha: string;
  readonly title: string;
  readonly message?: string | undefined;
  /** Of the original message. */
  readonly trailers?: readonly string[] | undefined;
}

export interface ApplyPlan {
  readonly action: CommitPick['action'];
  readonly project: number;
  readonly branches: readonly BranchPlan[];
}

export type StepOutcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'testing' }
  | { readonly kind: 'applying' }
  | {
      readonly kind: 'created';
      readonly sha: string;
      readonly webUrl: string | undefined;
      readonly confirmed: 'answered' | 'found';
    }
  /** The branch moved; nothing was sent. */
  | { readonly kind: 'moved'; readonly from: string; readonly to: string }
  /** By the dry run or, if `sent`, when applying. */
  | { readonly kind: 'refused'; readonly sent: boolean; readonly refusal: PickRefusal }
  /** Lost answer; the branch hasn't moved. */
  | { readonly kind: 'notApplied'; readonly cause: unknown }
  /** Lost answer; the branch is inconclusive. */
  | { readonly kind: 'unknown'; readonly cause: unknown }
  | { readonly kind: 'failed'; readonly cause: unknown }
  /** After a failure on the branch, or stopped by the user. */
  | { readonly kind: 'notTried'; readonly why: 'surprise' | 'cancelled' | 'stopped' };

export interface Step {
  readonly branch: string;
  readonly sha: string;
  readonly title: string;
  readonly outcome: StepOutcome;
}

export interface ApplyDeps {
  readonly signal: AbortSignal;
  /** `index` is across all branches. */
  changed(index: number, step: Step): void;
  /** Called after a failure if branches remain. */
  goOn(surprise: Step, branchesLeft: number): Promise<boolean>;
}

export const stepsOf = ({ branches }: ApplyPlan): readonly Step[] =>
  branches.flatMap(({ branch, commits }) =>
    commits.map(({ sha, title }) => ({ branch, sha, title, outcome: { kind: 'waiting' } as const })),
  );

export const isSurprise = ({ kind }: StepOutcome): boolean =>
  kind === 'moved' || kind === 'refused' || kind === 'notApplied' || kind === 'unknown' || kind === 'failed';

/** Applies commits in order, each once, after a check of the tip and a dry run. A failure ends its branch. Never throws. */
export const applyPlan = async (client: Client, plan: ApplyPlan, around: ApplyDeps): Promise<readonly Step[]> => {
  const steps = [...stepsOf(plan)];
  let index = 0;
  const put = (at: number, outcome: StepOutcome): void => {
    const step = steps[at];
    if (step === undefined) return;
    steps[at] = { ...step, outcome };
    around.changed(at, { ...step, outcome });
  };
  let stopped: 'cancelled' | 'stopped' | undefined;
  for (const [number, { branch, tip, commits }] of plan.branches.entries()) {
    let expected = tip;
    let surprise: number | undefined;
    for (const { sha, message } of commits) {
      const at = index++;
      const why = surprise === undefined ? (stopped ?? (around.signal.aborted ? 'cancelled' : undefined)) : 'surprise';
      if (why !== undefined) {
        put(at, { kind: 'notTried', why });
        continue;
      }
      const pick: CommitPick = { action: plan.action, project: plan.project, sha, branch };
      const outcome = await pickStep(client, pick, { tip: expected, message }, around.signal, (doing) =>
        put(at, { kind: doing }),
      );
      put(at, outcome);
      if (outcome.kind === 'created') expected = outcome.sha;
      if (isSurprise(outcome)) surprise = at;
    }
    if (around.signal.aborted) stopped ??= 'cancelled';
    const step = surprise === undefined ? undefined : steps[surprise];
    const left = plan.branches.length - number - 1;
    if (step && left > 0 && stopped === undefined && !(await around.goOn(step, left))) stopped = 'stopped';
  }
  return steps;
};

/** Checks the tip, runs a dry run and applies one commit. Never throws. */
export const pickStep = async (
  client: Client,
  pick: CommitPick,
  wanted: WantedPick,
  signal: AbortSignal,
  doing: (what: 'testing' | 'applying') => void,
): Promise<StepOutcome> => {
  const { tip: expected } = wanted;
  try {
    doing('testing');
    const target = await readTarget(client, pick, signal);
    if (target === undefined) return missingBranch;
    const tip = target.commit.id;
    if (tip !== expected) return { kind: 'moved', from: expected, to: tip };
    const tested = await dryRunAt(client, pick, wanted, signal);
    if (tested.kind !== 'clean') return { kind: 'refused', sent: false, refusal: tested };
  } catch (cause) {
    return isCancelled(cause) ? { kind: 'notTried', why: 'cancelled' } : { kind: 'failed', cause };
  }
  try {
    doing('applying');
    return outcomeOf(await apply(client, pick, wanted, signal), expected);
  } catch (cause) {
    // `apply` only throws if nothing was applied
    return isCancelled(cause) ? { kind: 'notTried', why: 'cancelled' } : { kind: 'failed', cause };
  }
};

const missingBranch: StepOutcome = {
  kind: 'refused',
  sent: false,
  refusal: { kind: 'branchMissing', words: undefined, status: 404 },
};

const outcomeOf = (applied: Applied, expected: string): StepOutcome => {
  switch (applied.kind) {
    case 'applied':
      return created(applied.commit, applied.confirmed);
    case 'moved':
      return { kind: 'moved', from: expected, to: applied.tip };
    case 'notApplied':
    case 'unknown':
      return applied;
    default:
      return { kind: 'refused', sent: true, refusal: applied };
  }
};

const created = (commit: Commit, confirmed: 'answered' | 'found'): StepOutcome => ({
  kind: 'created',
  sha: commit.id,
  webUrl: commit.web_url,
  confirmed,
});

/** Reverts created commits, newest first. Skips branches without an entry in `tips`. */
export const undoPlan = (project: number, steps: readonly Step[], tips: ReadonlyMap<string, string>): ApplyPlan => ({
  action: 'revert',
  project,
  branches: [...new Set(steps.map(({ branch }) => branch))].flatMap((branch) => {
    const tip = tips.get(branch);
    const commits = steps
      .filter((step) => step.branch === branch)
      .flatMap(({ outcome, title }) => (outcome.kind === 'created' ? [{ sha: outcome.sha, title }] : []))
      .reverse();
    return tip === undefined || commits.length === 0 ? [] : [{ branch, tip, commits }];
  }),
});
