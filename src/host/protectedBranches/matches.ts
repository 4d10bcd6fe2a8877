import * as vscode from '../vscode.ts';
import { isWildcard } from '../../model/git/branchPattern.ts';
import { matchesWildcard } from '../../wire/wildcard.ts';
import { listBranches } from '../../wire/projects.ts';
import type { OpenProject } from '../shell/currentProject.ts';

export interface Matches {
  readonly names: readonly string[];
  /** Not all branches were read. */
  readonly more: boolean;
}

const pageLimit = 10;

/** Branches that a name or wildcard covers, among the first thousand candidates. */
export const branchesCovered = async (
  open: OpenProject,
  rule: string,
  signal: AbortSignal,
  pages = pageLimit,
): Promise<Matches> => {
  const names: string[] = [];
  let page: number | undefined = 1;
  for (let read = 0; page !== undefined && read < pages; read += 1) {
    const answer: { items: readonly { name: string }[]; next: number | undefined } = await open.client.send(
      listBranches,
      { id: open.project.id, per_page: 100, page, ...searchFor(rule) },
      { signal },
    );
    names.push(...answer.items.map(({ name }) => name).filter((name) => matchesWildcard(rule, name)));
    page = answer.next;
  }
  return { names, more: page !== undefined };
};

/** Server-side search without false negatives: it supports prefixes, suffixes and substrings, but no wildcards. */
const searchFor = (rule: string): { readonly search?: string } => {
  const parts = rule.split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (first !== '') return { search: `^${first}` };
  if (last !== '') return { search: `${last}$` };
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '');
  return longest === '' ? {} : { search: longest };
};

/** Number of branches, with a few names. */
export const matchMessage = (rule: string, { names, more }: Matches): string => {
  const { t } = vscode.l10n;
  if (!isWildcard(rule)) {
    return names.length > 0
      ? t('The branch exists.')
      : t('This branch is not on the server yet. It will be protected as soon as it is created.');
  }
  if (names.length === 0) {
    return more
      ? t('None of the branches that were checked match.')
      : t('No branch matches yet. The rule covers branches created later.');
  }
  const few = names.slice(0, 5).join(', ');
  const count = more ? t('{0} or more', names.length) : String(names.length);
  return /^\*+$/.test(rule)
    ? t('All branches: {0} now ({1}, …).', count, few)
    : names.length === 1 && !more
      ? t('Covers 1 branch now: {0}', few)
      : names.length > 5
        ? t('Covers {0} branches now: {1}, …', count, few)
        : t('Covers {0} branches now: {1}', count, few);
};
