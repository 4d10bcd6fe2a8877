import type { PagesArea } from './actedOn.ts';
import type { PushOffer } from './create/pushOffer.ts';
import type { MergeRequestPages } from './page.ts';

/** What commands on the page of a merge request work with. */
export interface MergeRequestsArea extends PagesArea {
  readonly mergeRequestPages: MergeRequestPages;
  readonly pushOffer: PushOffer;
}
