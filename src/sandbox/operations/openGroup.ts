import { signedIn, type Visitor } from '../handling.ts';
import { forbidden, notFound } from '../refusals.ts';
import { canSeeGroup, findGroup, ownsGroup } from '../world/groupAccess.ts';
import type { Group, Person } from '../world/records.ts';

/** The group a path names by number or full path. One that is not there or must not be seen is refused with 404. */
export const openGroup = (visit: Visitor): Group => {
  const group = findGroup(visit.world, visit.path['id'] ?? '');
  if (group === undefined || !canSeeGroup(visit.world, visit.person, group)) throw notFound('Group');
  return group;
};

/** The group and its owner; refuses with 401 nobody, with 404 what must not be seen, with 403 anyone else. */
export const openOwnGroup = (visit: Visitor): { readonly group: Group; readonly person: Person } => {
  const person = signedIn(visit);
  const group = openGroup(visit);
  if (!ownsGroup(visit.world, person, group)) throw forbidden();
  return { group, person };
};
