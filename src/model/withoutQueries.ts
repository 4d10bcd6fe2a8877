/** A text in which addresses have lost what follows their path, and who signs in: either may be a credential. */
export const withoutQueries = (text: string): string =>
  text.replaceAll(/(?<![a-z0-9+.-])([a-z0-9+.-]+:\/\/)(?:[^\s/@'"<>]*@)?([^\s?#'"<>]*)(?:[?#][^\s'"<>]*)?/gi, '$1$2');
