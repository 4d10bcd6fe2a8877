import { registerCommands } from '../kit/commands.ts';
import { late, lateFiles, latePages } from '../kit/late.ts';
import type { ReviewsArea } from '../reviews/area.ts';
import type { Shell } from '../shell/shell.ts';
import type { MergeRequestsArea } from './area.ts';
import { PushOffer } from './create/pushOffer.ts';

/** Opens the area of the pages of merge requests; its code, and that of reviews, is loaded with the first of them. */
export const createMergeRequests = (
  shell: Shell,
  reviews: () => Promise<ReviewsArea>,
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
  shell.own(latePages('graft.mergeRequest', async () => (await load()).mergeRequestPages));
  shell.own(registerCommands(shell, 'mergeRequests', async () => [await load(), (await parts()).mergeRequestCommands]));
  return load;
};
