import type { Client, SendOptions } from '../../client/client.ts';
import { requestFailure } from '../../client/errors.ts';
import type { TokenHeader } from '../../client/sending.ts';
import { getMetadata, getOwnToken, getUser, getVersion, type PersonalAccessToken } from '../../wire/instance.ts';
import type { Account } from '../account.ts';

/**
 * Asks the server who the token belongs to and what it may do. Throws the `RequestError` of `GET /user` when the
 * token is refused; what only newer servers tell (scopes, expiry, release) stays unknown where they refuse it.
 */
export const readAccount = async (client: Client, options: SendOptions): Promise<Omit<Account, 'id'>> => {
  const user = await client.send(getUser, {}, options);
  const [token, serverVersion] = await Promise.all([ownToken(client, options), release(client, options)]);
  return {
    baseUrl: client.baseUrl,
    userId: user.id,
    username: user.username,
    name: user.name,
    scopes: token?.scopes,
    expiresOn: token?.expires_at ?? undefined,
    serverVersion,
  };
};

/**
 * As {@link readAccount}, with the header that carries the token: a server that does not know it in `Authorization`,
 * as where a gateway keeps that header, is asked once more with `PRIVATE-TOKEN`. `clientOf` makes the clients.
 */
export const readNewAccount = async (
  clientOf: (tokenHeader: TokenHeader) => Client,
  options: SendOptions,
): Promise<Omit<Account, 'id'>> => {
  try {
    return await readAccount(clientOf('authorization'), options);
  } catch (error) {
    if (!requestFailure(error, 'unauthorized')) throw error;
    const tokenHeader = 'private-token';
    const found = await readAccount(clientOf(tokenHeader), options).catch((again: unknown) => {
      // the token itself is refused: the first answer is the one that was meant
      throw requestFailure(again, 'unauthorized') ? error : again;
    });
    return { ...found, tokenHeader };
  }
};

/** Facts of the token; undefined on servers before 15.5 and for tokens that cannot read themselves. */
const ownToken = async (client: Client, options: SendOptions): Promise<PersonalAccessToken | undefined> => {
  try {
    return await client.send(getOwnToken, {}, options);
  } catch (error) {
    if (requestFailure(error, 'notFound', 'forbidden', 'insufficientScope', 'refused', 'unauthorized'))
      return undefined;
    throw error;
  }
};

const release = async (client: Client, options: SendOptions): Promise<string | undefined> => {
  for (const operation of [getMetadata, getVersion]) {
    try {
      return (await client.send(operation, {}, options)).version;
    } catch (error) {
      if (!requestFailure(error, 'notFound', 'forbidden', 'insufficientScope', 'refused')) throw error;
    }
  }
  return undefined;
};

/**
 * The first of these clients, which have no token, at whose address a GitLab answers: it refuses them in its own words,
 * where anything else has a page or nothing. Where none does, why not, as the last of them says: that of the bare host.
 */
export const firstInstance = async (
  clients: readonly Client[],
  options: SendOptions,
): Promise<
  { readonly found: Client; readonly failure?: undefined } | { readonly found?: undefined; readonly failure: unknown }
> => {
  const failures = await Promise.all(clients.map((client) => whyNoInstance(client, options)));
  const found = clients[failures.indexOf(undefined)];
  return found === undefined ? { failure: failures.at(-1) } : { found };
};

const whyNoInstance = async (client: Client, options: SendOptions): Promise<unknown> => {
  try {
    await client.send(getUser, {}, options);
    return undefined;
  } catch (error) {
    return requestFailure(error, 'unauthorized')?.serverMember === undefined ? error : undefined;
  }
};
