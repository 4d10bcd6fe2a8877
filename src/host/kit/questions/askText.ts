import * as vscode from '../../vscode.ts';
import { explain } from '../words/explain.ts';
import { showStep, type WizardStep } from './wizard.ts';

export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
  readonly keepsSpaces?: boolean;
  readonly at?: WizardStep | undefined;
  readonly link?: { readonly tooltip: string; readonly address: string };
  /** Runs on every change. */
  problem(text: string): string | undefined;
  /** Called with the untrimmed text. */
  typed?(text: string): void;
  /** Runs on Enter. */
  check?(text: string, signal: AbortSignal): Promise<string | undefined>;
}

/** Input box for a text, by default trimmed. Undefined when closed. */
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
      const controller = new AbortController();
      run = controller;
      box.busy = true;
      const refused = await checked(question, text, controller.signal);
      if (run !== controller) return;
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

const checked = async (question: TextQuestion, text: string, signal: AbortSignal): Promise<string | undefined> => {
  try {
    return await question.check?.(text, signal);
  } catch (error) {
    return explain(error);
  }
};
