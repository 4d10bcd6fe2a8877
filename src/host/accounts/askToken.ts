import * as vscode from '../vscode.ts';
import { instanceName } from '../../model/account.ts';
import { isAtLeast, readRelease } from '../../model/release.ts';
import { isTokenShaped } from '../../model/tokenShape.ts';
import type { Shell } from '../shell/shell.ts';
import { answer } from './askAddress.ts';
import { type NotSignedIn, type Server, type SignedIn, tryCredential } from './trial.ts';

/** GitLab 16.8 moved the page; name and scope are prefilled. */
const tokenPages = (baseUrl: string): { readonly current: string; readonly older: string } => {
  const query = '?name=Graft+for+GitLab&scopes=api';
  return {
    current: `${baseUrl}/-/user_settings/personal_access_tokens${query}`,
    older: `${baseUrl}/-/profile/personal_access_tokens${query}`,
  };
};

/** Chooses the page by the server's release, if an account knows it. */
export const openTokenPage = async (shell: Shell, baseUrl: string): Promise<void> => {
  const version = shell.accounts.list().find((account) => account.baseUrl === baseUrl)?.serverVersion;
  const { current, older } = tokenPages(baseUrl);
  const release = version === undefined ? undefined : readRelease(version);
  await openPage(release !== undefined && !isAtLeast(release, '16.8') ? older : current);
};

const openPage = (address: string): Thenable<boolean> => vscode.env.openExternal(vscode.Uri.parse(address, true));

/** Asks until a token is accepted, prefilled from the clipboard. `again`: choose another way. Undefined when closed. */
export const askToken = async (shell: Shell, server: Server): Promise<SignedIn | NotSignedIn | 'again' | undefined> => {
  let refused: { readonly token: string; readonly words: string } | undefined;
  for (;;) {
    const typed = await askOnce(shell, server, refused);
    if (typed === undefined || typed === 'again') return typed;
    const came = await tryCredential(shell, server, { kind: 'token', token: typed.token });
    if (came?.kind !== 'refused') return came;
    refused = { token: typed.token, words: came.message };
  }
};

const askOnce = async (
  shell: Shell,
  { baseUrls: [baseUrl] }: Server,
  refused: { readonly token: string; readonly words: string } | undefined,
): Promise<'again' | { readonly token: string } | undefined> => {
  const { t } = vscode.l10n;
  const { Back } = vscode.QuickInputButtons;
  const pages = tokenPages(baseUrl);
  const link = (page: string, tooltip: string): vscode.QuickInputButton & { readonly page: string } => ({
    iconPath: new vscode.ThemeIcon('link-external'),
    tooltip,
    page,
  });
  const links = [
    link(pages.current, t('Create a Token in the Browser')),
    link(pages.older, t('Create a Token in the Browser (GitLab 16.7 and Older)')),
  ];
  const box = vscode.window.createInputBox();
  const prompt = t('Token for {0} with the scope api (or read_api to browse only)', instanceName(baseUrl));
  box.title = t('Sign In (2 of 2): personal access token');
  box.prompt = prompt;
  box.placeholder = 'glpat-…';
  box.password = true;
  box.ignoreFocusOut = true;
  box.buttons = [Back, ...links];
  box.value = refused?.token ?? '';
  box.validationMessage = refused?.words;
  let isBack = false;
  box.onDidTriggerButton((button) => {
    const page = links.find((each) => each === button)?.page;
    if (page !== undefined) return void openPage(page);
    isBack = true;
    box.hide();
  });
  const fill = async (): Promise<void> => {
    // a web browser would ask for permission
    if (vscode.env.uiKind === vscode.UIKind.Web) return;
    const text = (await vscode.env.clipboard.readText()).trim();
    if (box.value !== '' || !isTokenShaped(text)) return;
    shell.log.secrets.add(text);
    box.value = text;
    box.prompt = t('{0}. It was taken from the clipboard: press Enter to use it.', prompt);
  };
  // the user may copy a token in the browser meanwhile
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => focused && void fill());
  void fill();
  const typed = await answer(box, (text) => {
    if (text.trim() === '') return t('Paste a personal access token.');
    return /[^\x21-\x7e]/.test(text.trim())
      ? t('A token has no spaces or special characters. Copy it again.')
      : undefined;
  });
  focus.dispose();
  if (isBack) return 'again';
  return typed === undefined ? undefined : { token: typed.trim() };
};
