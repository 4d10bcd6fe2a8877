import type { Client, SendOptions } from '../client/client.ts';
import { listProjectMembers } from '../wire/groups.ts';
import type { Project } from '../wire/projects.ts';

/** `admin` is for protection rules. */
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

export interface OwnRole {
  readonly level: number | undefined;
  /** Custom roles may exceed their level; undefined if not reported. */
  readonly isCustom: boolean | undefined;
}

/** Undefined if a custom role may, or for an unknown level. */
export const includesRole = ({ level, isCustom }: OwnRole, needed: number): boolean | undefined => {
  if (level === undefined || !levels.includes(level)) return undefined;
  if (level >= needed) return true;
  return isCustom === false ? false : undefined;
};

/** Levels in the project's record, which lacks invited groups and custom roles. */
export const recordedLevels = ({ permissions }: Pick<Project, 'permissions'>): readonly number[] =>
  [permissions?.project_access?.access_level, permissions?.group_access?.access_level].filter((level) => level != null);

/** Includes inherited memberships (N6). */
export const ownRole = async (
  client: Client,
  project: Pick<Project, 'id' | 'permissions'>,
  user: number,
  options: SendOptions = {},
): Promise<OwnRole> => {
  const { items } = await client.send(listProjectMembers, { id: project.id, user_ids: [user] }, options);
  const memberships = items.filter((member) => member.id === user);
  const levels = [...recordedLevels(project), ...memberships.map((member) => member.access_level)];
  return {
    level: levels.length === 0 ? undefined : Math.max(...levels),
    isCustom: memberships.length === 0 ? undefined : memberships.some(({ member_role: role }) => role != null),
  };
};
