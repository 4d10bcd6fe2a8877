import type { Client } from '../../client/client.ts';
import { isCancelled, lacksScope, requestErrorFacts, type RequestErrorFacts } from '../../client/errors.ts';
import { cherryPickCommit, type Commit, getCommit, listCommits, revertCommit } from '../../wire/commits.ts';
import { type Branch, getBranch } from '../../wire/projects.ts';
import { isAtLeast, type Release } from '../release.ts';
import { withGitLines } from '../text/trailers.ts';
import { beforeWrite } from '../writeOnce.ts';

export interface CommitPick {
  readonly action: 'cherryPick' | 'revert';
  /** ID or full path. */
  readonly project: number | string;
  /** Full SHA. */
  readonly sha: string;
  readonly branch: string;
}

export interface PickRefusal {
  readonly kind:
    | 'alreadyThere'
    | 'conflict'
    | 'forbidden'
    | 'missingScope'
    | 'branchMissing'
    | 'commitMissing'
    | 'refused';
  readonly words: string | undefined;
  readonly status: number | undefined;
}

/** `tip` was read right before. */
export type DryRun = { readonly kind: 'clean'; readonly tip: string } | PickRefusal;

export type Applied =
  /** `found`: the answer was lost, but the commit exists. */
  | { readonly kind: 'applied'; readonly commit: Commit; readonly confirmed: 'answered' | 'found' }
  /** Not sent: the branch has changed since the dry run. */
  | { readonly kind: 'moved'; readonly tip: string }
  /** Lost answer; the branch is unchanged. */
  | { readonly kind: 'notApplied'; readonly cause: unknown }
  /** Lost answer; the branch is inconclusive. */
  | { readonly kind: 'unknown'; readonly cause: unknown }
  | PickRefusal;

/** Undefined: default message. */
export interface WantedPick {
  readonly tip: string;
  readonly message: string | undefined;
}

/** C5, C6. Throws if the request fails. */
export const dryRun = async (client: Client, pick: CommitPick, signal: AbortSignal): Promise<DryRun> => {
  const tip = await branchTip(client, pick, signal);
  if (tip === undefined) return { kind: 'branchMissing', words: undefined, status: 404 };
  return dryRunAt(client, pick, { tip, message: undefined }, signal);
};

/** Dry run at a known `tip`, kept up to date by the caller: one request, two after a conflict. */
export const dryRunAt = async (
  client: Client,
  pick: CommitPick,
  { tip, message }: WantedPick,
  signal: AbortSignal,
): Promise<DryRun> => {
  try {
    await send(client, pick, { dry_run: true, message }, signal);
    return { kind: 'clean', tip };
  } catch (error) {
    const refusal = readRefusal(error);
    if (refusal.kind !== 'conflict' || pick.action !== 'cherryPick') return refusal;
    // commits conflict with later changes of their lines
    return (await contains(client, pick, tip, signal)) ? { ...refusal, kind: 'alreadyThere' } : refusal;
  }
};

/** True if `tip..sha` is empty (C1). */
const contains = async (
  client: Client,
  { project, sha }: CommitPick,
  tip: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const range = { id: project, ref_name: `${tip}..${sha}`, per_page: 1 };
  return (await client.send(listCommits, range, { signal })).items.length === 0;
};

/**
 * Once, if the branch is still at `tip`. After a lost or unclear answer, the branch decides. Throws if nothing was sent
 * because of the network.
 */
export const apply = async (
  client: Client,
  pick: CommitPick,
  wanted: WantedPick,
  signal: AbortSignal,
): Promise<Applied> => {
  const tip = await beforeWrite(() => branchTip(client, pick, signal));
  if (tip === undefined) return { kind: 'branchMissing', words: undefined, status: 404 };
  if (tip !== wanted.tip) return { kind: 'moved', tip };
  try {
    const answer = await send(client, pick, { message: wanted.message }, signal);
    if ('id' in answer) return { kind: 'applied', commit: answer, confirmed: 'answered' };
    return await check(client, pick, wanted, new Error('the server answered a dry run that was not asked for'));
  } catch (error) {
    if (requestErrorFacts(error)?.outcome === 'unknown') return check(client, pick, wanted, error);
    return readRefusal(error);
  }
};

const send = (
  client: Client,
  { action, project, sha, branch }: CommitPick,
  body: { readonly dry_run?: boolean; readonly message?: string | undefined },
  signal: AbortSignal,
): Promise<Commit | { dry_run: 'success' }> =>
  action === 'cherryPick'
    ? client.send(cherryPickCommit, { id: project, sha, branch, ...body }, { signal })
    : client.send(revertCommit, { id: project, sha, branch, ...omitMessage(body) }, { signal });

const omitMessage = ({ dry_run }: { readonly dry_run?: boolean }): { readonly dry_run?: boolean } =>
  dry_run === undefined ? {} : { dry_run };

const branchTip = async (client: Client, pick: CommitPick, signal?: AbortSignal): Promise<string | undefined> =>
  (await readTarget(client, pick, signal))?.commit.id;

/** Undefined if only the commit exists. */
export const readTarget = async (
  client: Client,
  pick: Omit<CommitPick, 'action'>,
  signal?: AbortSignal,
): Promise<Branch | undefined> => {
  // don't reuse an earlier answer
  client.stopSharing();
  try {
    return await client.send(getBranch, { id: pick.project, branch: pick.branch }, { signal });
  } catch (error) {
    if (requestErrorFacts(error, 'notFound') && (await commitExists(client, pick, signal))) return undefined;
    throw error;
  }
};

/** 404 may also mean that the project is gone. */
const commitExists = async (
  client: Client,
  pick: Omit<CommitPick, 'action'>,
  signal?: AbortSignal,
): Promise<boolean> => {
  await client.send(getCommit, { id: pick.project, sha: pick.sha, stats: false }, { signal });
  return true;
};

/** Rethrows anything but a refusal. */
const readRefusal = (error: unknown): PickRefusal => {
  const facts = requestErrorFacts(error);
  const kind = facts && refusalKind(facts);
  if (facts === undefined || kind === undefined || isCancelled(error)) throw error;
  return { kind, words: facts.serverMessage, status: facts.status };
};

const refusalKind = (facts: RequestErrorFacts): PickRefusal['kind'] | undefined => {
  if (facts.errorCode === 'empty') return 'alreadyThere';
  if (facts.errorCode === 'conflict') return 'conflict';
  if (facts.failure === 'insufficientScope') return lacksScope(facts) ? 'missingScope' : 'refused';
  if (facts.failure === 'forbidden') return 'forbidden';
  if (facts.failure === 'notFound')
    return /branch/i.test(facts.serverMessage ?? '') ? 'branchMissing' : 'commitMissing';
  return facts.failure === 'refused' ? 'refused' : undefined;
};

const check = async (client: Client, pick: CommitPick, wanted: WantedPick, cause: unknown): Promise<Applied> => {
  try {
    const tip = await branchTip(client, pick);
    if (tip === wanted.tip) return { kind: 'notApplied', cause };
    if (tip === undefined) return { kind: 'unknown', cause };
    const range = `${wanted.tip}..${tip}`;
    const { items } = await client.send(listCommits, { id: pick.project, ref_name: range, per_page: 100 });
    const { message } = await client.send(getCommit, { id: pick.project, sha: pick.sha, stats: false });
    const found = items.find((commit) => isResult(commit, pick, wanted.message, message));
    return found ? { kind: 'applied', commit: found, confirmed: 'found' } : { kind: 'unknown', cause };
  } catch {
    // report the first failure
    return { kind: 'unknown', cause };
  }
};

/** `original`: message of the picked commit. */
const isResult = (commit: Commit, pick: CommitPick, wanted: string | undefined, original: string): boolean => {
  if (wanted !== undefined) return commit.message.trim() === wanted.trim();
  if (pick.action === 'cherryPick') return commit.message.includes(`(cherry picked from commit ${pick.sha})`);
  // GitLab names the merge request of a merge commit instead
  return (
    commit.message.includes(`This reverts commit ${pick.sha}`) ||
    firstLine(commit.message) === `Revert "${firstLine(original)}"`
  );
};

const firstLine = (message: string): string => message.split('\n', 1)[0] ?? '';

export interface PickedCommit {
  readonly id: string;
  readonly message: string;
  readonly author_name: string;
  readonly author_email: string;
}

/**
 * The server's default, but with trailers last, as in git. Since 16.11 the message credits the original author; unknown
 * releases count as newer.
 */
export const defaultPickMessage = (
  { id, message, author_name: name, author_email: email }: PickedCommit,
  release: Release | undefined,
): string => {
  const namesAuthor = release === undefined || isAtLeast(release, '16.11');
  return withGitLines(message, [
    `(cherry picked from commit ${id})`,
    ...(namesAuthor ? [`Co-authored-by: ${name} <${email}>`] : []),
  ]);
};
