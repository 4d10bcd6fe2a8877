import type { ReviewsArea } from '../reviews/area.ts';
import type { MergeRequestsArea } from './area.ts';
import { Forms } from './create/forms.ts';
import { MergeRequestPages } from './page.ts';

/** Builds the pages of merge requests. Nothing is read before one is opened. */
export const createMergeRequestParts = (area: ReviewsArea): MergeRequestsArea => ({
  ...area,
  mergeRequestPages: area.own(new MergeRequestPages(area)),
  forms: new Forms(area.context.workspaceState),
});

export { mergeRequestCommands } from './commands.ts';
