import type { MergeRequest } from '../wire/mergeRequests.ts';

/** Matches merge requests of a source project; forks can use the same branch names. */
export const isFrom =
  (project: number) =>
  ({ source_project_id: source, target_project_id: target }: MergeRequest): boolean =>
    (source ?? target) === project;
