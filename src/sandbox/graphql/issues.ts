import { GraphQLError } from 'graphql';
import { globalId, parseGlobalId } from '../../wire/graphql.ts';
import { isLicensed } from '../edition.ts';
import { canSee, levelIn } from '../world/access.ts';
import type { DesignVersionState, IssueState } from '../world/issueRecords.ts';
import { levels, type ProjectState } from '../world/records.ts';
import { connection, type PageArguments } from './connections.ts';
import { visibleIteration } from './iterations.ts';
import type { Session } from './session.ts';
import { userOf, usersOf } from './users.ts';

type DesignArguments = PageArguments & {
  readonly atVersion?: string | null;
  readonly filenames?: readonly string[] | null;
};

/** Versions up to `atVersion`, newest first; all by default. */
const versionsUpTo = (issue: IssueState, atVersion: string | null | undefined): readonly DesignVersionState[] => {
  if (atVersion == null) return issue.versions;
  const index = issue.versions.findIndex(({ id }) => String(id) === parseGlobalId(atVersion)?.id);
  if (index === -1) throw new GraphQLError('Could not find version');
  return issue.versions.slice(index);
};

const eventOf = ({ events }: IssueState['versions'][number], filename: string) =>
  Object.hasOwn(events, filename) ? events[filename] : undefined;

/** Designs that exist in the requested version. */
const designCollectionNode = (issue: IssueState) => ({
  designs: ({ atVersion, filenames, ...page }: DesignArguments) => {
    const versions = versionsUpTo(issue, atVersion);
    const designs = issue.designs.filter(({ filename }) => {
      const last = versions.map((version) => eventOf(version, filename)).find((event) => event !== undefined);
      return last !== undefined && last !== 'DELETION' && (filenames == null || filenames.includes(filename));
    });
    return connection(designs, page, {
      keyOf: ({ id }) => id,
      nodeOf: ({ id, filename }) => ({
        id: globalId('DesignManagement::Design', id),
        filename,
        fullPath: `designs/issue-${issue.iid}/${filename}`,
        event: (atVersion == null ? undefined : versions[0] && eventOf(versions[0], filename)) ?? 'NONE',
      }),
    });
  },
  versions: (page: PageArguments) =>
    connection(issue.versions, page, {
      keyOf: ({ id }) => id,
      nodeOf: ({ id, sha, createdAt }) => ({ id: globalId('DesignManagement::Version', id), sha, createdAt }),
    }),
});

export interface PlacedIssue {
  readonly project: ProjectState;
  readonly issue: IssueState;
}

/** Confidential issues are visible to Reporters, the author and assignees. */
export const canReadIssue = ({ world, person }: Session, { project, issue }: PlacedIssue): boolean =>
  canSee(world, person, project) &&
  (!issue.isConfidential ||
    (person !== undefined &&
      (person.isAdmin ||
        issue.authorId === person.id ||
        issue.assigneeIds.includes(person.id) ||
        levelIn(world, person, project) >= levels.reporter)));

/** Finds an issue by global ID number in any project. */
export const findIssue = ({ world }: Session, id: number): PlacedIssue | undefined => {
  for (const project of world.state.projects) {
    const issue = project.issues?.find((candidate) => candidate.id === id);
    if (issue !== undefined) return { project, issue };
  }
  return undefined;
};

export const issueNode = (session: Session, { project, issue }: PlacedIssue) => ({
  __typename: 'Issue',
  id: globalId('Issue', issue.id),
  iid: String(issue.iid),
  title: issue.title,
  description: issue.description,
  state: issue.state,
  confidential: issue.isConfidential,
  weight: isLicensed(session.edition, 'premium') ? issue.weight : null,
  createdAt: issue.createdAt,
  updatedAt: issue.updatedAt,
  webUrl: `${session.url}/${project.path}/-/issues/${issue.iid}`,
  author: () => userOf(session, issue.authorId),
  assignees: (page: PageArguments) => usersOf(session, issue.assigneeIds, page),
  iteration: () =>
    issue.iterationId === undefined ? null : visibleIteration(session, globalId('Iteration', issue.iterationId)),
  reference: ({ full }: { readonly full?: boolean | null }) => `${full === true ? project.path : ''}#${issue.iid}`,
  designCollection: () => designCollectionNode(issue),
});

/** Null for an issue that is missing or hidden from the caller. */
export const visibleIssue = (session: Session, placed: PlacedIssue | undefined) =>
  placed !== undefined && canReadIssue(session, placed) ? issueNode(session, placed) : null;

export type IssueArguments = PageArguments & {
  readonly iids?: readonly string[] | null;
  readonly state?: string | null;
  readonly search?: string | null;
  readonly assigneeUsernames?: readonly string[] | null;
  readonly iterationId?: readonly (string | null)[] | null;
};

const isWanted = ({ world }: Session, given: IssueArguments, issue: IssueState): boolean => {
  const { iids, state, search, assigneeUsernames, iterationId } = given;
  const people = issue.assigneeIds.map((id) => world.person(id)?.username);
  // accepts plain numbers and Global IDs
  const iterations = iterationId?.map((id) => (id === null ? undefined : (parseGlobalId(id)?.id ?? id)));
  return (
    (iids == null || iids.includes(String(issue.iid))) &&
    (state == null || state === 'all' || state === issue.state) &&
    issue.title.toLowerCase().includes(search?.toLowerCase() ?? '') &&
    (assigneeUsernames ?? []).every((name) => people.includes(name)) &&
    (iterations === undefined || iterations.includes(String(issue.iterationId)))
  );
};

/** Visible issues of the projects, newest first. */
export const issueConnection = (session: Session, projects: readonly ProjectState[], given: IssueArguments) => {
  const rows = projects
    .flatMap((project) => (project.issues ?? []).map((issue) => ({ project, issue })))
    .filter((placed) => canReadIssue(session, placed) && isWanted(session, given, placed.issue))
    .toSorted((one, other) => other.issue.id - one.issue.id);
  return connection(rows, given, { keyOf: ({ issue }) => issue.id, nodeOf: (placed) => issueNode(session, placed) });
};
