import { GraphQLError } from 'graphql';
import { resourceNotAvailable } from '../../wire/graphql.ts';
import { isFineGrained, recognise, type Caller } from '../authentication.ts';
import type { Edition } from '../edition.ts';
import { missingPermission, Refusal } from '../refusals.ts';
import type { World } from '../world/world.ts';

export interface Session extends Caller {
  readonly world: World;
  /** No trailing slash. */
  readonly url: string;
  readonly edition: Edition;
  readonly now: () => Date;
}

/** Resolver context with the query's complexity and its limit. */
export interface QueryContext {
  readonly session: Session;
  readonly complexity: { readonly score: number; readonly limit: number };
}

export type SessionDeps = Pick<Session, 'world' | 'url' | 'edition' | 'now'>;

/** Accepts any scope; undefined for an unknown, expired or revoked secret. */
export const sessionOf = (surroundings: SessionDeps, secret: string | undefined): Session | undefined => {
  try {
    const { world, url, edition, now } = surroundings;
    return { world, url, edition, now, ...recognise(world, secret, now()) };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

/** True for fine-grained tokens, too: they get null for fields they may not read. */
export const opensApi = ({ token }: Session): boolean =>
  token === undefined || isFineGrained(token) || token.scopes.some((scope) => scope === 'api' || scope === 'read_api');

/** Undefined when the secret is unknown, expired, revoked or lacks an API scope. */
export const openSession = (surroundings: SessionDeps, secret: string | undefined): Session | undefined => {
  const session = sessionOf(surroundings, secret);
  return session !== undefined && opensApi(session) ? session : undefined;
};

/**
 * Throws without the scope `api`, also for anonymous callers; a fine-grained token gets the missing permission in the
 * error.
 */
export const checkMayWrite = ({ token }: Session, permission: string): void => {
  if (token && isFineGrained(token)) throw new GraphQLError(missingPermission(permission, 'project'));
  if (token?.scopes.includes('api') !== true) throw notAvailable();
};

/** Error for objects that are missing or hidden from the caller. */
export const notAvailable = (): GraphQLError => new GraphQLError(resourceNotAvailable);
