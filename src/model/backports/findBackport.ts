import { eachPage } from '../../client/eachPage.ts';
import { listMergeRequests, type MergeRequest } from '../../wire/mergeRequests.ts';
import { readMergeRequestCommits } from '../mergeRequestCommits.ts';
import { originsOf } from '../pick/traces.ts';
import type { BackportRequest } from './queue.ts';
import type { QueuePlace } from './wanted.ts';

/** Per branch and state: three pages. */
const maxListed = 300;

/** Of one branch. */
export interface BranchMergeRequests {
  readonly opened: readonly MergeRequest[];
  readonly merged: readonly MergeRequest[];
}

/** MR1, newest first. */
export const readBranchMergeRequests = async (
  { client, project: id }: QueuePlace,
  branch: string,
  since: string,
  signal: AbortSignal,
): Promise<BranchMergeRequests> => {
  const read = async (filter: { readonly state: 'opened' | 'merged'; readonly updated_after?: string }) => {
    const mergeRequests: MergeRequest[] = [];
    const parameters = { id, target_branch: branch, per_page: 100, ...filter };
    for await (const { items } of eachPage(client, listMergeRequests, parameters, { signal })) {
      mergeRequests.push(...items);
      if (mergeRequests.length >= maxListed) break;
    }
    return mergeRequests;
  };
  return { opened: await read({ state: 'opened' }), merged: await read({ state: 'merged', updated_after: since }) };
};

/** SHAs of merge, squash and head. */
export const hashesOf = ({
  merge_commit_sha: merge,
  squash_commit_sha: squash,
  sha,
}: MergeRequest): readonly string[] => [merge, squash, sha].filter((each) => typeof each === 'string');

/** By SHA, or by number in a backport or cherry-pick. A plain mention isn't enough. */
export const namesAsBackport = (brings: MergeRequest, brought: MergeRequest): boolean => {
  if (brings.iid === brought.iid) return false;
  const { title, description, source_branch: source } = brings;
  const text = `${title}\n${description ?? ''}\n${source}`;
  const hashes = hashesOf(brought);
  if ((text.match(/\b[0-9a-f]{8,64}\b/g) ?? []).some((cut) => hashes.some((sha) => sha.startsWith(cut)))) return true;
  if (!/\bback-?port|\bcherry[- ]?pick/i.test(text)) return false;
  const { iid } = brought;
  const isNamed = new RegExp(`(?:^|[^\\w/.-])!${iid}(?!\\d)|/merge_requests/${iid}(?!\\d)`, 'm');
  // in branch names the number follows `/`, `_` or `-`
  return isNamed.test(`${title}\n${description ?? ''}`) || new RegExp(`(?:^|[/_-])!${iid}(?!\\d)`).test(source);
};

export const backportOf = (
  mergeRequests: readonly MergeRequest[],
  brought: MergeRequest,
): BackportRequest | undefined => {
  const mergeRequest = mergeRequests.find((each) => namesAsBackport(each, brought));
  return mergeRequest && { mergeRequest, how: 'text' };
};

/** By pick trailers (MR12). */
export const readOrigins = async (
  { client, project }: QueuePlace,
  iid: number,
  signal: AbortSignal,
): Promise<readonly string[]> =>
  (await readMergeRequestCommits({ client, project, iid }, { signal })).flatMap(originsOf);
