import { registerCommands } from '../kit/commands.ts';
import { late, lateFiles, latePages } from '../kit/late.ts';
import type { ReviewsArea } from '../reviews/area.ts';
import type { Shell } from '../shell/shell.ts';
import type { MergeRequestsArea } from './area.ts';
import { PushOffer } from './create/pushOffer.ts';
import type { MergeRequestPages } from './page.ts';

/** Loads the pages of merge requests, for the area of reviews, which leads to them. */
export const loadMergeRequestPages = async (): Promise<(area: ReviewsArea) => MergeRequestPages> =>
  (await import('./parts.ts')).mergeRequestPages;

/** Opens the area of the pages of merge requests; its code is loaded with the first of them, and with that of reviews. */
export const createMergeRequests = (
  shell: Shell,
  reviews: () => Promise<Omit<MergeRequestsArea, 'forms' | 'pushOffer'>>,
): (() => Promise<MergeRequestsArea>) => {
  const parts = () => import('./parts.ts');
  const load: () => Promise<MergeRequestsArea> = late(async () => {
    const [{ createMergeRequestParts }, area] = await Promise.all([parts(), reviews()]);
    return createMergeRequestParts(area, pushOffer);
  });
  const pushOffer = shell.own(
    new PushOffer(shell, async (open, branch) => (await parts()).offerCreation(await load(), open, branch)),
  );
  shell.own(lateFiles('graft-request', async () => (await load()).forms));
  // tabs of the second type are those of reviews which earlier releases have left
  for (const viewType of ['graft.mergeRequest', 'graft.review'])
    shell.own(latePages(viewType, async () => (await load()).mergeRequestPages));
  shell.own(registerCommands(shell, 'mergeRequests', async () => [await load(), (await parts()).mergeRequestCommands]));
  return load;
};
