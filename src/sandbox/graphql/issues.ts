import { globalId } from '../../wire/graphql.ts';
import { isLicensed } from '../edition.ts';
import { canSee, levelIn } from '../world/access.ts';
import type { IssueState } from '../world/issueRecords.ts';
import { levels, type ProjectState } from '../world/records.ts';
import type { PageArguments } from './connections.ts';
import { designCollectionNode } from './designs.ts';
import type { Session } from './session.ts';
import { userOf, usersOf } from './users.ts';

/** An issue and where it lies. */
export interface PlacedIssue {
  readonly project: ProjectState;
  readonly issue: IssueState;
}

/** Says whether a caller may see an issue: confidential ones are for reporters, their author and their assignees. */
export const canReadIssue = ({ world, person }: Session, { project, issue }: PlacedIssue): boolean =>
  canSee(world, person, project) &&
  (!issue.isConfidential ||
    (person !== undefined &&
      (person.isAdmin ||
        issue.authorId === person.id ||
        issue.assigneeIds.includes(person.id) ||
        levelIn(world, person, project) >= levels.reporter)));

/** Finds an issue anywhere by its number, as the world is now. */
export const findIssue = ({ world }: Session, id: number): PlacedIssue | undefined => {
  for (const project of world.state.projects) {
    const issue = project.issues?.find((candidate) => candidate.id === id);
    if (issue !== undefined) return { project, issue };
  }
  return undefined;
};

/** An issue as the schema has it. */
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
  iteration: null,
  designCollection: () => designCollectionNode(issue),
});

/** An issue as the schema has it, or null when it is not for the caller. */
export const visibleIssue = (session: Session, placed: PlacedIssue | undefined) =>
  placed !== undefined && canReadIssue(session, placed) ? issueNode(session, placed) : null;
