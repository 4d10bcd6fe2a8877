import * as vscode from 'vscode';
import { type Difference, needsPremium, type RuleState, stateOf } from '../../model/protectionChange.ts';
import {
  changeRule,
  type ChangedRule,
  createRule,
  removeRule,
  type RuleMoved,
  type RulePlace,
} from '../../model/protectionWriting.ts';
import type { Written } from '../../model/writeOnce.ts';
import type { ProtectedBranch } from '../../wire/protectedBranches.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';
import { visible } from '../format.ts';
import type { OpenProject } from '../project/currentProject.ts';
import { differenceLine } from './ruleWords.ts';
import { noteIgnored } from './tier.ts';

/** What is to be done to the rules of a project. */
export type RuleChange =
  | { readonly kind: 'create'; readonly wanted: RuleState }
  | { readonly kind: 'change'; readonly before: ProtectedBranch; readonly wanted: RuleState }
  /** Removes and creates anew, where the server cannot change the levels of a rule. */
  | { readonly kind: 'replace'; readonly before: ProtectedBranch; readonly wanted: RuleState }
  | { readonly kind: 'remove'; readonly before: ProtectedBranch };

/** Whether a change is an undo: it is not offered to be undone again. */
type Offer = 'offerUndo' | 'isUndo';

/** Carries a change out once, says what became of it, and offers to undo what was done. */
export const carryOut = async (
  app: App,
  open: OpenProject,
  change: RuleChange,
  offer: Offer = 'offerUndo',
): Promise<void> => {
  const place: RulePlace = { client: open.client, project: open.project.id };
  const title =
    change.kind === 'remove'
      ? vscode.l10n.t('Removing the rule {0}…', nameOf(change))
      : vscode.l10n.t('Saving the rule {0}…', nameOf(change));
  const location = vscode.ProgressLocation.Notification;
  try {
    // a write that has begun is not cut off: there is no Cancel
    const undo = await vscode.window.withProgress({ location, title }, () => send(app, place, open, change));
    await app.protectedBranches.refresh();
    await undo?.say(offer);
  } catch (error) {
    await app.protectedBranches.refresh();
    throw error;
  }
};

/** What to tell, and the change that takes it back. */
interface Told {
  say(offer: Offer): Promise<void>;
}

const nameOf = (change: RuleChange): string => visible('wanted' in change ? change.wanted.name : change.before.name);

const send = async (app: App, place: RulePlace, open: OpenProject, change: RuleChange): Promise<Told | undefined> => {
  const { t } = vscode.l10n;
  const name = nameOf(change);
  const told = (words: string, undo: RuleChange | undefined): Told => tell(app, open, words, undo);
  switch (change.kind) {
    case 'create': {
      const written = await createRule(place, change.wanted);
      return afterWrite(app, open, change, written, (done) =>
        told(t('{0} is protected.', name), { kind: 'remove', before: done.rule }),
      );
    }
    case 'change': {
      const written = await changeRule(place, change.before, change.wanted);
      if (written.kind === 'moved') return moved(app, name, written);
      if (written.kind === 'withoutIds') return send(app, place, open, { ...change, kind: 'replace' });
      return afterWrite(app, open, change, written, (done) =>
        told(t('The rule {0} was changed.', name), restoring(done.rule, change.before)),
      );
    }
    case 'replace': {
      const removed = await removeRule(place, change.before);
      if (removed.kind === 'moved') return moved(app, name, removed);
      if (removed.kind !== 'done') return afterWrite(app, open, change, removed, () => undefined);
      try {
        const created = await createRule(place, change.wanted);
        return await afterWrite(app, open, change, created, (done) =>
          told(t('The rule {0} was replaced.', name), restoring(done.rule, change.before)),
        );
      } catch (error) {
        app.log.error('A rule was removed, and the one in its place was refused.', error);
        return tell(
          app,
          open,
          t('{0} is NOT protected now: its rule was removed, and the new one was refused. {1}', name, explain(error)),
          { kind: 'create', wanted: stateOf(change.before) },
          t('Restore the Former Rule'),
        );
      }
    }
    case 'remove': {
      const removed = await removeRule(place, change.before);
      if (removed.kind === 'moved') return moved(app, name, removed);
      return afterWrite(app, open, change, removed, () =>
        told(t('{0} is no longer protected by its rule.', name), { kind: 'create', wanted: stateOf(change.before) }),
      );
    }
  }
};

/** What brings the former rule back. */
const restoring = (now: ProtectedBranch, former: ProtectedBranch): RuleChange => ({
  kind: 'change',
  before: now,
  wanted: stateOf(former),
});

const afterWrite = async <T extends ChangedRule | 'removed'>(
  app: App,
  open: OpenProject,
  change: RuleChange,
  written: Written<T>,
  done: (value: T) => Told | undefined,
): Promise<Told | undefined> => {
  const { t } = vscode.l10n;
  const name = nameOf(change);
  if (written.kind === 'done') {
    const left = written.value === 'removed' ? [] : written.value.ignored;
    if (left.length > 0) sayIgnored(app, open, name, left);
    if (written.confirmed === 'found') {
      void vscode.window.showInformationMessage(
        t('The answer for {0} was lost; a look at the server shows that the change was made.', name),
      );
    }
    return done(written.value);
  }
  app.log.error('The answer to a change of a protection rule was lost.', written.cause);
  const again = t('Try Again');
  const words =
    written.kind === 'notDone'
      ? t(
          'The rule {0} is as it was: the connection broke, and nothing was sent twice. {1}',
          name,
          explain(written.cause),
        )
      : t(
          'Whether the rule {0} was changed is unknown. Look at the list before you try again. {1}',
          name,
          explain(written.cause),
        );
  return {
    async say() {
      const buttons = written.kind === 'notDone' ? [again] : [];
      if ((await vscode.window.showWarningMessage(words, ...buttons)) === again) await carryOut(app, open, change);
    },
  };
};

const moved = (app: App, name: string, { now }: RuleMoved): Told => {
  const { t } = vscode.l10n;
  return {
    async say() {
      const edit = t('Edit It as It Is Now');
      const words = now
        ? t('Nothing was sent: somebody else has changed the rule {0} meanwhile.', name)
        : t('Nothing was sent: somebody else has removed the rule {0} meanwhile.', name);
      const answer = await vscode.window.showWarningMessage(words, ...(now ? [edit] : []));
      if (answer === edit) await vscode.commands.executeCommand('graft.protectedBranches.edit', now?.name);
      else app.log.info(words);
    },
  };
};

const sayIgnored = (app: App, open: OpenProject, name: string, left: readonly Difference[]): void => {
  const { t } = vscode.l10n;
  const premium = needsPremium(left);
  if (premium) noteIgnored(app, open);
  void vscode.window.showWarningMessage(
    t(
      'The server has left out a part of what was asked for {0}, without a word: {1}.{2}',
      name,
      left.map(differenceLine).join('; '),
      premium ? ` ${t('It takes Premium; Graft does not offer it for this project any more.')}` : '',
    ),
  );
};

const tell = (app: App, open: OpenProject, words: string, undo: RuleChange | undefined, label?: string): Told => ({
  async say(offer) {
    const button = label ?? vscode.l10n.t('Undo');
    const buttons = undo !== undefined && (offer === 'offerUndo' || label !== undefined) ? [button] : [];
    const show = label === undefined ? vscode.window.showInformationMessage : vscode.window.showErrorMessage;
    if ((await show(words, ...buttons)) === button && undo) await carryOut(app, open, undo, 'isUndo');
  },
});
