import * as vscode from '../../vscode.ts';
import { mayWrite, type Account } from '../../../model/account.ts';
import { PayloadRefused } from '../../../model/payloadRefused.ts';
import type { WriteOutcome } from '../../../model/writeOnce.ts';
import type { Log } from '../../shell/log.ts';
import { explain } from '../words/explain.ts';
import { readOnlyTokenMessage } from '../readOnlyToken.ts';
import type { Sent } from './summary.ts';

export const requireWriting = (account: Account): void => {
  if (mayWrite(account) === false) throw new Error(readOnlyTokenMessage());
};

/** `isThere`: it still exists; `what`: its present content. */
export const reportChangedMeanwhile = (reference: string, isThere: boolean, what?: string): Sent => {
  const { t } = vscode.l10n;
  const words = isThere
    ? what === undefined
      ? t('Nothing was sent: someone else has changed {0}.', reference)
      : t('Nothing was sent: someone else has changed {0} ({1}).', reference, what)
    : t('Nothing was sent: {0} no longer exists.', reference);
  void vscode.window.showWarningMessage(words);
  return isThere ? 'change' : 'left';
};

type Lost = Exclude<WriteOutcome<unknown>, { kind: 'done' }>;

type Step = () => Promise<Lost | { readonly kind: 'done'; readonly words: readonly string[] }>;

/** Writes once and describes the server's value. */
export const step =
  <Value>(
    write: () => Promise<WriteOutcome<Value>>,
    describe: (value: Value) => { readonly words: string; readonly isAsAsked: boolean },
  ): Step =>
  async () => {
    const written = await write();
    if (written.kind !== 'done') return written;
    const { t } = vscode.l10n;
    const { words, isAsAsked } = describe(written.value);
    // attributes may need a higher tier
    const remarks = isAsAsked ? [] : [t('The server silently left out part of the change.')];
    if (written.confirmed === 'found')
      remarks.push(t('The connection dropped; the change is confirmed on the server.'));
    return { kind: 'done', words: [words, ...remarks] };
  };

/** Sends steps in order and reports them together; stops at the first not done. Calls `changed` if any was. */
export const sendSteps = async (
  { log }: { readonly log: Log },
  reference: string,
  steps: readonly Step[],
  changed: () => unknown,
): Promise<Sent> => {
  const { t } = vscode.l10n;
  const messages: string[] = [];
  try {
    for (const send of steps) {
      const outcome = await send();
      if (outcome.kind !== 'done') return await reportLost({ log, reference, isPart: messages.length > 0 }, outcome);
      messages.push(...outcome.words);
    }
  } catch (error) {
    if (error instanceof PayloadRefused)
      throw new Error(t('The server refused this: “{0}”.', error.message), { cause: error });
    throw error;
  } finally {
    if (messages.length > 0) {
      void vscode.window.showInformationMessage(t('{0} was changed. {1}', reference, messages.join(' ')));
      await changed();
    }
  }
  return 'done';
};

const reportLost = async (area: LostChange, lost: Lost): Promise<Sent> => {
  const words = lostMessage(area, lost);
  if (lost.kind === 'unknown') {
    void vscode.window.showWarningMessage(words);
    return 'unclear';
  }
  const change = vscode.l10n.t('Change…');
  return (await vscode.window.showWarningMessage(words, change)) === change ? 'change' : 'left';
};

interface LostChange {
  readonly log: Log;
  readonly reference: string;
  readonly isPart?: boolean;
}

/** For a change whose response was lost. */
export const lostMessage = ({ log, reference, isPart = false }: LostChange, { kind, cause }: Lost): string => {
  const { t } = vscode.l10n;
  log.error(`The answer to a change of ${reference} was lost.`, cause);
  const words =
    kind === 'unknown'
      ? t('We can’t tell whether {0} was changed. Check it before you try again.', reference)
      : isPart
        ? t('The rest of the change of {0} was not made. Nothing was sent twice.', reference)
        : t('{0} is unchanged. Nothing was sent twice.', reference);
  return `${words} ${explain(cause)}`;
};
