import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { delay, poll } from '../support/poll.ts';

export interface Said {
  readonly severity: 'Information' | 'Warning' | 'Error';
  readonly text: string;
  readonly buttons: readonly string[];
  /** Of a modal. */
  readonly detail?: string;
}

type Row = vscode.QuickPickItem;

export interface Hands {
  /** Since the last `forget`, oldest first. */
  said(): readonly Said[];
  hears(text: RegExp): Promise<Said>;
  forget(): void;
  /** Status bar messages, oldest first. */
  statusBar(): readonly string[];
  /** Presses a button of the next message that has it. Calls can be queued. */
  willPress(button: string): void;
  box(title: RegExp): Promise<vscode.InputBox>;
  /** Waits for a quick pick, by title or placeholder, that is not busy. */
  picker(title: RegExp): Promise<vscode.QuickPick<Row>>;
  opened(): Promise<vscode.QuickInput>;
  type(input: vscode.InputBox | vscode.QuickPick<Row>, text: string): void;
  /** Presses Enter, after activating a row if given. */
  enter(picker?: vscode.QuickPick<Row>, label?: RegExp): Promise<void>;
  /** Toggles checkboxes and waits until the extension is notified. */
  tick(picker: vscode.QuickPick<Row>, ...labels: readonly RegExp[]): Promise<void>;
  /** Selects a row of a matching quick pick and waits until it closes. */
  step(title: RegExp, label: RegExp): Promise<void>;
  back(): Promise<void>;
  pressButton(input: vscode.InputBox, tooltip: string): void;
  escape(): Promise<void>;
}

/** Includes the step number, as drawn. */
const drawnTitle = ({ title = '', step, totalSteps }: vscode.QuickInput): string =>
  step === undefined ? title : `${title} (${step}/${totalSteps})`;

/**
 * Such windows draw no messages and take no keys: tests intercept VS Code's API and call listeners. Call inside `describe`.
 */
export const hands = (): Hands => {
  const window = vscode.window as unknown as Record<string, unknown>;
  const originals = new Map<string, unknown>();
  const said: Said[] = [];
  const inStatusBar: string[] = [];
  const presses: string[] = [];
  const boxes = new Set<vscode.InputBox>();
  const pickers = new Set<vscode.QuickPick<Row>>();
  const listeners = new WeakMap<object, ((text: string) => unknown)[]>();
  const buttonListeners = new WeakMap<object, ((button: vscode.QuickInputButton) => unknown)[]>();

  const replace = (name: string, make: (original: (...args: never[]) => unknown) => unknown): void => {
    const original = window[name];
    assert.equal(typeof original, 'function');
    originals.set(name, original);
    window[name] = make(original as (...args: never[]) => unknown);
  };

  const followed = <T extends vscode.InputBox | vscode.QuickPick<Row>>(input: T, open: Set<T>): T => {
    const mine: ((text: string) => unknown)[] = [];
    listeners.set(input, mine);
    const listen = input.onDidChangeValue;
    Object.defineProperty(input, 'onDidChangeValue', {
      value: (listener: (text: string) => unknown, ...rest: []) => {
        mine.push(listener);
        return listen(listener, ...rest);
      },
    });
    const pressed: ((button: vscode.QuickInputButton) => unknown)[] = [];
    buttonListeners.set(input, pressed);
    const listenToButtons = input.onDidTriggerButton;
    Object.defineProperty(input, 'onDidTriggerButton', {
      value: (listener: (button: vscode.QuickInputButton) => unknown, ...rest: []) => {
        pressed.push(listener);
        return listenToButtons(listener, ...rest);
      },
    });
    input.onDidHide(() => open.delete(input));
    // an accepted input is closed: the window's event comes later, when another may be open
    const hide = input.hide.bind(input);
    Object.defineProperty(input, 'hide', {
      value: () => {
        open.delete(input);
        hide();
      },
    });
    open.add(input);
    return input;
  };

  before(() => {
    for (const severity of ['Information', 'Warning', 'Error'] as const) {
      replace(`show${severity}Message`, () => async (text: string, ...rest: (string | object)[]) => {
        const buttons = rest.filter((each) => typeof each === 'string');
        const options = rest.find((each): each is vscode.MessageOptions => typeof each === 'object');
        const { detail } = options ?? {};
        said.push({ severity, text, buttons, ...(detail === undefined ? {} : { detail }) });
        const index = presses.findIndex((each) => buttons.includes(each));
        return index < 0 ? undefined : presses.splice(index, 1)[0];
      });
    }
    replace('setStatusBarMessage', (say) => (text: string, ...rest: never[]) => {
      inStatusBar.push(text);
      return say(text as never, ...rest);
    });
    // built on createQuickPick and createInputBox, which tests can reach
    replace('showQuickPick', () => showQuickPick);
    replace('showInputBox', () => showInputBox);
    replace('createInputBox', (create) => () => followed(create() as vscode.InputBox, boxes));
    replace('createQuickPick', (create) => () => followed(create() as vscode.QuickPick<Row>, pickers));
  });

  after(() => {
    for (const [name, original] of originals) window[name] = original;
  });

  afterEach(async () => {
    // an input may lead back to the one before
    await poll(
      async () => {
        await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
        return boxes.size + pickers.size === 0;
      },
      { what: 'every input to close' },
    );
    presses.length = 0;
    inStatusBar.length = 0;
    said.length = 0;
  });

  return {
    said: () => [...said],
    statusBar: () => [...inStatusBar],
    hears: (text) =>
      poll(() => said.find((each) => text.test(each.text)), {
        what: `a message ${String(text)}; said so far: ${JSON.stringify(said.map((each) => each.text))}`,
      }),
    forget() {
      said.length = 0;
    },
    willPress(button) {
      presses.push(button);
    },
    box: (title) =>
      poll(() => [...boxes].find((box) => title.test(drawnTitle(box))), { what: `a box ${String(title)}` }),
    picker: (title) =>
      poll(
        () =>
          [...pickers].find(
            (picker) => [drawnTitle(picker), picker.placeholder ?? ''].some((text) => title.test(text)) && !picker.busy,
          ),
        { what: `a picker ${String(title)}` },
      ),
    opened: () => poll<vscode.QuickInput | undefined>(() => [...boxes, ...pickers][0], { what: 'an input to open' }),
    type(input, text) {
      input.value = text;
      for (const listener of listeners.get(input) ?? []) listener(text);
    },
    async enter(picker, label) {
      if (picker && label) {
        const row = await poll(() => picker.items.find((each) => label.test(each.label)), {
          what: `a row ${String(label)}`,
        });
        picker.activeItems = [row];
        // an input reports changes in the next turn, before which Enter has no effect
        await delay(0);
      }
      // returns once the window has drawn the rows
      await vscode.commands.executeCommand('setContext', 'graft.drawn', true);
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    },
    async tick(picker, ...labels) {
      for (const label of labels) {
        const row = await poll(() => picker.items.find((each) => label.test(each.label)), {
          what: `a row ${String(label)}`,
        });
        const before = picker.selectedItems.includes(row);
        picker.activeItems = [row];
        await delay(0);
        await vscode.commands.executeCommand('setContext', 'graft.drawn', true);
        await vscode.commands.executeCommand('workbench.action.quickPickManyToggle');
        await poll(() => picker.selectedItems.includes(row) !== before, { what: `${row.label} to be ticked or not` });
      }
    },
    async step(title, label) {
      const picker = await this.picker(title);
      let isTaken = false;
      picker.onDidAccept(() => (isTaken = true));
      await this.enter(picker, label);
      await poll(() => !pickers.has(picker), { what: `the quick pick ${String(title)} to close` });
      assert.ok(isTaken, `the quick pick ${String(title)} was closed before it had its answer`);
    },
    async back() {
      await vscode.commands.executeCommand('workbench.action.quickInputBack');
    },
    pressButton(input, tooltip) {
      const button = input.buttons.find((each) => each.tooltip === tooltip) ?? assert.fail(`no button “${tooltip}”`);
      for (const listener of buttonListeners.get(input) ?? []) listener(button);
    },
    async escape() {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    },
  };
};

const showQuickPick = (
  items: readonly Row[],
  options: vscode.QuickPickOptions = {},
): Promise<Row | readonly Row[] | undefined> =>
  new Promise((resolve) => {
    const picker = vscode.window.createQuickPick<Row>();
    picker.title = options.title;
    picker.placeholder = options.placeHolder;
    picker.ignoreFocusOut = options.ignoreFocusOut === true;
    picker.canSelectMany = options.canPickMany === true;
    picker.items = items;
    if (picker.canSelectMany) picker.selectedItems = items.filter(({ picked }) => picked === true);
    picker.onDidAccept(() => {
      resolve(picker.canSelectMany ? picker.selectedItems : picker.selectedItems[0]);
      picker.hide();
    });
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });

const showInputBox = (options: vscode.InputBoxOptions = {}): Promise<string | undefined> =>
  new Promise((resolve) => {
    const box = vscode.window.createInputBox();
    box.title = options.title;
    box.prompt = options.prompt;
    box.value = options.value ?? '';
    box.ignoreFocusOut = options.ignoreFocusOut === true;
    const check = async (text: string): Promise<boolean> => {
      const problem = (await options.validateInput?.(text)) ?? undefined;
      box.validationMessage = problem;
      return problem === undefined;
    };
    box.onDidChangeValue((text) => void check(text));
    box.onDidAccept(async () => {
      if (!(await check(box.value))) return;
      resolve(box.value);
      box.hide();
    });
    box.onDidHide(() => resolve(undefined));
    box.show();
  });
