import type { getGroup, Group as GroupRecord, listGroups } from '../../wire/groups.ts';
import { ok, openGroup, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { groupLevel } from '../world/access.ts';
import { canSeeGroup, groupsAbove, parentGroup } from '../world/groupAccess.ts';
import { levels, type Group } from '../world/records.ts';

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Names of the ancestors and the group: `Acme / Tools`. */
export const fullName = ({ world }: Pick<RequestContext, 'world'>, group: Group): string =>
  [...groupsAbove(world, group).toReversed(), group].map(({ name }) => name).join(' / ');

const groupRecord = (visit: RequestContext, group: Group): GroupRecord => {
  const record = {
    id: group.id,
    web_url: `${visit.url}/groups/${group.path}`,
    name: group.name,
    path: lastPart(group.path),
    description: group.description ?? '',
    visibility: group.visibility ?? 'private',
    avatar_url: null,
    full_name: fullName(visit, group),
    full_path: group.path,
    created_at: group.createdAt ?? null,
    parent_id: parentGroup(visit.world, group)?.id ?? null,
  };
  return record;
};

/** Case-insensitive substring match. */
export const isNamed = (names: readonly string[], search: string | undefined): boolean =>
  search === undefined || names.some((name) => name.toLowerCase().includes(search.toLowerCase()));

/**
 * N1. Visible groups, sorted by name. `owned` and `min_access_level` require that role, `all_available=false` any role.
 */
export const handleListGroups: Handler<typeof listGroups> = async (visit) => {
  const given = visit.parameters();
  const { world, person } = visit;
  const roleIn = (group: Group): number => (person === undefined ? levels.none : groupLevel(world, person, group.path));
  const least = Math.max(
    given.owned === true ? levels.owner : levels.none,
    given.min_access_level ?? levels.none,
    given.all_available === false && person?.isAdmin !== true ? levels.none + 1 : levels.none,
  );
  const groups = world.state.groups
    .filter((group) => canSeeGroup(world, person, group))
    .filter((group) => person === undefined || roleIn(group) >= least)
    .filter((group) => given.top_level_only !== true || !group.path.includes('/'))
    .filter((group) => isNamed([group.name, group.path], given.search))
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
  const items = rowsOnPage(given, groups).map((group) => groupRecord(visit, group));
  return countedPage(given, groups.length, items);
};

/** N2. */
export const handleGetGroup: Handler<typeof getGroup> = async (visit) => {
  const group = openGroup(visit);
  visit.parameters();
  return ok(groupRecord(visit, group));
};
