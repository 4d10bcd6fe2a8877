import { GraphQLError } from 'graphql';
import { resourceNotAvailable } from '../../wire/graphql.ts';
import { isFineGrained, recognise, type Caller } from '../authentication.ts';
import type { Edition } from '../edition.ts';
import { missingPermission, Refusal } from '../refusals.ts';
import type { World } from '../world/world.ts';

/** Who asks what of which world. */
export interface Session extends Caller {
  readonly world: World;
  /** Address of the instance without a final slash. */
  readonly url: string;
  readonly edition: Edition;
  readonly now: () => Date;
}

/** What resolvers see beside their arguments: the session, and what this query costs of what it may. */
export interface QueryContext {
  readonly session: Session;
  readonly complexity: { readonly score: number; readonly limit: number };
}

/** What sessions share. */
export type SessionDeps = Pick<Session, 'world' | 'url' | 'edition' | 'now'>;

/** The session of a secret, whatever it may do; undefined when the secret is unknown, expired or revoked. */
export const sessionOf = (surroundings: SessionDeps, secret: string | undefined): Session | undefined => {
  try {
    const { world, url, edition, now } = surroundings;
    return { world, url, edition, now, ...recognise(world, secret, now()) };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
};

/** True where the token of a session opens the API; a fine-grained one does, with `null` for what it may not read. */
export const opensApi = ({ token }: Session): boolean =>
  token === undefined || isFineGrained(token) || token.scopes.some((scope) => scope === 'api' || scope === 'read_api');

/** Opens a session; undefined when the secret is unknown, expired, revoked, or opens no API. */
export const openSession = (surroundings: SessionDeps, secret: string | undefined): Session | undefined => {
  const session = sessionOf(surroundings, secret);
  return session !== undefined && opensApi(session) ? session : undefined;
};

/** Refuses a mutation without the scope `api`, to strangers too; a fine-grained token learns what it lacks. */
export const checkMayWrite = ({ token }: Session, permission: string): void => {
  if (token && isFineGrained(token)) throw new GraphQLError(missingPermission(permission, 'project'));
  if (token?.scopes.includes('api') !== true) throw notAvailable();
};

/** What a mutation says of an object that is not there or not for the caller. */
export const notAvailable = (): GraphQLError => new GraphQLError(resourceNotAvailable);
