import type { Train } from '../../model/mergeRequests/trains.ts';
import type { ReviewPlace } from '../../model/reviews/drafts.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { Forms } from './create/forms.ts';
import type { ReviewsArea, ReviewSubject } from '../reviews/area.ts';

/** The merge request a page shows, and how it is read again. */
export interface ActedOn {
  readonly area: ReviewsArea;
  readonly forms: Forms;
  readonly subject: ReviewSubject;
  readonly place: ReviewPlace;
  /** As it is shown. */
  readonly request: MergeRequestDetail;
  /** The merge train of its target; undefined where there is none or it could not be read. */
  readonly train?: Train | undefined;
  readonly reload: () => Promise<void>;
}
