/** Says whether a rule is for all branches that match a pattern, in which `*` stands for any characters. */
export const isWildcard = (rule: string): boolean => rule.includes('*');

/**
 * Most runs of `*` in a rule that becomes globs. An editor's matcher tries every way to share a name out among them:
 * for eight of them and a name of 150 characters it takes half a minute, for two and 4,000 characters milliseconds.
 */
const mostRuns = 2;

/** Longer than any name of a branch that Git can store. */
const longestRule = 4_096;

/**
 * Globs of editors, in which `*` ends at a slash: together they match what the rule covers. None for a rule with more
 * than two runs of `*`, so that Source Control does not ask before a commit there; the status bar answers for the
 * branch by the rule itself.
 */
export const globsOf = (rule: string): readonly string[] => {
  const [first = '', ...rest] = partsOf(rule).map(escapeGlob);
  if (rest.length > mostRuns || rule.length > longestRule) return [];
  return rest.reduce<readonly string[]>(
    // any characters without a slash, or whole folders between two such runs
    (globs, part) => globs.flatMap((glob) => [`${glob}*${part}`, `${glob}*/**/*${part}`]),
    [first],
  );
};

/** Globs that match at least what the rule covers: for one with many `*` all that begins and ends as it does. */
export const wideGlobsOf = (rule: string): readonly string[] => {
  const parts = partsOf(rule);
  return globsOf(parts.length - 1 > mostRuns ? `${parts[0] ?? ''}*${parts.at(-1) ?? ''}` : rule);
};

const partsOf = (rule: string): readonly string[] => rule.split(/\*+/);

const escapeGlob = (text: string): string => text.replace(/[?[\]{}()!+@\\,]/g, '\\$&');
