import type { Client } from '../client/client.ts';
import { isCancelled, lacksScope, requestFailure, type RequestErrorFacts } from '../client/errors.ts';
import { cherryPickCommit, type Commit, getCommit, listCommits, revertCommit } from '../wire/commits.ts';
import { type Branch, getBranch } from '../wire/projects.ts';
import { isSince, type Release } from './release.ts';
import { withGitLines } from './trailers.ts';
import { beforeWrite } from './writeOnce.ts';

/** What is to be done: a commit applied to (`cherryPick`) or undone on (`revert`) a branch. */
export interface CommitPick {
  readonly action: 'cherryPick' | 'revert';
  /** Id or full path of the project. */
  readonly project: number | string;
  /** Full hash of the commit. */
  readonly sha: string;
  readonly branch: string;
}

/** Why the server will not do it, with its words. */
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

/** Answer of a dry run; `tip` is the hash the branch had just before. */
export type DryRun = { readonly kind: 'clean'; readonly tip: string } | PickRefusal;

/** What became of applying. */
export type Applied =
  /** Done; `confirmed` says how we know: the server answered, or its answer was lost and we found the commit. */
  | { readonly kind: 'applied'; readonly commit: Commit; readonly confirmed: 'answered' | 'found' }
  /** Nothing was sent: the branch is not where the dry run saw it. */
  | { readonly kind: 'moved'; readonly tip: string }
  /** The answer was lost and the branch is where it was: nothing has been created so far. */
  | { readonly kind: 'notApplied'; readonly cause: unknown }
  /** The answer was lost and the branch does not tell. */
  | { readonly kind: 'unknown'; readonly cause: unknown }
  | PickRefusal;

/** What a pick is to be: on top of `tip`, with the message of its commit; undefined for the one the server writes. */
export interface WantedPick {
  readonly tip: string;
  readonly message: string | undefined;
}

/** Asks the server whether it would apply (C5, C6 with `dry_run`). Throws when the question itself fails. */
export const dryRun = async (client: Client, pick: CommitPick, signal: AbortSignal): Promise<DryRun> => {
  const tip = await branchTip(client, pick, signal);
  if (tip === undefined) return { kind: 'branchMissing', words: undefined, status: 404 };
  return dryRunAt(client, pick, { tip, message: undefined }, signal);
};

/**
 * The same question where the branch has been read before: `tip` is the hash it had then, and stands in the answer as
 * it is. One request, and one more where a commit is in conflict; for a caller that asks much about one branch and looks
 * after its tip itself. `message` is the one that applying is to send; undefined for the server's.
 */
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
    // what came after it on the branch is in the way of the very commit the branch is made of
    return (await contains(client, pick, tip, signal)) ? { ...refusal, kind: 'alreadyThere' } : refusal;
  }
};

/** Whether a commit is among those that lead to `tip`: then no commit leads to it alone (C1). */
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
 * Applies the pick, once. Nothing is sent when the branch has left `tip`; when the answer is lost or unclear the
 * branch is read again and the outcome says what is known. Throws when nothing was sent because the network failed.
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
    return await look(client, pick, wanted, new Error('the server answered a dry run that was not asked for'));
  } catch (error) {
    if (requestFailure(error)?.outcome === 'unknown') return look(client, pick, wanted, error);
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

/** Hash of the branch's tip; undefined when there is no such branch. */
const branchTip = async (client: Client, pick: CommitPick, signal?: AbortSignal): Promise<string | undefined> =>
  (await readTarget(client, pick, signal))?.commit.id;

/** The branch a pick is for; undefined when there is no such branch, as the commit of the pick shows. */
export const readTarget = async (
  client: Client,
  pick: Omit<CommitPick, 'action'>,
  signal?: AbortSignal,
): Promise<Branch | undefined> => {
  // where it stood a moment ago is no ground for a change
  client.beginAnew();
  try {
    return await client.send(getBranch, { id: pick.project, branch: pick.branch }, { signal });
  } catch (error) {
    if (requestFailure(error, 'notFound') && (await commitExists(client, pick, signal))) return undefined;
    throw error;
  }
};

/** A 404 for a branch may also mean the project is gone; the commit tells the two apart. */
const commitExists = async (
  client: Client,
  pick: Omit<CommitPick, 'action'>,
  signal?: AbortSignal,
): Promise<boolean> => {
  await client.send(getCommit, { id: pick.project, sha: pick.sha, stats: false }, { signal });
  return true;
};

/** Turns the server's refusal into a value; anything else is thrown on. */
const readRefusal = (error: unknown): PickRefusal => {
  const facts = requestFailure(error);
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

/** After an unclear failure: reads the branch and looks for the new commit among those that came on top of it. */
const look = async (client: Client, pick: CommitPick, wanted: WantedPick, cause: unknown): Promise<Applied> => {
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
    // the branch could not be read either: the cause of the first failure is what the user needs
    return { kind: 'unknown', cause };
  }
};

/** `original` is the message of the commit that was picked. */
const isResult = (commit: Commit, pick: CommitPick, wanted: string | undefined, original: string): boolean => {
  if (wanted !== undefined) return commit.message.trim() === wanted.trim();
  if (pick.action === 'cherryPick') return commit.message.includes(`(cherry picked from commit ${pick.sha})`);
  // the merge of a merge request is reverted under the merge request's name, without a hash
  return (
    commit.message.includes(`This reverts commit ${pick.sha}`) ||
    firstLine(commit.message) === `Revert "${firstLine(original)}"`
  );
};

const firstLine = (message: string): string => message.split('\n', 1)[0] ?? '';

/** What the message of a cherry-pick says of the commit that is picked. */
export interface PickedCommit {
  readonly id: string;
  readonly message: string;
  readonly author_name: string;
  readonly author_email: string;
}

/**
 * The message the server gives a cherry-pick when none is sent, but with the trailers last, where git puts its line. Since 16.11 the commit is of the person who picks, and the
 * message is where its author is named: a release that is unknown counts as new, so that nobody's credit is lost.
 */
export const defaultPickMessage = (
  { id, message, author_name: name, author_email: email }: PickedCommit,
  release: Release | undefined,
): string => {
  const namesAuthor = release === undefined || isSince(release, '16.11');
  return withGitLines(message, [
    `(cherry picked from commit ${id})`,
    ...(namesAuthor ? [`Co-authored-by: ${name} <${email}>`] : []),
  ]);
};
