import { Secrets } from '../../../client/secrets.ts';
import { withoutQueries } from '../../withoutQueries.ts';
import { cleanedError } from './cleanedError.ts';

/** An address as it may be shown and kept: without query, fragment and credentials. */
export const shownAddress = (address: string): string => {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
};

/** The same error without what addresses hold and without the texts that are secret. */
export const errorWithoutAddresses = (error: unknown, secrets: readonly string[] = []): unknown =>
  cleanedError(error, (words) => new Secrets(secrets).clean(withoutQueries(words)));
