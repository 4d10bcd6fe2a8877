/** Says whether a rule is for all branches that match a pattern. */
export const isWildcard = (rule: string): boolean => rule.includes('*');

/** Says whether a rule is for a branch: by its name, or where `*` stands for any characters, slashes included. */
export const covers = (rule: string, branch: string): boolean =>
  isWildcard(rule)
    ? new RegExp(`^${rule.split('*').map(escapeExpression).join('.*')}$`, 's').test(branch)
    : rule === branch;

/** Largest number of globs a rule is turned into; each `*` doubles it. */
const globLimit = 64;

/**
 * A rule in the globs of editors, in which `*` ends at a slash: together they match what the rule covers. A rule with
 * so many `*` that there would be too many globs becomes one that matches more.
 */
export const globsOf = (rule: string): readonly string[] => {
  const [first = '', ...rest] = rule.replace(/\*+/g, '*').split('*').map(escapeGlob);
  if (2 ** rest.length > globLimit) return ['**'];
  return rest.reduce<readonly string[]>(
    // any characters without a slash, or whole folders between two such runs
    (globs, part) => globs.flatMap((glob) => [`${glob}*${part}`, `${glob}*/**/*${part}`]),
    [first],
  );
};

const escapeExpression = (text: string): string => text.replace(/[.+?^${}()|[\]\\/-]/g, '\\$&');

const escapeGlob = (text: string): string => text.replace(/[?[\]{}()!+@\\,]/g, '\\$&');
