import { refNameProblem } from '../wire/refName.ts';

/**
 * A git command and its options, all of them literals of our sources. The value of an option is attached to it, so that
 * it is never an option itself: `{ '-L': label }`.
 */
export type GitCommand = readonly (string | Readonly<Record<string, string>>)[];

/** Operands and environment of a git command. */
export interface GitCall {
  /** SHAs, `HEAD`, full names of refs and names of remotes; see `checkedRevision`. */
  readonly revisions?: readonly string[] | undefined;
  /** Names of files, never patterns. */
  readonly paths?: readonly string[] | undefined;
  /** Text, or one revision a line, or paths with a NUL after each. */
  readonly input?: string | { readonly revisions: readonly string[] } | { readonly paths: readonly string[] };
  /** Added to the environment, such as `GIT_INDEX_FILE`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Runs git in a repository's folder and returns what it prints. Rejects with git's words when it fails. */
export type RunGit = (command: GitCommand, call?: GitCall) => Promise<Uint8Array>;

/**
 * The arguments of a git command. `rev-parse` would print `--end-of-options`; it has what every command has: no revision
 * begins with a dash.
 */
export const gitArguments = (command: GitCommand, { revisions = [], paths }: GitCall): readonly string[] => [
  ...command.flatMap((each) => (typeof each === 'string' ? each : Object.entries(each).map(attached))),
  ...(revisions.length === 0 || command[0] === 'rev-parse' ? [] : ['--end-of-options']),
  ...revisions.map(checkedRevision),
  ...(paths === undefined ? [] : ['--', ...paths]),
];

/** Standard input of a git command. */
export const gitInput = (input: GitCall['input'] = ''): string => {
  if (typeof input === 'string') return input;
  if ('revisions' in input) return input.revisions.map((each) => `${checkedRevision(each)}\n`).join('');
  const broken = input.paths.find((each) => each.includes('\0'));
  if (broken !== undefined) throw refused(broken, 'path');
  return input.paths.map((each) => `${each}\0`).join('');
};

/**
 * A revision git may be given: a SHA, a ref or `HEAD`, `^{commit}` or `^{tree}` of one, all but what leads to one (`^`),
 * or two with three dots between. By git's rules for refs, that leaves out options, line breaks, NUL, refspecs, searches
 * (`:/text`), paths and addresses. Throws on anything else.
 */
export const checkedRevision = (revision: string): string => {
  const sides = revision.replace(/^\^/, '').split('...', 3);
  const areRefs = sides.every((side) => refNameProblem(side.replace(/\^\{(?:commit|tree)\}$/, '')) === undefined);
  if (sides.length > 2 || !areRefs) throw refused(revision, 'revision');
  return revision;
};

/** The full name of a ref, or the name of a branch or a remote, by git's rules for them. Throws on anything else. */
export const checkedRef = (name: string): string => {
  if (refNameProblem(name) !== undefined) throw refused(name, 'name of a ref');
  return name;
};

const attached = ([option, value]: readonly [string, string]): string => {
  if (/[\0\r\n]/.test(value)) throw refused(value, `value of ${option}`);
  return option + value;
};

const refused = (text: string, kind: string): Error =>
  new Error(`git was not run: ${JSON.stringify(text.slice(0, 200))} is no ${kind}.`);
