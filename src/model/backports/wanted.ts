import type { Client } from '../../client/client.ts';
import { eachPage } from '../../client/eachPage.ts';
import { listMergeRequests, type MergeRequest } from '../../wire/mergeRequests.ts';
import type { BackportRules } from './projectFile.ts';
import type { QueueReason } from './queue.ts';

export interface QueuePlace {
  readonly client: Client;
  readonly project: number;
}

export interface Wanted {
  readonly mergeRequest: MergeRequest;
  readonly branch: string;
  readonly reason: QueueReason;
  /** Matching label of the rules. */
  readonly notNeeded: string | undefined;
}

/** Per label or milestone: ten pages. */
const maxListed = 1_000;
const dayMs = 86_400_000;

export class QueueTooLong extends Error {
  override readonly name = 'QueueTooLong';
  /** Label or milestone. */
  readonly of: string;

  constructor(of: string) {
    super(`more than ${maxListed} merged merge requests have ${of}`);
    this.of = of;
  }
}

/** In file order. */
export const branchesOf = ({ labels, milestones }: BackportRules): readonly string[] => [
  ...new Set([...labels.values(), ...milestones.values()].flat()),
];

/** ISO 8601. */
export const sinceOf = ({ sinceDays }: Pick<BackportRules, 'sinceDays'>, nowMs: number): string =>
  // rounded to a day, so that answers are comparable
  new Date(Math.floor(nowMs / dayMs) * dayMs - sinceDays * dayMs).toISOString();

/** MR1, by label and milestone. */
export const readWanted = async (
  { client, project: id }: QueuePlace,
  rules: BackportRules,
  since: string,
  signal: AbortSignal,
): Promise<readonly Wanted[]> => {
  const found = new Map<number, MergeRequest>();
  const read = async (filter: { readonly labels: string } | { readonly milestone: string }, of: string) => {
    const parameters = { id, state: 'merged', updated_after: since, per_page: 100, ...filter } as const;
    let count = 0;
    for await (const { items } of eachPage(client, listMergeRequests, parameters, { signal })) {
      for (const mergeRequest of items) found.set(mergeRequest.iid, mergeRequest);
      count += items.length;
      if (count > maxListed) throw new QueueTooLong(of);
    }
  };
  // GitLab separates labels by commas
  const labels = [...rules.labels.keys(), ...rules.notNeeded].filter((label) => !label.includes(','));
  for (const label of new Set(labels)) await read({ labels: label }, label);
  for (const milestone of rules.milestones.keys()) await read({ milestone }, milestone);
  return [...found.values()].flatMap((mergeRequest) => wantedOf(mergeRequest, rules));
};

export const wantedOf = (mergeRequest: MergeRequest, rules: BackportRules): readonly Wanted[] => {
  const labels = mergeRequest.labels ?? [];
  const notNeeded = rules.notNeeded.find((label) => labels.includes(label));
  const reasons = new Map<string, QueueReason>();
  const add = (branches: readonly string[] | undefined, reason: QueueReason): void => {
    for (const branch of branches ?? []) if (!reasons.has(branch)) reasons.set(branch, reason);
  };
  for (const name of labels) add(rules.labels.get(name), { kind: 'label', name });
  const milestone = mergeRequest.milestone?.title;
  if (milestone !== undefined) add(rules.milestones.get(milestone), { kind: 'milestone', name: milestone });
  // it may have replaced the branch's label
  if (notNeeded !== undefined && reasons.size === 0) add(branchesOf(rules), { kind: 'all' });
  return branchesOf(rules).flatMap((branch) => {
    const reason = reasons.get(branch);
    // already merged into this branch
    return reason === undefined || mergeRequest.target_branch === branch
      ? []
      : [{ mergeRequest, branch, reason, notNeeded }];
  });
};
