import type { Train } from '../../model/mergeRequests/trains.ts';
import type { ReviewPlace } from '../../model/reviews/drafts.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { ReviewsArea } from '../reviews/area.ts';
import type { Forms } from './create/forms.ts';
import type { Subject } from './subject.ts';

/** What the pages of merge requests work with. */
export interface PagesArea extends ReviewsArea {
  /** Merge requests that are yet to be created, and texts of others that are being edited. */
  readonly forms: Forms;
}

/** The merge request a page shows, and how it is read again. */
export interface ActedOn {
  readonly area: PagesArea;
  readonly subject: Subject;
  readonly place: ReviewPlace;
  /** As it is shown. */
  readonly request: MergeRequestDetail;
  /** The merge train of its target; undefined where there is none or it could not be read. */
  readonly train?: Train | undefined;
  readonly reload: () => Promise<void>;
}
