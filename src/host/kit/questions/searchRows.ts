import * as vscode from '../../vscode.ts';
import { EarlyEnter } from './earlyEnter.ts';
import { explain } from '../words/explain.ts';
import { visibleLabel } from '../words/format.ts';
import { PickRows } from './pickRows.ts';
import { showStep, type WizardStep } from './wizard.ts';

export interface SearchOptions<Row> {
  readonly title: string;
  readonly placeholder: string;
  readonly at?: WizardStep | undefined;
  /** The signal aborts an outdated search. */
  search(text: string, signal: AbortSignal): Promise<readonly Row[]>;
  /** VS Code would sort the rows by match, then by name. */
  readonly keepsOrder?: true;
  empty(text: string): string;
}

/** A result, or the state of the search. */
export type SearchRow<Row> = vscode.QuickPickItem & Partial<Row> & { readonly does?: 'retry' };

export interface OpenSearch<Row, T> {
  readonly picker: vscode.QuickPick<SearchRow<Row>>;
  readonly show: (rows: readonly SearchRow<Row>[]) => void;
  /** Checks exactly these. */
  readonly tick: (rows: readonly SearchRow<Row>[]) => void;
  readonly answer: (value: T) => void;
}

export interface SearchUse<Row> {
  readonly found: (rows: readonly SearchRow<Row>[]) => void;
  readonly accept: (row: SearchRow<Row> | undefined) => void;
  readonly ticked?: (rows: readonly SearchRow<Row>[]) => void;
  /** Enter accepts the checked rows. */
  readonly hasAnswer?: () => boolean;
  /** The row meant by one chosen before the new rows reached the window. */
  readonly meant: (chosen: SearchRow<Row> | undefined, text: string) => SearchRow<Row> | undefined;
  /** Unless it returns true, the closed pick opens again. */
  readonly mayLeave?: () => Promise<boolean>;
}

/** Quick pick with rows from the server; a failed search is a row that retries. Undefined when closed. */
export const searchRows = <Row extends vscode.QuickPickItem, T>(
  options: SearchOptions<Row>,
  use: (search: OpenSearch<Row, T>) => SearchUse<Row>,
): Promise<T | undefined> =>
  new Promise((resolve) => {
    const picker = vscode.window.createQuickPick<SearchRow<Row>>();
    picker.title = options.title;
    picker.placeholder = options.placeholder;
    picker.ignoreFocusOut = true;
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    // not in the types of the API yet
    if (options.keepsOrder) Object.assign(picker, { sortByLabel: false });
    showStep(picker, options.at);
    let run: AbortController | undefined;
    const early = new EarlyEnter<SearchRow<Row>>(picker);
    // rows may be checked before `show` resolves
    const shown = new PickRows(picker, () => {
      if (picker.canSelectMany) ticked?.(picker.selectedItems);
    });
    /** Requests to the window; the checked rows are reliable only after them. */
    const underWay = new Set<Promise<void>>();
    const track = async (work: Promise<void>): Promise<void> => {
      underWay.add(work);
      try {
        await work;
      } finally {
        underWay.delete(work);
      }
    };
    let isAnswered = false;
    let last: readonly SearchRow<Row>[] = [];
    const answer = (value: T): void => {
      isAnswered = true;
      resolve(value);
      picker.hide();
    };
    const { found, accept, meant, mayLeave, ticked, hasAnswer } = use({
      picker,
      show: (rows) => void track(shown.show(rows)),
      tick: (rows) => void track(tick(rows)),
      answer,
    });

    const tick = async (rows: readonly SearchRow<Row>[]): Promise<void> => {
      picker.busy = true;
      const now = await shown.tick(rows);
      if (now === undefined) return;
      picker.busy = early.isEarly;
      ticked?.(now);
    };

    const search = async (): Promise<void> => {
      run?.abort();
      const controller = new AbortController();
      run = controller;
      picker.busy = true;
      const text = early.searching();
      const rows = await rowsFor(options, text, controller.signal);
      if (run !== controller) return;
      picker.busy = false;
      last = rows;
      found(rows);
      const row = early.found(picker.items, text);
      if (row) take(row);
    };
    const take = (row: SearchRow<Row> | undefined): void => {
      if (row?.does === 'retry') void search();
      else accept(row);
    };

    picker.onDidChangeValue(() => {
      picker.busy = early.typed(() => void search());
    });
    const enter = async (): Promise<void> => {
      const { chosen, haveArrived } = shown;
      while (picker.canSelectMany && underWay.size > 0) await Promise.all(underWay);
      if (hasAnswer?.() === true) return accept(undefined);
      if (early.isEarly) early.press(chosen, () => void search());
      else take(haveArrived ? chosen : meant(chosen, picker.value.trim()));
    };
    picker.onDidAccept(() => void enter());
    picker.onDidChangeSelection((rows) => {
      // until the new rows have arrived, events refer to the old ones
      if (picker.canSelectMany && shown.haveArrived) ticked?.(rows);
    });
    const leave = async (): Promise<void> => {
      if (!isAnswered && mayLeave !== undefined && !(await mayLeave())) {
        picker.show();
        // the window has dropped the rows of a hidden pick
        found(last);
        return;
      }
      early.dispose();
      run?.abort();
      resolve(undefined);
      picker.dispose();
    };
    picker.onDidHide(() => void leave());
    picker.show();
    void search();
  });

const rowsFor = async <Row extends vscode.QuickPickItem>(
  options: SearchOptions<Row>,
  text: string,
  signal: AbortSignal,
): Promise<readonly SearchRow<Row>[]> => {
  try {
    const rows = await options.search(text, signal);
    // the server has filtered already; the picker must not filter again
    return rows.length > 0
      ? rows.map((row) => ({ ...row, alwaysShow: true }))
      : [{ label: `$(info) ${visibleLabel(options.empty(text))}`, alwaysShow: true } as SearchRow<Row>];
  } catch (error) {
    const detail = vscode.l10n.t('Press Enter to try again.');
    const label = `$(error) ${visibleLabel(explain(error))}`;
    return [{ label, detail, alwaysShow: true, does: 'retry' } as SearchRow<Row>];
  }
};
