import * as vscode from '../vscode.ts';
import { instanceName } from '../../model/account.ts';
import { readInstanceAddress } from '../../model/accounts/instanceAddress.ts';
import { isUnreachable } from '../../client/errors.ts';
import { firstInstance } from '../../model/accounts/signIn.ts';
import type { Shell } from '../shell/shell.ts';

interface ServerRow extends vscode.QuickPickItem {
  /** URL of a server or of a project on it. Undefined: typed text. */
  readonly address: string | undefined;
}

const gitlabCom = 'https://gitlab.com';

/**
 * Offers the servers of the remotes, with a check for GitLab, then gitlab.com and those of other accounts. Typed URLs
 * count too. Undefined when closed; empty if the URL is still missing.
 */
export const chooseServer = async (shell: Shell): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const picker = vscode.window.createQuickPick<ServerRow>();
  picker.title = t('Sign In (1 of 2): GitLab server');
  picker.placeholder = t('Choose a server, or type its URL');
  picker.ignoreFocusOut = true;
  const ofAccounts = shell.accounts.list().map(({ baseUrl }) => baseUrl);
  const notes = new Map<string, string>();
  /** Server URL by address, once it responded. */
  const found = new Map<string, string>();
  let ofRemotes: readonly string[] = [];
  let isReady = false;

  const draw = (): void => {
    if (!isReady) return;
    const active = picker.activeItems[0]?.address;
    const hosts = ofRemotes.map((address) => new URL(address).host);
    const others = [gitlabCom, ...ofAccounts].filter((baseUrl) => !hosts.includes(new URL(baseUrl).host));
    const rows = [...ofRemotes, ...new Set(others)].map((address): ServerRow => {
      const isOfRemote = ofRemotes.includes(address);
      const baseUrl = found.get(address) ?? address;
      const reasons = [
        isOfRemote ? t('remote of this folder') : undefined,
        ofAccounts.some((each) => each === baseUrl) ? t('signed in') : undefined,
        notes.get(address),
      ];
      const description = reasons.filter((each) => each !== undefined).join(' · ');
      const name = isOfRemote && !found.has(address) ? new URL(address).host : instanceName(baseUrl);
      return { label: `$(server) ${name}`, description, address };
    });
    const typed = picker.value.trim();
    const other = { label: `$(add) ${t('Another Server…')}`, description: typed, alwaysShow: true, address: undefined };
    picker.items = [...rows, other];
    const same = picker.items.find(({ address }) => address === active);
    if (same !== undefined && active !== undefined) picker.activeItems = [same];
  };

  const closed = new AbortController();
  const probe = async (): Promise<void> => {
    picker.busy = true;
    ofRemotes = await shell.project.remoteServers().catch((error: unknown) => {
      shell.log.error('The servers of the remotes could not be looked up.', error);
      return [];
    });
    // draw once, as rows inserted above would move the others under the pointer
    isReady = true;
    draw();
    await Promise.all(
      ofRemotes.map(async (address) => {
        if (notes.has(address)) return;
        const read = readInstanceAddress(address);
        const clients = read.kind === 'invalid' ? [] : read.baseUrls.map((url) => shell.clients.trial(url));
        const { found: instance, failure } = await firstInstance(clients, { signal: closed.signal });
        if (instance !== undefined) found.set(address, instance.baseUrl);
        const other = isUnreachable(failure) ? t('cannot be reached now') : t('does not respond like a GitLab server');
        notes.set(address, instance === undefined ? other : t('GitLab responds'));
        if (!closed.signal.aborted) draw();
      }),
    );
    picker.busy = false;
  };
  const probeAgain = (): void => {
    probe().catch((error: unknown) => {
      picker.busy = false;
      if (!closed.signal.aborted) shell.log.error('The servers of the remotes could not be looked up.', error);
    });
  };
  // in a new window, git may find the repository later
  const repositories = shell.repositories.onDidChange(probeAgain);

  return new Promise((resolve) => {
    picker.onDidChangeValue(draw);
    picker.onDidAccept(() => {
      const [chosen] = picker.selectedItems;
      const typed = picker.value.trim();
      if (chosen === undefined) return;
      // an invalid URL is asked for again with an explanation
      const { address } = chosen;
      const read = readInstanceAddress(typed);
      resolve(address === undefined ? (read.kind === 'invalid' ? '' : typed) : (found.get(address) ?? address));
      picker.hide();
    });
    picker.onDidHide(() => {
      closed.abort();
      repositories.dispose();
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
    probeAgain();
  });
};
