import type { ReviewPlace } from '../../model/reviews/drafts.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import type { OpenProject } from '../shell/currentProject.ts';

/** A merge request and the project it is read in. */
export interface ReviewSubject {
  readonly open: OpenProject;
  readonly request: Pick<MergeRequest, 'iid' | 'title' | 'web_url'>;
}

/** Where the review of a subject is read. */
export const placeOfReview = ({ open, request }: ReviewSubject): ReviewPlace => ({
  client: open.client,
  account: open.account.id,
  project: open.project.id,
  iid: request.iid,
});

/** The merge request's page. */
export const webUrlOf = ({ open, request }: ReviewSubject): string =>
  request.web_url ?? `${open.project.web_url}/-/merge_requests/${request.iid}`;
