import { isAtLeast, type Edition } from '../edition.ts';
import { levels } from './records.ts';

const descriptions: Readonly<Record<number, string>> = {
  [levels.none]: 'No one',
  [levels.developer]: 'Developers + Maintainers',
  [levels.maintainer]: 'Maintainers',
  [levels.admin]: 'Administrators',
};

/** What an entry of a rule says about a role; newer releases call administrators otherwise. */
export const roleDescription = (edition: Edition, level: number): string =>
  level === levels.admin && isAtLeast(edition, '17.0') ? 'Instance admins' : (descriptions[level] ?? '');

/** The three lists of a rule by who they let do what. */
export const levelLists = {
  push: 'push_access_levels',
  merge: 'merge_access_levels',
  unprotect: 'unprotect_access_levels',
} as const;

/** Something a protection rule lets people do. */
export type ProtectedAction = keyof typeof levelLists;
