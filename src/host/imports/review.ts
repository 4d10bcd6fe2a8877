import * as vscode from 'vscode';
import { visibleLabel } from '../format.ts';

/** A line of what is about to be done. */
export interface ReviewRow<Part extends string> {
  readonly part: Part;
  readonly icon: string;
  /** What it is, and what it says now. */
  readonly label: string;
  readonly value: string;
  readonly detail?: string;
}

/** What is about to be done, to be looked at before it is. */
export interface Review<Part extends string> {
  readonly title: string;
  /** What begins it, and what that means in a sentence. */
  readonly start: { readonly label: string; readonly value: string; readonly detail: string };
  readonly rows: readonly ReviewRow<Part>[];
  /** What may go wrong as it is now. Neither these nor the notes can be chosen. */
  readonly warnings: readonly string[];
  /** What one should know before. */
  readonly notes?: readonly string[];
}

type Row<Part> = vscode.QuickPickItem & { readonly answer?: Part | 'start' };

/**
 * Shows everything that is about to be done in one list: Enter on the first row begins, on another changes that part.
 * Undefined when left.
 */
export const askReview = async <Part extends string>(review: Review<Part>): Promise<Part | 'start' | undefined> => {
  const { t } = vscode.l10n;
  const { start, notes = [] } = review;
  const rows: readonly Row<Part>[] = [
    {
      label: visibleLabel(start.label),
      iconPath: new vscode.ThemeIcon('play'),
      description: visibleLabel(start.value),
      detail: start.detail,
      answer: 'start',
    },
    { label: t('Change'), kind: vscode.QuickPickItemKind.Separator },
    ...review.rows.map(({ part, icon, label, value, detail }): Row<Part> => ({
      label: visibleLabel(label),
      iconPath: new vscode.ThemeIcon(icon),
      description: visibleLabel(value),
      ...(detail === undefined ? {} : { detail: visibleLabel(detail) }),
      answer: part,
    })),
    ...(review.warnings.length + notes.length === 0
      ? []
      : [
          { label: t('Good to know'), kind: vscode.QuickPickItemKind.Separator },
          ...review.warnings.map((words) => remark<Part>(words, 'warning')),
          ...notes.map((words) => remark<Part>(words, 'info')),
        ]),
  ];
  for (;;) {
    const chosen = await vscode.window.showQuickPick(rows, {
      title: review.title,
      placeHolder: t('Enter begins; choose a row to change it'),
      matchOnDescription: true,
      ignoreFocusOut: true,
    });
    if (chosen === undefined) return undefined;
    if (chosen.answer !== undefined) return chosen.answer;
  }
};

const remark = <Part>(words: string, icon: 'warning' | 'info'): Row<Part> => ({
  label: visibleLabel(words),
  iconPath: new vscode.ThemeIcon(icon),
});
