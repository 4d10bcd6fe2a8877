import * as vscode from '../vscode.ts';
import type { Client } from '../../client/client.ts';
import { isCancelled } from '../../client/errors.ts';
import { inTargetOrder } from '../../model/branchOrder.ts';
import type { Branch } from '../../wire/projects.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Log } from '../shell/log.ts';
import { age, shortSha, visibleLabel } from './format.ts';

/** A branch as a picker of target branches shows it: `words` and what to know of the branch, then its tip. */
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

/** What reads the branches that contain a commit. */
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

/** For how many commits the branches are read that contain all of them, as each commit is a request; and at a time. */
const mostCommits = 25;
const atATime = 5;

/** The branches that contain all of some commits, a hundred at most; none where they cannot be read. */
export const branchesContaining = async (
  { facts, log }: ContainingReader,
  { client, account, project }: OpenProject,
  shas: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  if (shas.length > mostCommits) return new Set();
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

/**
 * Branches as rows of a picker of targets, in the order they are likely to be wanted: last those that contain the commits
 * already, and those one may not push to; first the one whose name was typed.
 */
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

/** Said of a typed name that is a branch and a tag. */
export const branchNotTag = (name: string): string => vscode.l10n.t('{0}: the branch, not the tag', name);
