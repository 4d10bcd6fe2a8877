import { GraphQLError } from 'graphql';
import { parseGlobalId } from '../../wire/graphql.ts';
import { isFineGrained } from '../authentication.ts';
import type { Person } from '../world/records.ts';
import { revision } from '../operations/instance.ts';
import type { PageArguments } from './connections.ts';
import { ownGroups, visibleGroup } from './groups.ts';
import { findIssue, visibleIssue } from './issues.ts';
import { visibleIteration } from './iterations.ts';
import { roleConnection } from './memberRoles.ts';
import { findRequest, visibleRequest } from './mergeRequests.ts';
import { visibleProject } from './projects.ts';
import type { QueryContext, Session } from './session.ts';
import { userNode } from './users.ts';

interface ById {
  readonly id: string;
}

interface ByPath {
  readonly fullPath: string;
}

const numberOf = (id: string): number => Number(parseGlobalId(id)?.id);

const currentUserNode = (session: Session, person: Person) => ({
  ...userNode(session, person),
  __typename: 'CurrentUser',
  groups: (given: PageArguments & { readonly search?: string | null }) => ownGroups(session, given),
});

/** Null without an error when a fine-grained token lacks the read permission. */
const unlessHidden = <Node>({ token }: Session, type: string, node: () => Node): Node | null =>
  token === undefined || !isFineGrained(token) || token.permissions?.includes(`${type}: Read`) === true ? node() : null;

/** Missing and hidden objects are null without an error. */
export const queries = {
  currentUser: (_: unknown, { session }: QueryContext) =>
    session.person === undefined ? null : currentUserNode(session, session.person),
  user: (
    { id, username }: { readonly id?: string | null; readonly username?: string | null },
    { session }: QueryContext,
  ) => {
    if ((id == null) === (username == null)) throw new GraphQLError('Provide either a single username or id');
    const found = session.world.state.people.find((person) =>
      id == null ? person.username === username : person.id === numberOf(id),
    );
    return found === undefined || session.person === undefined ? null : userNode(session, found);
  },
  project: ({ fullPath }: ByPath, { session }: QueryContext) =>
    unlessHidden(session, 'Project', () => visibleProject(session, fullPath)),
  group: ({ fullPath }: ByPath, { session }: QueryContext) =>
    unlessHidden(session, 'Group', () => visibleGroup(session, fullPath)),
  issue: ({ id }: ById, { session }: QueryContext) =>
    unlessHidden(session, 'Issue', () => visibleIssue(session, findIssue(session, numberOf(id)))),
  mergeRequest: ({ id }: ById, { session }: QueryContext) =>
    unlessHidden(session, 'Merge Request', () => visibleRequest(session, findRequest(session, numberOf(id)))),
  iteration: ({ id }: ById, { session }: QueryContext) =>
    unlessHidden(session, 'Iteration', () => visibleIteration(session, id)),
  memberRoles: (page: PageArguments, { session }: QueryContext) => roleConnection(session, undefined, page),
  metadata: (_: unknown, { session }: QueryContext) => {
    const { version, enterprise } = session.edition;
    return session.person === undefined ? null : { version, enterprise, revision };
  },
  queryComplexity: (_: unknown, { complexity }: QueryContext) => complexity,
  echo: ({ text }: { readonly text: string }, { session }: QueryContext) =>
    `${session.person === undefined ? 'nil' : JSON.stringify(session.person.username)} says: ${text}`,
};
