import { isPath } from '../git/pathPattern.ts';

/** First found wins, as in GitLab. */
export const codeOwnersFiles = ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'] as const;

interface Entry {
  readonly patterns: readonly string[];
  readonly isExclusion: boolean;
  readonly owners: readonly string[];
}

/** Owners are only proposed: a file that takes longer is not worth a wait. */
const limit = { paths: 100, characters: 200_000, milliseconds: 200 };

/**
 * Usernames of the owners of paths, those of most paths first. The last matching entry of each section counts; without
 * owners it has those of the section. Excludes groups, roles and email addresses.
 */
export const codeOwners = (text: string, paths: readonly string[]): readonly string[] => {
  const sections = [...sectionsOf(text.slice(0, limit.characters))];
  const counts = new Map<string, number>();
  const endMs = performance.now() + limit.milliseconds;
  for (const path of paths.slice(0, limit.paths)) {
    if (performance.now() >= endMs) break;
    const names = path.split('/');
    const isOf = ({ patterns }: Entry): boolean => performance.now() < endMs && isPath(patterns, names);
    for (const entries of sections) {
      if (entries.some((entry) => entry.isExclusion && isOf(entry))) continue;
      for (const owner of entries.findLast(isOf)?.owners ?? []) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([owner]) => owner);
};

/** Sections of the same name are one. */
const sectionsOf = (text: string): Iterable<readonly Entry[]> => {
  const entries: (Entry & { readonly section: string })[] = [];
  let [section, usual]: [string, readonly string[]] = ['', []];
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [head = '', name, bare = ''] = /^(?:\^?\[([^\]]*)\](?:\[\d+\])?|((?:\\.|[^\s\\])+))/.exec(line) ?? [];
    const rest = line.slice(head.length);
    const users = usersIn(rest);
    if (name !== undefined) [section, usual] = [name.toLowerCase(), users];
    if (bare === '' || bare.startsWith('#')) continue;
    const patterns = patternsOf(bare.replace(/^!/, ''));
    entries.push({ section, patterns, isExclusion: bare.startsWith('!'), owners: rest ? users : usual });
  }
  return Map.groupBy(entries, (entry) => entry.section).values();
};

const usersIn = (text: string): readonly string[] =>
  text.split(/\s+/).flatMap((word) => /^@([\w.-]+)$/.exec(word)?.[1] ?? []);

/** Unless they begin with a slash, patterns match in all folders. */
const patternsOf = (pattern: string): readonly string[] => [
  ...(pattern.startsWith('/') ? [] : ['**']),
  ...pattern.replace(/^\//, '').replace(/\/$/, '/**/*').split('/'),
];
