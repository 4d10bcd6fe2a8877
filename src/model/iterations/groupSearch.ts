import type { Client } from '../../client/client.ts';
import { eachNodePage } from '../../client/graphql/connectionWalker.ts';
import type { GraphqlClient } from '../../client/graphql/graphqlClient.ts';
import { ownGroupsQuery } from '../../client/graphql/iterationDocuments.ts';
import { listGroups } from '../../wire/groups.ts';

export interface FoundGroup {
  readonly name: string;
  readonly path: string;
}

const maxGroups = 200;

/** Q1; the first 200. */
export const readOwnGroups = async (graphql: GraphqlClient, signal: AbortSignal): Promise<readonly FoundGroup[]> => {
  const groups: FoundGroup[] = [];
  const pages = eachNodePage(
    async (page) => (await graphql.query(ownGroupsQuery, page, { signal })).currentUser?.groups,
  );
  for await (const nodes of pages) {
    groups.push(...nodes.map(({ fullName, fullPath }) => ({ name: fullName, path: fullPath })));
    if (groups.length >= maxGroups) break;
  }
  return groups.slice(0, maxGroups);
};

/** N1; the first 50. */
export const searchGroups = async (
  client: Client,
  search: string,
  signal: AbortSignal,
): Promise<readonly FoundGroup[]> => {
  const { items } = await client.send(listGroups, { search, per_page: 50 }, { signal });
  return items.map((group) => ({ name: group.full_name ?? group.name, path: group.full_path }));
};
