import * as vscode from '../vscode.ts';
import { instanceName } from '../../model/account.ts';
import { readInstanceAddress } from '../../model/accounts/instanceAddress.ts';
import { firstInstance } from '../../model/accounts/signIn.ts';
import type { Shell } from '../shell/shell.ts';

interface ServerRow extends vscode.QuickPickItem {
  /** Undefined: it is typed. */
  readonly baseUrl: string | undefined;
}

const gitlabCom = 'https://gitlab.com';

/**
 * Asks which server to sign in to: those that the remotes of the open folder lead to, gitlab.com, and those of other
 * accounts. A row says whether a GitLab answers there. What is typed is an address, too. Undefined when it is closed;
 * empty where the address is still to be typed.
 */
export const chooseServer = async (shell: Shell): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const picker = vscode.window.createQuickPick<ServerRow>();
  picker.title = t('Sign In (1 of 2): GitLab server');
  picker.placeholder = t('Choose a server, or type its URL');
  picker.ignoreFocusOut = true;
  const ofAccounts = shell.accounts.list().map(({ baseUrl }) => baseUrl);
  const notes = new Map<string, string>();
  let ofRemotes: readonly string[] = [];
  let isReady = false;

  const draw = (): void => {
    if (!isReady) return;
    const typed = picker.value.trim();
    const active = picker.activeItems[0]?.baseUrl;
    const rows = [...new Set([...ofRemotes, gitlabCom, ...ofAccounts])].map((baseUrl): ServerRow => {
      const reasons = [
        ofRemotes.includes(baseUrl) ? t('remote of this folder') : undefined,
        ofAccounts.includes(baseUrl) ? t('signed in') : undefined,
        notes.get(baseUrl),
      ];
      const description = reasons.filter((each) => each !== undefined).join(' · ');
      return { label: `$(server) ${instanceName(baseUrl)}`, description, baseUrl };
    });
    const other = { label: `$(add) ${t('Another Server…')}`, description: typed, alwaysShow: true, baseUrl: undefined };
    picker.items = [...rows, other];
    const same = picker.items.find(({ baseUrl }) => baseUrl === active);
    if (same !== undefined && active !== undefined) picker.activeItems = [same];
  };

  const closed = new AbortController();
  const look = async (): Promise<void> => {
    picker.busy = true;
    ofRemotes = await shell.project.remoteServers().catch((error: unknown) => {
      shell.log.error('The servers of the remotes could not be looked up.', error);
      return [];
    });
    // not before: a row that comes on top would move the others away from under the pointer
    isReady = true;
    draw();
    await Promise.all(
      ofRemotes.map(async (baseUrl) => {
        const { found } = await firstInstance([shell.clients.trial(baseUrl)], { signal: closed.signal });
        notes.set(baseUrl, found === undefined ? t('does not respond like a GitLab server') : t('GitLab responds'));
        if (!closed.signal.aborted) draw();
      }),
    );
    picker.busy = false;
  };

  return new Promise((resolve) => {
    picker.onDidChangeValue(draw);
    picker.onDidAccept(() => {
      const [chosen] = picker.selectedItems;
      const typed = picker.value.trim();
      if (chosen === undefined) return;
      // a text that is no address is asked for again, where it is said what is wrong with it
      resolve(chosen.baseUrl ?? (readInstanceAddress(typed).kind === 'invalid' ? '' : typed));
      picker.hide();
    });
    picker.onDidHide(() => {
      closed.abort();
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
    look().catch((error: unknown) => {
      picker.busy = false;
      if (!closed.signal.aborted) shell.log.error('The servers of the remotes could not be looked up.', error);
    });
  });
};
