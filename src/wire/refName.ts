export type RefNameProblem = 'empty' | 'space' | 'control' | 'forbiddenCharacter' | 'dots' | 'slash' | 'lock' | 'at';

/** First violated rule of `git check-ref-format --branch`. `slash`: also a leading hyphen. */
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

/** Full name: Git and GitLab resolve a bare name that is both a tag and a branch to the tag. */
export const branchRef = (name: string): string => `refs/heads/${name}`;

export const tagRef = (name: string): string => `refs/tags/${name}`;

/** Tip of the default branch. */
export const defaultRef = 'HEAD';

/** Ref or range for display, with bare names. */
export const shownRef = (ref: string): string => ref.replace(/(?<=^|\.\.)refs\/(?:heads|tags)\//g, '');
