import type { WorldState } from '../world/records.ts';

/** Numbers no record of the world has yet, one after the other for each kind. */
export interface FreshIds {
  readonly mergeRequest: () => number;
  readonly note: () => number;
  readonly rule: () => number;
  readonly issue: () => number;
}

const from = (used: readonly number[]): (() => number) => {
  let last = used.reduce((most, id) => Math.max(most, id), 0);
  return () => (last += 1);
};

const levelIds = (
  levels: readonly { readonly id?: number | null | undefined }[] | null | undefined,
): readonly number[] => (levels ?? []).flatMap(({ id }) => id ?? []);

/** Starts counting behind everything a world has. */
export const freshIds = ({ projects }: WorldState): FreshIds => ({
  mergeRequest: from(projects.flatMap(({ mergeRequests }) => mergeRequests.map(({ id }) => id))),
  note: from(
    projects.flatMap(({ review }) => [
      ...(review?.discussions ?? []).flatMap(({ notes }) => notes.map(({ id }) => id)),
      ...(review?.drafts ?? []).map(({ id }) => id),
    ]),
  ),
  rule: from(
    projects.flatMap(({ rules }) =>
      rules.flatMap((rule) => [
        rule.id,
        ...levelIds(rule.push_access_levels),
        ...levelIds(rule.merge_access_levels),
        ...levelIds(rule.unprotect_access_levels),
      ]),
    ),
  ),
  issue: from(projects.flatMap(({ issues }) => (issues ?? []).map(({ id }) => id))),
});
