import * as vscode from '../../vscode.ts';
import { type NamedRef, namedRange, namedRef } from '../../../model/git/namedRef.ts';
import { branchRef, refNameProblem, shownRef, tagRef } from '../../../wire/refName.ts';
import { listBranches, listTags } from '../../../wire/projects.ts';
import { age, shortSha, visibleLabel } from '../../kit/words/format.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { searchPick } from '../../kit/questions/searchPick.ts';
import { branchNotTag } from '../../kit/questions/branchRow.ts';

type RefRow = vscode.QuickPickItem & { readonly value?: string };

const perKind = 30;

interface RefOffer {
  /** Ref offered first. */
  readonly first?: string | undefined;
  /** Accepts a range such as `v1.0..main`, and '' for the checked-out branch. */
  readonly takesRanges?: boolean;
}

/** Asks for a branch, a tag (searched on the server) or a commit by SHA. Undefined when cancelled. */
export const chooseRef = (open: OpenProject, title: string, offer: RefOffer = {}): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const project = open.project.path_with_namespace;
  return searchPick<string>({
    title,
    placeholder: offer.takesRanges
      ? t('Search branches and tags of {0}, or enter a SHA or a range such as v1.0..main', project)
      : t('Search branches and tags of {0}, or enter a SHA', project),
    empty: (text) =>
      text === ''
        ? t('The project has no branches and no tags.')
        : t('No branch, tag or commit “{0}” in {1}.', text, project),
    search: (text, signal) => refRows(open, text, offer, signal),
  });
};

/** Branches, tags and commits that match a text; the value of a row is the ref. */
export const refRows = async (
  open: OpenProject,
  text: string,
  { first, takesRanges = false }: RefOffer,
  signal: AbortSignal,
): Promise<readonly RefRow[]> => {
  const { t } = vscode.l10n;
  const { client, project } = open;
  if (takesRanges && text.includes('..')) return rangeRows(open, text, signal);
  const parameters = { id: project.id, per_page: perKind, ...(text === '' ? {} : { search: text }) };
  const [branches, tags, { ref = text, commit } = {}] = await Promise.all([
    client.send(listBranches, parameters, { signal }),
    client.send(listTags, parameters, { signal }),
    commitNamed(open, text, signal),
  ]);
  const branchRows = branches.items.map(({ name, commit: tip }): RefRow => ({
    label: visibleLabel(name),
    iconPath: new vscode.ThemeIcon('git-branch'),
    description: visibleLabel(`${shortSha(tip.id)} ${tip.title} · ${age(tip.created_at)}`),
    value: branchRef(name),
  }));
  const tagRows = tags.items.map(({ name, commit: tip }): RefRow => ({
    label: visibleLabel(name),
    iconPath: new vscode.ThemeIcon('tag'),
    description: tip ? visibleLabel(`${shortSha(tip.id)} ${tip.title} · ${age(tip.created_at)}`) : '',
    value: tagRef(name),
  }));
  const isNamed = [...branches.items, ...tags.items].some(({ name }) => name === text);
  const commitRows: RefRow[] =
    commit === undefined || isNamed
      ? []
      : [
          {
            label: visibleLabel(text),
            iconPath: new vscode.ThemeIcon('git-commit'),
            description: visibleLabel(`${shortSha(commit.id)} ${commit.title} · ${age(commit.created_at)}`),
            value: ref,
          },
        ];
  const given: RefRow[] =
    text !== ''
      ? []
      : takesRanges && branchRows.length > 0
        ? [followingRow(open)]
        : first !== undefined
          ? [{ label: visibleLabel(shownRef(first)), value: first }]
          : [];
  return [
    ...given,
    ...section(t('commit'), commitRows),
    ...section(branches.next === undefined ? t('branches') : t('branches (type to find further ones)'), branchRows),
    ...section(tags.next === undefined ? t('tags') : t('tags (type to find further ones)'), tagRows),
  ];
};

const followingRow = ({ root }: OpenProject): RefRow => ({
  label: root === undefined ? vscode.l10n.t('Default branch') : vscode.l10n.t('Checked-out branch'),
  iconPath: new vscode.ThemeIcon('home'),
  ...(root === undefined ? {} : { description: vscode.l10n.t('or the default branch where the server lacks it') }),
  value: '',
});

/** The range if both ends exist, otherwise a note on the missing ones. */
const rangeRows = async (
  { client, project }: OpenProject,
  text: string,
  signal: AbortSignal,
): Promise<readonly RefRow[]> => {
  const { t } = vscode.l10n;
  const { ref, unknown, tagsToo } = /\s/.test(text)
    ? { ref: text, unknown: [text], tagsToo: [] }
    : await namedRange(client, project.id, text, signal);
  if (unknown.length === 0)
    return [
      {
        label: visibleLabel(text),
        description: visibleLabel([t('range'), ...tagsToo.map(branchNotTag)].join(' · ')),
        iconPath: new vscode.ThemeIcon('git-compare'),
        value: ref,
      },
    ];
  const words = t(
    'No branch, tag or commit {0} in {1}.',
    unknown.map((name) => t('“{0}”', name)).join(', '),
    project.path_with_namespace,
  );
  return [{ label: `$(info) ${visibleLabel(words)}` }];
};

const section = (label: string, rows: readonly RefRow[]): readonly RefRow[] =>
  rows.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...rows];

const commitNamed = async (
  { client, project }: OpenProject,
  name: string,
  signal: AbortSignal,
): Promise<NamedRef | undefined> =>
  // `main~3` is a revision, though no valid branch name
  refNameProblem(/^([^~^]*)(?:[~^]\d*)*$/.exec(name)?.[1] ?? name) === undefined
    ? namedRef(client, project.id, name, signal)
    : undefined;
