import * as vscode from '../vscode.ts';
import { EarlyEnter } from './earlyEnter.ts';
import { explain } from './explain.ts';
import { visibleLabel } from './format.ts';
import { PickRows } from './pickRows.ts';
import { showStep, type WizardStep } from './wizard.ts';

/** What a quick pick over a search shows and asks. */
export interface SearchOptions<Row> {
  readonly title: string;
  readonly placeholder: string;
  /** Where it stands in a wizard. */
  readonly at?: WizardStep | undefined;
  /** Rows for a text; called again as the user types. The signal aborts a search whose text has changed. */
  search(text: string, signal: AbortSignal): Promise<readonly Row[]>;
  /** Keeps the order of the rows for a typed text, too: VS Code would sort by what matches first, then by name. */
  readonly keepsOrder?: true;
  /** What to say when nothing was found. */
  empty(text: string): string;
}

/** A row that was found, or one that says how the search went. */
export type SearchRow<Row> = vscode.QuickPickItem & Partial<Row> & { readonly does?: 'retry' };

/** An open quick pick over a search. */
export interface OpenSearch<Row, T> {
  readonly picker: vscode.QuickPick<SearchRow<Row>>;
  /** Shows rows in place of those shown. */
  readonly show: (rows: readonly SearchRow<Row>[]) => void;
  /** Ticks these rows and no others, where rows have checkboxes. */
  readonly tick: (rows: readonly SearchRow<Row>[]) => void;
  /** Closes with the answer. */
  readonly answer: (value: T) => void;
}

/** What is done with the rows of a search. */
export interface SearchUse<Row> {
  /** Rows were found. */
  readonly found: (rows: readonly SearchRow<Row>[]) => void;
  /** Enter was pressed, on a row if one is in front. */
  readonly accept: (row: SearchRow<Row> | undefined) => void;
  /** The user has ticked a row or let one go: these are ticked now. */
  readonly ticked?: (rows: readonly SearchRow<Row>[]) => void;
  /** Whether Enter means what is ticked, whatever row is in front. */
  readonly hasAnswer?: () => boolean;
  /** The row that was meant by one that was chosen while other rows were on their way to the window. */
  readonly meant: (chosen: SearchRow<Row> | undefined, text: string) => SearchRow<Row> | undefined;
  /** Asked when the user leaves without an answer; the pick opens again unless the answer is true. */
  readonly mayLeave?: () => Promise<boolean>;
}

/** A quick pick whose rows come from the server; a failed search is a row that tries again. Undefined when closed. */
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
    // not in the types of the API yet; where it is unknown it changes nothing
    if (options.keepsOrder) Object.assign(picker, { sortByLabel: false });
    showStep(picker, options.at);
    let run: AbortController | undefined;
    const early = new EarlyEnter<SearchRow<Row>>(picker);
    // a row may be ticked as soon as it is drawn, which is before it is known here that it is
    const shown = new PickRows(picker, () => {
      if (picker.canSelectMany) ticked?.(picker.selectedItems);
    });
    /** What the window has not answered yet: what the user has ticked is known after it. */
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
      const mine = new AbortController();
      run = mine;
      picker.busy = true;
      const text = early.searching();
      const rows = await rowsFor(options, text, mine.signal);
      if (run !== mine) return;
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
      // the rows in sight are about something else from now on
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
      // what is told while rows are on their way is about those before them
      if (picker.canSelectMany && shown.haveArrived) ticked?.(rows);
    });
    const leave = async (): Promise<void> => {
      if (!isAnswered && mayLeave !== undefined && !(await mayLeave())) {
        picker.show();
        // the window has forgotten the rows of a pick that was hidden
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
    // the server has matched already, in its own way: the picker must not drop what it found
    return rows.length > 0
      ? rows.map((row) => ({ ...row, alwaysShow: true }))
      : [{ label: `$(info) ${visibleLabel(options.empty(text))}`, alwaysShow: true } as SearchRow<Row>];
  } catch (error) {
    const detail = vscode.l10n.t('Press Enter to try again.');
    const label = `$(error) ${visibleLabel(explain(error))}`;
    return [{ label, detail, alwaysShow: true, does: 'retry' } as SearchRow<Row>];
  }
};
