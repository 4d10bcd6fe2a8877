import { groupLevel } from '../world/access.ts';
import { findGroup } from '../world/groupAccess.ts';
import { levels, type Group, type Person, type Visibility } from '../world/records.ts';
import type { World } from '../world/world.ts';

/** Namespace: a group, or that of a user. */
export type Place =
  | { readonly kind: 'group'; readonly path: string; readonly group: Group }
  | { readonly kind: 'user'; readonly path: string; readonly owner: Person };

/** Offset, so that they differ from those of groups. */
export const personalNamespaceId = (person: Pick<Person, 'id'>): number => 100_000 + person.id;

export const personalPlace = (owner: Person): Place => ({ kind: 'user', path: owner.username, owner });

/** By ID or path, case-insensitive, with or without leading slash. */
export const findPlace = (world: World, given: number | string): Place | undefined => {
  const text = String(given).replace(/^\/+|(?<!\/)\/+$/g, '');
  if (text === '') return undefined;
  const group = findGroup(world, text);
  if (group !== undefined) return { kind: 'group', path: group.path, group };
  const owner = world.state.people.find(
    (person) =>
      person.username.toLowerCase() === text.toLowerCase() ||
      (/^\d+$/.test(text) && personalNamespaceId(person) === Number(text)),
  );
  return owner === undefined ? undefined : personalPlace(owner);
};

/** The user's own namespace or a group with the Maintainer role; never that of a bot. */
export const mayImportInto = (world: World, person: Person, place: Place): boolean =>
  !(place.kind === 'user' && place.owner.isBot === true) &&
  (person.isAdmin ||
    (place.kind === 'user'
      ? place.owner.id === person.id
      : groupLevel(world, person, place.path) >= levels.maintainer));

/** Case-insensitive, among projects, groups and users. */
export const isTaken = (world: World, path: string): boolean => {
  const lower = path.toLowerCase();
  const { projects, groups, people } = world.state;
  return (
    projects.some((project) => project.path.toLowerCase() === lower) ||
    groups.some((group) => group.path.toLowerCase() === lower) ||
    people.some(({ username }) => username.toLowerCase() === lower)
  );
};

/** GitLab's rules for the last part of a path. */
export const isPathName = (name: string): boolean =>
  /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(name) &&
  !name.endsWith('.git') &&
  !name.endsWith('.atom') &&
  !name.endsWith('.');

const order: readonly Visibility[] = ['private', 'internal', 'public'];

/** Limits the visibility to the group's. */
export const visibilityIn = (place: Place | undefined, wanted: Visibility): Visibility => {
  if (place?.kind !== 'group') return wanted;
  const most = place.group.visibility ?? 'private';
  return order.indexOf(wanted) <= order.indexOf(most) ? wanted : most;
};
