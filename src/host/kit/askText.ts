import * as vscode from '../vscode.ts';
import { explain } from './explain.ts';
import { showStep, type WizardStep } from './wizard.ts';

/** A question for a line of text. */
export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Draws dots instead of the text. */
  readonly isSecret?: boolean;
  /** Takes spaces at both ends as they are typed. */
  readonly keepsSpaces?: boolean;
  /** Where it stands in a wizard. */
  readonly at?: WizardStep | undefined;
  /** A button that opens a page of the web. */
  readonly link?: { readonly tooltip: string; readonly address: string };
  /** What is wrong with the text, said while it is typed. */
  problem(text: string): string | undefined;
  /** Called with the text whenever it changes, so that it can be kept. */
  typed?(text: string): void;
  /** What is wrong with it as far as only the server can tell, asked on Enter. */
  check?(text: string, signal: AbortSignal): Promise<string | undefined>;
}

/** Asks for a text, trimmed unless its spaces count. It is not taken as long as something is wrong with it. Undefined when closed. */
export const askText = (question: TextQuestion): Promise<string | undefined> =>
  new Promise((resolve) => {
    const box = vscode.window.createInputBox();
    box.title = question.title;
    box.prompt = question.prompt;
    box.value = question.value;
    box.placeholder = question.placeholder;
    box.ignoreFocusOut = true;
    box.password = question.isSecret === true;
    const { link } = question;
    if (link !== undefined) {
      const open = { iconPath: new vscode.ThemeIcon('link-external'), tooltip: link.tooltip };
      box.buttons = [open];
      box.onDidTriggerButton((button) => {
        if (button === open) void vscode.env.openExternal(vscode.Uri.parse(link.address, true));
      });
    }
    showStep(box, question.at);
    const typed = (text: string): string => (question.keepsSpaces === true ? text : text.trim());
    let run: AbortController | undefined;

    const accept = async (): Promise<void> => {
      const text = typed(box.value);
      const problem = question.problem(text);
      if (problem !== undefined) {
        box.validationMessage = problem;
        return;
      }
      run?.abort();
      const mine = new AbortController();
      run = mine;
      box.busy = true;
      const refused = await checked(question, text, mine.signal);
      if (run !== mine) return;
      box.busy = false;
      if (refused !== undefined) {
        box.validationMessage = refused;
        return;
      }
      resolve(text);
      box.hide();
    };

    box.onDidChangeValue((text) => {
      run?.abort();
      run = undefined;
      box.busy = false;
      question.typed?.(text);
      box.validationMessage = question.problem(typed(text));
    });
    box.onDidAccept(() => void accept());
    box.onDidHide(() => {
      run?.abort();
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });

/** A text that cannot be checked is refused with the reason, not taken on trust. */
const checked = async (question: TextQuestion, text: string, signal: AbortSignal): Promise<string | undefined> => {
  try {
    return await question.check?.(text, signal);
  } catch (error) {
    return explain(error);
  }
};
