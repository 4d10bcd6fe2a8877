import * as vscode from '../vscode.ts';
import { refNameProblem } from '../../wire/refName.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { getCommit } from '../../wire/commits.ts';
import { type Branch, getBranch, listBranches, listProjects } from '../../wire/projects.ts';
import { age, shortSha, visibleLabel } from '../kit/words/format.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { searchPick } from '../kit/questions/searchPick.ts';
import type { Composition } from './composition.ts';

type Item<T> = vscode.QuickPickItem & { readonly value: T };

/** An existing or a new branch. */
export const chooseTarget = async (composition: Composition): Promise<void> => {
  const { t } = vscode.l10n;
  const { open } = composition;
  const chosen = await searchPick<{ readonly name: string; readonly isNew: boolean }>({
    title: t('Branch of the Commit'),
    placeholder: t('Search the branches of {0}, or type a new name', open.project.path_with_namespace),
    empty: (text) => t('“{0}” is not a valid branch name.', text),
    search: async (text, signal) => {
      const found = await branches(open, open.project.id, text, signal);
      const isNew = text !== '' && refNameProblem(text) === undefined && found.every(({ name }) => name !== text);
      return [
        ...found.map((branch) => ({ ...branchItem(branch), value: { name: branch.name, isNew: false } })),
        ...(isNew
          ? [{ label: `$(add) ${t('New branch {0}…', visibleLabel(text))}`, value: { name: text, isNew: true } }]
          : []),
      ];
    },
  });
  if (chosen === undefined) return;
  if (!chosen.isNew) {
    const none = { start: undefined, startProject: undefined, force: false };
    await composition.change({ branch: chosen.name, ...none }, 'check');
    return;
  }
  await composition.change({ branch: chosen.name }, 'draw');
  await chooseStart(composition);
};

/** A branch or commit. */
export const chooseStart = async (composition: Composition): Promise<void> => {
  const { t } = vscode.l10n;
  const { open, facts } = composition;
  const project = facts.saved.startProject?.id ?? open.project.id;
  const where = facts.saved.startProject?.path ?? open.project.path_with_namespace;
  type Start = NonNullable<typeof facts.saved.start> | { readonly kind: 'none' };
  const chosen = await searchPick<Start>({
    title: t('{0} Starts From', visibleLabel(facts.saved.branch)),
    placeholder: t('Search the branches of {0}, or enter a commit SHA', where),
    empty: (text) => t('No branch and no commit “{0}” in {1}.', text, where),
    search: async (text, signal) => {
      const [found, commit] = await Promise.all([
        basesFirst(open, project, text, signal),
        commitItem(open, project, text, signal),
      ]);
      const none: Item<Start>[] = [
        {
          label: `$(arrow-up) ${t('Tip of the branch')}`,
          description: t('the branch exists already'),
          value: { kind: 'none' },
        },
      ];
      return [
        ...commit,
        ...found.map((branch) => ({ ...branchItem(branch), value: { kind: 'branch' as const, name: branch.name } })),
        ...(text === '' ? none : []),
      ];
    },
  });
  if (chosen === undefined) {
    // the page then reports the missing base
    await composition.check();
    return;
  }
  const start = chosen.kind === 'none' ? undefined : chosen;
  const change = start === undefined ? { start, startProject: undefined, force: false } : { start };
  await composition.change(change, 'check');
};

/** A project of the fork network. */
export const chooseStartProject = async (composition: Composition): Promise<void> => {
  const { t } = vscode.l10n;
  const { open } = composition;
  const chosen = await searchPick<{ readonly id: number; readonly path: string }>({
    title: t('Project the Branch Starts In'),
    placeholder: t('Search projects: this one, what it was forked from, or a fork'),
    empty: (text) => t('No project matches “{0}”.', text),
    search: async (text, signal) => {
      const wanted = text === '' ? { search: open.project.name } : { search: text, search_namespaces: true };
      const parameters = { order_by: 'last_activity_at', per_page: 50, ...wanted } as const;
      const { items } = await open.client.send(listProjects, parameters, { signal });
      const others = items.filter(({ id }) => id !== open.project.id);
      return [
        {
          label: open.project.path_with_namespace,
          description: t('this project'),
          value: { id: open.project.id, path: open.project.path_with_namespace },
        },
        ...others.map((project) => ({
          label: visibleLabel(project.path_with_namespace),
          value: { id: project.id, path: project.path_with_namespace },
        })),
      ];
    },
  });
  if (chosen === undefined) return;
  const startProject = chosen.id === open.project.id ? undefined : chosen;
  await composition.change({ startProject }, 'draw');
  await chooseStart(composition);
};

/** The default branch first. */
const basesFirst = async (
  open: OpenProject,
  project: number,
  text: string,
  signal: AbortSignal,
): Promise<readonly Branch[]> => {
  const found = await branches(open, project, text, signal);
  const rank = (branch: Branch): number => (branch.default === true ? 0 : 1);
  const name = project === open.project.id && text === '' ? open.project.default_branch : undefined;
  const isBeyond = name != null && found.length === pageSize && found.every((branch) => branch.name !== name);
  const beyond = isBeyond ? [await open.client.send(getBranch, { id: project, branch: name }, { signal })] : [];
  return [...beyond, ...found.toSorted((one, other) => rank(one) - rank(other))];
};

const pageSize = 50;

const branches = async (
  { client }: OpenProject,
  project: number,
  text: string,
  signal: AbortSignal,
): Promise<readonly Branch[]> => {
  const wanted = text === '' ? {} : { search: text };
  return (await client.send(listBranches, { id: project, per_page: pageSize, ...wanted }, { signal })).items;
};

const branchItem = (branch: Branch): vscode.QuickPickItem => {
  const { t } = vscode.l10n;
  const words = [
    branch.default === true ? t('default') : undefined,
    branch.protected === true ? t('protected') : undefined,
    branch.can_push === false ? t('you may not push') : undefined,
  ];
  return {
    label: `$(git-branch) ${visibleLabel(branch.name)}`,
    description: words.filter((word) => word !== undefined).join(', '),
    detail: visibleLabel(`${shortSha(branch.commit.id)} ${branch.commit.title} · ${age(branch.commit.created_at)}`),
  };
};

const commitItem = async (
  { client }: OpenProject,
  project: number,
  text: string,
  signal: AbortSignal,
): Promise<readonly Item<{ readonly kind: 'sha'; readonly sha: string }>[]> => {
  if (!/^[0-9a-f]{7,64}$/i.test(text)) return [];
  try {
    const commit = await client.send(getCommit, { id: project, sha: text, stats: false }, { signal });
    return [
      {
        label: `$(git-commit) ${shortSha(commit.id)}`,
        description: visibleLabel(commit.title),
        detail: visibleLabel(`${commit.author_name} · ${age(commit.created_at)}`),
        value: { kind: 'sha', sha: commit.id },
      },
    ];
  } catch (error) {
    if (requestErrorFacts(error, 'notFound', 'refused')) return [];
    throw error;
  }
};
