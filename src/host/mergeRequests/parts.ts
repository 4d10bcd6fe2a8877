import type { ReviewsArea } from '../reviews/area.ts';
import type { MergeRequestsArea } from './area.ts';
import { Forms } from './create/forms.ts';
import type { PushOffer } from './create/pushOffer.ts';
import { MergeRequestPages } from './page.ts';

/** Builds the pages of merge requests. Nothing is read before one is opened. */
export const createMergeRequestParts = (area: ReviewsArea, pushOffer: PushOffer): MergeRequestsArea => ({
  ...area,
  mergeRequestPages: area.own(new MergeRequestPages(area)),
  forms: new Forms(area.context.workspaceState),
  pushOffer,
});

export { mergeRequestCommands } from './commands.ts';
export { offerCreation } from './create/offerCreation.ts';
