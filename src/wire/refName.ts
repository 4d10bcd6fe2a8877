/** Why a text cannot be the name of a branch, by git's own rules; undefined when it can. */
export type RefNameProblem = 'empty' | 'space' | 'control' | 'forbiddenCharacter' | 'dots' | 'slash' | 'lock' | 'at';

/** Checks a branch name by the rules of `git check-ref-format --branch`. */
export const refNameProblem = (name: string): RefNameProblem | undefined => {
  if (name === '') return 'empty';
  if (name.includes(' ')) return 'space';
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'control';
  if (/[~^:?*[\\]/.test(name)) return 'forbiddenCharacter';
  if (name.includes('..') || name.endsWith('.') || /(^|\/)\./.test(name)) return 'dots';
  if (name.startsWith('/') || name.endsWith('/') || name.includes('//') || name.startsWith('-')) return 'slash';
  if (/\.lock(\/|$)/.test(name)) return 'lock';
  return name.includes('@{') ? 'at' : undefined;
};

/** The full name of a branch. Git and servers take a tag of the same name for the bare one. */
export const branchRef = (name: string): string => `refs/heads/${name}`;

/** The full name of a tag. */
export const tagRef = (name: string): string => `refs/tags/${name}`;

/** What leads to the tip of the default branch, whatever its name is. */
export const defaultRef = 'HEAD';

/** A ref or range as people say it: branches and tags by their bare names. */
export const shownRef = (ref: string): string => ref.replace(/(?<=^|\.\.)refs\/(?:heads|tags)\//g, '');
