import type { ReviewsArea } from '../reviews/area.ts';
import type { Forms } from './create/forms.ts';
import type { PushOffer } from './create/pushOffer.ts';
import type { MergeRequestPages } from './page.ts';

export interface MergeRequestsArea extends ReviewsArea {
  readonly mergeRequestPages: MergeRequestPages;
  /** New merge requests, and edited texts of existing ones. */
  readonly forms: Forms;
  readonly pushOffer: PushOffer;
}
