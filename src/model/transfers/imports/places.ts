import type { Client } from '../../../client/client.ts';
import { requestFailure } from '../../../client/errors.ts';
import type { Page } from '../../../client/pages.ts';
import { getNamespace, type Group, listGroups } from '../../../wire/groups.ts';
import { getUser } from '../../../wire/instance.ts';
import { roles } from '../../role.ts';

/** A place an import can go to: a group, or what belongs to the user. */
export interface ImportPlace {
  readonly kind: 'user' | 'group';
  readonly id: number | undefined;
  readonly name: string;
  /** Full path, which the server wants as namespace. */
  readonly path: string;
  /** How visible the group is: nothing in it is more so. Undefined for the user's own, and where it was not told. */
  readonly visibility: string | undefined;
}

const pageSize = 50;

/**
 * The groups an account may import into, for a text that may be a part of a name or of a path with slashes; by name,
 * fifty at most. The server leaves out those where the right is missing.
 */
export const groupsToImportInto = async (
  client: Client,
  search: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<{ readonly places: readonly ImportPlace[]; readonly hasMore: boolean }> => {
  // servers look for a text in names and last parts of paths: of a whole path they find nothing
  const wanted = search.slice(search.lastIndexOf('/') + 1).trim();
  const page: Page<Group> = await client.send(
    listGroups,
    // a group may allow its owners alone to put groups into it, which the server says then
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

/** The user's own place for projects; undefined for bots, which have none. */
export const ownPlace = async (client: Client, signal: AbortSignal): Promise<ImportPlace | undefined> => {
  const user = await client.send(getUser, {}, { signal });
  if (user.bot === true) return undefined;
  const id = await client.send(getNamespace, { id: user.username }, { signal }).then(
    (found) => (found.kind === 'user' && found.path === user.username ? found.id : undefined),
    (error: unknown) => {
      // only its number is missing then, and its path does as well
      if (requestFailure(error, 'notFound', 'forbidden', 'insufficientScope') === undefined) throw error;
      return undefined;
    },
  );
  return { kind: 'user', id, name: user.name, path: user.username, visibility: undefined };
};
