import type { AccessLevel, ProtectedBranch } from '../../wire/protectedBranches.ts';
import { levels } from '../world/records.ts';

let lastId = 1000;

const nextId = (): number => {
  lastId += 1;
  return lastId;
};

const descriptions: Readonly<Record<number, string>> = {
  [levels.none]: 'No one',
  [levels.developer]: 'Developers + Maintainers',
  [levels.maintainer]: 'Maintainers',
  [levels.admin]: 'Administrators',
};

const blank = { access_level: null, user_id: null, group_id: null } as const;

export const roleEntry = (level: number): AccessLevel => ({
  ...blank,
  id: nextId(),
  access_level: level,
  access_level_description: descriptions[level] ?? '',
});

/** Premium; the access level is ignored. */
export const userEntry = (id: number, name: string): AccessLevel => ({
  ...roleEntry(levels.maintainer),
  user_id: id,
  access_level_description: name,
});

/** Premium; the access level is ignored. */
export const groupEntry = (id: number, name: string): AccessLevel => ({
  ...roleEntry(levels.maintainer),
  group_id: id,
  access_level_description: name,
});

/** The API reports the Maintainer level for deploy keys. */
export const deployKeyEntry = (id: number): AccessLevel => ({
  ...roleEntry(levels.maintainer),
  deploy_key_id: id,
  access_level_description: 'Deploy key',
});

/** As Enterprise Edition prints it. */
export const rule = (
  id: number,
  name: string,
  entries: { readonly push: readonly AccessLevel[]; readonly merge: readonly AccessLevel[] },
  more: Partial<Pick<ProtectedBranch, 'allow_force_push' | 'code_owner_approval_required' | 'inherited'>> = {},
): ProtectedBranch => ({
  id,
  name,
  push_access_levels: [...entries.push],
  merge_access_levels: [...entries.merge],
  allow_force_push: false,
  unprotect_access_levels: [roleEntry(levels.maintainer)],
  code_owner_approval_required: false,
  inherited: false,
  ...more,
});
