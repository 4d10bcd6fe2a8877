import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import { readNewAccount } from '../../model/accounts/signIn.ts';
import type { AccountStore } from '../shell/accountStore.ts';
import type { Clients } from '../shell/clients.ts';
import type { Log } from '../shell/log.ts';

const preset = v.object({ url: v.string(), token: v.string() });

/**
 * Adds the account named by the environment variable `GRAFT_DEMO_ACCOUNT` (`{"url", "token"}`), for demos and managed
 * set-ups, and shows the Commits view. Without the variable nothing happens.
 */
export const addPresetAccount = async (accounts: AccountStore, clients: Clients, log: Log): Promise<void> => {
  const text = process.env['GRAFT_DEMO_ACCOUNT'];
  // processes that are started from here inherit what is left: the token is none of their business
  delete process.env['GRAFT_DEMO_ACCOUNT'];
  if (text === undefined || text === '') return;
  try {
    const { url, token } = v.parse(preset, JSON.parse(text));
    await accounts.add(await readNewAccount((header) => clients.trial(url, token, header), {}), token);
    await vscode.commands.executeCommand('graft.commits.focus');
  } catch (error) {
    // a text that is not valid JSON would be quoted by the error, token and all
    log.error('GRAFT_DEMO_ACCOUNT could not be used.', error instanceof SyntaxError ? 'it is not valid JSON' : error);
  }
};
