import type { Train } from '../../model/mergeRequests/trains.ts';
import type { ReviewPlace } from '../../model/reviews/drafts.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { PagesArea } from './area.ts';
import type { Subject } from './subject.ts';

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
