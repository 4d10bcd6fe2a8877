import * as vscode from '../vscode.ts';
import { RequestError } from '../../client/errors.ts';
import { OauthRefusal, renewTokens } from '../../client/oauth.ts';
import { type Account, accountName } from '../../model/account.ts';
import { oauthApplication, credentialOf } from './browserTokens.ts';
import type { ExternalCredential } from './credentialKinds.ts';
import type { TokenSources } from './accountSecrets.ts';
import { tokenFromGit, tokenFromGlab, tokenFromWorkflow } from './externalTokens.ts';
import type { LocalRepositories } from './gitExtension.ts';
import type { Log } from './log.ts';
import type { Network } from './network.ts';

/** Time to cache a program's token. */
const externalTokenMs = 60_000;

export const createTokenSources = ({
  network,
  repositories,
  log,
}: {
  readonly network: Network;
  readonly repositories: LocalRepositories;
  readonly log: Log;
}): Pick<TokenSources, 'provide' | 'renew'> => {
  const lent = new Map<string, { readonly token: Promise<string>; readonly untilMs: number }>();

  /** Caches the token, as starting a program is slow. */
  const fromProgram = (account: Account, ask: () => Promise<string | undefined>, missing: string): Promise<string> => {
    const known = lent.get(account.id);
    if (known !== undefined && known.untilMs > Date.now()) return known.token;
    const token = ask().then((found) => found ?? Promise.reject(gone(account, missing)));
    token.catch(() => lent.delete(account.id));
    lent.set(account.id, { token, untilMs: Date.now() + externalTokenMs });
    return token;
  };

  const provide = async (account: Account, credential: ExternalCredential): Promise<string> => {
    const { t } = vscode.l10n;
    switch (credential.kind) {
      case 'workflow':
        return (
          (await tokenFromWorkflow(credential.account)) ??
          Promise.reject(gone(account, t('GitLab Workflow no longer provides the account')))
        );
      case 'glab':
        return fromProgram(account, () => tokenFromGlab(account.baseUrl), t('glab is no longer signed in'));
      case 'git':
        return fromProgram(
          account,
          () => tokenFromGit(repositories, account.baseUrl),
          t('git’s credential helper has no token'),
        );
    }
  };

  const renew: TokenSources['renew'] = async (account, { clientId, ...old }, identity) => {
    const application = oauthApplication({ network, log }, account.baseUrl, clientId, identity);
    try {
      const tokens = await renewTokens(application, old.refreshToken ?? '', new AbortController().signal);
      return credentialOf(clientId, { ...tokens, refreshToken: tokens.refreshToken ?? old.refreshToken });
    } catch (error) {
      if (!(error instanceof OauthRefusal)) throw error;
      throw gone(account, vscode.l10n.t('the server ended this sign-in: {0}', error.message));
    }
  };

  return { provide, renew };
};

const gone = (account: Account, why: string): RequestError =>
  new RequestError({
    failure: 'unauthorized',
    outcome: 'notSent',
    reference: accountName(account),
    method: 'GET',
    address: account.baseUrl,
    detail: why,
  });
