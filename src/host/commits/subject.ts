import * as vscode from 'vscode';
import { requestFailure } from '../../client/errors.ts';
import { refNameProblem } from '../../model/refName.ts';
import { type Commit, getCommit, listCommits } from '../../wire/commits.ts';
import type { App } from '../app.ts';
import { age, shortSha, visibleLabel } from '../format.ts';
import type { OpenProject } from '../project/currentProject.ts';
import { requireProject } from '../project/requireProject.ts';
import { searchPick } from '../searchPick.ts';
import type { CommitPlace } from './details.ts';
import { isEmptyRepository } from './tree.ts';

/** A commit and the project it is read in. */
export interface CommitSubject {
  readonly open: OpenProject;
  readonly sha: string;
}

/** Where the commit of a subject is read. */
export const placeOfSubject = ({ open, sha }: CommitSubject): CommitPlace => ({
  client: open.client,
  account: open.account.id,
  project: open.project.id,
  sha,
});

/** The commit a command was called on: a row, a page's commit, or, from the palette, the one the user chooses. */
export const commitSubject = async (app: App, argument: unknown, title: string): Promise<CommitSubject | undefined> => {
  if (isSubject(argument)) return argument;
  if (isRow(argument)) return { open: argument.open, sha: argument.commit.id };
  return chooseCommit(app, title);
};

const isSubject = (argument: unknown): argument is CommitSubject =>
  typeof argument === 'object' && argument !== null && 'open' in argument && 'sha' in argument;

const isRow = (argument: unknown): argument is { readonly open: OpenProject; readonly commit: Commit } =>
  typeof argument === 'object' && argument !== null && 'open' in argument && 'commit' in argument;

/** Lets the user pick a commit: those of the view first, any other by hash, branch or tag. */
const chooseCommit = async (app: App, title: string): Promise<CommitSubject | undefined> => {
  const open = await requireProject(app);
  if (!open) return undefined;
  return searchPick<CommitSubject>({
    title,
    placeholder: vscode.l10n.t('Search the loaded commits, or type a hash, branch or tag'),
    empty: (text) =>
      text === ''
        ? vscode.l10n.t('There are no commits in {0} yet.', open.project.path_with_namespace)
        : vscode.l10n.t('No commit “{0}” in {1}.', text, open.project.path_with_namespace),
    search: async (text, signal) => {
      const known = await candidates(app, open, signal);
      const wanted = text.toLowerCase();
      const matching = known.filter(
        ({ id, title: line, author_name }) =>
          id.startsWith(wanted) || `${line} ${author_name}`.toLowerCase().includes(wanted),
      );
      const commits = matching.length > 0 ? matching : await byName(open, text, signal);
      return commits.map((commit) => ({
        label: visibleLabel(commit.title),
        description: visibleLabel(`${shortSha(commit.id)} · ${commit.author_name}, ${age(commit.created_at)}`),
        value: { open, sha: commit.id },
      }));
    },
  });
};

/** Commits to offer: those of the view with the selected one first, or the newest of the default branch. */
const candidates = async (app: App, open: OpenProject, signal: AbortSignal): Promise<readonly Commit[]> => {
  const loaded = app.commits.loaded
    .filter((row) => row.open.project.id === open.project.id)
    .map(({ commit }) => commit);
  if (loaded.length === 0) return newest(open, signal);
  const selected = app.commits.selected?.commit;
  return selected ? [selected, ...loaded.filter(({ id }) => id !== selected.id)] : loaded;
};

const newest = async (open: OpenProject, signal: AbortSignal): Promise<readonly Commit[]> => {
  try {
    return (await open.client.send(listCommits, { id: open.project.id, per_page: 40 }, { signal })).items;
  } catch (error) {
    if (isEmptyRepository(open, error)) return [];
    throw error;
  }
};

const byName = async (open: OpenProject, text: string, signal: AbortSignal): Promise<readonly Commit[]> => {
  if (refNameProblem(text) !== undefined) return [];
  try {
    return [await open.client.send(getCommit, { id: open.project.id, sha: text }, { signal })];
  } catch (error) {
    if (requestFailure(error, 'notFound')) return [];
    throw error;
  }
};
