import * as vscode from '../vscode.ts';
import { type Account, accountName } from '../../model/account.ts';
import type { Shell } from '../shell/shell.ts';
import { visibleLabel } from '../visible.ts';

const providerId = 'graft';

/**
 * Lists accounts in VS Code's *Accounts* menu, where users can sign out, and shares them with other extensions after
 * consent. Tokens of other programs are not shared.
 */
export const provideSessions = (shell: Shell, signIn: () => Promise<Account | undefined>): vscode.Disposable => {
  const { accounts } = shell;
  const own = (): readonly Account[] =>
    accounts.list().filter(({ source = 'token' }) => source === 'token' || source === 'browser');

  const sessionOf = async (account: Account): Promise<vscode.AuthenticationSession | undefined> => {
    const accessToken = await accounts.token(account.id);
    return accessToken === undefined ? undefined : { ...shownOf(account), accessToken };
  };
  const changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  let shown = new Map(own().map((account) => [account.id, account]));
  const follow = accounts.onDidChange(() => {
    const before = shown;
    shown = new Map(own().map((account) => [account.id, account]));
    const added = [...shown.values()].filter(({ id }) => !before.has(id));
    const removed = [...before.values()].filter(({ id }) => !shown.has(id));
    const listed = (list: readonly Account[]) => list.map((account) => ({ ...shownOf(account), accessToken: '' }));
    if (added.length + removed.length > 0)
      changed.fire({ added: listed(added), removed: listed(removed), changed: [] });
  });

  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: changed.event,
    async getSessions(scopes, { account } = {}) {
      const wanted = own().filter(
        (each) =>
          (account === undefined || account.id === each.id) &&
          (scopes ?? []).every((scope) => each.scopes?.includes(scope) !== false),
      );
      return (await Promise.all(wanted.map(sessionOf))).filter((each) => each !== undefined);
    },
    async createSession() {
      const account = await signIn();
      const session = account && (await sessionOf(account));
      if (session === undefined) throw new Error(vscode.l10n.t('Signing in was cancelled.'));
      return session;
    },
    removeSession: (id) => accounts.remove(id),
  };
  return vscode.Disposable.from(
    follow,
    changed,
    vscode.authentication.registerAuthenticationProvider(providerId, 'Graft for GitLab', provider, {
      supportsMultipleAccounts: true,
    }),
  );
};

const shownOf = (account: Account): Omit<vscode.AuthenticationSession, 'accessToken'> => ({
  id: account.id,
  account: { id: account.id, label: visibleLabel(accountName(account)) },
  scopes: account.scopes ?? [],
});
