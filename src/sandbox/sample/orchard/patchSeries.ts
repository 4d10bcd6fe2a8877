import type { Author, CommitPlan, FileMode } from '../../world/plans.ts';
import { authors, mayasKey } from '../people.ts';
import { generatedFiles } from './generatedFiles.ts';

type Files = NonNullable<CommitPlan['files']>;
type Edits = NonNullable<CommitPlan['edits']>;

/** Headers of a commit. */
const headerNames = [
  'Author',
  'Committer',
  'Branch',
  'From',
  'Merge',
  'Pick',
  'Revert',
  'Signed',
  'Rename',
  'Mode',
  'Files',
  'Generated',
] as const;
type HeaderName = (typeof headerNames)[number];
type Headers = Readonly<Partial<Record<HeaderName, string>>>;

const authorNamed = (name: string): Author => {
  if (!Object.hasOwn(authors, name)) throw new Error(`Nobody in the sample world is called ${name}.`);
  return authors[name as keyof typeof authors];
};

const headersIn = (lines: readonly string[]): Headers =>
  Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+): (.+)$/.exec(line) ?? [];
      if (!headerNames.some((known) => known === name)) throw new Error(`A commit cannot say: ${line}`);
      return [name, value];
    }),
  );

const filesIn = (folder: string, all: Files): Files => {
  const start = `files/${folder}/`;
  const own = Object.entries(all).filter(([path]) => path.startsWith(start));
  if (own.length === 0) throw new Error(`There are no files in ${start}`);
  return Object.fromEntries(own.map(([path, content]) => [path.slice(start.length), content]));
};

const joined = (lines: readonly string[]): string => lines.map((line) => `${line.slice(1)}\n`).join('');

/** Converts a hunk to a replacement; its context must be unique in the file. */
const editOf = (hunk: string): readonly [string, string] => {
  const lines = hunk.trimEnd().split('\n');
  return [joined(lines.filter((line) => !line.startsWith('+'))), joined(lines.filter((line) => !line.startsWith('-')))];
};

const changesIn = (diff: string): { readonly files: Files; readonly edits: Edits } => {
  const files: Record<string, string | null> = {};
  const edits: Record<string, readonly (readonly [string, string])[]> = {};
  for (const part of diff.split(/^(?=--- )/m).filter((text) => text !== '')) {
    const [, from = '', to = '', body = ''] = /^--- (.+)\n\+\+\+ (.+)\n([^]*)$/.exec(part) ?? [];
    if (to === '/dev/null') files[from.slice('a/'.length)] = null;
    else if (from === '/dev/null') files[to.slice('b/'.length)] = joined(body.trimEnd().split('\n'));
    else edits[to.slice('b/'.length)] = body.split(/^@@\n/m).slice(1).map(editOf);
  }
  return { files, edits };
};

const backwards = (edits: Edits): Edits =>
  Object.fromEntries(
    Object.entries(edits).map(([path, ofFile]) => [
      path,
      ofFile.toReversed().map(([before, after]) => [after, before]),
    ]),
  );

/** Changes and message copied from the commit to pick or revert. */
const copied = ({ Pick: picked, Revert: reverted }: Headers, earlier: readonly CommitPlan[]): Partial<CommitPlan> => {
  const key = picked ?? reverted;
  if (key === undefined) return {};
  const original = earlier.find((plan) => plan.key === key);
  if (original === undefined) throw new Error(`There is no commit ${key} before the one that names it.`);
  const { author, message, files = {}, edits = {} } = original;
  if (typeof message !== 'string' || author === undefined) throw new Error(`The commit ${key} is a copy itself.`);
  if (reverted !== undefined && Object.keys(files).length > 0) throw new Error(`Only edits are reverted: see ${key}.`);
  return reverted === undefined
    ? { author, files, edits, message: (hashOf) => `${message}\n\n(cherry picked from commit ${hashOf(key)})` }
    : {
        edits: backwards(edits),
        message: (hashOf) => `Revert "${message.split('\n')[0] ?? ''}"\n\nThis reverts commit ${hashOf(key)}`,
      };
};

const commitIn = (text: string, earlier: readonly CommitPlan[], all: Files): CommitPlan => {
  const [told = '', ...diff] = text.split(/^(?=--- )/m);
  const [head = '', ...paragraphs] = told.trimEnd().split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const headers = headersIn(lines);
  const { Author: author, Committer: committer, Branch: branch, From: from, Merge: merge } = headers;
  const key = first.slice('commit '.length);
  const message = paragraphs.join('\n\n').replaceAll(/^ {4}/gm, '');
  const changes = changesIn(diff.join(''));
  const [oldPath, newPath] = headers.Rename?.split(' -> ') ?? [];
  const [mode, modePath] = headers.Mode?.split(' ') ?? [];
  return {
    ...(key === '' ? {} : { key }),
    ...(branch === undefined ? {} : { branch }),
    ...(from === undefined ? {} : { from }),
    ...(merge === undefined ? {} : { merge }),
    // merge messages by GitLab have no final line break
    message: merge === undefined ? `${message}\n` : message,
    ...changes,
    files: {
      ...(headers.Files === undefined ? {} : filesIn(headers.Files, all)),
      ...(headers.Generated === undefined ? {} : generatedFiles(headers.Generated)),
      ...changes.files,
    },
    ...(oldPath === undefined || newPath === undefined ? {} : { renames: { [oldPath]: newPath } }),
    ...(mode === undefined || modePath === undefined ? {} : { modes: { [modePath]: mode as FileMode } }),
    ...(headers.Signed === undefined ? {} : { signWith: mayasKey }),
    ...copied(headers, earlier),
    ...(author === undefined ? {} : { author: authorNamed(author) }),
    ...(committer === undefined ? {} : { committer: authorNamed(committer) }),
  };
};

/** Commit that adds a variety: `variety id | name | fruit | from-until | author | note`. */
const varietyIn = (line: string): CommitPlan => {
  const [id = '', name = '', fruit, weeks = '', author = '', note] = line.slice('variety '.length).trim().split(' | ');
  const [pickedFrom, pickedUntil] = weeks.split('-').map(Number);
  const content = `${JSON.stringify({ id, name, fruit, pickedFrom, pickedUntil }, null, 2)}\n`;
  return {
    message: `Add ${name} to the catalogue\n${note === undefined ? '' : `\n${note}\n`}`,
    author: authorNamed(author),
    files: { [`data/varieties/${id}.json`]: content },
  };
};

/**
 * Parses commits in the format of `git log --patch`, oldest first, with users and commits by name, hunks without line
 * numbers, and extra headers. `Pick` and `Revert` copy message and changes; `Files` adds a folder of `files`. Throws
 * for anything else.
 */
export const readPatchSeries = (series: string, files: Files): readonly CommitPlan[] => {
  const plans: CommitPlan[] = [];
  for (const text of series.split(/^(?=commit\b|variety )/m))
    plans.push(text.startsWith('variety ') ? varietyIn(text) : commitIn(text, plans, files));
  return plans;
};
