import type { Client, SendOptions } from '../../client/client.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import type { TokenHeader } from '../../client/sending.ts';
import { getMetadata, getOwnToken, getUser, getVersion, type PersonalAccessToken } from '../../wire/instance.ts';
import type { Account } from '../account.ts';

/** Throws the `RequestError` of `GET /user` for a rejected token; scopes, expiry and release are optional. */
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

/** Retries with `PRIVATE-TOKEN` if `Authorization` is rejected, as some gateways consume it. */
export const readNewAccount = async (
  clientOf: (tokenHeader: TokenHeader) => Client,
  options: SendOptions,
): Promise<Omit<Account, 'id'>> => {
  try {
    return await readAccount(clientOf('authorization'), options);
  } catch (error) {
    if (!requestErrorFacts(error, 'unauthorized')) throw error;
    const tokenHeader = 'private-token';
    const found = await readAccount(clientOf(tokenHeader), options).catch((again: unknown) => {
      // the token itself is invalid
      throw requestErrorFacts(again, 'unauthorized') ? error : again;
    });
    return { ...found, tokenHeader };
  }
};

/** Undefined before 15.5 and for tokens that can't read themselves. */
const ownToken = async (client: Client, options: SendOptions): Promise<PersonalAccessToken | undefined> => {
  try {
    return await client.send(getOwnToken, {}, options);
  } catch (error) {
    if (requestErrorFacts(error, 'notFound', 'forbidden', 'insufficientScope', 'refused', 'unauthorized'))
      return undefined;
    throw error;
  }
};

const release = async (client: Client, options: SendOptions): Promise<string | undefined> => {
  for (const operation of [getMetadata, getVersion]) {
    try {
      return (await client.send(operation, {}, options)).version;
    } catch (error) {
      if (!requestErrorFacts(error, 'notFound', 'forbidden', 'insufficientScope', 'refused')) throw error;
    }
  }
  return undefined;
};

/**
 * First client that reaches a GitLab, which refuses anonymous requests in JSON. Else the failure of the last, the bare
 * host.
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
    return requestErrorFacts(error, 'unauthorized')?.serverMember === undefined ? error : undefined;
  }
};
