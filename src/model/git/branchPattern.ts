export const isWildcard = (rule: string): boolean => rule.includes('*');

/** VS Code's matcher backtracks: 8 runs of `*` take half a minute for a name of 150 characters. */
const maxRuns = 2;

/** Exceeds git's limit. */
const maxRule = 4_096;

/**
 * VS Code globs, in which `*` stops at slashes. Complex rules have none: Source Control then doesn't warn, but the status
 * bar does.
 */
export const globsOf = (rule: string): readonly string[] => {
  const [first = '', ...rest] = partsOf(rule).map(escapeGlob);
  if (rest.length > maxRuns || rule.length > maxRule) return [];
  return rest.reduce<readonly string[]>(
    // any characters without a slash, or with folders in between
    (globs, part) => globs.flatMap((glob) => [`${glob}*${part}`, `${glob}*/**/*${part}`]),
    [first],
  );
};

/** May match more: complex rules keep only beginning and end. */
export const wideGlobsOf = (rule: string): readonly string[] => {
  const parts = partsOf(rule);
  return globsOf(parts.length - 1 > maxRuns ? `${parts[0] ?? ''}*${parts.at(-1) ?? ''}` : rule);
};

const partsOf = (rule: string): readonly string[] => rule.split(/\*+/);

const escapeGlob = (text: string): string => text.replace(/[?[\]{}()!+@\\,]/g, '\\$&');
