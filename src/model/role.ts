import type { Client, SendOptions } from '../client/client.ts';
import { listProjectMembers } from '../wire/groups.ts';
import type { Project } from '../wire/projects.ts';

/** Access levels by the role they stand for; `admin` is that of administrators in protection rules. */
export const roles = {
  minimal: 5,
  guest: 10,
  planner: 15,
  reporter: 20,
  securityManager: 25,
  developer: 30,
  maintainer: 40,
  owner: 50,
  admin: 60,
} as const;

const levels: readonly number[] = [0, ...Object.values(roles)];

/** The role of a user in a project. */
export interface OwnRole {
  /** Access level, such as 30; undefined where it is unknown. */
  readonly level: number | undefined;
  /** Whether the role is a custom one, which may do more than its level says; undefined where the server may not have said. */
  readonly isCustom: boolean | undefined;
}

/** Whether a role includes another one; undefined where a custom role may, and with a level that no known release has. */
export const includesRole = ({ level, isCustom }: OwnRole, needed: number): boolean | undefined => {
  if (level === undefined || !levels.includes(level)) return undefined;
  if (level >= needed) return true;
  return isCustom === false ? false : undefined;
};

/**
 * The role of a user in a project, by the membership (N6), inherited ones included, and the permissions of the project's
 * record. A member whose record names no custom role has none.
 */
export const ownRole = async (
  client: Client,
  { id, permissions }: Pick<Project, 'id' | 'permissions'>,
  user: number,
  options: SendOptions = {},
): Promise<OwnRole> => {
  const { items } = await client.send(listProjectMembers, { id, user_ids: [user] }, options);
  const memberships = items.filter((member) => member.id === user);
  const levels = [
    permissions?.project_access?.access_level,
    permissions?.group_access?.access_level,
    ...memberships.map((member) => member.access_level),
  ].filter((level) => level != null);
  return {
    level: levels.length === 0 ? undefined : Math.max(...levels),
    isCustom: memberships.length === 0 ? undefined : memberships.some(({ member_role: role }) => role != null),
  };
};
