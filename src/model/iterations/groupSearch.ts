import type { Client } from '../../client/client.ts';
import { eachNodePage } from '../../client/graphql/connectionWalker.ts';
import type { GraphqlClient } from '../../client/graphql/graphqlClient.ts';
import { ownGroupsQuery } from '../../client/graphql/iterationDocuments.ts';
import { listGroups } from '../../wire/groups.ts';

/** A group as it is chosen: its name with those above, and its full path. */
export interface FoundGroup {
  readonly name: string;
  readonly path: string;
}

/** How many groups are offered at most. */
const mostGroups = 200;

/** The groups the caller belongs to (Q1), in the order of the server; the first 200. */
export const readOwnGroups = async (graphql: GraphqlClient, signal: AbortSignal): Promise<readonly FoundGroup[]> => {
  const groups: FoundGroup[] = [];
  const pages = eachNodePage(
    async (page) => (await graphql.query(ownGroupsQuery, page, { signal })).currentUser?.groups,
  );
  for await (const nodes of pages) {
    groups.push(...nodes.map(({ fullName, fullPath }) => ({ name: fullName, path: fullPath })));
    if (groups.length >= mostGroups) break;
  }
  return groups.slice(0, mostGroups);
};

/** N1: the groups the caller can see with a text in name or path; the first 50. */
export const searchGroups = async (
  client: Client,
  search: string,
  signal: AbortSignal,
): Promise<readonly FoundGroup[]> => {
  const { items } = await client.send(listGroups, { search, per_page: 50 }, { signal });
  return items.map((group) => ({ name: group.full_name ?? group.name, path: group.full_path }));
};
