import { levels } from './records.ts';

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
