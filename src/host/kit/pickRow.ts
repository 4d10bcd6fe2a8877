import * as vscode from '../vscode.ts';
import { showStep, type WizardStep } from './wizard.ts';

/** What a choice among rows shows beside them. */
export interface RowQuestion<Row> {
  readonly title: string;
  readonly placeholder: string;
  /** The row it opens on; the first when left out. */
  readonly active?: Row | undefined;
  readonly at?: WizardStep | undefined;
}

/** Lets the user choose one of some rows. It stays open when the window loses the focus. Undefined when closed. */
export const pickRow = async <Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  question: RowQuestion<Row>,
): Promise<Row | undefined> => (await picked(rows, question, 'one'))?.[0];

/** As {@link pickRow}, for any number of rows; it opens with those that are `picked`. */
export const pickMany = <Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  question: RowQuestion<Row>,
): Promise<readonly Row[] | undefined> => picked(rows, question, 'many');

const picked = <Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  { title, placeholder, active, at }: RowQuestion<Row>,
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
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
