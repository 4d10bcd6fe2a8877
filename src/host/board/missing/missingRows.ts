import * as vscode from '../../vscode.ts';
import type { MissingRow } from '../../../model/board/missing.ts';
import type { ReadRef } from '../../../model/board/missingRanges.ts';
import type { Presence } from '../../../model/board/presence.ts';
import { age, shortSha, visible } from '../../kit/words/format.ts';
import { presenceSentence } from '../../kit/words/presenceSentence.ts';
import { stateItem, type StateRow } from '../../kit/trees/rows.ts';
import type { OpenProject } from '../../shell/currentProject.ts';

export interface Compared {
  readonly source: ReadRef;
  readonly branches: readonly ReadRef[];
  readonly rows: readonly MissingRow[];
  readonly where: 'clone' | 'server';
  /** Names of refs whose tip the clone lacks; empty without a whole clone. */
  readonly lacking: readonly string[];
  readonly atMs: number;
}

/** A commit that is missing or may be. */
export interface MissingCommit extends MissingRow {
  readonly kind: 'missingCommit';
  readonly open: OpenProject;
}

/** Commits with the same state. */
export interface MissingGroup {
  readonly kind: 'missingGroup';
  readonly group: Group;
  readonly where: Compared['where'];
  readonly rows: readonly MissingCommit[];
}

export type MissingItem = StateRow | MissingGroup | MissingCommit;

const groups = ['missing', 'changed', 'other', 'unknown'] as const;
type Group = (typeof groups)[number];
const urgency = ['missing', 'unknown', 'changed', 'other'] as const;

/** Commits by state, missing ones first. */
export const missingGroups = (
  open: OpenProject,
  rows: readonly MissingRow[],
  where: Compared['where'],
): readonly MissingGroup[] =>
  groups
    .map((group): MissingGroup => {
      const own = rows.filter((row) => groupOf(row) === group);
      return { kind: 'missingGroup', group, where, rows: own.map((row) => ({ ...row, kind: 'missingCommit', open })) };
    })
    .filter((group) => group.rows.length > 0);

export const isWhole = ({ rows }: MissingGroup, ticked: ReadonlySet<string>): boolean =>
  rows.every(({ commit }) => ticked.has(commit.id));

/** `ticked` holds SHAs. */
export const missingItem = (
  row: MissingItem,
  branches: readonly string[],
  ticked: ReadonlySet<string>,
): vscode.TreeItem => {
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  if (row.kind !== 'missingGroup' && row.kind !== 'missingCommit') return stateItem(row);
  const item = row.kind === 'missingGroup' ? groupItem(row) : commitItem(row, branches);
  const isTicked = row.kind === 'missingGroup' ? isWhole(row, ticked) : ticked.has(row.commit.id);
  item.checkboxState = isTicked ? Checked : Unchecked;
  item.contextValue = row.kind;
  return item;
};

const groupItem = ({ group, rows, where }: MissingGroup): vscode.TreeItem => {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(groupName(group, rows.length, where), group === 'other' ? Collapsed : Expanded);
  item.id = `group ${group}`;
  return item;
};

const commitItem = (row: MissingCommit, branches: readonly string[]): vscode.TreeItem => {
  const { commit, on } = row;
  const item = new vscode.TreeItem(visible(commit.title));
  item.id = `commit ${commit.id}`;
  const facts = factsOf(row);
  const evidence = sentences(row, branches);
  item.description = visible(
    [on.length === 1 ? shortEvidence(on[0], evidence) : evidence, facts].filter(Boolean).join(' '),
  );
  item.tooltip = [commit.title, facts, evidence].map(visible).join('\n');
  item.accessibilityInformation = { label: [commit.title, evidence, facts].map(visible).join(', ') };
  item.command = { command: 'graft.commits.openPage', title: vscode.l10n.t('Open Commit'), arguments: [row] };
  return item;
};

/** Evidence on the only branch, without what the heading says of it. */
const shortEvidence = (presence: Presence | undefined, evidence: string): string => {
  const [first] = presence?.evidence ?? [];
  if (first === undefined) return '';
  return first.kind === 'reverted' ? vscode.l10n.t('Reverted there by {0}.', shortSha(first.by)) : evidence;
};

/** Most urgent state on any branch. */
const groupOf = ({ on }: MissingRow): Group =>
  urgency.find((each) => on.some(({ state }) => state === each)) ?? 'other';

const placeOf = ({ state }: Presence): number => (state === 'same' ? urgency.length : urgency.indexOf(state));

const groupName = (group: Group, count: number, where: Compared['where']): string => {
  const { t } = vscode.l10n;
  switch (group) {
    case 'missing':
      // without patch-ids (on the server) only picks with a trailer are recognised
      return where === 'clone' ? t('Missing ({0})', count) : t('Missing, as far as messages tell ({0})', count);
    case 'changed':
      return t('There, Changed by Hand ({0})', count);
    case 'other':
      return t('There Under Another Commit ({0})', count);
    case 'unknown':
      return t('Unknown ({0})', count);
  }
};

const factsOf = ({ commit, mergedCommits }: MissingRow): string => {
  const { many } = vscode.l10n;
  const { id, author_name: author, created_at: date } = commit;
  const facts = `${shortSha(id)} · ${author}, ${age(date)}`;
  if (mergedCommits.length === 0) return facts;
  return many(mergedCommits.length, '{1} · merge of {0} commit', '{1} · merge of {0} commits', facts);
};

/** Sentences by urgency; branches in the same state share one. */
const sentences = ({ on }: MissingRow, branches: readonly string[]): string => {
  const same = new Map<string, { readonly presence: Presence; readonly names: string[] }>();
  for (const [index, presence] of on.entries()) {
    const key = JSON.stringify(presence);
    const known = same.get(key) ?? { presence, names: [] };
    same.set(key, known);
    known.names.push(branches[index] ?? '');
  }
  return [...same.values()]
    .toSorted((one, other) => placeOf(one.presence) - placeOf(other.presence))
    .map(({ presence, names }) => presenceSentence(presence, names.join(', ')))
    .join(' ');
};
