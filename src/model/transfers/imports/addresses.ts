import { Secrets } from '../../../client/secrets.ts';
import { cleanedError } from './cleanedError.ts';

/** A text in which addresses have lost what follows their path, and who signs in: either may be a credential. */
export const withoutQueries = (text: string): string =>
  text.replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@'"<>]*@)?([^\s?#'"<>]*)(?:[?#][^\s'"<>]*)?/gi, '$1$2');

/** An address as it may be shown and kept: without query, fragment and credentials. */
export const shownAddress = (address: string): string => {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
};

/** The same error without what addresses hold and without the texts that are secret. */
export const errorWithoutAddresses = (error: unknown, secrets: readonly string[] = []): unknown =>
  cleanedError(error, (words) => new Secrets(secrets).clean(withoutQueries(words)));
