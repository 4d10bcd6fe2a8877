import type { Client } from '../../../client/client.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { everyItem, eachPage } from '../../../client/eachPage.ts';
import { getGroup, type Group, listUsers } from '../../../wire/groups.ts';
import { getProject, type Project } from '../../../wire/projects.ts';

export type PathHolder =
  | { readonly kind: 'project'; readonly path: string; readonly project: Project }
  | { readonly kind: 'group'; readonly path: string; readonly group: Group }
  | { readonly kind: 'user'; readonly path: string };

/** Visible holder; redirects count as free. Throws if the server can't be reached. */
export const pathHolder = async (
  client: Client,
  path: string,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<PathHolder | undefined> => {
  const isAtTop = !path.includes('/');
  const [project, group, user] = await Promise.all([
    isAtTop ? undefined : unlessMissing(client.send(getProject, { id: path }, { signal })),
    unlessMissing(client.send(getGroup, { id: path, with_projects: false }, { signal })),
    isAtTop ? userNamed(client, path, signal) : undefined,
  ]);
  if (project !== undefined && isSame(project.path_with_namespace, path))
    return { kind: 'project', path: project.path_with_namespace, project };
  if (group !== undefined && isSame(group.full_path, path)) return { kind: 'group', path: group.full_path, group };
  return user === undefined ? undefined : { kind: 'user', path: user };
};

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const unlessMissing = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (requestErrorFacts(error, 'notFound') === undefined) throw error;
    return undefined;
  }
};

/** Top-level groups share paths with usernames. Listing users may be forbidden. */
const userNamed = async (
  client: Client,
  username: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> => {
  try {
    const users = await everyItem(eachPage(client, listUsers, { username }, { ...(signal && { signal }) }));
    return users.find((user) => isSame(user.username, username))?.username;
  } catch (error) {
    if (requestErrorFacts(error, 'forbidden', 'insufficientScope') === undefined) throw error;
    return undefined;
  }
};
