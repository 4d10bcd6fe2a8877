import * as vscode from '../vscode.ts';
import {
  boardCommit,
  commitsOfRange,
  type ListedCommit,
  maxCommits,
  type ReadCommits,
  readMergeRequestSource,
} from '../../model/board/sources.ts';
import { type NamedRange, namedRange, namedRef } from '../../model/git/namedRef.ts';
import type { BoardCommit } from '../../model/board/cells.ts';
import { defaultRef, refNameProblem } from '../../wire/refName.ts';
import { type Commit, listCommits } from '../../wire/commits.ts';
import { listMergeRequests, type MergeRequest } from '../../wire/mergeRequests.ts';
import { branchNotTag } from '../kit/questions/branchRow.ts';
import { age, shortSha, visibleLabel } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { cancellable } from '../kit/progress.ts';
import { searchPick } from '../kit/questions/searchPick.ts';
import { searchMany } from './searchMany.ts';

/** Asks for a source, then for its commits. Oldest first; undefined when cancelled. */
export const chooseCommits = async (
  open: OpenProject,
  loaded: readonly ListedCommit[],
): Promise<readonly BoardCommit[] | undefined> => {
  const { t } = vscode.l10n;
  const ways = [
    {
      label: `$(git-commit) ${t('Commits…')}`,
      detail: t('Search the newest, or type a SHA, branch or tag'),
      way: 'one',
    },
    {
      label: `$(git-pull-request) ${t('From a merge request…')}`,
      detail: t('Its commits, or its merge or squash commit'),
      way: 'mergeRequest',
    },
    { label: `$(git-compare) ${t('A range…')}`, detail: t('Commits on one ref that are not on another'), way: 'range' },
  ] as const;
  const chosen = await vscode.window.showQuickPick([...ways], {
    title: t('Commits for the backport board'),
    placeHolder: t('Choose where the commits come from'),
    ignoreFocusOut: true,
  });
  switch (chosen?.way) {
    case 'one':
      return searchCommits(open, loaded);
    case 'mergeRequest':
      return chooseOfMergeRequest(open);
    case 'range':
      return chooseOfRange(open);
    default:
      return undefined;
  }
};

const searchCommits = async (
  open: OpenProject,
  loaded: readonly ListedCommit[],
): Promise<readonly BoardCommit[] | undefined> => {
  const { t } = vscode.l10n;
  let newest = loaded;
  const chosen = await searchMany<ListedCommit>({
    title: t('Commits for the backport board'),
    placeholder: t('Search the newest commits, or type a SHA, branch or tag; tick those to add'),
    empty: (text) => (text === '' ? t('There are no commits yet.') : noCommit(text)),
    none: t('Tick at least one commit.'),
    search: async (text, signal) => {
      if (newest.length === 0) newest = await newestCommits(open, signal);
      const wanted = text.toLowerCase();
      const known = newest.filter(
        ({ id, title, author_name: author }) =>
          id.startsWith(wanted) || `${title} ${author}`.toLowerCase().includes(wanted),
      );
      if (known.length > 0 || refNameProblem(text) !== undefined) return known.map(commitRow);
      const found = await namedRef(open.client, open.project.id, text, signal);
      return found ? [commitRow(found.commit)] : [];
    },
  });
  if (chosen === undefined) return undefined;
  const place = new Map(newest.map(({ id }, index) => [id, index]));
  // `newest` is newest first; commits found by name have no position and go last
  const ordered = [...chosen].sort((one, other) => (place.get(other.id) ?? -1) - (place.get(one.id) ?? -1));
  return ordered.map(boardCommit);
};

const newestCommits = async (open: OpenProject, signal: AbortSignal): Promise<readonly Commit[]> =>
  (await open.client.send(listCommits, { id: open.project.id, ref_name: defaultRef, per_page: 100 }, { signal })).items;

/** Message for a text that matches no commit. */
export const noCommit = (text: string): string => {
  const { t } = vscode.l10n;
  return /^[0-9a-f]{4,39}$/i.test(text)
    ? t('No commit begins with “{0}”, or several do. Type more of the SHA.', text)
    : t('No commit “{0}”.', text);
};

/** Asks for a merge request, then for its commits. */
export const chooseOfMergeRequest = async (open: OpenProject): Promise<readonly BoardCommit[] | undefined> => {
  const { t } = vscode.l10n;
  const iid = await searchPick<number>({
    title: t('Merge request for the backport board'),
    placeholder: t('Search the titles of merge requests, or type a number'),
    empty: (text) => (text === '' ? t('There are no merge requests.') : t('No merge request matches “{0}”.', text)),
    search: async (text, signal) => {
      const { items } = await open.client.send(
        listMergeRequests,
        { id: open.project.id, state: 'all', per_page: 50, ...(text === '' ? {} : { search: text.replace(/^!/, '') }) },
        { signal },
      );
      const number = Number(/^!?(\d+)$/.exec(text)?.[1]);
      const typed = Number.isInteger(number) && !items.some((each) => each.iid === number);
      return [
        ...(typed ? [{ label: `!${number}`, description: t('by number'), value: number }] : []),
        ...items.map(mergeRequestRow),
      ];
    },
  });
  return iid === undefined ? undefined : commitsOfMergeRequest(open, iid);
};

/** Asks for commits of a merge request, which they name: its own, or its merge or squash commit. Oldest first. */
export const commitsOfMergeRequest = async (
  open: OpenProject,
  iid: number,
): Promise<readonly BoardCommit[] | undefined> => {
  const { t } = vscode.l10n;
  const source = await cancellable(t('Reading merge request !{0}…', iid), (signal) =>
    readMergeRequestSource(open.client, open.project.id, iid, signal),
  );
  if (source === undefined) return undefined;
  const { detail, own, onTarget } = source;
  const squash = onTarget.find(({ id }) => id === detail.squash_commit_sha);
  const rows = [
    // a squash commit replaces the merge request's own commits
    ...onTarget.map((commit) => ({
      ...commitRow(commit),
      picked: commit === squash,
      description: commit === squash ? t('squash commit') : mergeMessage(commit),
      commit,
    })),
    ...own.map((commit) => ({ ...commitRow(commit), picked: squash === undefined, commit })),
  ];
  if (rows.length === 0) {
    void vscode.window.showInformationMessage(t('Merge request !{0} has no commits.', iid));
    return undefined;
  }
  const commits = await pickAmong(t('Commits of !{0}, oldest first', iid), rows);
  // their own messages need not name it
  return commits?.map((commit) => ({ ...commit, mergeRequest: `!${iid}` }));
};

const mergeMessage = ({ parent_ids: parents }: Commit): string =>
  (parents?.length ?? 0) > 1
    ? vscode.l10n.t('merge commit: picked as its diff against its first parent')
    : vscode.l10n.t('merge commit');

/** Asks for a range, then for its commits; merge commits are deselected at first. */
export const chooseOfRange = async (open: OpenProject): Promise<readonly BoardCommit[] | undefined> => {
  const { t } = vscode.l10n;
  const text = await vscode.window.showInputBox({
    title: t('Range for the backport board'),
    prompt: t(
      'Commits on the second ref that are not on the first, such as release/1.0..main. Tags and SHAs work too.',
    ),
    placeHolder: 'release/1.0..main',
    ignoreFocusOut: true,
    validateInput: (value) =>
      value.trim() === '' || rangeOf(value)
        ? undefined
        : t('Enter two refs with two dots between them, such as v1.0..main.'),
  });
  const range = text === undefined ? undefined : rangeOf(text);
  if (range === undefined) return undefined;
  const read = await cancellable(t('Reading {0}..{1}…', range.from, range.to), async (signal) => {
    const named = await namedRange(open.client, open.project.id, `${range.from}..${range.to}`, signal);
    // an unknown name would look like an empty range
    if (named.unknown[0] !== undefined) return named.unknown[0];
    return { ...named, ...(await commitsOfRange(open.client, open.project.id, named.ref, signal)) };
  });
  if (read === undefined) return undefined;
  if (typeof read === 'string') {
    void vscode.window.showErrorMessage(noCommit(read));
    return undefined;
  }
  return pickOfRange(range, read);
};

const pickOfRange = async (
  { from, to }: { readonly from: string; readonly to: string },
  { commits, more, tagsToo }: ReadCommits & NamedRange,
): Promise<readonly BoardCommit[] | undefined> => {
  const { t } = vscode.l10n;
  if (commits.length === 0) {
    void vscode.window.showInformationMessage(t('There are no commits on {1} that are not on {0}.', from, to));
    return undefined;
  }
  if (more) {
    void vscode.window.showWarningMessage(
      t('The range has more than {0} commits. Only the newest {0} are listed.', maxCommits),
    );
  }
  const rows = commits.map((commit) => {
    const isMerge = (commit.parent_ids?.length ?? 0) > 1;
    const row = commitRow(commit);
    return { ...row, picked: !isMerge, description: isMerge ? mergeMessage(commit) : row.description, commit };
  });
  const title = t('Commits of {0}..{1}, oldest first', from, to);
  return pickAmong([title, ...tagsToo.map(branchNotTag)].join(' · '), rows);
};

/** Parses `a..b`; undefined when invalid. */
export const rangeOf = (text: string): { readonly from: string; readonly to: string } | undefined => {
  const parts = text.trim().split('..');
  const [from = '', to = ''] = parts;
  const isWhole = parts.length === 2 && refNameProblem(from) === undefined && refNameProblem(to) === undefined;
  return isWhole ? { from, to } : undefined;
};

const pickAmong = async (
  title: string,
  rows: readonly (vscode.QuickPickItem & { readonly commit: Commit })[],
): Promise<readonly BoardCommit[] | undefined> => {
  const chosen = await vscode.window.showQuickPick([...rows], {
    title,
    placeHolder: vscode.l10n.t('Select the commits to add'),
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  if (chosen === undefined) return undefined;
  if (chosen.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t('Tick at least one commit.'));
  return rows.filter((row) => chosen.includes(row)).map(({ commit }) => boardCommit(commit));
};

const commitRow = (
  commit: ListedCommit,
): {
  readonly label: string;
  readonly description: string;
  readonly values: readonly { readonly key: string; readonly value: ListedCommit }[];
} => ({
  label: visibleLabel(commit.title),
  description: visibleLabel(`${shortSha(commit.id)} · ${commit.author_name}, ${age(commit.created_at)}`),
  values: [{ key: commit.id, value: commit }],
});

const mergeRequestRow = (mergeRequest: MergeRequest): vscode.QuickPickItem & { readonly value: number } => ({
  label: visibleLabel(`!${mergeRequest.iid} ${mergeRequest.title}`),
  description: mergeRequest.state,
  detail: visibleLabel(
    `${mergeRequest.source_branch} → ${mergeRequest.target_branch} · ${mergeRequest.author?.name ?? ''}`,
  ),
  value: mergeRequest.iid,
});
