import { Secrets } from '../../../client/redactSecrets.ts';
import { withoutQueries } from '../../withoutQueries.ts';
import { cleanedError } from './cleanedError.ts';

/** Without query, fragment and credentials. */
export const shownAddress = (address: string): string => {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
};

/** Without queries and secrets. */
export const errorWithoutAddresses = (error: unknown, secrets: readonly string[] = []): unknown =>
  cleanedError(error, (words) => new Secrets(secrets).clean(withoutQueries(words)));
