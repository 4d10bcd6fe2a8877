import type { Shell } from '../shell/shell.ts';
import type { ReviewPages } from './page.ts';
import type { Reviews } from './reviewParts.ts';

/** What commands on reviews work with. */
export interface ReviewsArea extends Shell {
  readonly reviews: Reviews;
  readonly reviewPages: ReviewPages;
}
