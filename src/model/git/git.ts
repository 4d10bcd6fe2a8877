import { refNameProblem } from '../../wire/refName.ts';

/** Literals from our sources. Values are appended so that they can't be options: `{ '-L': label }`. */
export type GitCommand = readonly (string | Readonly<Record<string, string>>)[];

export interface GitCall {
  /** SHAs, `HEAD`, full refs and remotes, or a configuration key with its value; see `checkedRevision`. */
  readonly revisions?: readonly string[] | undefined;
  /** Literal, never patterns. */
  readonly paths?: readonly string[] | undefined;
  /** Text, revision lines, or NUL-terminated paths. */
  readonly input?: string | { readonly revisions: readonly string[] } | { readonly paths: readonly string[] };
  /** Such as `GIT_INDEX_FILE`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Rejects with git's message. */
export type RunGit = (command: GitCommand, call?: GitCall) => Promise<Uint8Array>;

/** `rev-parse` would print `--end-of-options`; revisions never start with a dash. */
export const gitArguments = (command: GitCommand, { revisions = [], paths }: GitCall): readonly string[] => [
  ...command.flatMap((each) => (typeof each === 'string' ? each : Object.entries(each).map(attached))),
  ...(revisions.length === 0 || command[0] === 'rev-parse' ? [] : ['--end-of-options']),
  ...revisions.map(checkedRevision),
  ...(paths === undefined ? [] : ['--', ...paths]),
];

/** Standard input. */
export const gitInput = (input: GitCall['input'] = ''): string => {
  if (typeof input === 'string') return input;
  if ('revisions' in input) return input.revisions.map((each) => `${checkedRevision(each)}\n`).join('');
  const broken = input.paths.find((each) => each.includes('\0'));
  if (broken !== undefined) throw refused(broken, 'path');
  return input.paths.map((each) => `${each}\0`).join('');
};

/**
 * SHA, ref or `HEAD`, also with `^{commit}`, `^{tree}` or leading `^`, or two with three dots. By git's ref rules, excludes
 * options, line breaks, NUL, refspecs, searches (`:/text`), paths and URLs. Throws otherwise.
 */
export const checkedRevision = (revision: string): string => {
  const sides = revision.replace(/^\^/, '').split('...', 3);
  const areRefs = sides.every((side) => refNameProblem(side.replace(/\^\{(?:commit|tree)\}$/, '')) === undefined);
  if (sides.length > 2 || !areRefs) throw refused(revision, 'revision');
  return revision;
};

/** Full ref, branch or remote name by git's rules. Throws otherwise. */
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
