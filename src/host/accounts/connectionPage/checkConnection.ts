import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import type { Account } from '../../../model/account.ts';
import { readInstanceAddress } from '../../../model/accounts/instanceAddress.ts';
import { askText } from '../../kit/questions/askText.ts';
import type { Shell } from '../../shell/shell.ts';
import type { AccountsArea } from '../area.ts';
import { chooseAccount } from '../chooseAccount.ts';
import type { Checked } from './session.ts';

/** `about`: a failed row or an account id. Without an account, asks for a URL and sends no token. */
export const checkConnection = async (area: AccountsArea, about?: unknown): Promise<void> => {
  const account = accountOf(area, about);
  const checked = account ?? (await chooseChecked(area));
  if (checked !== undefined) area.connectionPages.check(checked);
};

const accountOf = ({ accounts, project }: Shell, about: unknown): Account | undefined => {
  if (typeof about === 'string') return accounts.get(about);
  if (typeof about !== 'object' || about === null || !('error' in about)) return undefined;
  const address = requestErrorFacts(about.error)?.address ?? '';
  const own = [project.open?.account, ...accounts.list()];
  return own.find((account) => account !== undefined && address.startsWith(`${account.baseUrl}/`));
};

const chooseChecked = async (area: AccountsArea): Promise<Checked | undefined> => {
  const { t } = vscode.l10n;
  const title = t('Check Connection');
  if (area.accounts.list().length > 0) return chooseAccount(area, title);
  const typed = await askText({
    title,
    prompt: t('URL of the server, such as https://gitlab.com or https://example.com/gitlab'),
    value: 'https://',
    problem: (text) =>
      readInstanceAddress(text).kind === 'invalid' ? t('Enter a URL such as https://gitlab.example.com.') : undefined,
  });
  const read = readInstanceAddress(typed ?? '');
  const [baseUrl] = read.kind === 'candidates' ? read.baseUrls : [];
  return baseUrl === undefined ? undefined : { id: '', baseUrl };
};
