import * as vscode from '../vscode.ts';
import { type Difference, needsPremium, type RuleState } from '../../model/protectedBranches/protectionChange.ts';
import type { RuleMoved } from '../../model/protectedBranches/protectionWriting.ts';
import type { Written } from '../../model/writeOnce.ts';
import type { ProtectionArea } from './area.ts';
import { explain } from '../kit/explain.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { differenceLine } from './ruleMessages.ts';
import { noteIgnored } from './tier.ts';
import type { ProtectedBranch } from '../../wire/protectedBranches.ts';

/** What to tell after a change, and what to offer with it. */
export interface RuleReport {
  readonly severity?: 'Information' | 'Warning' | 'Error';
  readonly words?: string;
  /** Warnings and remarks beside. */
  readonly beside?: readonly string[];
  readonly remarks?: readonly string[];
  /** The change that takes it back. */
  readonly undo?: RuleChange | undefined;
  /** The change that was not carried out. */
  readonly again?: RuleChange;
  /** Creates the rule that was removed. */
  readonly restore?: RuleChange | undefined;
  /** Name of the rule to edit as it is now. */
  readonly edit?: string;
}

type Lost = Exclude<Written<unknown>, { readonly kind: 'done' }>;

/** A change that was made; says so when that is known only from a look. */
export const changedWords = (name: string, written: Written<unknown>, words: string): RuleReport => ({
  words,
  ...(written.kind === 'done' && written.confirmed === 'found'
    ? {
        remarks: [vscode.l10n.t('The connection dropped; the change of {0} is confirmed on the server.', name)],
      }
    : {}),
});

/** What the server has left out without a word; what takes Premium is not offered again. */
export const toldIgnored = (
  area: ProtectionArea,
  open: OpenProject,
  name: string,
  left: readonly Difference[],
): RuleReport => {
  if (left.length === 0) return {};
  const { t } = vscode.l10n;
  const premium = needsPremium(left);
  if (premium) noteIgnored(area, open);
  const words = t(
    'The server silently left out part of the change to {0}: {1}.{2}',
    name,
    left.map(differenceLine).join('; '),
    premium ? ` ${t('This requires Premium; Graft no longer offers it for this project.')}` : '',
  );
  return { beside: [words] };
};

/** A change whose answer was lost and that was not found to be made. */
export const lostMessage = (area: ProtectionArea, name: string, lost: Lost, change: RuleChange): RuleReport => {
  const { t } = vscode.l10n;
  area.log.error('The answer to a change of a protection rule was lost.', lost.cause);
  if (lost.kind === 'unknown') {
    const words = t(
      'We can’t tell whether the rule {0} was changed. Check the list before you try again. {1}',
      name,
      explain(lost.cause),
    );
    return { severity: 'Warning', words };
  }
  const why = explain(lost.cause);
  const words =
    change.kind === 'create'
      ? t('The rule {0} was not created. Nothing was sent twice. {1}', name, why)
      : t('The rule {0} is unchanged. Nothing was sent twice. {1}', name, why);
  return { severity: 'Warning', words, again: change };
};

/** A rule that was removed, and whose successor was lost on the way. */
export const gapMessage = (
  area: ProtectionArea,
  name: string,
  lost: Lost,
  { again, restore }: { readonly again: RuleChange; readonly restore: RuleChange | undefined },
): RuleReport => {
  const { t } = vscode.l10n;
  area.log.error('A rule was removed, and the answer about the one in its place was lost.', lost.cause);
  if (lost.kind === 'notDone') {
    const words = t(
      '{0} is NOT protected now: its rule was removed, and the connection broke before the new one was made. {1}',
      name,
      explain(lost.cause),
    );
    return { severity: 'Error', words, again, restore };
  }
  const words = t(
    'We can’t tell whether {0} is protected: its rule was removed, and the answer about the new one was lost. {1}',
    name,
    explain(lost.cause),
  );
  return { severity: 'Error', words, restore };
};

/** A change that was not sent, because the rule is no longer the one it was made up for. */
export const movedMessage = (name: string, { now }: RuleMoved): RuleReport => {
  const { t } = vscode.l10n;
  const words = now
    ? t('Nothing was sent: someone else has changed the rule {0}.', name)
    : t('Nothing was changed: someone else has removed the rule {0}.', name);
  return { severity: 'Warning', words, ...(now ? { edit: now.name } : {}) };
};

/** What is to be done to the rules of a project. */
export type RuleChange =
  | { readonly kind: 'create'; readonly wanted: RuleState }
  | { readonly kind: 'change'; readonly before: ProtectedBranch; readonly wanted: RuleState }
  /** Removes and creates again, where the server cannot change the levels of a rule. */
  | { readonly kind: 'replace'; readonly before: ProtectedBranch; readonly wanted: RuleState }
  | { readonly kind: 'remove'; readonly before: ProtectedBranch };
