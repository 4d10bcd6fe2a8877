import type { Operation } from '../wire/operation.ts';
import type { SandboxRequest } from './exchange.ts';
import { deadToken, forbidden, insufficientPermission, insufficientScope, notFound, unauthorized } from './refusals.ts';
import type { Person, Token } from './world/records.ts';
import type { World } from './world/world.ts';

/** Who asks. Without a token both are undefined. */
export interface Caller {
  readonly token: Token | undefined;
  readonly person: Person | undefined;
}

const given = (text: string | undefined | null): string | undefined =>
  text === undefined || text === null || text === '' ? undefined : text;

/** The secret a request carries: `PRIVATE-TOKEN`, `Authorization: Bearer`, or one of two query parameters. */
export const secretOf = (request: SandboxRequest, query: URLSearchParams): string | undefined =>
  given(request.headers['private-token']) ??
  given(/^Bearer\s+(\S.*)$/i.exec(request.headers['authorization'] ?? '')?.[1]) ??
  given(query.get('private_token')) ??
  given(query.get('access_token'));

/** Finds the owner of a secret, dead or alive, for the request log. */
export const ownerOf = (world: World, secret: string | undefined): Person | undefined => {
  const token = secret === undefined ? undefined : world.tokenOf(secret);
  return token === undefined ? undefined : world.person(token.personId);
};

/** Says whether a token still opens anything. */
export const isAlive = (token: Token, now: Date): boolean =>
  !token.isRevoked &&
  (token.expiresOn === null || token.expiresOn > now.toISOString().slice(0, 10)) &&
  (token.expiresAt === undefined || token.expiresAt > now.toISOString());

/**
 * Recognises a caller. An unknown, expired or revoked token is refused with 401 even where none is needed,
 * that of a blocked user with 403.
 */
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
 * Who a request is made as: an administrator may name another user, by number or user name, in the header or parameter
 * `sudo`, with a token that has that scope. Refuses with 401, 403, or 404 when there is nobody of that name.
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

/** True for a token with permissions instead of scopes. */
export const isFineGrained = ({ scopes }: Token): boolean => scopes.includes('granular');

const actions: Readonly<Record<Operation['method'], string>> = {
  GET: 'Read',
  POST: 'Create',
  PUT: 'Update',
  PATCH: 'Update',
  DELETE: 'Delete',
};

const boundaries: Readonly<Record<string, string>> = { projects: 'project', groups: 'group', user: 'user' };

/** What a fine-grained token needs for an operation. Its name is made of the path: `Repository Branch: Create`. */
const neededPermission = ({ method, path }: Operation): readonly [permission: string, boundary: string] => {
  const [first = '', ...rest] = path.split('/').filter((part) => part !== '' && !part.startsWith(':'));
  const parts = rest.length > 0 && first in boundaries ? rest : [first, ...rest];
  const singular = (part: string): string => part.replace(/(ch|s)es$/, '$1').replace(/([^s])s$/, '$1');
  const words = parts.flatMap((part) => singular(part).split(/[_-]/));
  const resource = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return [`${resource}: ${actions[method]}`, boundaries[first] ?? 'instance'];
};

/** Refuses with 403 when the scopes of the token do not reach; `extra` are scopes that also open this operation. */
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
