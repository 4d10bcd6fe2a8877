import type { Client } from '../../../client/client.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import type { Page } from '../../../client/pages.ts';
import { getNamespace, type Group, listGroups } from '../../../wire/groups.ts';
import { getUser } from '../../../wire/instance.ts';
import { roles } from '../../role.ts';

export interface ImportPlace {
  readonly kind: 'user' | 'group';
  readonly id: number | undefined;
  readonly name: string;
  readonly path: string;
  /** Limits that of its projects. Undefined for personal namespaces. */
  readonly visibility: string | undefined;
}

const pageSize = 50;

/** Up to 50, by name or path. */
export const groupsToImportInto = async (
  client: Client,
  search: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<{ readonly places: readonly ImportPlace[]; readonly hasMore: boolean }> => {
  // only names and last path segments are searched
  const wanted = search.slice(search.lastIndexOf('/') + 1).trim();
  const page: Page<Group> = await client.send(
    listGroups,
    // subgroups may require ownership, which the import reports
    { min_access_level: roles.maintainer, per_page: pageSize, ...(wanted === '' ? {} : { search: wanted }) },
    { signal },
  );
  const within = search.includes('/') ? search.toLowerCase() : '';
  return {
    places: page.items
      .filter(({ full_path: path }) => path.toLowerCase().includes(within))
      .map((group) => ({
        kind: 'group',
        id: group.id,
        name: group.full_name ?? group.name,
        path: group.full_path,
        visibility: group.visibility ?? undefined,
      })),
    hasMore: page.next !== undefined,
  };
};

/** Bots have none. */
export const ownPlace = async (client: Client, signal: AbortSignal): Promise<ImportPlace | undefined> => {
  const user = await client.send(getUser, {}, { signal });
  if (user.bot === true) return undefined;
  const id = await client.send(getNamespace, { id: user.username }, { signal }).then(
    (found) => (found.kind === 'user' && found.path === user.username ? found.id : undefined),
    (error: unknown) => {
      // the ID is optional
      if (requestErrorFacts(error, 'notFound', 'forbidden', 'insufficientScope') === undefined) throw error;
      return undefined;
    },
  );
  return { kind: 'user', id, name: user.name, path: user.username, visibility: undefined };
};
