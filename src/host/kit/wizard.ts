import * as vscode from '../vscode.ts';

/** The place of a question among those of a wizard. */
export interface WizardStep {
  /** Counted from 1. */
  readonly step: number;
  readonly totalSteps: number;
  /** Leads to the question before when this one closes without an answer; undefined at the first. */
  readonly goBack?: (() => void) | undefined;
}

/** A question of a wizard for one of its answers; it begins with what was answered before. */
export interface PartQuestion<Answers, Part extends keyof Answers> {
  readonly part: Part;
  /** Whether it is asked, with what was answered before it; it is when left out. */
  readonly isAsked?: (answers: Partial<Answers>) => boolean;
  /** Undefined when the question was closed. */
  ask(answers: Partial<Answers>, at: WizardStep): Promise<Answers[Part] | undefined>;
}

/** A question of a wizard: for one of its answers, or for several at once. */
export type WizardQuestion<Answers> =
  | { readonly [Part in keyof Answers]-?: PartQuestion<Answers, Part> }[keyof Answers]
  | {
      readonly part?: undefined;
      readonly isAsked?: (answers: Partial<Answers>) => boolean;
      ask(answers: Partial<Answers>, at: WizardStep): Promise<Partial<Answers> | undefined>;
    };

/**
 * Asks one question after the other, each with its number and a button that leads back to the one before. `first` are
 * answers to begin with. Undefined when the user has left.
 */
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

/** Draws the number of a question and the button that leads back, before the buttons the input has. */
export const showStep = (input: Input, at: WizardStep | undefined): void => {
  // the one question of a part that is changed needs no number
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
