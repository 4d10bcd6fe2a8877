import type { ReviewPlace } from '../../model/reviews/drafts.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import type { OpenProject } from '../shell/currentProject.ts';

export interface ReviewSubject {
  readonly open: OpenProject;
  readonly request: Pick<MergeRequest, 'iid' | 'title' | 'web_url'>;
}

export const placeOfReview = ({ open, request }: ReviewSubject): ReviewPlace => ({
  client: open.client,
  account: open.account.id,
  project: open.project.id,
  iid: request.iid,
});

export const webUrlOf = ({ open, request }: ReviewSubject): string =>
  request.web_url ?? `${open.project.web_url}/-/merge_requests/${request.iid}`;
