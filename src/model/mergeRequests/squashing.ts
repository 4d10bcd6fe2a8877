import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { Project } from '../../wire/projects.ts';

type Squashed = Pick<MergeRequestDetail, 'squash' | 'squash_on_merge'>;

/** Squashing of a merge request: what its merge does as it is recorded, and whether whoever merges may choose. */
export interface Squashing {
  readonly isOn: boolean;
  readonly isChoice: boolean;
}

/**
 * How a merge request will be merged. The project's option may leave no choice; the rule of a branch goes before it and
 * shows only in `squash_on_merge` being another value than what is recorded as `squash`.
 */
export const squashing = ({ squash_option: option }: Pick<Project, 'squash_option'>, request: Squashed): Squashing => {
  const { squash, squash_on_merge: onMerge } = request;
  const isOn = onMerge ?? (option === 'always' || (option !== 'never' && squash === true));
  const isOverruled = onMerge != null && squash != null && onMerge !== squash;
  return { isOn, isChoice: !isOverruled && option !== (isOn ? 'always' : 'never') };
};

/** Whether the commits of a merged request were squashed, or will be where it waits; undefined where no record says so. */
export const isSquashed = ({
  squash_commit_sha: sha,
  squash_on_merge: onMerge,
  squash,
}: Squashed & Pick<MergeRequestDetail, 'squash_commit_sha'>): boolean | undefined =>
  sha == null ? (onMerge ?? squash ?? undefined) : true;
