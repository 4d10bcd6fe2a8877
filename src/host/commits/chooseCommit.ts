import * as vscode from '../vscode.ts';
import { isHash } from '../../model/commits/commitLink.ts';
import { type CommitLine, commitLine } from '../../model/commits/commitLine.ts';
import { namedRef } from '../../model/git/namedRef.ts';
import { defaultRef, refNameProblem } from '../../wire/refName.ts';
import { listCommits } from '../../wire/commits.ts';
import type { CommitsArea } from './area.ts';
import { age, shortSha, visibleLabel } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { requireProject } from '../kit/requireProject.ts';
import { searchPick } from '../kit/questions/searchPick.ts';
import { linkRows } from './links/linkRows.ts';
import { type CommitSubject, givenSubject, type ChosenCommit } from './subject.ts';

/** The command's commit: its row, its page, the active page, or one the user chooses. */
export const commitSubject = async (
  area: CommitsArea,
  argument: unknown,
  title: string,
): Promise<CommitSubject | undefined> => {
  const given = givenSubject(argument) ?? area.commitPages.active;
  return given ?? (await chooseCommit(area, title))?.subject;
};

/** Asks for a commit: those of the view, or any by SHA, branch, tag or pasted link. Links work without a project, too. */
export const chooseCommit = async (area: CommitsArea, title: string): Promise<ChosenCommit | undefined> => {
  const { t } = vscode.l10n;
  if (area.project.state.kind === 'starting') await area.project.find();
  const open = area.accounts.list().length > 0 ? area.project.open : await requireProject(area);
  if (!open && area.accounts.list().length === 0) return undefined;
  return searchPick<ChosenCommit>({
    title,
    placeholder: open
      ? t('Search the loaded commits, type a SHA, branch or tag, or paste a link')
      : t('No project is open. Paste the URL of a commit'),
    empty: (text) => (open ? nothingFound(open, text) : t('Paste the URL of a commit, or a VS Code link to one.')),
    search: async (text, signal) => {
      const linked = await linkRows(area, text, signal);
      if (linked) return linked;
      return open ? commitRows(open, await matches(area, open, text, signal)) : [];
    },
  });
};

const matches = async (
  area: CommitsArea,
  open: OpenProject,
  text: string,
  signal: AbortSignal,
): Promise<readonly CommitLine[]> => {
  const known = await candidates(area, open, signal);
  const wanted = text.toLowerCase();
  const matching = known.filter(
    ({ id, title, author_name }) => id.startsWith(wanted) || `${title} ${author_name}`.toLowerCase().includes(wanted),
  );
  return matching.length > 0 ? matching : byName(open, text, signal);
};

const commitRows = (
  open: OpenProject,
  commits: readonly CommitLine[],
): (vscode.QuickPickItem & { readonly value: ChosenCommit })[] =>
  commits.map((commit) => ({
    label: visibleLabel(commit.title),
    description: visibleLabel(`${shortSha(commit.id)} · ${commit.author_name}, ${age(commit.created_at)}`),
    value: { subject: { open, sha: commit.id } },
  }));

const nothingFound = (open: OpenProject, text: string): string => {
  const { t } = vscode.l10n;
  const project = open.project.path_with_namespace;
  if (text === '') return t('There are no commits in {0} yet.', project);
  // servers answer an ambiguous SHA like an unknown one
  if (isHash(text) && text.length < 40) {
    return t('No commit “{0}” in {1}, or several begin with it. Enter more of the SHA.', text, project);
  }
  return /^[0-9a-f]{1,6}$/i.test(text)
    ? t('No commit “{0}” in {1}. Enter at least seven characters of the SHA.', text, project)
    : t('No commit “{0}” in {1}.', text, project);
};

/** Commits to offer: the view's with the selected one first, or the newest of the default branch. */
const candidates = async (
  area: CommitsArea,
  open: OpenProject,
  signal: AbortSignal,
): Promise<readonly CommitLine[]> => {
  const loaded = area.commits.loaded
    .filter((row) => row.open.project.id === open.project.id)
    .map(({ commit }) => commit);
  if (loaded.length === 0) return newest(open, signal);
  const selected = area.commits.selected?.commit;
  return selected ? [selected, ...loaded.filter(({ id }) => id !== selected.id)] : loaded;
};

const newest = async (open: OpenProject, signal: AbortSignal): Promise<readonly CommitLine[]> => {
  const { items } = await open.client.send(
    listCommits,
    { id: open.project.id, ref_name: defaultRef, per_page: 40 },
    { signal },
  );
  return items.map((commit) => commitLine(commit));
};

const byName = async (
  { client, project }: OpenProject,
  text: string,
  signal: AbortSignal,
): Promise<readonly CommitLine[]> => {
  const named = refNameProblem(text) === undefined ? await namedRef(client, project.id, text, signal) : undefined;
  return named === undefined ? [] : [commitLine(named.commit)];
};
