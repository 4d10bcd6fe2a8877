import * as vscode from '../vscode.ts';
import { type Difference, needsPremium, type RuleState } from '../../model/protectedBranches/protectionChange.ts';
import type { RuleMoved } from '../../model/protectedBranches/protectionWriting.ts';
import type { WriteOutcome } from '../../model/writeOnce.ts';
import type { ProtectionArea } from './area.ts';
import { explain } from '../kit/words/explain.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { differenceLine } from './ruleMessages.ts';
import { noteIgnored } from './tier.ts';
import type { ProtectedBranch } from '../../wire/protectedBranches.ts';

/** Report of a change. */
export interface RuleReport {
  readonly severity?: 'Information' | 'Warning' | 'Error';
  readonly words?: string;
  /** Separate messages. */
  readonly beside?: readonly string[];
  readonly remarks?: readonly string[];
  readonly undo?: RuleChange | undefined;
  readonly again?: RuleChange;
  /** Recreates the removed rule. */
  readonly restore?: RuleChange | undefined;
  /** Name of a rule to edit. */
  readonly edit?: string;
}

type Lost = Exclude<WriteOutcome<unknown>, { readonly kind: 'done' }>;

/** Mentions a change that was confirmed only by reading. */
export const changedWords = (name: string, written: WriteOutcome<unknown>, words: string): RuleReport => ({
  words,
  ...(written.kind === 'done' && written.confirmed === 'found'
    ? { remarks: [vscode.l10n.t('The connection dropped; the change of {0} is confirmed on the server.', name)] }
    : {}),
});

/** Settings that the server silently ignored; Premium ones are no longer offered. */
export const ignoredReport = (
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

/** For a change whose response was lost and that wasn't found. */
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

/** The rule was removed, but creating its replacement is unconfirmed. */
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

/** Nothing was sent, as the rule changed meanwhile. */
export const movedMessage = (name: string, { now }: RuleMoved): RuleReport => {
  const { t } = vscode.l10n;
  const words = now
    ? t('Nothing was sent: someone else has changed the rule {0}.', name)
    : t('Nothing was changed: someone else has removed the rule {0}.', name);
  return { severity: 'Warning', words, ...(now ? { edit: now.name } : {}) };
};

export type RuleChange =
  | { readonly kind: 'create'; readonly wanted: RuleState }
  | { readonly kind: 'change'; readonly before: ProtectedBranch; readonly wanted: RuleState }
  /** Removes and creates again, if levels can't be changed. */
  | { readonly kind: 'replace'; readonly before: ProtectedBranch; readonly wanted: RuleState }
  | { readonly kind: 'remove'; readonly before: ProtectedBranch };
