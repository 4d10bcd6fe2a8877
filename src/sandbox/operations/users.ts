import type { listGroupMembers, listProjectMembers, listUsers, Member } from '../../wire/groups.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { isLicensed } from '../edition.ts';
import { openGroup, openProject, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage, type PageReply } from '../pages.ts';
import { forbidden } from '../refusals.ts';
import { effectiveMembers } from '../world/groupAccess.ts';
import type { Group, Person, ProjectState } from '../world/records.ts';
import { memberRoleRecord } from './memberRoles.ts';
import { userRecord } from './userRecord.ts';

/** Matches part of a name, but only a whole email address unless `asker` is an administrator. */
const isMeant = (person: Person, search: string | undefined, asker: Person | undefined): boolean => {
  if (search === undefined) return true;
  const lower = search.toLowerCase();
  const email = person.email.toLowerCase();
  return (
    [person.name, person.username].some((name) => name.toLowerCase().includes(lower)) ||
    (asker?.isAdmin === true ? email.includes(lower) : email === lower)
  );
};

/** N5. Newest first. Anonymous callers must send `username`. */
export const handleListUsers: Handler<typeof listUsers> = async (visit) => {
  const given = visit.parameters();
  const { person: asker } = visit;
  if (asker === undefined && given.username === undefined) throw forbidden('Not authorized to access /api/v4/users');
  const people = visit.world.state.people
    .filter((person) => isMeant(person, given.search, asker))
    .filter(({ username }) => given.username === undefined || username.toLowerCase() === given.username.toLowerCase())
    .filter((person) => given.active !== true || person.isBlocked !== true)
    .toSorted((one, other) => other.id - one.id);
  const items = rowsOnPage(given, people).map((person) => ({
    ...userRecord(visit, person),
    ...(asker?.isAdmin === true ? { email: person.email, is_admin: person.isAdmin } : {}),
  }));
  return countedPage(given, people.length, items);
};

type Filters = Pick<ParametersOf<typeof listGroupMembers>, 'query' | 'user_ids' | 'page' | 'per_page'>;

const memberPage = (visit: RequestContext, place: Group | ProjectState, given: Filters): PageReply<Member> => {
  const { world, edition, person: asker } = visit;
  const members = effectiveMembers(world, place).flatMap((membership) => {
    const person = world.person(membership.personId);
    return person === undefined ? [] : [{ membership, person }];
  });
  const wanted = members
    .filter(({ person }) => isMeant(person, given.query, asker))
    .filter(({ person }) => given.user_ids === undefined || given.user_ids.includes(person.id));
  const items = rowsOnPage(given, wanted).map(({ membership, person }) => ({
    ...userRecord(visit, person),
    access_level: membership.level,
    expires_at: membership.expiresOn ?? null,
    ...(edition.enterprise ? { membership_state: 'active' } : {}),
    ...(isLicensed(edition, 'ultimate') ? { member_role: memberRoleRecord(visit, membership.memberRoleId) } : {}),
  }));
  return countedPage(given, wanted.length, items);
};

/** N6. Sorted by user ID, with the highest membership of each. */
export const handleListProjectMembers: Handler<typeof listProjectMembers> = async (visit) => {
  requireUser(visit);
  const project = openProject(visit);
  return memberPage(visit, project, visit.parameters());
};

/** N7. Sorted by user ID, with the highest membership of each. */
export const handleListGroupMembers: Handler<typeof listGroupMembers> = async (visit) => {
  requireUser(visit);
  const group = openGroup(visit);
  return memberPage(visit, group, visit.parameters());
};
