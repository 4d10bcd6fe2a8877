import { accessLevel, type AccessLevel, type RuleLevel, ruleLevels } from '../wire/protectedBranches.ts';

/** Role; on Premium also user, group or deploy key. */
export type Grantee =
  | { readonly kind: 'role'; readonly level: RuleLevel }
  | { readonly kind: 'user'; readonly id: number; readonly name: string }
  | { readonly kind: 'group'; readonly id: number; readonly name: string }
  | { readonly kind: 'deployKey'; readonly id: number; readonly name: string }
  /** Custom role or unknown; can be kept or removed, not sent. */
  | { readonly kind: 'other'; readonly entry: AccessLevel };

export const granteeOf = (entry: AccessLevel): Grantee => {
  const name = entry.access_level_description ?? '';
  if (entry.member_role_id != null || unknownMembers(entry).length > 0) return { kind: 'other', entry };
  if (entry.user_id != null) return { kind: 'user', id: entry.user_id, name };
  if (entry.group_id != null) return { kind: 'group', id: entry.group_id, name };
  if (entry.deploy_key_id != null) return { kind: 'deployKey', id: entry.deploy_key_id, name };
  const level = ruleLevels.find((each) => each === entry.access_level);
  return level === undefined ? { kind: 'other', entry } : { kind: 'role', level };
};

/** Non-empty members of newer releases. */
export const unknownMembers = (entry: AccessLevel): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(entry).filter(([name, value]) => value != null && !Object.hasOwn(accessLevel.entries, name));

export const noOne: Grantee = { kind: 'role', level: 0 };

export const isSameGrantee = (one: Grantee, other: Grantee): boolean => granteeKey(one) === granteeKey(other);

export const granteeKey = (grantee: Grantee): string => {
  if (grantee.kind === 'role') return `role ${grantee.level}`;
  if (grantee.kind !== 'other') return `${grantee.kind} ${grantee.id}`;
  const { id: _id, access_level_description: _description, member_role_name: _name, ...who } = grantee.entry;
  const entries = Object.entries(who).filter(([, value]) => value != null);
  return `other ${JSON.stringify(entries.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
};
