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
} from '../pick.ts';

/** What is to be done on one branch, in this order. */
export interface BranchPlan {
  readonly branch: string;
  /** Where the branch is to stand when it begins: where it was tested. */
  readonly tip: string;
  readonly commits: readonly PlannedCommit[];
}

/** A commit to pick or revert; `message` is that of the cherry-pick where the server is not to write it. */
export interface PlannedCommit {
  readonly sha: string;
  readonly title: string;
  readonly message?: string | undefined;
  /** Keys of the trailers of the commit's own message. */
  readonly trailers?: readonly string[] | undefined;
}

/** What is to be done: picks, or the reverts that undo them. */
export interface ApplyPlan {
  readonly action: CommitPick['action'];
  readonly project: number;
  readonly branches: readonly BranchPlan[];
}

/** What became of one commit on one branch. */
export type StepOutcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'testing' }
  | { readonly kind: 'applying' }
  /** There is a new commit; `found` when its answer was lost and it was found on the branch. */
  | {
      readonly kind: 'created';
      readonly sha: string;
      readonly webUrl: string | undefined;
      readonly confirmed: 'answered' | 'found';
    }
  /** The branch was not where it was expected; nothing was sent. */
  | { readonly kind: 'moved'; readonly from: string; readonly to: string }
  /** Refused, by the test just before or, `sent`, when it was to be applied. Nothing was created. */
  | { readonly kind: 'refused'; readonly sent: boolean; readonly refusal: PickRefusal }
  /** The answer was lost and the branch is where it was. */
  | { readonly kind: 'notApplied'; readonly cause: unknown }
  /** The answer was lost and the branch does not tell. */
  | { readonly kind: 'unknown'; readonly cause: unknown }
  /** The test just before failed; nothing was sent. */
  | { readonly kind: 'failed'; readonly cause: unknown }
  /** Not tried: after a surprise on its branch, because it was cancelled, or because the user stopped. */
  | { readonly kind: 'notTried'; readonly why: 'surprise' | 'cancelled' | 'stopped' };

/** One commit on one branch, and what became of it. */
export interface Step {
  readonly branch: string;
  /** The commit that was to be picked or reverted. */
  readonly sha: string;
  readonly title: string;
  readonly outcome: StepOutcome;
}

/** What applying needs from its surroundings. */
export interface ApplyDeps {
  readonly signal: AbortSignal;
  /** Called after every change of a step; `index` counts the steps of the whole plan. */
  changed(index: number, step: Step): void;
  /** Asked after a surprise when other branches are left: whether to go on with them. */
  goOn(surprise: Step, branchesLeft: number): Promise<boolean>;
}

/** The steps of a plan before anything was done. */
export const stepsOf = ({ branches }: ApplyPlan): readonly Step[] =>
  branches.flatMap(({ branch, commits }) =>
    commits.map(({ sha, title }) => ({ branch, sha, title, outcome: { kind: 'waiting' } as const })),
  );

/** Whether a step left something the plan did not foresee. */
export const isSurprise = ({ kind }: StepOutcome): boolean =>
  kind === 'moved' || kind === 'refused' || kind === 'notApplied' || kind === 'unknown' || kind === 'failed';

/**
 * Carries a plan out, branch by branch and in the order of each. Before each commit the branch must stand where the one
 * before left it and a dry run must be clean; then it is sent, once. The first surprise ends its branch. Never throws:
 * what became of each step is its outcome.
 */
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

/**
 * Reads the branch, makes a dry run and applies one commit, once. Never throws; `doing` is called before the dry run and
 * before it is applied.
 */
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
    // what `apply` throws was never sent, or refused by the server in so many words
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

/**
 * What undoes the commits that steps have created: on each branch the newest first, branches in their order. `tips` says
 * where each branch stands now; one that is left out is not undone.
 */
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
