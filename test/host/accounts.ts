import assert from 'node:assert/strict';
import type { App } from '../../src/extension.ts';
import type { Account } from '../../src/model/account.ts';
import { readAccount } from '../../src/model/accounts/signIn.ts';
import { sandbox } from '../support/window/inHost.ts';

export const addAccount = async (app: App, token: string, url = sandbox().url): Promise<Account> => {
  const secret = sandbox().tokens[token] ?? assert.fail(`no token ${token}`);
  return app.accounts.add(await readAccount(app.clients.trial(url, secret), {}), secret);
};
