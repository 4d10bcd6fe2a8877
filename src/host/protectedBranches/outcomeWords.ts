import * as vscode from 'vscode';
import { type Difference, needsPremium } from '../../model/protectionChange.ts';
import type { RuleMoved } from '../../model/protectionWriting.ts';
import type { Written } from '../../model/writeOnce.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';
import type { OpenProject } from '../project/currentProject.ts';
import type { RuleChange } from './ruleOutcome.ts';
import { differenceLine } from './ruleWords.ts';
import { noteIgnored } from './tier.ts';

/** What to tell after a change, and what to offer with it. */
export interface Told {
  readonly severity?: 'Information' | 'Warning' | 'Error';
  readonly words?: string;
  /** Warnings and remarks beside. */
  readonly beside?: readonly string[];
  readonly remarks?: readonly string[];
  /** The change that takes it back. */
  readonly undo?: RuleChange;
  /** The change that was not carried out. */
  readonly again?: RuleChange;
  /** Creates the rule that was removed. */
  readonly restore?: RuleChange;
  /** Name of the rule to edit as it is now. */
  readonly edit?: string;
}

type Lost = Exclude<Written<unknown>, { readonly kind: 'done' }>;

/** A change that was made; says so when that is known only from a look. */
export const changedWords = (name: string, written: Written<unknown>, words: string): Told => ({
  words,
  ...(written.kind === 'done' && written.confirmed === 'found'
    ? {
        remarks: [
          vscode.l10n.t('The answer for {0} was lost; a look at the server shows that the change was made.', name),
        ],
      }
    : {}),
});

/** What the server has left out without a word; what takes Premium is not offered again. */
export const toldIgnored = (app: App, open: OpenProject, name: string, left: readonly Difference[]): Told => {
  if (left.length === 0) return {};
  const { t } = vscode.l10n;
  const premium = needsPremium(left);
  if (premium) noteIgnored(app, open);
  const words = t(
    'The server has left out a part of what was asked for {0}, without a word: {1}.{2}',
    name,
    left.map(differenceLine).join('; '),
    premium ? ` ${t('It takes Premium; Graft does not offer it for this project any more.')}` : '',
  );
  return { beside: [words] };
};

/** A change whose answer was lost and that was not found to be made. */
export const lostWords = (app: App, name: string, lost: Lost, change: RuleChange): Told => {
  const { t } = vscode.l10n;
  app.log.error('The answer to a change of a protection rule was lost.', lost.cause);
  if (lost.kind === 'unknown') {
    const words = t(
      'Whether the rule {0} was changed is unknown. Look at the list before you try again. {1}',
      name,
      explain(lost.cause),
    );
    return { severity: 'Warning', words };
  }
  const why = explain(lost.cause);
  const words =
    change.kind === 'create'
      ? t('The rule {0} was not made: the connection broke, and nothing was sent twice. {1}', name, why)
      : t('The rule {0} is as it was: the connection broke, and nothing was sent twice. {1}', name, why);
  return { severity: 'Warning', words, again: change };
};

/** A rule that was removed, and whose successor was lost on the way. */
export const gapWords = (
  app: App,
  name: string,
  lost: Lost,
  { again, former }: { readonly again: RuleChange; readonly former: RuleChange },
): Told => {
  const { t } = vscode.l10n;
  app.log.error('A rule was removed, and the answer about the one in its place was lost.', lost.cause);
  if (lost.kind === 'notDone') {
    const words = t(
      '{0} is NOT protected now: its rule was removed, and the connection broke before the new one was made. {1}',
      name,
      explain(lost.cause),
    );
    return { severity: 'Error', words, again, restore: former };
  }
  const words = t(
    'Whether {0} is protected now is unknown: its rule was removed, and the answer about the new one was lost. {1}',
    name,
    explain(lost.cause),
  );
  return { severity: 'Error', words, restore: former };
};

/** A change that was not sent, because the rule is no longer the one it was made up for. */
export const movedWords = (name: string, { now }: RuleMoved): Told => {
  const { t } = vscode.l10n;
  const words = now
    ? t('Nothing was sent: somebody else has changed the rule {0} meanwhile.', name)
    : t('Nothing was changed: somebody else has removed the rule {0} meanwhile.', name);
  return { severity: 'Warning', words, ...(now ? { edit: now.name } : {}) };
};
