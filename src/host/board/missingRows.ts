import * as vscode from '../vscode.ts';
import type { MissingRow } from '../../model/board/missing.ts';
import type { Presence } from '../../model/board/presence.ts';
import { age, shortSha, visibleLabel } from '../kit/format.ts';
import { presenceSentence } from '../kit/presenceSentence.ts';

/** A row of the list of missing commits; a separator has no commit. */
export interface MissingItem extends vscode.QuickPickItem {
  readonly row?: MissingRow;
}

/** Most rows that are shown at once: all of them are in the window at once. */
export const mostRows = 2_000;

const groups = ['missing', 'changed', 'other', 'unknown'] as const;
type Group = (typeof groups)[number];
const urgency = ['missing', 'unknown', 'changed', 'other'] as const;

/** What was compared, and where. */
export interface ComparedRows {
  readonly rows: readonly MissingRow[];
  readonly branches: readonly string[];
  readonly where: 'clone' | 'server';
}

/** The rows of a list under what is to be done about them: missing ones first. */
export const missingItems = (
  { rows, branches, where }: ComparedRows,
  openCommit: vscode.QuickInputButton,
): readonly MissingItem[] => {
  const shown = rows.slice(0, mostRows);
  return groups.flatMap((group) => {
    const own = shown.filter((row) => groupOf(row) === group);
    const items = own.map((row): MissingItem => ({
      label: visibleLabel(row.commit.title),
      description: visibleLabel(descriptionOf(row)),
      detail: visibleLabel(sentences(row, branches)),
      buttons: [openCommit],
      row,
    }));
    return own.length === 0
      ? []
      : [{ label: groupName(group, own.length, where), kind: vscode.QuickPickItemKind.Separator }, ...items];
  });
};

/** What is most pressing on any of the branches. */
const groupOf = ({ on }: MissingRow): Group =>
  urgency.find((each) => on.some(({ state }) => state === each)) ?? 'other';

const placeOf = ({ state }: Presence): number => (state === 'same' ? urgency.length : urgency.indexOf(state));

const groupName = (group: Group, count: number, where: ComparedRows['where']): string => {
  const { t } = vscode.l10n;
  switch (group) {
    case 'missing':
      // a server has no patch-ids: without a line in its message a pick is not recognised
      return where === 'clone' ? t('Missing ({0})', count) : t('Missing, as far as messages tell ({0})', count);
    case 'changed':
      return t('There, Changed by Hand ({0})', count);
    case 'other':
      return t('There Under Another Commit ({0})', count);
    case 'unknown':
      return t('Unknown ({0})', count);
  }
};

const descriptionOf = ({ commit, brought }: MissingRow): string => {
  const { many } = vscode.l10n;
  const { id, author_name: author, created_at: date } = commit;
  const facts = `${shortSha(id)} · ${author}, ${age(date)}`;
  if (brought.length === 0) return facts;
  return many(brought.length, '{1} · merge of {0} commit', '{1} · merge of {0} commits', facts);
};

/** What is known of each branch, what is most pressing first; branches of which the same is known together. */
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
