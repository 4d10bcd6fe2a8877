import { requestFailure } from '../../client/errors.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import { type Branch, getBranch } from '../../wire/projects.ts';
import { type CellAnswer, keyText } from '../board/cells.ts';
import type { TestingOptions } from '../board/testing.ts';
import { type BranchHistory, type Presence } from '../board/missing.ts';
import { readHistories, type ReadRef } from '../board/missingRanges.ts';
import { readMergeRequestCommits } from '../mergeRequestCommits.ts';
import { type BranchRequests, bringing, hashesOf, readBranchRequests, readOrigins } from './bringing.ts';
import { type DryRunCell, type DryRunOptions, type KnownAnswers, runDry } from './dryRuns.ts';
import { QueueHistory } from './history.ts';
import type { BackportRules } from './projectFile.ts';
import { inQueueOrder, type Queue, type QueueCell, type QueueEvidence, type QueueState } from './queue.ts';
import { branchesOf, type QueuePlace, readWanted, sinceOf, type Wanted } from './wanted.ts';

/** Most open merge requests whose commits are read for where they were picked from. */
const mostOpenRead = 20;
/** Most merge requests without a merge commit whose commits are read. */
const mostFastForwards = 50;

/** How far reading has come. */
export type QueueProgress =
  | { readonly phase: 'requests' | 'history' }
  | { readonly phase: 'dryRuns'; readonly done: number; readonly total: number };

/** What reading a queue is told. */
export interface QueueOptions extends TestingOptions, Pick<DryRunOptions, 'most'> {
  readonly signal: AbortSignal;
  readonly report: (progress: QueueProgress) => void;
  readonly known: KnownAnswers;
  /** Where what is backported comes from; undefined for a project without commits. */
  readonly defaultBranch: string | undefined;
}

/** A branch of the file as it was read. */
interface Target {
  readonly name: string;
  readonly read: Branch | 'missing' | { readonly error: unknown };
  readonly requests: BranchRequests;
}

/** What is known of a wanted merge request before dry runs. */
type Decided = Pick<QueueCell, 'state' | 'evidence' | 'brings'>;

/**
 * Reads what of the merged merge requests is wanted on the branches of the file, and what became of it. Without dry runs it
 * takes at most 40 requests for the histories, 20 and 50 for commits of merge requests, and for each branch, label and
 * milestone those of its list; dry runs are sent for what nothing else tells, 200 at most, and none for a tip that was
 * tested before. Throws what kept the lists of merge requests from being read.
 */
export const readQueue = async (place: QueuePlace, rules: BackportRules, options: QueueOptions): Promise<Queue> => {
  const { signal, report, now = Date.now } = options;
  report({ phase: 'requests' });
  place.client.beginAnew();
  const since = sinceOf(rules, now());
  const wanted = await readWanted(place, rules, since, signal);
  const names = branchesOf(rules);
  const targets: Target[] = [];
  for (const name of names) {
    const read = await readBranch(place, name, signal);
    const isThere = read !== 'missing' && !('error' in read);
    const isWanted = wanted.some(({ branch, notNeeded }) => branch === name && notNeeded === undefined);
    const requests =
      isThere && isWanted ? await readBranchRequests(place, name, since, signal) : { opened: [], merged: [] };
    targets.push({ name, read, requests });
  }
  report({ phase: 'history' });
  const { history, error: historyError } = await readHistory(place, targets, wanted, options);
  const reading = new QueueReading(place, signal);
  const decided: { readonly each: Wanted; readonly commits: readonly string[]; readonly as: Decided | DryRunCell }[] =
    [];
  for (const target of targets)
    for (const each of wanted.filter(({ branch }) => branch === target.name)) {
      const commits = each.notNeeded === undefined ? await reading.commitsOf(each.request) : [];
      decided.push({ each, commits, as: await reading.decide(each, target, commits, history) });
    }
  const cells = decided.flatMap(({ as }) => ('tip' in as ? [as] : []));
  const answers = await runDry(place, cells, options.known, {
    ...options,
    report: (done, total) => report({ phase: 'dryRuns', done, total }),
  });
  const all = decided.map(({ each: { request, branch, reason }, commits, as }): QueueCell => ({
    request,
    branch,
    reason,
    commits,
    ...('tip' in as ? tested(answers.get(keyText(as))) : as),
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
    return requestFailure(error, 'notFound') ? 'missing' : { error };
  }
};

const readHistory = async (
  place: QueuePlace,
  targets: readonly Target[],
  wanted: readonly Wanted[],
  { signal, defaultBranch }: QueueOptions,
): Promise<{ readonly history: QueueHistory | undefined; readonly error: unknown }> => {
  const refs = targets.flatMap(({ name, read }): readonly ReadRef[] => {
    const isWanted = wanted.some(({ branch, notNeeded }) => branch === name && notNeeded === undefined);
    return isWanted && read !== 'missing' && 'commit' in read ? [refOf(read)] : [];
  });
  if (defaultBranch === undefined || refs.length === 0) return { history: undefined, error: undefined };
  try {
    const source = refOf(await place.client.send(getBranch, { id: place.project, branch: defaultBranch }, { signal }));
    const others = refs.filter(({ name }) => name !== defaultBranch);
    const report = (): void => undefined;
    const histories: readonly BranchHistory[] =
      others.length === 0 ? [] : await readHistories(place, source, others, { signal, report });
    return { history: new QueueHistory(source, histories), error: undefined };
  } catch (error) {
    signal.throwIfAborted();
    return { history: undefined, error };
  }
};

const refOf = ({ name, commit: { id: sha, created_at: date } }: Branch): ReadRef => ({ name, sha, date: date ?? '' });

/** Reads what decides single cells, each once and as far as its bounds go. */
class QueueReading {
  readonly #place: QueuePlace;
  readonly #signal: AbortSignal;
  readonly #commits = new Map<number, readonly string[]>();
  readonly #origins = new Map<number, readonly string[]>();
  /** Open merge requests whose commits were not read. */
  readonly unread = new Set<number>();
  #fastForwards = 0;

  constructor(place: QueuePlace, signal: AbortSignal) {
    this.#place = place;
    this.#signal = signal;
  }

  /** What is picked of a merge request, oldest first: its merge or squash commit, else its own commits. */
  async commitsOf(request: MergeRequest): Promise<readonly string[]> {
    const { iid, merge_commit_sha: merge, squash_commit_sha: squash } = request;
    const made = merge ?? squash;
    if (made != null) return [made];
    const known = this.#commits.get(iid);
    if (known !== undefined) return known;
    if (this.#fastForwards >= mostFastForwards) return [];
    this.#fastForwards += 1;
    const { client, project } = this.#place;
    const read = await readMergeRequestCommits({ client, project, iid }, { signal: this.#signal });
    const commits = read.map(({ id }) => id).reverse();
    this.#commits.set(iid, commits);
    return commits;
  }

  async decide(
    { request, branch, notNeeded }: Wanted,
    { read, requests }: Target,
    commits: readonly string[],
    history: QueueHistory | undefined,
  ): Promise<Decided | DryRunCell> {
    if (notNeeded !== undefined) return as('notNeeded', { kind: 'notNeeded', label: notNeeded });
    if (read === 'missing') return as('unknown', { kind: 'branchMissing' });
    if ('error' in read) return as('unknown', { kind: 'failed', error: read.error });
    const presence = history?.presence(request, branch, commits);
    const merged = bringing(requests.merged, request);
    if (presence !== undefined && isThere(presence)) return as('done', { kind: 'history', presence }, merged);
    // what was brought and taken back is wanted again
    const isReverted = presence?.evidence.some(({ kind }) => kind === 'reverted') === true;
    if (merged !== undefined && !isReverted) return as('done', { kind: 'request', brings: merged }, merged);
    const opened = bringing(requests.opened, request) ?? (await this.#byCommits(requests.opened, request, commits));
    if (opened !== undefined) return as('open', { kind: 'request', brings: opened }, opened);
    const [sha, ...others] = commits;
    if (sha === undefined) return as('unknown', { kind: 'noCommit' });
    if (others.length > 0) return as('wanted', { kind: 'severalCommits', count: commits.length });
    return { sha, branch, tip: read.commit.id, title: request.title };
  }

  async #byCommits(
    opened: readonly MergeRequest[],
    request: MergeRequest,
    commits: readonly string[],
  ): Promise<Decided['brings']> {
    const hashes = [...commits, ...hashesOf(request)];
    for (const each of opened) {
      const origins = await this.#originsOf(each.iid);
      if (origins.some((cut) => hashes.some((sha) => sha.startsWith(cut)))) return { request: each, how: 'commits' };
    }
    return undefined;
  }

  async #originsOf(iid: number): Promise<readonly string[]> {
    const known = this.#origins.get(iid);
    if (known !== undefined) return known;
    if (this.#origins.size >= mostOpenRead) {
      this.unread.add(iid);
      return [];
    }
    const origins = await readOrigins(this.#place, iid, this.#signal);
    this.#origins.set(iid, origins);
    return origins;
  }
}

const isThere = ({ state }: Presence): boolean => state === 'same' || state === 'other' || state === 'changed';

const as = (state: QueueState, evidence: QueueEvidence, brings?: QueueCell['brings']): Decided => ({
  state,
  evidence,
  brings,
});

const tested = (answer: CellAnswer | undefined): Decided => {
  if (answer === undefined) return as('wanted', { kind: 'untested' });
  const evidence: QueueEvidence = { kind: 'dryRun', answer };
  switch (answer.kind) {
    case 'clean':
      return as('wanted', evidence);
    case 'alreadyThere':
      return as('done', evidence);
    case 'conflict':
      return as('conflict', evidence);
    case 'protected':
    case 'refused':
      return as('refused', evidence);
    case 'branchMissing':
    case 'failed':
      return as('unknown', evidence);
  }
};
