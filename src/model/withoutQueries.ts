/** Also removes fragments and credentials. */
export const withoutQueries = (text: string): string =>
  text.replaceAll(/(?<![a-z0-9+.-])([a-z0-9+.-]+:\/\/)(?:[^\s/@'"<>]*@)?([^\s?#'"<>]*)(?:[?#][^\s'"<>]*)?/gi, '$1$2');
