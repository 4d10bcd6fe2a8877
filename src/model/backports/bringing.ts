import { eachPage } from '../../client/eachPage.ts';
import { listMergeRequests, type MergeRequest } from '../../wire/mergeRequests.ts';
import { readMergeRequestCommits } from '../mergeRequestCommits.ts';
import { originsOf } from '../pickTraces.ts';
import type { BringingRequest } from './queue.ts';
import type { QueuePlace } from './wanted.ts';

/** Most merge requests to one branch that are read, for each of open and merged: three requests. */
const mostListed = 300;

/** The merge requests to a branch that may bring others there. */
export interface BranchRequests {
  readonly opened: readonly MergeRequest[];
  readonly merged: readonly MergeRequest[];
}

/** Reads the open and the lately merged merge requests to a branch (MR1), the newest first, as many as there may be. */
export const readBranchRequests = async (
  { client, project: id }: QueuePlace,
  branch: string,
  since: string,
  signal: AbortSignal,
): Promise<BranchRequests> => {
  const read = async (filter: { readonly state: 'opened' | 'merged'; readonly updated_after?: string }) => {
    const requests: MergeRequest[] = [];
    const parameters = { id, target_branch: branch, per_page: 100, ...filter };
    for await (const { items } of eachPage(client, listMergeRequests, parameters, { signal })) {
      requests.push(...items);
      if (requests.length >= mostListed) break;
    }
    return requests;
  };
  return { opened: await read({ state: 'opened' }), merged: await read({ state: 'merged', updated_after: since }) };
};

/** The hashes that stand for a merged merge request: of its merge, of its squash, and its head. */
export const hashesOf = ({
  merge_commit_sha: merge,
  squash_commit_sha: squash,
  sha,
}: MergeRequest): readonly string[] => [merge, squash, sha].filter((each) => typeof each === 'string');

/**
 * Whether a merge request says that it brings another one of its project: by a hash of it, or as a backport or
 * cherry-pick that names it. That it is mentioned is not enough.
 */
export const saysThatItBrings = (brings: MergeRequest, brought: MergeRequest): boolean => {
  if (brings.iid === brought.iid) return false;
  const { title, description, source_branch: source } = brings;
  const text = `${title}\n${description ?? ''}\n${source}`;
  const hashes = hashesOf(brought);
  if ((text.match(/\b[0-9a-f]{8,64}\b/g) ?? []).some((cut) => hashes.some((sha) => sha.startsWith(cut)))) return true;
  if (!/\bback-?port|\bcherry[- ]?pick/i.test(text)) return false;
  const { iid } = brought;
  const isNamed = new RegExp(`(?:^|[^\\w/.-])!${iid}(?!\\d)|/merge_requests/${iid}(?!\\d)`, 'm');
  // the name of a branch has what it is of behind a slash
  return isNamed.test(`${title}\n${description ?? ''}`) || new RegExp(`(?:^|[/_-])!${iid}(?!\\d)`).test(source);
};

/** The first of the merge requests to a branch that says that it brings another one. */
export const bringing = (requests: readonly MergeRequest[], brought: MergeRequest): BringingRequest | undefined => {
  const request = requests.find((each) => saysThatItBrings(each, brought));
  return request && { request, how: 'text' };
};

/** Reads where the commits of an open merge request were picked from, by the lines cherry-picks leave (MR12). */
export const readOrigins = async (
  { client, project }: QueuePlace,
  iid: number,
  signal: AbortSignal,
): Promise<readonly string[]> =>
  (await readMergeRequestCommits({ client, project, iid }, { signal })).flatMap(originsOf);
