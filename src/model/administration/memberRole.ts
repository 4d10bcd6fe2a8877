import { type MemberRole, type Permission, permissions } from '../../wire/memberRoles.ts';
import { isSince, type Release } from '../release.ts';

/** Whose roles: those of a top-level group, by its full path, or those of the whole server. */
export type RolePlace = { readonly kind: 'group'; readonly path: string } | { readonly kind: 'instance' };

/** The levels a role can build on, the common ones first. */
export const baseLevels = [10, 15, 20, 25, 30, 40, 50, 5] as const;

/** A level a role can build on. */
export type BaseLevel = (typeof baseLevels)[number];

const levelsSince: Readonly<Partial<Record<BaseLevel, string>>> = { 15: '17.7', 25: '18.11' };

/** The levels a role can build on in a release; all where it is unknown. */
export const offeredLevels = (release: Release | undefined): readonly BaseLevel[] =>
  baseLevels.filter((level) => release === undefined || isSince(release, levelsSince[level] ?? '0.0'));

/** What a role is, or shall be. */
export interface RoleDefinition {
  /** Empty where the server names no roles, or shall name this one itself. */
  readonly name: string;
  readonly description: string;
  readonly baseLevel: BaseLevel;
  /** Names on the wire, such as `read_code`. */
  readonly permissions: readonly string[];
}

/** The release from which roles have names and descriptions. */
export const namesSince = '16.3';

/** The permissions a role adds, in the server's order. */
export const permissionsOf = (role: MemberRole): readonly string[] =>
  Object.entries(role).flatMap(([name, value]) => (value === true ? [name] : []));

/** All permissions the server of these roles knows: every flag of their records, given or not. */
export const knownPermissions = (roles: readonly MemberRole[]): readonly string[] => [
  ...new Set(roles.flatMap((role) => Object.entries(role).flatMap(([name, value]) => (isFlag(value) ? [name] : [])))),
];

const isFlag = (value: unknown): boolean => typeof value === 'boolean';

/** A role of the server as a definition; undefined when it builds on a level that cannot be written. */
export const definitionOf = (role: MemberRole): RoleDefinition | undefined => {
  const baseLevel = baseLevels.find((level) => level === role.base_access_level);
  if (baseLevel === undefined) return undefined;
  return {
    name: role.name ?? '',
    description: role.description ?? '',
    baseLevel,
    permissions: permissionsOf(role),
  };
};

/** Says whether two roles are the same to the people who have them. */
export const isSameRole = (one: MemberRole, other: MemberRole): boolean =>
  one.name === other.name &&
  (one.description ?? '') === (other.description ?? '') &&
  one.base_access_level === other.base_access_level &&
  isSameSet(permissionsOf(one), permissionsOf(other));

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));

/** What of a wanted role the server's record does not have. */
export interface RoleDifference {
  readonly name: boolean;
  readonly description: boolean;
  readonly level: boolean;
  /** Wanted, and not given. */
  readonly missing: readonly string[];
  /** Given, and not wanted. */
  readonly added: readonly string[];
}

/** Compares what was wanted with what the server has made of it; undefined when it is all there. */
export const differenceOf = (wanted: RoleDefinition, role: MemberRole): RoleDifference | undefined => {
  const given = permissionsOf(role);
  const difference: RoleDifference = {
    name: wanted.name !== '' && role.name !== wanted.name,
    description: wanted.description !== '' && (role.description ?? '') !== wanted.description,
    level: role.base_access_level !== wanted.baseLevel,
    missing: wanted.permissions.filter((each) => !given.includes(each)),
    added: given.filter((each) => !wanted.permissions.includes(each)),
  };
  const { name, description, level, missing, added } = difference;
  return name || description || level || missing.length + added.length > 0 ? difference : undefined;
};

/** Says whether Graft can write a permission; those of newer releases it can only read. */
export const isWritable = (permission: string): permission is Permission => Object.hasOwn(permissions, permission);

/**
 * The permissions a new role can be given: those the server's own roles name, or without any role those its release
 * has; with neither known, all.
 */
export const offeredPermissions = (
  release: Release | undefined,
  roles: readonly MemberRole[],
): { readonly writable: readonly Permission[]; readonly unwritable: readonly string[] } => {
  const known = knownPermissions(roles);
  const all = Object.keys(permissions).filter(isWritable);
  const inRelease = all.filter((name) => {
    const { since } = permissions[name];
    return release === undefined || since === undefined || isSince(release, since);
  });
  if (known.length === 0) return { writable: inRelease, unwritable: [] };
  return {
    writable: all.filter((name) => known.includes(name)),
    unwritable: known.filter((name) => !isWritable(name)),
  };
};

/** Says whether roles have names on a server; unknown releases are taken for new ones. */
export const hasNames = (release: Release | undefined): boolean =>
  release === undefined || isSince(release, namesSince);

const acronyms = new Map(
  Object.entries({
    ai: 'AI',
    api: 'API',
    cicd: 'CI/CD',
    ci: 'CI',
    crm: 'CRM',
    dora: 'DORA',
    id: 'ID',
    ip: 'IP',
    sbom: 'SBOM',
    scim: 'SCIM',
    ssh: 'SSH',
  }),
);

/** A permission as people read it: `read_code` is “Read code”. */
export const permissionMessage = (permission: string): string => {
  const words = permission
    .split('_')
    .filter((word) => word !== '')
    .map((word) => acronyms.get(word) ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
