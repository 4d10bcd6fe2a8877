import { requestErrorFacts } from '../../client/errors.ts';
import { type Branch, getBranch } from '../../wire/projects.ts';
import { type CellAnswer, keyText } from '../pick/answers.ts';
import type { TestingOptions } from '../board/testing.ts';
import type { BranchHistory } from '../board/presence.ts';
import { readHistories, type ReadRef } from '../board/missingRanges.ts';
import { readBranchMergeRequests } from './findBackport.ts';
import { type Decided, type OpenCell, QueueReading, type Target, tested } from './deciding.ts';
import { type DryRunCell, type DryRunOptions, type KnownAnswers, runDry } from './dryRuns.ts';
import { QueueHistory } from './history.ts';
import type { BackportRules } from './projectFile.ts';
import { inQueueOrder, type Queue, type QueueCell } from './queue.ts';
import { branchesOf, type QueuePlace, readWanted, sinceOf, type Wanted } from './wanted.ts';

export type QueueProgress =
  | { readonly phase: 'requests' | 'history' }
  | { readonly phase: 'dryRuns'; readonly done: number; readonly total: number };

export interface QueueOptions extends TestingOptions, Pick<DryRunOptions, 'most'> {
  readonly signal: AbortSignal;
  readonly report: (progress: QueueProgress) => void;
  readonly known: KnownAnswers;
  /** Only branches at their current tip; none without the source. */
  readonly readInClone?: (source: ReadRef, branches: readonly ReadRef[]) => Promise<readonly BranchHistory[]>;
  /** Undefined for an empty repository. */
  readonly defaultBranch: string | undefined;
}

/**
 * Limits: 40 requests for histories, 20 and 50 for commits of merge requests, 200 dry runs, plus lists per branch, label
 * and milestone. Throws if the lists can't be read.
 */
export const readQueue = async (place: QueuePlace, rules: BackportRules, options: QueueOptions): Promise<Queue> => {
  const { signal, report, now = Date.now } = options;
  report({ phase: 'requests' });
  place.client.stopSharing();
  const since = sinceOf(rules, now());
  const wanted = await readWanted(place, rules, since, signal);
  const names = branchesOf(rules);
  const targets: Target[] = [];
  for (const name of names) {
    const read = await readBranch(place, name, signal);
    const isThere = read !== 'missing' && !('error' in read);
    const isWanted = wanted.some(({ branch, notNeeded }) => branch === name && notNeeded === undefined);
    const mergeRequests =
      isThere && isWanted ? await readBranchMergeRequests(place, name, since, signal) : { opened: [], merged: [] };
    targets.push({ name, read, requests: mergeRequests });
  }
  report({ phase: 'history' });
  const { history, error: historyError } = await readHistory(place, targets, wanted, options);
  const reading = new QueueReading(place, history, signal);
  const decided: { readonly each: Wanted; readonly commits: readonly string[]; readonly as: Decided | OpenCell }[] = [];
  for (const target of targets)
    for (const each of wanted.filter(({ branch }) => branch === target.name)) {
      const commits = each.notNeeded === undefined ? await reading.commitsOf(each.mergeRequest) : [];
      decided.push({ each, commits, as: await reading.decide(each, target, commits) });
    }
  const cells = decided.flatMap(({ as }) => ('tests' in as ? as.tests.filter((test) => test !== 'there') : []));
  const answers = await runDry(place, cells, options.known, {
    ...options,
    report: (done, total) => report({ phase: 'dryRuns', done, total }),
  });
  const answerOf = (test: DryRunCell | 'there'): CellAnswer | undefined =>
    test === 'there' ? { kind: 'alreadyThere', words: undefined } : answers.get(keyText(test));
  const all = decided.map(({ each: { mergeRequest, branch, reason }, commits, as }): QueueCell => ({
    mergeRequest,
    branch,
    reason,
    commits,
    ...('tests' in as ? tested(as.tests.map(answerOf)) : as),
  }));
  return {
    branches: targets.map(({ name, read }) => ({
      branch: name,
      tip: read !== 'missing' && 'commit' in read ? read.commit.id : undefined,
      ...(read !== 'missing' && 'error' in read ? { error: read.error } : {}),
      cells: inQueueOrder(all.filter(({ branch }) => branch === name)),
    })),
    historyError,
    unreadRequests: reading.unread.size,
    readAtMs: now(),
  };
};

const readBranch = async (
  { client, project: id }: QueuePlace,
  branch: string,
  signal: AbortSignal,
): Promise<Target['read']> => {
  try {
    return await client.send(getBranch, { id, branch }, { signal });
  } catch (error) {
    signal.throwIfAborted();
    return requestErrorFacts(error, 'notFound') ? 'missing' : { error };
  }
};

const readHistory = async (
  place: QueuePlace,
  targets: readonly Target[],
  wanted: readonly Wanted[],
  { signal, defaultBranch, readInClone }: QueueOptions,
): Promise<{ readonly history: QueueHistory | undefined; readonly error: unknown }> => {
  const refs = targets.flatMap(({ name, read }): readonly ReadRef[] => {
    const isWanted = wanted.some(({ branch, notNeeded }) => branch === name && notNeeded === undefined);
    return isWanted && read !== 'missing' && 'commit' in read ? [refOf(read)] : [];
  });
  if (defaultBranch === undefined || refs.length === 0) return { history: undefined, error: undefined };
  let read: { readonly source: ReadRef; readonly inClone: readonly BranchHistory[] } | undefined;
  try {
    const source = refOf(await place.client.send(getBranch, { id: place.project, branch: defaultBranch }, { signal }));
    const others = refs.filter(({ name }) => name !== defaultBranch);
    const inClone = (await readInClone?.(source, others)) ?? [];
    read = { source, inClone };
    const options = { signal, report: () => undefined, known: inClone };
    return { history: new QueueHistory(source, await readHistories(place, source, others, options)), error: undefined };
  } catch (error) {
    signal.throwIfAborted();
    return { history: read && new QueueHistory(read.source, read.inClone), error };
  }
};

const refOf = ({ name, commit: { id: sha, created_at: date } }: Branch): ReadRef => ({ name, sha, date: date ?? '' });
