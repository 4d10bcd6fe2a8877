import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { listProjectMembers } from '../../../wire/groups.ts';
import { authorName, authorPattern } from '../../../model/commits/commitFilter.ts';
import type { CommitsArea } from '../area.ts';
import { visibleLabel } from '../../kit/words/format.ts';
import { searchPick } from '../../kit/questions/searchPick.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { gitOutput } from '../../shell/git.ts';

interface Suggestion {
  readonly value: string;
  readonly description?: string;
}

interface Question {
  readonly title: string;
  readonly placeholder: string;
  /** Label of the row that removes the filter. */
  readonly any: string;
  readonly icon: string;
  /** Description of the row for the typed text. */
  readonly asEntered: (text: string) => string;
  readonly chosen: (value: string) => string;
  readonly problem: (text: string) => string | undefined;
  readonly suggest: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
}

const maxSuggestions = 50;

/**
 * Asks for an author, as a pattern: typed, or an author of loaded commits or a project member by name. Empty for anyone,
 * undefined when cancelled.
 */
export const askAuthor = (area: CommitsArea, open: OpenProject, title: string): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  return askSuggested({
    title,
    placeholder: t('Name or email of the author, or a part of it (GitLab 15.10 or later)'),
    any: t('Anyone'),
    icon: 'person',
    asEntered: (text) =>
      authorName(text) === undefined ? t('as entered, read as a regular expression') : t('as entered'),
    chosen: authorPattern,
    problem: () => undefined,
    suggest: (text, signal) => suggestedAuthors(area, open, text, signal),
  });
};

const suggestedAuthors = async (
  area: CommitsArea,
  open: OpenProject,
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> => [
  ...area.commits.loaded.map(({ commit }) => ({ value: commit.author_name })),
  ...(await membersNamed(open, text, signal)),
];

/** Authors of loaded commits and members whose names contain the text. */
export const authorsWith = async (
  area: CommitsArea,
  open: OpenProject,
  text: string,
  signal: AbortSignal,
): Promise<readonly { readonly name: string; readonly pattern: string }[]> => {
  const found = (await suggestedAuthors(area, open, text, signal)).filter((each) => matches(each, text));
  return [...new Set(found.map(({ value }) => value))].map((name) => ({ name, pattern: authorPattern(name) }));
};

/** Local files and folders whose paths contain the text. */
export const pathsWith = async (area: CommitsArea, open: OpenProject, text: string): Promise<readonly string[]> =>
  (await pathsOf(area, open)).filter((value) => matches({ value }, text));

/** Asks for a path: typed, or a local one. Empty for any, undefined when cancelled. */
export const askPath = (
  area: CommitsArea,
  open: OpenProject,
  title: string,
  problem: Question['problem'],
): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  let paths: Promise<readonly string[]> | undefined;
  return askSuggested({
    title,
    placeholder: t('Path of a file or folder from the top of the repository'),
    any: t('Any path'),
    icon: 'file',
    asEntered: () => t('as entered'),
    chosen: (path) => path,
    problem,
    suggest: async () => (await (paths ??= pathsOf(area, open))).map((value) => ({ value })),
  });
};

const askSuggested = (question: Question): Promise<string | undefined> =>
  searchPick<string>({
    title: question.title,
    placeholder: question.placeholder,
    empty: () => '',
    search: async (text, signal) => {
      const problem = text === '' ? undefined : question.problem(text);
      if (problem !== undefined) return [{ label: `$(error) ${visibleLabel(problem)}` }];
      const typed =
        text === ''
          ? { label: question.any, value: '' }
          : { label: visibleLabel(text), description: question.asEntered(text), value: text };
      const found = new Map<string, Suggestion>();
      for (const each of await question.suggest(text, signal)) {
        if (found.size === maxSuggestions) break;
        if (question.chosen(each.value) !== text && matches(each, text))
          found.set(each.value, found.get(each.value) ?? each);
      }
      const rows = [...found.values()].map(({ value, description }) => ({
        label: visibleLabel(value),
        iconPath: new vscode.ThemeIcon(question.icon),
        ...(description === undefined ? {} : { description: visibleLabel(description) }),
        value: question.chosen(value),
      }));
      return [typed, ...rows];
    },
  });

const matches = ({ value, description = '' }: Suggestion, text: string): boolean =>
  `${value} ${description}`.toLowerCase().includes(text.toLowerCase());

/** Project members; none when the user may not list them. */
const membersNamed = async (
  { client, project }: OpenProject,
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> => {
  try {
    const wanted = { id: project.id, per_page: maxSuggestions, ...(text === '' ? {} : { query: text }) };
    const { items } = await client.send(listProjectMembers, wanted, { signal });
    return items.map(({ name, username }) => ({ value: name, description: `@${username}` }));
  } catch (error) {
    if (requestErrorFacts(error, 'forbidden', 'notFound')) return [];
    throw error;
  }
};

/** Tracked files and their folders, folders first; none without a clone. */
const pathsOf = async ({ repositories }: CommitsArea, { root }: OpenProject): Promise<readonly string[]> => {
  if (root === undefined) return [];
  const listed = await gitOutput(await repositories.git(root), ['ls-files', '-z']);
  const files = listed.toString().split('\0').filter(Boolean);
  const folders = files.flatMap((file) => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index)));
  return [...new Set([...folders.sort(), ...files])];
};
