export type Release = readonly [major: number, minor: number, patch: number];

/** Parses `18.1.1-ee`, `15.8.0-pre` and `16.9`. */
export const readRelease = (version: string): Release | undefined => {
  const [, major, minor, patch = '0'] = /^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?/.exec(version) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
};

/** `since` is `major.minor`. */
export const isAtLeast = ([major, minor]: Release, since: string): boolean => {
  const from = readRelease(since);
  return from === undefined || major > from[0] || (major === from[0] && minor >= from[1]);
};
