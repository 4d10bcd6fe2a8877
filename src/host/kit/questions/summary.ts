import * as vscode from '../../vscode.ts';
import type { Log } from '../../shell/log.ts';
import { isOutcomeUnknown } from '../../../client/errors.ts';
import { explainFailed } from '../words/explain.ts';
import { visibleLabel } from '../words/format.ts';
import { pickRow } from './pickRow.ts';

export interface SummaryRow<Part extends string> {
  readonly part: Part;
  readonly icon?: string;
  readonly label: string;
  readonly value: string;
  readonly detail?: string | undefined;
  /** Choosing it toggles it and keeps it active. */
  readonly isSwitch?: boolean;
}

export interface Summary<Part extends string> {
  readonly title: string;
  readonly placeholder?: string;
  /** The row that sends; not selectable while blocked. */
  readonly start: {
    readonly label: string;
    readonly value: string;
    readonly detail?: string;
    readonly icon?: string;
    readonly isBlocked?: boolean;
  };
  readonly rows: readonly SummaryRow<Part>[];
  /** Not selectable. */
  readonly warnings?: readonly string[];
  readonly notes?: readonly string[];
}

export interface SummarySteps<Answers, Part extends string> {
  readonly show: (answers: Answers) => Summary<Part>;
  /** The active row; `start` by default. */
  readonly first?: Part;
  /** Undefined leaves the review. */
  readonly change: (answers: Answers, part: Part) => Promise<Answers | undefined>;
}

type Row<Part> = vscode.QuickPickItem & { readonly answer?: Part | 'start' };

/** Lists answers for review. Undefined when closed. */
export const confirmAnswers = async <Answers, Part extends string>(
  given: Answers,
  { show, change, first }: SummarySteps<Answers, Part>,
): Promise<Answers | undefined> => {
  let answers = given;
  let active = first;
  for (;;) {
    const summary = show(answers);
    const part = await askSummary(summary, active);
    if (part === undefined) return undefined;
    if (part === 'start') return answers;
    const next = await change(answers, part);
    if (next === undefined) return undefined;
    answers = next;
    active = summary.rows.find((row) => row.part === part && row.isSwitch === true)?.part;
  }
};

/** `unclear`: the response was lost; `change`: back to the answers; `left`: nothing was sent. */
export type Sent = 'done' | 'unclear' | 'change' | 'left';

/**
 * Reviews and sends answers. `send` may return a part to ask for again; its errors are shown with an offer to change
 * the answers.
 */
export const confirmAndSend = async <Answers, Part extends string>(
  { log }: { readonly log: Log },
  first: Answers,
  steps: SummarySteps<Answers, Part> & { readonly send: (answers: Answers) => Promise<Sent | Part> },
): Promise<void> => {
  let answers = await confirmAnswers(first, steps);
  while (answers !== undefined) {
    const next = await sent(log, answers, steps.send);
    if (next === 'done' || next === 'unclear' || next === 'left') return;
    const changed: Answers | undefined = next === 'change' ? answers : await steps.change(answers, next);
    answers = changed && (await confirmAnswers(changed, steps));
  }
};

const sent = async <Answers, Part>(
  log: Log,
  answers: Answers,
  send: (answers: Answers) => Promise<Sent | Part>,
): Promise<Sent | Part> => {
  try {
    return await send(answers);
  } catch (error) {
    log.error('What was reviewed could not be sent.', error);
    const change = vscode.l10n.t('Change…');
    const isLost = isOutcomeUnknown(error);
    const answer = await vscode.window.showErrorMessage(explainFailed(error), ...(isLost ? [] : [change]));
    return isLost ? 'unclear' : answer === change ? 'change' : 'left';
  }
};

const askSummary = async <Part extends string>(
  { title, placeholder, start, rows, warnings = [], notes = [] }: Summary<Part>,
  active: Part | undefined,
): Promise<Part | 'start' | undefined> => {
  const { t } = vscode.l10n;
  const { icon = 'play' } = start;
  const drawn: readonly Row<Part>[] = [
    {
      label: visibleLabel(start.label),
      iconPath: new vscode.ThemeIcon(icon),
      description: visibleLabel(start.value),
      ...(start.detail === undefined ? {} : { detail: visibleLabel(start.detail) }),
      ...(start.isBlocked === true ? {} : { answer: 'start' }),
    },
    { label: t('Change'), kind: vscode.QuickPickItemKind.Separator },
    ...rows.map(summaryRow),
    ...(warnings.length + notes.length === 0
      ? []
      : [
          { label: t('Notes'), kind: vscode.QuickPickItemKind.Separator },
          ...warnings.map((words) => remark<Part>(words, 'warning')),
          ...notes.map((words) => remark<Part>(words, 'info')),
        ]),
  ];
  for (;;) {
    const chosen = await pickRow(drawn, {
      title,
      placeholder: placeholder ?? t('Press Enter to start, or select a row to change it'),
      active: active && drawn.find(({ answer }) => answer === active),
    });
    if (chosen === undefined || chosen.answer !== undefined) return chosen?.answer;
  }
};

const summaryRow = <Part extends string>({ part, icon, label, value, detail }: SummaryRow<Part>): Row<Part> => ({
  label: visibleLabel(label),
  ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
  description: visibleLabel(value),
  ...(detail === undefined ? {} : { detail: visibleLabel(detail) }),
  answer: part,
});

const remark = <Part>(words: string, icon: 'warning' | 'info'): Row<Part> => ({
  label: visibleLabel(words),
  iconPath: new vscode.ThemeIcon(icon),
});
