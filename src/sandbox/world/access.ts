import type { AccessLevel, ProtectedBranch } from '../../wire/protectedBranches.ts';
import { matchesWildcard } from '../../wire/wildcard.ts';
import type { MemberRoleState } from './administrationRecords.ts';
import { levels, type Membership, type Person, type ProjectState } from './records.ts';
import type { World } from './world.ts';

const highest = (numbers: readonly number[]): number => Math.max(levels.none, ...numbers);

/** Includes parent groups. */
const groupMemberships = (world: World, person: Person, path: string): readonly Membership[] =>
  world.state.groups
    .filter((group) => path === group.path || path.startsWith(`${group.path}/`))
    .flatMap((group) => group.members)
    .filter(({ personId }) => personId === person.id);

/** Includes inherited roles. */
export const groupLevel = (world: World, person: Person, path: string): number =>
  highest(groupMemberships(world, person, path).map(({ level }) => level));

/** Without its groups. */
export const directLevel = (person: Person, project: ProjectState): number =>
  highest(project.members.filter(({ personId }) => personId === person.id).map(({ level }) => level));

const parentOf = ({ path }: ProjectState): string => path.slice(0, path.lastIndexOf('/'));

/** Highest role by project or groups; 0 without one. */
export const levelIn = (world: World, person: Person | undefined, project: ProjectState): number =>
  person === undefined
    ? levels.none
    : highest([groupLevel(world, person, parentOf(project)), directLevel(person, project)]);

const customRoles = (world: World, person: Person, project: ProjectState): readonly MemberRoleState[] => {
  const own = project.members.filter(({ personId }) => personId === person.id);
  const ids = [...own, ...groupMemberships(world, person, parentOf(project))].map(({ memberRoleId }) => memberRoleId);
  return (world.state.memberRoles ?? []).filter(({ id }) => ids.includes(id));
};

/** By a custom role. */
export const hasPermission = (world: World, person: Person, project: ProjectState, permission: string): boolean =>
  customRoles(world, person, project).some(({ permissions }) => permissions.includes(permission));

export const canSee = (world: World, person: Person | undefined, project: ProjectState): boolean =>
  project.visibility === 'public' ||
  (project.visibility === 'internal' && person !== undefined) ||
  person?.isAdmin === true ||
  levelIn(world, person, project) >= levels.guest;

/** Guests may not read the code of private projects. */
export const canReadCode = (world: World, person: Person | undefined, project: ProjectState): boolean =>
  canSee(world, person, project) &&
  (project.visibility !== 'private' || person?.isAdmin === true || levelIn(world, person, project) >= levels.reporter);

/** Rules for a branch, exact and wildcard; `*` matches slashes, too. */
export const rulesFor = (project: ProjectState, branch: string): readonly ProtectedBranch[] =>
  project.rules.filter(({ name }) => matchesWildcard(name, branch));

/** True when an access level of a rule includes the person. */
export const grants = (world: World, person: Person, project: ProjectState, level: AccessLevel): boolean => {
  if (typeof level.deploy_key_id === 'number') return false;
  if (typeof level.member_role_id === 'number') {
    return customRoles(world, person, project).some(({ id }) => id === level.member_role_id);
  }
  if (typeof level.user_id === 'number') return level.user_id === person.id;
  if (typeof level.group_id === 'number') {
    const group = world.state.groups.find(({ id }) => id === level.group_id);
    return group?.members.some(({ personId }) => personId === person.id) === true;
  }
  const needed = level.access_level ?? levels.none;
  if (needed === levels.none) return false;
  return person.isAdmin || levelIn(world, person, project) >= needed;
};

/** Developers of projects that aren't archived. */
export const canPushCode = (world: World, person: Person | undefined, project: ProjectState): boolean =>
  person !== undefined &&
  !project.isArchived &&
  (person.isAdmin || levelIn(world, person, project) >= levels.developer);

const mayBy = (
  list: 'push_access_levels' | 'merge_access_levels',
  world: World,
  person: Person | undefined,
  project: ProjectState,
  branch: string,
): person is Person => {
  if (person === undefined || !canPushCode(world, person, project)) return false;
  const rules = rulesFor(project, branch);
  return (
    rules.length === 0 || rules.flatMap((rule) => rule[list]).some((level) => grants(world, person, project, level))
  );
};

/** One matching access level suffices. */
export const canPushTo = (
  world: World,
  person: Person | undefined,
  project: ProjectState,
  branch: string,
): person is Person => mayBy('push_access_levels', world, person, project, branch);

/** Push or merge permission, as required to report commit statuses. */
export const canUpdate = (world: World, person: Person, project: ProjectState, branch: string): boolean =>
  canPushTo(world, person, project, branch) || mayBy('merge_access_levels', world, person, project, branch);

export const letsDevelopers = (
  project: ProjectState,
  branch: string,
  list: 'push_access_levels' | 'merge_access_levels',
): boolean =>
  rulesFor(project, branch)
    .flatMap((rule) => rule[list])
    .some(({ access_level }) => access_level === levels.developer);

/** One rule that allows it suffices. */
export const allowsForcePush = (project: ProjectState, branch: string): boolean => {
  const rules = rulesFor(project, branch);
  return rules.length === 0 || rules.some(({ allow_force_push }) => allow_force_push === true);
};
