import type { MergeRequestState, ProjectState } from '../world/records.ts';

/** The merge requests in the merge train of a branch, in the order in which they are merged. */
export const trainOf = (
  { mergeRequests }: ProjectState,
  target: string,
): readonly (MergeRequestState & { readonly carId: number })[] =>
  mergeRequests
    .filter(
      (one): one is MergeRequestState & { readonly carId: number } =>
        one.state === 'opened' && one.mergesBy !== undefined && one.carId !== undefined && one.targetBranch === target,
    )
    .toSorted((one, other) => one.carId - other.carId);
