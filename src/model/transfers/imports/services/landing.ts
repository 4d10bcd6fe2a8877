export interface AskedPlace {
  /** Full path of a group or user. */
  readonly namespace: string;
  /** Last part of the full path. */
  readonly path: string;
}

/** Servers may silently change it. */
export interface Landing {
  readonly path: string;
  /** Differs from the request. */
  readonly elsewhere: 'namespace' | 'path' | undefined;
}

export const askedPath = ({ namespace, path }: AskedPlace): string => `${namespace}/${path}`;

/** `full_path` starts with a slash and any relative URL root. */
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
