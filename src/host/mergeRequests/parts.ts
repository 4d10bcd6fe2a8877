import type { ReviewsArea } from '../reviews/area.ts';
import type { MergeRequestsArea } from './area.ts';
import { Forms } from './create/forms.ts';
import type { PushOffer } from './create/pushOffer.ts';
import { MergeRequestPages } from './page.ts';

/** Builds the pages of merge requests. Nothing is read before one is opened. */
export const createMergeRequestParts = (reviews: ReviewsArea, pushOffer: PushOffer): MergeRequestsArea => {
  const area = { ...reviews, forms: new Forms(reviews.context.workspaceState), pushOffer };
  return { ...area, mergeRequestPages: reviews.own(new MergeRequestPages(area)) };
};

export { mergeRequestCommands } from './commands.ts';
export { offerCreation } from './create/offerCreation.ts';
