import * as vscode from '../../vscode.ts';

export interface WizardStep {
  /** 1-based. */
  readonly step: number;
  readonly totalSteps: number;
  /** Undefined for the first question. */
  readonly goBack?: (() => void) | undefined;
}

/** A question for one answer. */
export interface PartQuestion<Answers, Part extends keyof Answers> {
  readonly part: Part;
  /** Always by default. */
  readonly isAsked?: (answers: Partial<Answers>) => boolean;
  /** Undefined when closed. */
  ask(answers: Partial<Answers>, at: WizardStep): Promise<Answers[Part] | undefined>;
}

/** For one answer or several. */
export type WizardQuestion<Answers> =
  | { readonly [Part in keyof Answers]-?: PartQuestion<Answers, Part> }[keyof Answers]
  | {
      readonly part?: undefined;
      readonly isAsked?: (answers: Partial<Answers>) => boolean;
      ask(answers: Partial<Answers>, at: WizardStep): Promise<Partial<Answers> | undefined>;
    };

/** Numbered questions with Back. `first`: initial answers. Undefined when closed. */
export const askInTurn = async <Answers extends object>(
  questions: readonly WizardQuestion<Answers>[],
  first: Partial<Answers> = {},
): Promise<Answers | undefined> => {
  let answers = first;
  const asked = (): readonly WizardQuestion<Answers>[] => questions.filter(({ isAsked }) => isAsked?.(answers) ?? true);
  for (let index = 0, all = asked(); index < all.length; all = asked()) {
    let isBack = false;
    const goBack = index === 0 ? undefined : (): void => void (isBack = true);
    const question = all[index];
    const answer = await question?.ask(answers, { step: index + 1, totalSteps: all.length, goBack });
    if (answer === undefined && !isBack) return undefined;
    if (answer !== undefined)
      answers = { ...answers, ...(question?.part === undefined ? answer : { [question.part]: answer }) };
    index += isBack ? -1 : 1;
  }
  return answers as Answers;
};

type Input = Pick<vscode.QuickInput, 'step' | 'totalSteps' | 'hide'> & {
  buttons: readonly vscode.QuickInputButton[];
  readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton>;
};

export const showStep = (input: Input, at: WizardStep | undefined): void => {
  if (at === undefined || at.totalSteps === 1) return;
  input.step = at.step;
  input.totalSteps = at.totalSteps;
  const { goBack } = at;
  if (goBack === undefined) return;
  input.buttons = [vscode.QuickInputButtons.Back, ...input.buttons];
  input.onDidTriggerButton((button) => {
    if (button !== vscode.QuickInputButtons.Back) return;
    goBack();
    input.hide();
  });
};
