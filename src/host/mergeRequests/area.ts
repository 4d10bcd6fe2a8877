import type { ReviewsArea } from '../reviews/area.ts';
import type { Forms } from './create/forms.ts';
import type { PushOffer } from './create/pushOffer.ts';
import type { MergeRequestPages } from './page.ts';

/** What commands on the page of a merge request work with. */
export interface MergeRequestsArea extends ReviewsArea {
  readonly mergeRequestPages: MergeRequestPages;
  /** Merge requests that are yet to be created, and texts of others that are being edited. */
  readonly forms: Forms;
  readonly pushOffer: PushOffer;
}
