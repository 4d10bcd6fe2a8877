import { eachNodePage } from '../../client/graphql/connectionWalker.ts';
import type { GraphqlClient } from '../../client/graphql/graphqlClient.ts';
import { designsQuery, designVersionsQuery } from '../../client/graphql/iterationDocuments.ts';
import { parseGlobalId } from '../../wire/graphql.ts';
import type { IssuePlace } from './issueEditing.ts';

export interface Design {
  readonly filename: string;
  /** Change in the selected version. */
  readonly event: 'CREATION' | 'MODIFICATION' | 'DELETION' | 'NONE';
}

/** Page in server order, with cursors. */
export interface DesignPage {
  readonly designs: readonly Design[];
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Default: the first page of the newest version. */
export interface DesignsAsked {
  /** Global ID. */
  readonly version?: string | undefined;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly pageSize?: number;
}

export interface DesignVersion {
  /** Global ID. */
  readonly id: string;
  readonly createdAt: string;
}

/** Q1; undefined if not visible. */
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

/** Newest first. */
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

export const designUrl = (issueUrl: string, { filename }: Design, version: string | undefined): string => {
  const key = version === undefined ? undefined : parseGlobalId(version)?.id;
  return `${issueUrl}/designs/${encodeURIComponent(filename)}${key === undefined ? '' : `?version=${encodeURIComponent(key)}`}`;
};
