import { groupLevel, levelIn } from './access.ts';
import { levels, type Group, type Membership, type Person, type ProjectState } from './records.ts';
import type { World } from './world.ts';

const isBelow = (path: string, above: string): boolean => path.startsWith(`${above}/`);

/** By ID or case-insensitive full path. */
export const findGroup = (world: World, id: string): Group | undefined => {
  const lower = id.toLowerCase();
  return world.state.groups.find((group) =>
    /^\d+$/.test(id) ? group.id === Number(id) : group.path.toLowerCase() === lower,
  );
};

export const parentGroup = (world: World, { path }: { readonly path: string }): Group | undefined =>
  path.includes('/') ? world.group(path.slice(0, path.lastIndexOf('/'))) : undefined;

/** Nearest first. */
export const groupsAbove = (world: World, place: { readonly path: string }): readonly Group[] => {
  const parent = parentGroup(world, place);
  return parent === undefined ? [] : [parent, ...groupsAbove(world, parent)];
};

/** At any depth. */
export const groupsBelow = (world: World, { path }: Group): readonly Group[] =>
  world.state.groups.filter((group) => isBelow(group.path, path));

/** Members of subgroups and projects see the group, too. */
export const canSeeGroup = (world: World, person: Person | undefined, group: Group): boolean => {
  const visibility = group.visibility ?? 'private';
  if (visibility === 'public') return true;
  if (person === undefined) return false;
  if (visibility === 'internal' || person.isAdmin || groupLevel(world, person, group.path) > levels.none) return true;
  return (
    groupsBelow(world, group).some(({ members }) => members.some(({ personId }) => personId === person.id)) ||
    world.state.projects.some(
      (project) => isBelow(project.path, group.path) && levelIn(world, person, project) > levels.none,
    )
  );
};

/** Owners and administrators. */
export const ownsGroup = (world: World, person: Person, group: Group): boolean =>
  person.isAdmin || groupLevel(world, person, group.path) >= levels.owner;

/** Direct and inherited, sorted by user ID; only the highest membership of each. */
export const effectiveMembers = (world: World, place: Group | ProjectState): readonly Membership[] => {
  const all = [place, ...groupsAbove(world, place)].flatMap(({ members }) => members);
  const highest = new Map<number, Membership>();
  for (const member of all) {
    const known = highest.get(member.personId);
    if (known === undefined || known.level < member.level) highest.set(member.personId, member);
  }
  return [...highest.values()].toSorted((one, other) => one.personId - other.personId);
};
