import * as vscode from '../vscode.ts';
import { type Grantee } from '../../model/grantee.ts';
import { differences, stateOf, unsendable, updateOf } from '../../model/protectedBranches/protectionChange.ts';
import { changeRule, createRule, removeRule, type RulePlace } from '../../model/protectedBranches/protectionWriting.ts';
import type { ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { ProtectionArea } from './area.ts';
import { shownIfSlow } from '../kit/progress.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import {
  changedWords,
  gapMessage,
  lostMessage,
  movedMessage,
  type RuleReport,
  ignoredReport,
  type RuleChange,
} from './outcomeMessages.ts';
import { granteeMessage } from './ruleMessages.ts';
import { visible } from '../kit/words/format.ts';
import { explain } from '../kit/words/explain.ts';
import { call } from '../kit/areaCommands.ts';

/** An undo doesn't offer another undo. */
type Offer = 'offerUndo' | 'isUndo';

/** Carries a change out once and reports it, with an undo. */
export const carryOut = async (
  area: ProtectionArea,
  open: OpenProject,
  change: RuleChange,
  offer: Offer = 'offerUndo',
): Promise<void> => {
  const title =
    change.kind === 'remove'
      ? vscode.l10n.t('Removing the rule {0}…', nameOf(change))
      : vscode.l10n.t('Saving the rule {0}…', nameOf(change));
  try {
    // not cancellable, as writes must not be interrupted
    const report = await shownIfSlow(title, () => send(area, open, change));
    await area.protectedBranches.refresh();
    await showReport(area, open, report, offer);
  } catch (error) {
    await area.protectedBranches.refresh();
    throw error;
  }
};

const nameOf = (change: RuleChange): string => visible('wanted' in change ? change.wanted.name : change.before.name);

const send = async (area: ProtectionArea, open: OpenProject, change: RuleChange): Promise<RuleReport> => {
  const { t } = vscode.l10n;
  const place: RulePlace = { client: open.client, project: open.project.id };
  const name = nameOf(change);
  switch (change.kind) {
    case 'create': {
      const written = await createRule(place, change.wanted);
      if (written.kind !== 'done') return lostMessage(area, name, written, change);
      const { rule, ignored } = written.value;
      const undo: RuleChange = { kind: 'remove', before: rule };
      return {
        ...changedWords(name, written, t('{0} is protected.', name)),
        ...ignoredReport(area, open, name, ignored),
        undo,
      };
    }
    case 'change': {
      const written = await changeRule(place, change.before, change.wanted);
      if (written.kind === 'moved') return movedMessage(name, written);
      if (written.kind === 'withoutIds') return send(area, open, { ...change, kind: 'replace' });
      if (written.kind !== 'done') return lostMessage(area, name, written, change);
      const { rule, ignored } = written.value;
      const left = ignoredReport(area, open, name, ignored);
      // nothing to undo
      if (differences(stateOf(rule), stateOf(change.before)).length === 0) {
        const words = t('The rule {0} is unchanged.', name);
        return { ...left, severity: 'Warning', words, edit: rule.name };
      }
      const undo = restoring(rule, change.before, 'change');
      return { ...changedWords(name, written, t('The rule {0} was changed.', name)), ...left, undo };
    }
    case 'replace': {
      const lost = unsendable(change.wanted).map(granteeMessage).join(', ');
      if (lost !== '') {
        const words = t(
          'Nothing was changed: the rule {0} would lose {1}. Change it in GitLab’s settings.',
          name,
          lost,
        );
        return { severity: 'Warning', words };
      }
      const removed = await removeRule(place, change.before);
      if (removed.kind === 'moved') return movedMessage(name, removed);
      if (removed.kind !== 'done') return lostMessage(area, name, removed, change);
      return createInPlace(area, open, place, change);
    }
    case 'remove': {
      const removed = await removeRule(place, change.before);
      if (removed.kind === 'moved') return movedMessage(name, removed);
      if (removed.kind !== 'done') return lostMessage(area, name, removed, change);
      return { ...changedWords(name, removed, t('Protection of {0} removed.', name)), undo: former(change) };
    }
  }
};

/** Grantees that a change loses, because Graft can't send them. */
export const lostBy = (change: Exclude<RuleChange, { kind: 'create' }>): readonly Grantee[] =>
  unsendable(stateOf(change.before), change.kind === 'change' ? change.wanted : undefined);

/** Recreates the former rule; undefined if Graft can't send all of it. */
const former = (change: Extract<RuleChange, { kind: 'remove' | 'replace' }>): RuleChange | undefined =>
  lostBy(change).length > 0 ? undefined : { kind: 'create', wanted: stateOf(change.before) };

/** Second half of a replacement. Until it is done the branch is unprotected, which must be reported. */
const createInPlace = async (
  area: ProtectionArea,
  open: OpenProject,
  place: RulePlace,
  change: Extract<RuleChange, { kind: 'replace' }>,
): Promise<RuleReport> => {
  const { t } = vscode.l10n;
  const { before, wanted } = change;
  const name = visible(wanted.name);
  const restore = former(change);
  try {
    const created = await createRule(place, wanted);
    if (created.kind !== 'done') return gapMessage(area, name, created, { again: { kind: 'create', wanted }, restore });
    const { rule, ignored } = created.value;
    const words = changedWords(name, created, t('The rule {0} was replaced.', name));
    return { ...words, ...ignoredReport(area, open, name, ignored), undo: restoring(rule, before, 'replace') };
  } catch (error) {
    area.log.error('A rule was removed, and the one in its place was refused.', error);
    const words = t(
      '{0} is NOT protected now: its rule was removed, and the new one was refused. {1}',
      name,
      explain(error),
    );
    return { severity: 'Error', words, restore };
  }
};

/** Undo of a change; undefined if nothing changed or Graft can't send all of it. */
const restoring = (
  now: ProtectedBranch,
  former: ProtectedBranch,
  kind: 'change' | 'replace',
): RuleChange | undefined => {
  const wanted = stateOf(former);
  const update = updateOf(now, wanted);
  if (update !== undefined && Object.keys(update).length === 0) return undefined;
  const way = update === undefined ? 'replace' : kind;
  return way === 'replace' && unsendable(wanted).length > 0 ? undefined : { kind: way, before: now, wanted };
};

/** Shows the report and runs the chosen action. */
const showReport = async (area: ProtectionArea, open: OpenProject, known: RuleReport, offer: Offer): Promise<void> => {
  const { t } = vscode.l10n;
  const answers: { readonly button: string; readonly run: () => Thenable<unknown> }[] = [];
  const { undo, again, restore, edit } = known;
  if (undo && offer === 'offerUndo') {
    answers.push({ button: t('Undo'), run: () => carryOut(area, open, undo, 'isUndo') });
  }
  if (again) answers.push({ button: t('Try Again'), run: () => carryOut(area, open, again, offer) });
  if (restore) answers.push({ button: t('Restore Previous Rule'), run: () => restoreFormer(area, open, restore) });
  if (edit !== undefined) {
    const run = (): Thenable<unknown> => call('graft.protectedBranches.edit', edit);
    answers.push({ button: t('Edit Current Rule'), run });
  }
  // separate messages for separate severities
  for (const words of known.beside ?? []) void vscode.window.showWarningMessage(words);
  for (const words of known.remarks ?? []) void vscode.window.showInformationMessage(words);
  if (known.words === undefined) return;
  const buttons = answers.map(({ button }) => button);
  const shown =
    known.severity === 'Error'
      ? vscode.window.showErrorMessage(known.words, ...buttons)
      : known.severity === 'Warning'
        ? vscode.window.showWarningMessage(known.words, ...buttons)
        : vscode.window.showInformationMessage(known.words, ...buttons);
  const pressed = await shown;
  await answers.find(({ button }) => button === pressed)?.run();
};

/** Offers the former rule until it is restored, as it is stored nowhere else. */
const restoreFormer = async (area: ProtectionArea, open: OpenProject, former: RuleChange): Promise<void> => {
  try {
    await carryOut(area, open, former, 'isUndo');
  } catch (error) {
    area.log.error('The former rule could not be restored.', error);
    const words = vscode.l10n.t('The previous rule for {0} could not be restored. {1}', nameOf(former), explain(error));
    await showReport(area, open, { severity: 'Error', words, restore: former }, 'isUndo');
  }
};
