import type { ReviewPlace } from '../../model/reviews/drafts.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import type { Shell } from '../shell/shell.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { readProject } from '../kit/requireProject.ts';

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

/** The project of a review: the open one, or another that is read. Undefined when its account has gone. */
export const openProjectOf = async (
  area: Pick<Shell, 'accounts' | 'clients' | 'project'>,
  place: Pick<ReviewPlace, 'account' | 'project'>,
): Promise<OpenProject | undefined> => {
  const { open } = area.project;
  if (open?.account.id === place.account && open.project.id === place.project) return open;
  const account = area.accounts.get(place.account);
  return account && readProject(area, account, place.project);
};
