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
