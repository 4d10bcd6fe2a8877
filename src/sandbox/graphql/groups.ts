import { globalId } from '../../wire/graphql.ts';
import { groupLevel } from '../world/access.ts';
import { canSeeGroup, findGroup, parentGroup } from '../world/groupAccess.ts';
import { levels, type Group } from '../world/records.ts';
import { connection, type PageArguments } from './connections.ts';
import { type IssueArguments, issueConnection } from './issues.ts';
import { iterationConnection, type IterationArguments } from './iterations.ts';
import { roleConnection } from './memberRoles.ts';
import { projectConnection } from './projects.ts';
import type { Session } from './session.ts';

type ProjectArguments = PageArguments & { readonly includeSubgroups?: boolean | null; readonly search?: string | null };

const isBelow = (path: string, groupPath: string): boolean => path.startsWith(`${groupPath}/`);

const fullName = ({ world }: Session, group: Group): string =>
  group.path
    .split('/')
    .map((part, index, parts) => world.group(parts.slice(0, index + 1).join('/'))?.name ?? part)
    .join(' / ');

/** Related records are functions, which graphql-js calls only for selected fields. */
const groupNode = (session: Session, group: Group): Readonly<Record<string, unknown>> => ({
  id: globalId('Group', group.id),
  name: group.name,
  fullName: fullName(session, group),
  fullPath: group.path,
  webUrl: `${session.url}/groups/${group.path}`,
  parent: () => {
    const parent = parentGroup(session.world, group);
    return parent === undefined ? null : visibleGroup(session, parent.path);
  },
  projects: ({ includeSubgroups, search, ...page }: ProjectArguments) => {
    const text = search?.toLowerCase() ?? '';
    const projects = session.world.state.projects.filter(
      ({ path, name }) =>
        isBelow(path, group.path) &&
        (includeSubgroups === true || !path.slice(group.path.length + 1).includes('/')) &&
        name.toLowerCase().includes(text),
    );
    return projectConnection(session, projects, page);
  },
  issues: ({ includeSubgroups, ...given }: IssueArguments & { readonly includeSubgroups?: boolean | null }) =>
    issueConnection(
      session,
      session.world.state.projects.filter(
        ({ path }) =>
          isBelow(path, group.path) && (includeSubgroups === true || !path.slice(group.path.length + 1).includes('/')),
      ),
      given,
    ),
  iterations: (given: IterationArguments) => iterationConnection(session, group, given),
  memberRoles: (page: PageArguments) => roleConnection(session, group, page),
});

/** Null for a group that is missing or hidden from the caller. */
export const visibleGroup = (session: Session, fullPath: string) => {
  const { world, person } = session;
  // unlike REST, paths don't accept IDs
  const group = /^\d+$/.test(fullPath) ? undefined : findGroup(world, fullPath);
  return group !== undefined && canSeeGroup(world, person, group) ? groupNode(session, group) : null;
};

/** Groups where the caller has at least the Developer role, sorted by path. */
export const ownGroups = (
  session: Session,
  { search, ...page }: PageArguments & { readonly search?: string | null },
) => {
  const { world, person } = session;
  const text = search?.toLowerCase() ?? '';
  const rows = world.state.groups
    .filter(
      (group) =>
        person !== undefined &&
        groupLevel(world, person, group.path) >= levels.developer &&
        `${group.path} ${group.name}`.toLowerCase().includes(text),
    )
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return connection(rows, page, { keyOf: ({ id }) => id, nodeOf: (group) => groupNode(session, group) });
};
