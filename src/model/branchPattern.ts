export const isWildcard = (rule: string): boolean => rule.includes('*');

/**
 * Limit for globs: VS Code's matcher backtracks exponentially, taking half a minute for 8 runs of `*` and a name of 150
 * characters.
 */
const mostRuns = 2;

/** Longer than any branch name in git. */
const longestRule = 4_096;

/**
 * VS Code globs that together match a rule, as their `*` stops at slashes. None for complex rules: Source Control then
 * doesn't warn, while the status bar uses the rule itself.
 */
export const globsOf = (rule: string): readonly string[] => {
  const [first = '', ...rest] = partsOf(rule).map(escapeGlob);
  if (rest.length > mostRuns || rule.length > longestRule) return [];
  return rest.reduce<readonly string[]>(
    // any characters without a slash, or with folders in between
    (globs, part) => globs.flatMap((glob) => [`${glob}*${part}`, `${glob}*/**/*${part}`]),
    [first],
  );
};

/** May match more than the rule: complex ones keep only beginning and end. */
export const wideGlobsOf = (rule: string): readonly string[] => {
  const parts = partsOf(rule);
  return globsOf(parts.length - 1 > mostRuns ? `${parts[0] ?? ''}*${parts.at(-1) ?? ''}` : rule);
};

const partsOf = (rule: string): readonly string[] => rule.split(/\*+/);

const escapeGlob = (text: string): string => text.replace(/[?[\]{}()!+@\\,]/g, '\\$&');
