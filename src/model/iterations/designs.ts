import { eachNodePage } from '../../client/graphql/connectionWalker.ts';
import type { GraphqlClient } from '../../client/graphql/graphqlClient.ts';
import { designsQuery, designVersionsQuery } from '../../client/graphql/iterationDocuments.ts';
import { parseGlobalId } from '../../wire/graphql.ts';
import type { IssuePlace } from './issueEditing.ts';

/** A file among the designs of an issue. */
export interface Design {
  readonly filename: string;
  /** What the version looked at has done to it. */
  readonly event: 'CREATION' | 'MODIFICATION' | 'DELETION' | 'NONE';
}

/** A page of designs in the order of the server. The cursors lead to the pages around it, where there are some. */
export interface DesignPage {
  readonly designs: readonly Design[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Which page of designs is asked for; the first one of the newest version when nothing is said. */
export interface DesignsAsked {
  /** The Global ID of a version. */
  readonly version?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly pageSize?: number;
}

/** A version of the designs of an issue. */
export interface DesignVersion {
  /** Its Global ID. */
  readonly id: string;
  readonly createdAt: string;
}

/** Reads a page of the designs of an issue (Q1); undefined where the issue is not there or has no designs to show. */
export const readDesigns = async (
  graphql: GraphqlClient,
  { project: fullPath, iid }: IssuePlace,
  { version, after, before, pageSize = 100 }: DesignsAsked,
  signal?: AbortSignal,
): Promise<DesignPage | undefined> => {
  const page = before === undefined ? { first: pageSize, after: after ?? null } : { last: pageSize, before };
  const variables = { fullPath, iid, atVersion: version ?? null, ...page };
  const { project } = await graphql.query(designsQuery, variables, { signal });
  const found = project?.issue?.designCollection?.designs;
  if (found == null) return undefined;
  const { hasPreviousPage, startCursor, hasNextPage, endCursor } = found.pageInfo;
  return {
    designs: (found.nodes ?? []).filter((design) => design !== null),
    previous: hasPreviousPage ? (startCursor ?? undefined) : undefined,
    next: hasNextPage ? (endCursor ?? undefined) : undefined,
  };
};

/** Reads all versions of the designs of an issue, newest first. */
export const readDesignVersions = async (
  graphql: GraphqlClient,
  { project: fullPath, iid }: IssuePlace,
  signal?: AbortSignal,
): Promise<readonly DesignVersion[]> => {
  const versions: DesignVersion[] = [];
  const pages = eachNodePage(async (page) => {
    const { project } = await graphql.query(designVersionsQuery, { fullPath, iid, ...page }, { signal });
    return project?.issue?.designCollection?.versions;
  });
  for await (const nodes of pages) versions.push(...nodes);
  return versions;
};

/** The page of a design, below that of its issue. */
export const designUrl = (issueUrl: string, { filename }: Design, version: string | undefined): string => {
  const key = version === undefined ? undefined : parseGlobalId(version)?.id;
  return `${issueUrl}/designs/${encodeURIComponent(filename)}${key === undefined ? '' : `?version=${encodeURIComponent(key)}`}`;
};
