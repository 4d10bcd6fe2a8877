import * as vscode from '../vscode.ts';
import { mayWrite, type Account } from '../../model/account.ts';
import type { Written } from '../../model/writeOnce.ts';
import type { Log } from '../shell/log.ts';
import { explain } from './explain.ts';
import { readOnlyTokenMessage } from './readOnlyToken.ts';
import type { Sent } from './review.ts';

/** Throws what to do about it when the token of an account may only read. */
export const requireWriting = (account: Account): void => {
  if (mayWrite(account) === false) throw new Error(readOnlyTokenMessage());
};

/** What is to be said of a change besides what it was: that the server took it in part, that its answer was lost. */
export const remarksOn = (
  written: Extract<Written<unknown>, { kind: 'done' }>,
  isAsAsked: boolean,
): readonly string[] => {
  const { t } = vscode.l10n;
  return [
    // licences differ in what they take
    ...(isAsAsked ? [] : [t('The server has not taken all of what was asked for.')]),
    ...(written.confirmed === 'found'
      ? [t('The answer was lost; a look at the server shows that the change was made.')]
      : []),
  ];
};

/** Says what is known of a change whose answer was lost and that was not found to be made. */
export const tellLost = async (
  { log }: { readonly log: Log },
  reference: string,
  { kind, cause }: Exclude<Written<unknown>, { kind: 'done' }>,
): Promise<Sent> => {
  const { t } = vscode.l10n;
  log.error(`The answer to a change of ${reference} was lost.`, cause);
  if (kind === 'unknown') {
    const words = t('Whether {0} was changed is unknown. Look at it before you try again.', reference);
    void vscode.window.showWarningMessage(`${words} ${explain(cause)}`);
    return 'unclear';
  }
  const change = t('Change…');
  const words = t('{0} is as it was, and nothing was sent twice.', reference);
  return (await vscode.window.showWarningMessage(`${words} ${explain(cause)}`, change)) === change ? 'change' : 'left';
};
