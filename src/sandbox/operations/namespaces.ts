import type { getNamespace, Namespace } from '../../wire/groups.ts';
import { ok, requireUser, type Handler, type RequestContext } from '../handling.ts';
import { notFound } from '../refusals.ts';
import { findPlace, personalNamespaceId } from '../transfer/places.ts';
import { canSeeGroup, effectiveMembers, ownsGroup, parentGroup } from '../world/groupAccess.ts';
import type { Group, Person } from '../world/records.ts';

const groupNamespace = (visit: RequestContext, person: Person, group: Group): Namespace => {
  const { world, url, edition } = visit;
  const record = {
    id: group.id,
    name: group.name,
    path: group.path.slice(group.path.lastIndexOf('/') + 1),
    kind: 'group',
    full_path: group.path,
    parent_id: parentGroup(world, group)?.id ?? null,
    avatar_url: null,
    web_url: `${url}/groups/${group.path}`,
    ...(ownsGroup(world, person, group)
      ? { members_count_with_descendants: effectiveMembers(world, group).length }
      : {}),
    ...(edition.gitlabCom ? { plan: edition.tier, trial: false } : {}),
  };
  return record;
};

const personalNamespace = ({ url, edition }: RequestContext, person: Person): Namespace => {
  const record = {
    id: personalNamespaceId(person),
    name: person.name,
    path: person.username,
    kind: 'user',
    full_path: person.username,
    parent_id: null,
    avatar_url: null,
    web_url: `${url}/${person.username}`,
    ...(edition.gitlabCom ? { plan: 'free', trial: false } : {}),
  };
  return record;
};

/** N4. A visible group or the caller's own namespace; any user's for administrators. */
export const handleGetNamespace: Handler<typeof getNamespace> = async (visit) => {
  const person = requireUser(visit);
  visit.parameters();
  const { world } = visit;
  const place = findPlace(world, visit.path['id'] ?? '');
  if (place?.kind === 'group' && canSeeGroup(world, person, place.group)) {
    return ok(groupNamespace(visit, person, place.group));
  }
  if (place?.kind === 'user' && (place.owner.id === person.id || person.isAdmin)) {
    return ok(personalNamespace(visit, place.owner));
  }
  throw notFound('Namespace');
};
