import type { Iteration, listGroupIterations, listProjectIterations } from '../../wire/iterations.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { isLicensed } from '../edition.ts';
import { openGroup, openProject, type Handler, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage, type PageReply } from '../pages.ts';
import { forbidden } from '../refusals.ts';
import { groupsAbove, groupsBelow } from '../world/groupAccess.ts';
import { iterationsOf, iterationState, iterationStates, type PlacedIteration } from '../world/iterations.ts';
import type { Group } from '../world/records.ts';

type Filters = Omit<ParametersOf<typeof listGroupIterations>, 'id'>;

const { upcoming, current, closed } = iterationStates;

const statesByFilter: Readonly<Record<NonNullable<Filters['state']>, readonly number[]>> = {
  all: [upcoming, current, closed],
  opened: [upcoming, current],
  upcoming: [upcoming],
  current: [current],
  started: [current],
  closed: [closed],
};

const iterationRecord = (visit: RequestContext, { iteration, cadence }: PlacedIteration): Iteration => {
  const group = visit.world.state.groups.find(({ id }) => id === cadence.groupId);
  const record = {
    id: iteration.id,
    iid: iteration.iid,
    sequence: iteration.sequence,
    group_id: cadence.groupId,
    title: iteration.title,
    description: iteration.description,
    state: iterationState(iteration, visit.now()),
    created_at: iteration.createdAt,
    updated_at: iteration.updatedAt,
    start_date: iteration.startDate,
    due_date: iteration.dueDate,
    web_url: `${visit.url}/groups/${group?.path ?? ''}/-/iterations/${iteration.id}`,
  };
  return record;
};

const isFound = ({ iteration, cadence }: PlacedIteration, { search, in: places }: Filters): boolean => {
  if (search === undefined) return true;
  const texts = { title: iteration.title ?? '', cadence_title: cadence.title };
  const wanted = places === undefined || places.length === 0 ? (['title'] as const) : places;
  return wanted.some((place) => texts[place].toLowerCase().includes(search.toLowerCase()));
};

const isWanted = (placed: PlacedIteration, filters: Filters, now: Date): boolean => {
  const { state = 'all', updated_after: after, updated_before: before } = filters;
  const updated = Date.parse(placed.iteration.updatedAt);
  return (
    statesByFilter[state].includes(iterationState(placed.iteration, now)) &&
    isFound(placed, filters) &&
    (after === undefined || updated >= Date.parse(after)) &&
    (before === undefined || updated <= Date.parse(before))
  );
};

const page = (visit: RequestContext, groups: readonly Group[], filters: Filters): PageReply<Iteration> => {
  const now = visit.now();
  const ids = new Set(groups.map(({ id }) => id));
  const rows = iterationsOf(visit.world.state.cadences ?? [], ids, now).filter((row) => isWanted(row, filters, now));
  const items = rowsOnPage(filters, rows).map((row) => iterationRecord(visit, row));
  return countedPage(filters, rows.length, items);
};

/** T1. Earliest first; 403 without the licence. */
export const handleListGroupIterations: Handler<typeof listGroupIterations> = async (visit) => {
  const group = openGroup(visit);
  if (!isLicensed(visit.edition, 'premium')) throw forbidden();
  const given = visit.parameters();
  const above = given.include_ancestors === false ? [] : groupsAbove(visit.world, group);
  const below = given.include_descendants === true ? groupsBelow(visit.world, group) : [];
  return page(visit, [group, ...above, ...below], given);
};

/** T2. Iterations of the project's group and, by default, its ancestors. */
export const handleListProjectIterations: Handler<typeof listProjectIterations> = async (visit) => {
  const project = openProject(visit);
  if (!isLicensed(visit.edition, 'premium')) throw forbidden();
  const given = visit.parameters();
  const groups = groupsAbove(visit.world, project);
  return page(visit, given.include_ancestors === false ? groups.slice(0, 1) : groups, given);
};
