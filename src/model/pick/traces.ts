export interface TracedCommit {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly author_email: string;
  readonly authored_date?: string | undefined;
}

/** May be short SHAs. */
export const originsOf = ({ message }: Pick<TracedCommit, 'message'>): readonly string[] => found(message, pickLine);

/** SHAs and `!12`. */
export const undoneBy = ({ message }: Pick<TracedCommit, 'message'>): readonly string[] => found(message, revertLine);

/** `group/project!12`, preserved by picks. */
export const mergeRequestOf = ({ message }: Pick<TracedCommit, 'message'>): string | undefined =>
  /^See merge request (\S*!\d+)$/m.exec(message)?.[1];

/** Preserved by cherry-picks. */
export const stableTrace = ({ author_email: email, authored_date: date, title }: TracedCommit): string | undefined =>
  date === undefined ? undefined : `${email} ${Date.parse(date)} ${title}`;

const pickLine = /\(cherry picked from commit ([0-9a-f]{7,64})\)/g;
const revertLine = /^This reverts (?:commit ([0-9a-f]{7,64})|merge request (\S*!\d+))/gm;

const found = (message: string, line: RegExp): readonly string[] =>
  [...message.matchAll(line)].map(([, sha, reference]) => sha ?? reference ?? '');
