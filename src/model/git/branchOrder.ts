import type { Branch } from '../../wire/projects.ts';

/** `release/1.0`, `1-0-stable`, `stable`, `hotfix/2.3`, `v2.x`, `16.4`. */
const releaseWord = /(?:^|[/_.-])(?:release|releases|rel|stable|maint|maintenance|support|lts|hotfix)(?:[/_.-]|$)/i;
const versionNumber = /(?:^|[/_-])v?\d+[._-](?:\d+|x)(?:[._-]|$)/i;

export const isReleaseLike = (name: string): boolean => releaseWord.test(name) || versionNumber.test(name);

/**
 * Exact match of `typed`, recently used, release branches, others; each with the newest commit first. `isLast` ones, where
 * a pick makes no sense, come last.
 */
export const inTargetOrder = <B extends Pick<Branch, 'name' | 'commit'>>(
  branches: readonly B[],
  lastUsed: readonly string[],
  isLast: (branch: B) => boolean = () => false,
  typed?: string,
): readonly B[] => {
  const rank = ({ name }: B): number => {
    const used = lastUsed.indexOf(name);
    if (used !== -1) return used - lastUsed.length;
    return isReleaseLike(name) ? 0 : 1;
  };
  const moment = ({ commit }: B): number => Date.parse(commit.created_at) || 0;
  return branches.toSorted(
    (one, other) =>
      Number(other.name === typed) - Number(one.name === typed) ||
      Number(isLast(one)) - Number(isLast(other)) ||
      rank(one) - rank(other) ||
      moment(other) - moment(one),
  );
};
