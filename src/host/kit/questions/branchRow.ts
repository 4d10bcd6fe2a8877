import * as vscode from '../../vscode.ts';
import type { Client } from '../../../client/client.ts';
import { isCancelled } from '../../../client/errors.ts';
import { inTargetOrder } from '../../../model/git/branchOrder.ts';
import type { Branch } from '../../../wire/projects.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { Log } from '../../shell/log.ts';
import { age, shortSha, visibleLabel } from '../words/format.ts';

/** Description: `words`, then properties of the branch. */
export const branchRow = (
  { name, commit, ...branch }: Branch,
  words: readonly (string | undefined)[],
): { readonly label: string; readonly description: string; readonly detail: string } => {
  const { t } = vscode.l10n;
  return {
    label: visibleLabel(name),
    description: [
      ...words,
      branch.default === true ? t('default') : undefined,
      branch.protected === true ? t('protected') : undefined,
      branch.can_push === false ? t('you may not push') : undefined,
    ]
      .filter((word) => word !== undefined)
      .join(', '),
    detail: visibleLabel(`${shortSha(commit.id)} ${commit.title} · ${age(commit.created_at)}`),
  };
};

export interface ContainingReader {
  readonly facts: {
    readonly refs: (
      place: { readonly client: Client; readonly account: string; readonly project: number; readonly sha: string },
      signal: AbortSignal,
      type: 'branch',
    ) => Promise<{ readonly items: readonly Pick<Branch, 'name'>[] }>;
  };
  readonly log: Log;
}

/** Each commit is a request. */
const maxCommits = 25;
const atATime = 5;

/** At most a hundred; empty if they can't be read. */
export const branchesContaining = async (
  { facts, log }: ContainingReader,
  { client, account, project }: OpenProject,
  shas: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  if (shas.length > maxCommits) return new Set();
  try {
    const place = { client, account: account.id, project: project.id };
    let all: readonly string[] | undefined;
    for (let at = 0; at < shas.length && all?.length !== 0; at += atATime) {
      const some = shas.slice(at, at + atATime);
      for (const { items } of await Promise.all(some.map((sha) => facts.refs({ ...place, sha }, signal, 'branch')))) {
        const names: readonly string[] = items.map(({ name }) => name);
        all = all?.filter((name) => names.includes(name)) ?? names;
      }
    }
    return new Set(all);
  } catch (error) {
    if (!isCancelled(error)) log.error('The branches that contain the commit could not be read.', error);
    return new Set();
  }
};

/** By likelihood: `onInput` first; last, branches that contain the commits or refuse a push. */
export const targetRows = (
  branches: readonly Branch[],
  used: readonly string[],
  {
    containing,
    commits = 0,
    typed,
  }: {
    readonly containing?: ReadonlySet<string> | undefined;
    readonly commits?: number | undefined;
    readonly typed?: string;
  },
): readonly (ReturnType<typeof branchRow> & { readonly name: string })[] =>
  inTargetOrder(
    branches,
    used,
    ({ name, can_push: canPush }) => containing?.has(name) === true || canPush === false,
    typed,
  ).map((branch) => ({
    ...branchRow(branch, [
      containing?.has(branch.name) === true
        ? vscode.l10n.many(commits, 'contains the commit', 'contains the commits')
        : undefined,
      used.includes(branch.name) ? vscode.l10n.t('recently used') : undefined,
    ]),
    name: branch.name,
  }));

export const branchNotTag = (name: string): string => vscode.l10n.t('{0}: the branch, not the tag', name);
