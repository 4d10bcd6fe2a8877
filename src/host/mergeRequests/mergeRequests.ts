import { registerCommands } from '../kit/commands.ts';
import { late, lateFiles, latePages } from '../kit/late.ts';
import type { ReviewsArea } from '../reviews/area.ts';
import type { Shell } from '../shell/shell.ts';
import type { MergeRequestsArea } from './area.ts';
import { PushOffer } from './create/pushOffer.ts';
import type { MergeRequestPages } from './page.ts';

/** Loads the merge request pages, for the reviews area. */
export const loadMergeRequestPages = async (): Promise<(area: ReviewsArea) => MergeRequestPages> =>
  (await import('./parts.ts')).mergeRequestPages;

/** Registers the area. Its code loads with the first page, or with reviews. */
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
  // the second type restores tabs of earlier releases
  for (const viewType of ['graft.mergeRequest', 'graft.review'])
    shell.own(latePages(viewType, async () => (await load()).mergeRequestPages));
  shell.own(registerCommands(shell, 'mergeRequests', async () => [await load(), (await parts()).mergeRequestCommands]));
  return load;
};
