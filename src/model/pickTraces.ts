/** What of a commit tells where it came from. */
export interface TracedCommit {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly author_email: string;
  readonly authored_date?: string | undefined;
}

/** The hashes of the commits a commit was picked from, by the lines cherry-picks leave; they may be cut. */
export const originsOf = ({ message }: Pick<TracedCommit, 'message'>): readonly string[] => found(message, pickLine);

/** The commits and merge requests (`!12`) a commit takes back, as its message says. */
export const undoneBy = ({ message }: Pick<TracedCommit, 'message'>): readonly string[] => found(message, revertLine);

/** The merge request a merge or squash is of, as `group/project!12`; a pick of it keeps the line. */
export const mergeRequestOf = ({ message }: Pick<TracedCommit, 'message'>): string | undefined =>
  /^See merge request (\S*!\d+)$/m.exec(message)?.[1];

/** Author, date and title as one text: a cherry-pick keeps them. Undefined where the date is not known. */
export const keptByPicks = ({ author_email: email, authored_date: date, title }: TracedCommit): string | undefined =>
  date === undefined ? undefined : `${email} ${Date.parse(date)} ${title}`;

const pickLine = /\(cherry picked from commit ([0-9a-f]{7,64})\)/g;
const revertLine = /^This reverts (?:commit ([0-9a-f]{7,64})|merge request (\S*!\d+))/gm;

const found = (message: string, line: RegExp): readonly string[] =>
  [...message.matchAll(line)].map(([, sha, reference]) => sha ?? reference ?? '');
