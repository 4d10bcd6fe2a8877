/** Removes queries, fragments and credentials of addresses. */
export const withoutQueries = (text: string): string =>
  text.replaceAll(/(?<![a-z0-9+.-])([a-z0-9+.-]+:\/\/)(?:[^\s/@'"<>]*@)?([^\s?#'"<>]*)(?:[?#][^\s'"<>]*)?/gi, '$1$2');
