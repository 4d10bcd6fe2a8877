import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import type { Project } from '../../wire/projects.ts';

type Squashed = Pick<MergeRequestDetail, 'squash' | 'squash_on_merge'>;

export interface Squashing {
  readonly isOn: boolean;
  readonly isChoice: boolean;
}

/** A branch rule overrides the project's option, but only shows as `squash_on_merge` differing from `squash`. */
export const squashing = (
  { squash_option: option }: Pick<Project, 'squash_option'>,
  mergeRequest: Squashed,
): Squashing => {
  const { squash, squash_on_merge: onMerge } = mergeRequest;
  const isOn = onMerge ?? (option === 'always' || (option !== 'never' && squash === true));
  const isOverruled = onMerge != null && squash != null && onMerge !== squash;
  return { isOn, isChoice: !isOverruled && option !== (isOn ? 'always' : 'never') };
};

/** Undefined if unknown. */
export const isSquashed = ({
  squash_commit_sha: sha,
  squash_on_merge: onMerge,
  squash,
}: Squashed & Pick<MergeRequestDetail, 'squash_commit_sha'>): boolean | undefined =>
  sha == null ? (onMerge ?? squash ?? undefined) : true;
