import type { AccessLevel } from '../../wire/protectedBranches.ts';
import { levels, type ProjectState } from './records.ts';

const descriptions: Readonly<Record<number, string>> = {
  [levels.none]: 'No one',
  [levels.developer]: 'Developers + Maintainers',
  [levels.maintainer]: 'Maintainers',
  [levels.admin]: 'Administrators',
};

/** What an entry of a rule says about a role. */
export const roleDescription = (level: number): string => descriptions[level] ?? '';

/** The three lists of a rule by who they let do what. */
export const levelLists = {
  push: 'push_access_levels',
  merge: 'merge_access_levels',
  unprotect: 'unprotect_access_levels',
} as const;

/** Something a protection rule lets people do. */
export type Deed = keyof typeof levelLists;

/** The numbers the next rule and the next entry of a rule get: both count over all projects. */
export const nextRuleNumbers = (
  projects: readonly ProjectState[],
): { readonly rule: number; readonly entry: () => number } => {
  const rules = projects.flatMap((project) => project.rules);
  const entries = rules.flatMap((rule) =>
    Object.values(levelLists).flatMap((list): readonly AccessLevel[] => rule[list] ?? []),
  );
  let last = Math.max(0, ...entries.map(({ id }) => id ?? 0));
  return {
    rule: Math.max(0, ...rules.map(({ id }) => id)) + 1,
    entry: () => {
      last += 1;
      return last;
    },
  };
};
