import { isLicensed } from '../edition.ts';
import type { RequestContext } from '../handling.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { reviewOf } from '../world/review.ts';

/** State since the last request for review. */
export const reviewerState = (
  project: ProjectState,
  request: MergeRequestState,
  personId: number,
): 'APPROVED' | 'REQUESTED_CHANGES' | 'REVIEWED' | 'UNAPPROVED' | 'UNREVIEWED' => {
  const { approvals, discussions } = reviewOf(project);
  const since = request.askedAgain?.find((asked) => asked.personId === personId)?.at ?? '';
  const approval = approvals.find((each) => each.mergeRequestIid === request.iid && each.personId === personId);
  if (approval !== undefined && approval.at > since) return 'APPROVED';
  const notes = discussions
    .filter(({ subject }) => subject.kind === 'mergeRequest' && subject.iid === request.iid)
    .flatMap((discussion) => discussion.notes)
    .filter(({ authorId, createdAt }) => authorId === personId && createdAt > since);
  const verdict = notes.findLastIndex(({ isSystem }) => isSystem);
  if (notes[verdict]?.body === 'requested changes') return 'REQUESTED_CHANGES';
  if (notes[verdict]?.body.startsWith('unapproved') === true && verdict === notes.length - 1) return 'UNAPPROVED';
  return notes.length > 0 ? 'REVIEWED' : 'UNREVIEWED';
};

/** Requested changes block merging only with a licence. */
export const waitsForChanges = (
  { edition }: Pick<RequestContext, 'edition'>,
  project: ProjectState,
  request: MergeRequestState,
): boolean =>
  isLicensed(edition, 'premium') &&
  (request.reviewerIds ?? []).some((id) => reviewerState(project, request, id) === 'REQUESTED_CHANGES');
