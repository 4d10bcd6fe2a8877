/** Where an import was asked to go. */
export interface AskedPlace {
  /** Full path of the group or the user. */
  readonly namespace: string;
  /** Last part of the path of the project. */
  readonly path: string;
}

/** Where an import lands: servers may put it elsewhere than asked without a word. */
export interface Landing {
  /** Full path of the project. */
  readonly path: string;
  /** What of it is other than asked. */
  readonly elsewhere: 'namespace' | 'path' | undefined;
}

/** Full path of the project that was asked for. */
export const askedPath = ({ namespace, path }: AskedPlace): string => `${namespace}/${path}`;

/**
 * Reads where an import lands out of the `full_path` of the answer, which begins with a slash and, on instances below a
 * path, with that path. Where the server does not say it, it is what was asked.
 */
export const landingOf = (fullPath: string | null | undefined, asked: AskedPlace, baseUrl: string): Landing => {
  if (fullPath === undefined || fullPath === null || fullPath === '')
    return { path: askedPath(asked), elsewhere: undefined };
  const below = new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '');
  const plain = (below !== '' && fullPath.startsWith(`${below}/`) ? fullPath.slice(below.length) : fullPath).replace(
    /^\/+/,
    '',
  );
  const cut = plain.lastIndexOf('/');
  const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  if (!isSame(plain.slice(0, Math.max(cut, 0)), asked.namespace)) return { path: plain, elsewhere: 'namespace' };
  return { path: plain, elsewhere: isSame(plain.slice(cut + 1), asked.path) ? undefined : 'path' };
};
