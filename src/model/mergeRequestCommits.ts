import type { Client, SendOptions } from '../client/client.ts';
import { eachPage, everyItem } from '../client/eachPage.ts';
import type { Commit } from '../wire/commits.ts';
import { listMergeRequestCommits } from '../wire/mergeRequestReview.ts';

/** MR12, all pages, newest first. */
export const readMergeRequestCommits = (
  { client, project, iid }: { readonly client: Client; readonly project: number; readonly iid: number },
  options: SendOptions = {},
): Promise<readonly Commit[]> =>
  everyItem(eachPage(client, listMergeRequestCommits, { id: project, merge_request_iid: iid, per_page: 100 }, options));
