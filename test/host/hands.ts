import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { delay, poll } from '../support/poll.ts';

/** A message the user was shown. */
export interface Said {
  readonly severity: 'Information' | 'Warning' | 'Error';
  readonly text: string;
  readonly buttons: readonly string[];
  /** What a modal question says below. */
  readonly detail?: string;
}

type Row = vscode.QuickPickItem;

/** What a test sees and does of messages and quick inputs. */
export interface Hands {
  /** The messages since the last `forget`, oldest first. */
  said(): readonly Said[];
  /** Waits for a message that matches; answers it. */
  hears(text: RegExp): Promise<Said>;
  forget(): void;
  /** What the status bar was told to say, oldest first. */
  statusBar(): readonly string[];
  /** Presses a button of the next message that has it; other messages stay unanswered. Several may be waiting. */
  willPress(button: string): void;
  /** The input box whose title matches, once it is open. */
  box(title: RegExp): Promise<vscode.InputBox>;
  /** The quick pick whose title or placeholder matches, once it is open and no longer busy. */
  picker(title: RegExp): Promise<vscode.QuickPick<Row>>;
  /** Any input, once one is open. */
  opened(): Promise<vscode.QuickInput>;
  /** Types into a box or picker; what was there goes. */
  type(input: vscode.InputBox | vscode.QuickPick<Row>, text: string): void;
  /** Presses Enter, after choosing a row if one is named. */
  enter(picker?: vscode.QuickPick<Row>, label?: RegExp): Promise<void>;
  /** Ticks or unticks rows that have checkboxes, and waits until the extension knows. */
  tick(picker: vscode.QuickPick<Row>, ...labels: readonly RegExp[]): Promise<void>;
  /** Chooses a row of the quick pick whose title or placeholder matches, and waits until that pick has closed. */
  step(title: RegExp, label: RegExp): Promise<void>;
  /** Presses the button that leads to the question before. */
  back(): Promise<void>;
  /** Presses the button of an open input that has the tooltip. */
  pressButton(input: vscode.InputBox, tooltip: string): void;
  /** Presses Escape. */
  escape(): Promise<void>;
}

/** The title of an input as the window draws it: with its number in a wizard. */
const drawnTitle = ({ title = '', step, totalSteps }: vscode.QuickInput): string =>
  step === undefined ? title : `${title} (${step}/${totalSteps})`;

/**
 * Hands on the window of a host suite. Such a window draws no messages and cannot be typed into from here: messages
 * are taken where the extension gives them to VS Code, and typing is what the input tells its listeners. Everything
 * else is the real thing. Call inside `describe`.
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

  /** Keeps those who listen for typing, and forgets the input once it has gone. */
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
    // one that has its answer is over at once: the window says so later, when another may be open
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
    // the ready-made questions, put together from the same parts, so that tests can reach them
    replace('showQuickPick', () => showQuickPick);
    replace('showInputBox', () => showInputBox);
    replace('createInputBox', (create) => () => followed(create() as vscode.InputBox, boxes));
    replace('createQuickPick', (create) => () => followed(create() as vscode.QuickPick<Row>, pickers));
  });

  after(() => {
    for (const [name, original] of originals) window[name] = original;
  });

  afterEach(async () => {
    // a question may lead back to the one before it
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
        {
          what: `a picker ${String(title)}`,
        },
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
        // what an input is told is passed on in the next turn, and Enter must come after it
        await delay(0);
      }
      // nobody presses Enter on rows before they are drawn: the window answers this when they are
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
