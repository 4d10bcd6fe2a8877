import type { ReviewsArea } from '../reviews/area.ts';
import type { MergeRequestsArea } from './area.ts';
import type { PushOffer } from './create/pushOffer.ts';
import { MergeRequestPages } from './page.ts';

/** Reads nothing before a page is opened. */
export const mergeRequestPages = (area: ReviewsArea): MergeRequestPages => new MergeRequestPages(area);

export const createMergeRequestParts = (
  area: Omit<MergeRequestsArea, 'forms' | 'pushOffer'>,
  pushOffer: PushOffer,
): MergeRequestsArea => ({ ...area, forms: area.mergeRequestPages.forms, pushOffer });

export { mergeRequestCommands } from './commands.ts';
export { offerCreation } from './create/offerCreation.ts';
