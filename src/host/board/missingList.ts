import * as vscode from '../vscode.ts';
import type { MissingRow } from '../../model/board/missing.ts';
import { mostCommits } from '../../model/board/sources.ts';
import { type ComparedRows, type MissingItem, missingItems, mostRows } from './missingRows.ts';

/** What the list of missing commits shows. */
export interface MissingView extends ComparedRows {
  readonly title: string;
  /** How the commits were compared. */
  readonly words: string;
  readonly isFiltered: boolean;
  /** The commits that are ticked, by their SHA. */
  readonly ticked: ReadonlySet<string>;
  readonly openCommit: (sha: string) => void;
}

/** What the user has done with the list, and the commits that were ticked then. */
export interface MissingAnswer {
  readonly does: 'add' | 'filter' | 'source';
  readonly rows: readonly MissingRow[];
}

/** Shows missing commits with boxes to tick. Undefined when closed. */
export const showMissing = (view: MissingView): Promise<MissingAnswer | undefined> =>
  new Promise((resolve) => {
    const { t } = vscode.l10n;
    const button = (icon: string, tooltip: string): vscode.QuickInputButton => ({
      iconPath: new vscode.ThemeIcon(icon),
      tooltip,
    });
    const openCommit = button('git-commit', t('Open Commit'));
    const filter = button(view.isFiltered ? 'filter-filled' : 'filter', t('Filter…'));
    const source = button('git-branch', t('Compare With Another Branch…'));
    const picker = vscode.window.createQuickPick<MissingItem>();
    picker.title = view.title;
    picker.placeholder = wordsOf(view);
    picker.canSelectMany = true;
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    picker.ignoreFocusOut = true;
    picker.buttons = [filter, source];
    picker.items = missingItems(view, openCommit);
    picker.selectedItems = picker.items.filter(({ row }) => row !== undefined && view.ticked.has(row.commit.id));
    const answer = (does: MissingAnswer['does']): void => {
      const chosen = new Set(picker.selectedItems.map(({ row }) => row));
      resolve({ does, rows: view.rows.filter((row) => chosen.has(row)) });
      picker.hide();
    };
    picker.onDidTriggerButton((pressed) => answer(pressed === filter ? 'filter' : 'source'));
    picker.onDidTriggerItemButton(({ item: { row } }) => row && view.openCommit(row.commit.id));
    picker.onDidAccept(() => {
      const count = picker.selectedItems.length;
      if (count > 0 && count <= mostCommits) return answer('add');
      void vscode.window.showInformationMessage(
        count === 0
          ? t('Tick the commits to add to a board.')
          : t('A board takes up to {0} commits. Tick fewer.', mostCommits),
      );
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });

const wordsOf = ({ rows, isFiltered, words }: MissingView): string => {
  const { t } = vscode.l10n;
  if (rows.length === 0 && isFiltered) return t('No commit fits the filter.');
  if (rows.length > mostRows)
    return t('Only the newest {0} of {1} commits are listed. Filter them.', mostRows, rows.length);
  return words;
};
