import * as vscode from '../vscode.ts';
import { instanceName, mayWrite } from '../../model/account.ts';
import { tokenFromGit, tokenFromGlab, tokenFromWorkflow, workflowAccount } from '../shell/externalTokens.ts';
import type { Shell } from '../shell/shell.ts';
import { applicationIdOf, signInByBrowser } from './browserSignIn.ts';
import { environmentToken } from './environmentAccount.ts';
import { askToken, openTokenPage } from './askToken.ts';
import { type NotSignedIn, type Server, type SignedIn, tryCredential, trySilently } from './trial.ts';

/** `back`: to the servers. */
type ArrivedToken = SignedIn | NotSignedIn | { readonly kind: 'back' };

interface Way extends vscode.QuickPickItem {
  /** `again`: choose another way. Undefined when cancelled. */
  run(): Promise<ArrivedToken | 'again' | undefined>;
}

/** Longest wait for ways of other programs before the list is shown. */
const patienceMs = 1_000;

/** Ways by likelihood; those of other programs join once found. */
export const chooseWay = async (shell: Shell, server: Server): Promise<ArrivedToken | undefined> => {
  const { t } = vscode.l10n;
  for (;;) {
    const way = await chosenWay(shell, server);
    if (way === undefined || way === 'back') return way && { kind: 'back' };
    const came = await way.run();
    if (came === 'again') continue;
    // only a typed token can be corrected in its input box
    if (came?.kind !== 'refused') return came;
    const answer = await vscode.window.showErrorMessage(came.message, t('Choose Another Way'));
    if (answer === undefined) return undefined;
  }
};

const chosenWay = (shell: Shell, server: Server): Promise<Way | 'back' | undefined> => {
  const { t } = vscode.l10n;
  const picker = vscode.window.createQuickPick<Way>();
  picker.title = t('Sign In (2 of 2): {0}', instanceName(server.baseUrls[0]));
  picker.placeholder = t('Choose how to sign in');
  picker.ignoreFocusOut = true;
  picker.matchOnDetail = true;
  picker.buttons = [vscode.QuickInputButtons.Back];
  const own = ownWays(shell, server);
  return new Promise((resolve) => {
    let isClosed = false;
    picker.onDidTriggerButton(() => {
      resolve('back');
      picker.hide();
    });
    picker.onDidAccept(() => {
      const [way] = picker.selectedItems;
      if (way === undefined) return;
      resolve(way);
      picker.hide();
    });
    picker.onDidHide(() => {
      isClosed = true;
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
    picker.busy = true;
    // late rows go below, as they would move the others under the pointer
    const late = setTimeout(() => {
      picker.items = own;
    }, patienceMs);
    void externalTokenWays(shell, server).then((externalTokens) => {
      clearTimeout(late);
      if (isClosed) return;
      picker.busy = false;
      picker.items = picker.items.length === 0 ? [...externalTokens, ...own] : [...own, ...externalTokens];
    });
  });
};

/** Environment, browser and token. */
const ownWays = (shell: Shell, server: Server): readonly Way[] => {
  const { t } = vscode.l10n;
  const [baseUrl] = server.baseUrls;
  const application = applicationIdOf(baseUrl);
  const typed = async (isNew: boolean): Promise<ArrivedToken | 'again' | undefined> => {
    if (isNew) await openTokenPage(shell, baseUrl);
    return askToken(shell, server);
  };
  const environment = environmentToken(baseUrl);
  return [
    ...(environment === undefined
      ? []
      : [
          {
            label: `$(terminal) ${t('Use the Environment Variable {0}', environment.name)}`,
            detail: t('The token is not stored. It is used as long as the variable is set.'),
            run: () => tryCredential(shell, server, { kind: 'environment', token: environment.token }),
          },
        ]),
    ...(application === undefined
      ? []
      : [
          {
            label: `$(globe) ${t('Sign In with the Browser')}`,
            detail: t('You confirm on a page of the server. The sign-in is renewed until you sign out.'),
            run: () => signInByBrowser(shell, server, application),
          },
        ]),
    {
      label: `$(link-external) ${t('Create a Token in the Browser')}`,
      detail: t('Opens the page of the server with name and scope filled in. Copy the token and paste it here.'),
      run: () => typed(true),
    },
    {
      label: `$(key) ${t('Paste a Token')}`,
      detail: t('A personal access token with the scope api, or read_api to browse only.'),
      run: () => typed(false),
    },
  ];
};

const externalTokenWays = async (shell: Shell, server: Server): Promise<readonly Way[]> => {
  const ways = await Promise.all(
    [workflowWays, glabWays, gitWays].map(async (waysOf) => {
      try {
        return await waysOf(shell, server);
      } catch (error) {
        // keep the other ways
        shell.log.error('A way to sign in could not be looked up.', error);
        return [];
      }
    }),
  );
  return ways.flat();
};

const workflowWays = async (shell: Shell, server: Server): Promise<readonly Way[]> => {
  const { t } = vscode.l10n;
  const { label } = (await workflowAccount()) ?? {};
  if (label === undefined || !server.baseUrls.some((url) => label.endsWith(` - ${url}`))) return [];
  return [
    {
      label: `$(account) ${t('Use GitLab Workflow’s Account')}`,
      description: label,
      detail: t('That extension keeps the token. It is asked for whenever it is needed.'),
      run: async () => {
        const token = await tokenFromWorkflow(label, true);
        return token === undefined
          ? 'again'
          : tryCredential(shell, server, { kind: 'workflow', account: label }, token);
      },
    },
  ];
};

const glabWays = async (shell: Shell, server: Server): Promise<readonly Way[]> => {
  const token = await tokenFromGlab(server.baseUrls[0]);
  if (token === undefined) return [];
  shell.log.secrets.add(token);
  const { t } = vscode.l10n;
  return [
    {
      label: `$(terminal) ${t('Use glab’s Sign-In')}`,
      detail: t('glab keeps the token. It is asked for whenever it is needed.'),
      run: () => tryCredential(shell, server, { kind: 'glab' }, token),
    },
  ];
};

/** Git may store a password or a token for git alone: offered only if it works for the API. */
const gitWays = async (shell: Shell, server: Server): Promise<readonly Way[]> => {
  const token = await tokenFromGit(shell.repositories, server.baseUrls[0]);
  if (token === undefined) return [];
  shell.log.secrets.add(token);
  const came = await trySilently(shell, server, { kind: 'git' }, token).catch(() => undefined);
  if (came === undefined || mayWrite(came.facts) !== true) return [];
  const { t } = vscode.l10n;
  return [
    {
      label: `$(git-branch) ${t('Use Git’s Stored Credential')}`,
      description: came.facts.username,
      detail: t('Git’s credential helper keeps the token. It is asked for whenever it is needed.'),
      run: async () => came,
    },
  ];
};
