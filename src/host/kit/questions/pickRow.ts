import * as vscode from '../../vscode.ts';
import { showStep, type WizardStep } from './wizard.ts';

export interface RowQuestion<Row> {
  readonly title: string;
  readonly placeholder: string;
  readonly active?: Row | undefined;
  readonly at?: WizardStep | undefined;
  /** Runs with a row's button, which closes the picker. */
  readonly pressed?: (row: Row, button: vscode.QuickInputButton) => void;
}

/** Stays open when the window loses focus. Undefined when closed. */
export const pickRow = async <Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  question: RowQuestion<Row>,
): Promise<Row | undefined> => (await picked(rows, question, 'one'))?.[0];

/** {@link pickRow} with checkboxes. */
export const pickMany = <Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  question: RowQuestion<Row>,
): Promise<readonly Row[] | undefined> => picked(rows, question, 'many');

const picked = <Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  { title, placeholder, active, at, pressed }: RowQuestion<Row>,
  how: 'one' | 'many',
): Promise<readonly Row[] | undefined> =>
  new Promise((resolve) => {
    const picker = vscode.window.createQuickPick<Row>();
    picker.title = title;
    picker.placeholder = placeholder;
    picker.matchOnDescription = true;
    picker.ignoreFocusOut = true;
    picker.canSelectMany = how === 'many';
    picker.items = rows;
    if (how === 'many') picker.selectedItems = rows.filter((row) => row.picked === true);
    if (active !== undefined) picker.activeItems = [active];
    showStep(picker, at);
    picker.onDidAccept(() => {
      resolve(picker.selectedItems);
      picker.hide();
    });
    picker.onDidTriggerItemButton(({ item, button }) => {
      pressed?.(item, button);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
