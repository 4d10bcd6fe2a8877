import type { Train } from '../../model/mergeRequests/trains.ts';
import type { ReviewPlace } from '../../model/reviews/drafts.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { Approvals } from '../../wire/mergeRequestState.ts';
import type { Conflicts } from './conflicts.ts';
import type { Forms } from './create/forms.ts';
import type { ReviewsArea, ReviewSubject } from '../reviews/area.ts';

/** The page's merge request, for actions. */
export interface ActedOn {
  readonly area: ReviewsArea;
  readonly forms: Forms;
  readonly subject: ReviewSubject;
  readonly place: ReviewPlace;
  readonly mergeRequest: MergeRequestDetail;
  /** Undefined without a merge train, or if it couldn't be read. */
  readonly train?: Train | undefined;
  /** Undefined if unknown. */
  readonly approvals?: Approvals | undefined;
  /** Undefined without a conflict, or until they are read. */
  readonly conflicts?: Conflicts | undefined;
  readonly reload: () => Promise<void>;
}
