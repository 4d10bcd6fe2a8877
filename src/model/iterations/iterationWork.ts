import type { GraphqlClient } from '../../client/graphql/graphqlClient.ts';
import { eachNodePage } from '../../client/graphql/connectionWalker.ts';
import { iterationFactsQuery, iterationIssuesQuery } from '../../client/graphql/iterationDocuments.ts';
import { globalId } from '../../wire/graphql.ts';

/** Full path; groups include subgroups. */
export interface IterationPlace {
  readonly kind: 'group' | 'project';
  readonly path: string;
}

/** Undefined if not reported. */
export interface IterationFacts {
  /** Title of the cadence. */
  readonly cadence: string | undefined;
  readonly progress: IterationProgress | undefined;
}

export interface IterationProgress {
  readonly done: number;
  readonly total: number;
  /** Open, of the user. */
  readonly own: number;
}

export interface IterationIssue {
  readonly id: string;
  /** `group/project#4`. */
  readonly reference: string;
  readonly iid: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly isConfidential: boolean;
  readonly isOwn: boolean;
  readonly assignees: readonly { readonly username: string; readonly name: string }[];
  readonly webUrl: string;
}

/** The user's own first, open before closed. */
export interface IterationIssues {
  readonly issues: readonly IterationIssue[];
  readonly isCut: boolean;
}

export interface WorkReader {
  readonly graphql: GraphqlClient;
  readonly place: IterationPlace;
  readonly username: string;
}

interface Options {
  readonly signal?: AbortSignal;
}

const variablesOf = ({ place }: WorkReader, iteration: number) => ({
  path: place.path,
  inGroup: place.kind === 'group',
  ids: [globalId('Iteration', iteration)],
});

/** Throws failures of the whole query. */
export const readIterationFacts = async (
  reader: WorkReader,
  iteration: number,
  options: Options = {},
): Promise<IterationFacts> => {
  const variables = { ...variablesOf(reader, iteration), id: globalId('Iteration', iteration), me: [reader.username] };
  const { iteration: record, group, project } = await reader.graphql.query(iterationFactsQuery, variables, options);
  const counted = group ?? project;
  const [total, done, own] = [counted?.all?.count, counted?.done?.count, counted?.mine?.count];
  return {
    cadence: record?.iterationCadence.title,
    progress: total == null || done == null || own == null ? undefined : { total, done, own },
  };
};

const pageSize = 100;
/** Pages of all users' issues. */
const maxPages = 5;

/** Undefined if not reported. */
export const readIterationIssues = async (
  reader: WorkReader,
  iteration: number,
  options: Options = {},
): Promise<IterationIssues | undefined> => {
  const [own, all] = await Promise.all([
    read(reader, iteration, { ...options, assignees: [reader.username], pages: 1 }),
    read(reader, iteration, { ...options, pages: maxPages }),
  ]);
  if (own === undefined || all === undefined) return undefined;
  const issues = [...new Map([...own.issues, ...all.issues].map((issue) => [issue.id, issue])).values()];
  const rank = ({ isOwn, isOpen }: IterationIssue): number => (isOwn ? 0 : 2) + (isOpen ? 0 : 1);
  return { issues: issues.toSorted((one, other) => rank(one) - rank(other)), isCut: all.isCut };
};

const read = async (
  reader: WorkReader,
  iteration: number,
  { pages, assignees, signal }: Options & { readonly pages: number; readonly assignees?: string[] },
): Promise<IterationIssues | undefined> => {
  const issues: IterationIssue[] = [];
  let isThere = false;
  let isCut = false;
  const walk = eachNodePage(
    async (page) => {
      const variables = { ...variablesOf(reader, iteration), ...page, ...(assignees && { assignees }) };
      const { group, project } = await reader.graphql.query(iterationIssuesQuery, variables, signal ? { signal } : {});
      const connection = (group ?? project)?.issues;
      isThere ||= connection != null;
      isCut = connection?.pageInfo.hasNextPage === true;
      return connection;
    },
    { pageSize },
  );
  let number = 0;
  for await (const nodes of walk) {
    issues.push(...nodes.map((node) => issueOf(node, reader.username)));
    number += 1;
    if (number >= pages) break;
  }
  return isThere ? { issues, isCut } : undefined;
};

interface IssueNode {
  readonly id: string;
  readonly iid: string;
  readonly title: string;
  readonly state: string;
  readonly confidential: boolean;
  readonly webUrl: string;
  readonly reference: string;
  readonly assignees: {
    readonly nodes: readonly ({ readonly username: string; readonly name: string } | null)[] | null;
  } | null;
}

const issueOf = (node: IssueNode, username: string): IterationIssue => {
  const assignees = (node.assignees?.nodes ?? []).filter((each) => each !== null);
  return {
    id: node.id,
    iid: node.iid,
    reference: node.reference,
    title: node.title,
    isOpen: node.state !== 'closed',
    isConfidential: node.confidential,
    isOwn: assignees.some((each) => each.username === username),
    assignees,
    webUrl: node.webUrl,
  };
};
