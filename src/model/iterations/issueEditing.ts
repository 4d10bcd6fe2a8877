import type { GraphqlClient } from '../../client/graphql/graphqlClient.ts';
import { issueQuery, setAssigneesMutation, setWeightMutation } from '../../client/graphql/iterationDocuments.ts';
import { areSamePeople, peopleOf, type Person } from '../people.ts';
import { throwRefused } from '../payloadRefused.ts';
import { writeOnce, type WriteOutcome } from '../writeOnce.ts';

/** Full project path and IID. */
export interface IssuePlace {
  readonly project: string;
  readonly iid: string;
}

/** Editable fields. */
export interface IssueFacts {
  /** Null if unset or unlicensed. */
  readonly weight: number | null;
  /** Server order. */
  readonly assignees: readonly Person[];
}

/** `group/project#4`. */
export const placeOfReference = (reference: string): IssuePlace => {
  const [project = '', iid = ''] = reference.split('#');
  return { project, iid };
};

/** Undefined if not visible. */
export const readIssue = async (
  graphql: GraphqlClient,
  { project: fullPath, iid }: IssuePlace,
  signal?: AbortSignal,
): Promise<IssueFacts | undefined> => {
  const { project } = await graphql.query(issueQuery, { fullPath, iid }, { signal });
  return project?.issue == null
    ? undefined
    : { weight: project.issue.weight ?? null, assignees: peopleOf(project.issue.assignees) };
};

/** Sent once. Throws `PayloadRefused`, and errors of unsent requests. */
export const setWeight = (
  graphql: GraphqlClient,
  place: IssuePlace,
  before: IssueFacts,
  weight: number | null,
): Promise<WriteOutcome<number | null>> =>
  writeOnce(
    async () => {
      const input = { projectPath: place.project, iid: place.iid, weight };
      const { issueSetWeight } = await graphql.mutate(setWeightMutation, { input });
      throwRefused(issueSetWeight?.errors);
      return issueSetWeight?.issue?.weight ?? null;
    },
    async () => {
      const now = await readIssue(graphql, place);
      if (now === undefined) return 'unclear';
      if (now.weight === weight) return { found: weight };
      return now.weight === before.weight ? 'absent' : 'unclear';
    },
  );

/** Throws like `setWeight`. */
export const setAssignees = (
  graphql: GraphqlClient,
  place: IssuePlace,
  before: IssueFacts,
  people: readonly Person[],
): Promise<WriteOutcome<readonly Person[]>> =>
  writeOnce(
    async () => {
      const assigneeUsernames = people.map(({ username }) => username);
      const input = { projectPath: place.project, iid: place.iid, assigneeUsernames };
      const { issueSetAssignees } = await graphql.mutate(setAssigneesMutation, { input });
      throwRefused(issueSetAssignees?.errors);
      return peopleOf(issueSetAssignees?.issue?.assignees);
    },
    async () => {
      const now = await readIssue(graphql, place);
      if (now === undefined) return 'unclear';
      if (areSamePeople(now.assignees, people)) return { found: now.assignees };
      return areSamePeople(now.assignees, before.assignees) ? 'absent' : 'unclear';
    },
  );
