import { globalId, parseGlobalId } from '../../wire/graphql.ts';
import { isLicensed } from '../edition.ts';
import { groupLevel } from '../world/access.ts';
import { groupsAbove } from '../world/groupAccess.ts';
import { iterationsOf, iterationState, type PlacedIteration } from '../world/iterations.ts';
import { levels, type Group } from '../world/records.ts';
import { connection, type PageArguments } from './connections.ts';
import type { Session } from './session.ts';

export type IterationArguments = PageArguments & {
  readonly state?: string | null;
  readonly includeAncestors?: boolean | null;
};

const stateNames = { 1: 'upcoming', 2: 'current', 3: 'closed' } as const;

const iterationNode = (session: Session, { iteration, cadence }: PlacedIteration) => {
  const group = session.world.state.groups.find(({ id }) => id === cadence.groupId);
  const webPath = `/groups/${group?.path ?? ''}/-/cadences/${cadence.id}/iterations/${iteration.id}`;
  return {
    id: globalId('Iteration', iteration.id),
    iid: String(iteration.iid),
    sequence: iteration.sequence,
    title: iteration.title,
    description: iteration.description,
    state: stateNames[iterationState(iteration, session.now())],
    startDate: iteration.startDate,
    dueDate: iteration.dueDate,
    createdAt: iteration.createdAt,
    updatedAt: iteration.updatedAt,
    iterationCadence: {
      id: globalId('Iterations::Cadence', cadence.id),
      title: cadence.title,
      automatic: cadence.kind === 'automatic',
    },
    webPath,
    webUrl: `${session.url}${webPath}`,
  };
};

const isMember = ({ world, person }: Session, group: Group): boolean =>
  person !== undefined && (person.isAdmin || groupLevel(world, person, group.path) >= levels.guest);

const fits = (state: string | null | undefined, session: Session, { iteration }: PlacedIteration): boolean => {
  const name = stateNames[iterationState(iteration, session.now())];
  return state == null || state === 'all' || state === name || (state === 'opened' && name !== 'closed');
};

/** Iterations of a group and, by default, its ancestors; null without the licence or a role in the group. */
export const iterationConnection = (session: Session, group: Group, given: IterationArguments) => {
  if (!isLicensed(session.edition, 'premium') || !isMember(session, group)) return null;
  const { world, now } = session;
  const groups = given.includeAncestors === false ? [group] : [group, ...groupsAbove(world, group)];
  const cadences = world.state.cadences ?? [];
  const rows = iterationsOf(cadences, new Set(groups.map(({ id }) => id)), now()).filter((row) =>
    fits(given.state, session, row),
  );
  return connection(rows, given, {
    keyOf: ({ iteration }) => iteration.id,
    nodeOf: (row) => iterationNode(session, row),
  });
};

/** Null for an iteration that is missing or hidden from the caller. */
export const visibleIteration = (session: Session, id: string) => {
  const { world, edition, now } = session;
  if (!isLicensed(edition, 'premium')) return null;
  const groups = new Set(world.state.groups.filter((group) => isMember(session, group)).map((group) => group.id));
  const found = iterationsOf(world.state.cadences ?? [], groups, now()).find(
    ({ iteration }) => String(iteration.id) === parseGlobalId(id)?.id,
  );
  return found === undefined ? null : iterationNode(session, found);
};
