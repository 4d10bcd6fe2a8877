import { isAtLeast, type Edition } from '../edition.ts';
import { levels } from './records.ts';

const descriptions: Readonly<Record<number, string>> = {
  [levels.none]: 'No one',
  [levels.developer]: 'Developers + Maintainers',
  [levels.maintainer]: 'Maintainers',
  [levels.admin]: 'Administrators',
};

/** `access_level_description`; 17.0 renamed administrators. */
export const roleDescription = (edition: Edition, level: number): string =>
  level === levels.admin && isAtLeast(edition, '17.0') ? 'Instance admins' : (descriptions[level] ?? '');

export const levelLists = {
  push: 'push_access_levels',
  merge: 'merge_access_levels',
  unprotect: 'unprotect_access_levels',
} as const;

export type ProtectedAction = keyof typeof levelLists;
