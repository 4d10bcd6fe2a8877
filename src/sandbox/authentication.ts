import type { Operation } from '../wire/operation.ts';
import type { SandboxRequest } from './exchange.ts';
import { deadToken, forbidden, insufficientPermission, insufficientScope, notFound, unauthorized } from './refusals.ts';
import type { Person, Token } from './world/records.ts';
import type { World } from './world/world.ts';

/** Both undefined for anonymous requests. */
export interface Caller {
  readonly token: Token | undefined;
  readonly person: Person | undefined;
}

const given = (text: string | undefined | null): string | undefined =>
  text === undefined || text === null || text === '' ? undefined : text;

/** `PRIVATE-TOKEN`, `Authorization: Bearer`, or a query parameter. */
export const secretOf = (request: SandboxRequest, query: URLSearchParams): string | undefined =>
  given(request.headers['private-token']) ??
  given(/^Bearer\s+(\S.*)$/i.exec(request.headers['authorization'] ?? '')?.[1]) ??
  given(query.get('private_token')) ??
  given(query.get('access_token'));

/** For the request log, so revoked and expired tokens count, too. */
export const ownerOf = (world: World, secret: string | undefined): Person | undefined => {
  const token = secret === undefined ? undefined : world.tokenOf(secret);
  return token === undefined ? undefined : world.person(token.personId);
};

/** Neither revoked nor expired. */
export const isAlive = (token: Token, now: Date): boolean =>
  !token.isRevoked &&
  (token.expiresOn === null || token.expiresOn > now.toISOString().slice(0, 10)) &&
  (token.expiresAt === undefined || token.expiresAt > now.toISOString());

/** An unknown, expired or revoked token is 401 even where none is required; a blocked user is 403. */
export const recognise = (world: World, secret: string | undefined, now: Date): Caller => {
  if (secret === undefined) return { token: undefined, person: undefined };
  const token = world.tokenOf(secret);
  if (token === undefined) throw unauthorized();
  if (token.isRevoked) throw deadToken('Token was revoked. You have to re-authorize from the user.');
  if (!isAlive(token, now)) {
    throw deadToken('Token is expired. You can either do re-authorization or token refresh.');
  }
  const person = world.person(token.personId);
  if (person?.isBlocked === true) throw forbidden('Your account has been blocked.');
  return { token, person };
};

/**
 * Applies `sudo` (user ID or username), which requires an administrator and the scope `sudo`. Throws 401, 403 or 404.
 */
export const actingAs = (world: World, caller: Caller, named: string | undefined): Caller => {
  if (named === undefined || named === '') return caller;
  const { token, person } = caller;
  if (token === undefined || person === undefined) throw unauthorized();
  if (!person.isAdmin) throw forbidden('Must be admin to use sudo');
  if (!token.scopes.includes('sudo')) throw insufficientScope(['sudo']);
  const other = world.state.people.find(({ id, username }) => String(id) === named || username === named);
  if (other === undefined) throw notFound(`User with ID or username '${named}'`);
  return { token, person: other };
};

/** Fine-grained tokens have permissions instead of scopes. */
export const isFineGrained = ({ scopes }: Token): boolean => scopes.includes('granular');

const actions: Readonly<Record<Operation['method'], string>> = {
  GET: 'Read',
  POST: 'Create',
  PUT: 'Update',
  PATCH: 'Update',
  DELETE: 'Delete',
};

const boundaries: Readonly<Record<string, string>> = { projects: 'project', groups: 'group', user: 'user' };

/** Derives the permission from the path: `Repository Branch: Create`. */
const neededPermission = ({ method, path }: Operation): readonly [permission: string, boundary: string] => {
  const [first = '', ...rest] = path.split('/').filter((part) => part !== '' && !part.startsWith(':'));
  const parts = rest.length > 0 && first in boundaries ? rest : [first, ...rest];
  const singular = (part: string): string => part.replace(/(ch|s)es$/, '$1').replace(/([^s])s$/, '$1');
  const words = parts.flatMap((part) => singular(part).split(/[_-]/));
  const resource = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return [`${resource}: ${actions[method]}`, boundaries[first] ?? 'instance'];
};

/** Throws 403 for insufficient scopes; `extra` are sufficient ones besides `api`. */
export const checkScope = (
  { token }: Caller,
  operation: Operation,
  { isRead, extra }: { readonly isRead: boolean; readonly extra: readonly string[] | 'any' },
): void => {
  if (token === undefined || extra === 'any') return;
  if (isFineGrained(token)) {
    const [permission, boundary] = neededPermission(operation);
    const has = (one: string): boolean => token.permissions?.includes(one) === true;
    if (!has(permission) && !(isRead && has('Read'))) throw insufficientPermission(permission, boundary);
    return;
  }
  const enough = ['api', ...(isRead ? ['read_api'] : []), ...extra];
  if (!token.scopes.some((scope) => enough.includes(scope))) throw insufficientScope(enough);
};
