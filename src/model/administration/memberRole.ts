import { type MemberRole, type Permission, permissions } from '../../wire/memberRoles.ts';
import { isAtLeast, type Release } from '../release.ts';

/** Top-level group by full path, or instance. */
export type RolePlace = { readonly kind: 'group'; readonly path: string } | { readonly kind: 'instance' };

/** Common ones first. */
export const baseLevels = [10, 15, 20, 25, 30, 40, 50, 5] as const;

export type BaseLevel = (typeof baseLevels)[number];

const levelsSince: Readonly<Partial<Record<BaseLevel, string>>> = { 15: '17.7', 25: '18.11' };

/** All if the release is unknown. */
export const offeredLevels = (release: Release | undefined): readonly BaseLevel[] =>
  baseLevels.filter((level) => release === undefined || isAtLeast(release, levelsSince[level] ?? '0.0'));

/** Actual or desired. */
export interface RoleDefinition {
  /** Empty before 16.3, or for the server's choice. */
  readonly name: string;
  readonly description: string;
  readonly baseLevel: BaseLevel;
  /** Such as `read_code`. */
  readonly permissions: readonly string[];
}

export const namesSince = '16.3';

/** Server order. */
export const permissionsOf = (role: MemberRole): readonly string[] =>
  Object.entries(role).flatMap(([name, value]) => (value === true ? [name] : []));

/** Set or not. */
export const knownPermissions = (roles: readonly MemberRole[]): readonly string[] => [
  ...new Set(roles.flatMap((role) => Object.entries(role).flatMap(([name, value]) => (isFlag(value) ? [name] : [])))),
];

const isFlag = (value: unknown): boolean => typeof value === 'boolean';

/** Undefined if the base level can't be written. */
export const definitionOf = (role: MemberRole): RoleDefinition | undefined => {
  const baseLevel = baseLevels.find((level) => level === role.base_access_level);
  if (baseLevel === undefined) return undefined;
  return { name: role.name ?? '', description: role.description ?? '', baseLevel, permissions: permissionsOf(role) };
};

export const isSameRole = (one: MemberRole, other: MemberRole): boolean =>
  one.name === other.name &&
  (one.description ?? '') === (other.description ?? '') &&
  one.base_access_level === other.base_access_level &&
  isSameSet(permissionsOf(one), permissionsOf(other));

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));

/** Differences from the request. */
export interface RoleDifference {
  readonly name: boolean;
  readonly description: boolean;
  readonly level: boolean;
  /** Requested, not granted. */
  readonly missing: readonly string[];
  /** Granted, not requested. */
  readonly added: readonly string[];
}

/** Undefined if equal. */
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

/** Permissions of newer releases are read-only. */
export const isWritable = (permission: string): permission is Permission => Object.hasOwn(permissions, permission);

/** Those on the server's roles, else of its release, else all. */
export const offeredPermissions = (
  release: Release | undefined,
  roles: readonly MemberRole[],
): { readonly writable: readonly Permission[]; readonly unwritable: readonly string[] } => {
  const known = knownPermissions(roles);
  const all = Object.keys(permissions).filter(isWritable);
  const inRelease = all.filter((name) => {
    const { since } = permissions[name];
    return release === undefined || since === undefined || isAtLeast(release, since);
  });
  if (known.length === 0) return { writable: inRelease, unwritable: [] };
  return {
    writable: all.filter((name) => known.includes(name)),
    unwritable: known.filter((name) => !isWritable(name)),
  };
};

/** An unknown release counts as new. */
export const hasNames = (release: Release | undefined): boolean =>
  release === undefined || isAtLeast(release, namesSince);

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

/** `read_code` is “Read code”. */
export const permissionMessage = (permission: string): string => {
  const words = permission
    .split('_')
    .filter((word) => word !== '')
    .map((word) => acronyms.get(word) ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
