import * as vscode from '../vscode.ts';
import { requestFailure } from '../../client/errors.ts';
import { type Account, accountName, daysLeft, instanceName, mayWrite } from '../../model/account.ts';
import { readInstanceAddress } from '../../model/accounts/instanceAddress.ts';
import { firstInstance, readNewAccount } from '../../model/accounts/signIn.ts';
import type { Shell } from '../shell/shell.ts';
import { explain } from '../kit/explain.ts';
import { cancellable } from '../kit/progress.ts';
import { answer, askAddress } from './askAddress.ts';
import { chooseCertificate, type ChosenCertificate } from './clientCertificate.ts';
import { switchAccount } from './switchAccount.ts';
import { expiryWasShown } from './tokenExpiry.ts';

/** Asks for address and token, checks both against the server, and keeps them as an account. `address` is suggested. */
export const addAccount = async (shell: Shell, address?: unknown): Promise<void> => {
  let problem: string | undefined;
  let typedAddress = typeof address === 'string' ? address : suggestedAddress(shell);
  let chosen: ChosenCertificate | undefined;
  for (;;) {
    const typed = await askAddress(typedAddress, problem, chosen);
    if (typed === undefined) return;
    typedAddress = typed.text;
    const read = readInstanceAddress(typedAddress);
    if (typed.wantsCertificate) chosen = (await chooseCertificate(shell, typedAddress)) ?? chosen;
    if (typed.wantsCertificate || read.kind === 'invalid') continue;
    const result = await signIn(shell, { baseUrls: read.baseUrls, chosen });
    if (result === undefined) return;
    if (result.kind === 'signedIn') {
      await keep(shell, result);
      return;
    }
    problem = result.kind === 'noServer' ? result.words : undefined;
  }
};

/** A server as it was typed, and what it is shown where it asks for a client certificate. */
interface Server {
  /** What its address may be, as a typed path may be that of a project. */
  readonly baseUrls: readonly string[];
  /** Undefined: that of another account of the server, if any. */
  readonly chosen: ChosenCertificate | undefined;
}

/** Asks for a token until the server takes one; undefined when the user gave up. */
const signIn = async (
  shell: Shell,
  server: Server,
): Promise<{ readonly kind: 'back' } | Exclude<Checked, { kind: 'refused' }> | undefined> => {
  let refused: Refused | undefined;
  for (;;) {
    const answered = await askToken(shell, server.baseUrls, refused);
    if (answered === undefined || answered.kind === 'back') return answered;
    const result = await check(shell, server, answered.token);
    if (result?.kind !== 'refused') return result;
    refused = result;
  }
};

/** Keeps the account and says what it is and what its token cannot do. */
const keep = async (shell: Shell, { facts, token, passphrase }: SignedIn): Promise<void> => {
  const { open } = shell.project;
  const account = await shell.accounts.add(facts, token, passphrase);
  await expiryWasShown(shell, account, new Date());
  shell.log.info(`Added ${account.username} on ${account.baseUrl}.`);
  const { t } = vscode.l10n;
  const added = t('Signed in to {0} as {1}.', instanceName(account.baseUrl), account.username);
  const isOther = open !== undefined && open.account.id !== account.id;
  const stays = isOther ? [t('This window still uses {0}.', accountName(open.account))] : [];
  const remarks = tokenRemarks(account, new Date());
  const message = [added, ...stays, ...remarks].join(' ');
  const use = t('Use {0}', accountName(account));
  const show = remarks.length === 0 ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  void show(message, ...(isOther ? [use] : [])).then((answer) => {
    if (answer === use) void switchAccount(shell, account);
  });
  await vscode.commands.executeCommand('graft.commits.focus');
};

/** What a user should know about a token before it gets in the way. */
export const tokenRemarks = (account: Account, today: Date): readonly string[] => {
  const { t } = vscode.l10n;
  const remarks: string[] = [];
  if (mayWrite(account) === false) {
    remarks.push(
      t(
        'The token has the scope {0}, but not api. It is read-only: cherry-pick and revert are not available.',
        (account.scopes ?? []).join(', ') || t('none'),
      ),
    );
  }
  const days = daysLeft(account, today);
  if (days !== undefined && days <= 14) {
    remarks.push(days < 0 ? t('The token has expired.') : t('The token expires on {0}.', account.expiresOn ?? ''));
  }
  return remarks;
};

const suggestedAddress = (shell: Shell): string =>
  shell.accounts.list().length === 0 ? 'https://gitlab.com' : 'https://';

/** The page of the server that makes a token. */
const tokenPage = async (shell: Shell, baseUrls: readonly string[]): Promise<string> => {
  // nobody is in doubt about a single address
  const asked = baseUrls.length === 1 ? [] : baseUrls;
  const found = await firstInstance(
    asked.map((url) => shell.clients.trial(url)),
    {},
  );
  const baseUrl = found?.baseUrl ?? baseUrls.at(-1) ?? '';
  return `${baseUrl}/-/user_settings/personal_access_tokens?name=Graft+for+GitLab&scopes=api`;
};

const askToken = async (
  shell: Shell,
  baseUrls: readonly string[],
  refused: Refused | undefined,
): Promise<{ readonly kind: 'back' } | { readonly kind: 'token'; readonly token: string } | undefined> => {
  const { t } = vscode.l10n;
  const { Back } = vscode.QuickInputButtons;
  const create: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('link-external'),
    tooltip: t('Create a token in the browser'),
  };
  const box = vscode.window.createInputBox();
  box.title = t('Sign In (2 of 2): personal access token');
  box.prompt = t('Token for {0} with the scope api (or read_api to browse only)', instanceName(baseUrls.at(-1) ?? ''));
  box.placeholder = 'glpat-…';
  box.password = true;
  box.ignoreFocusOut = true;
  box.buttons = [Back, create];
  box.value = refused?.token ?? '';
  box.validationMessage = refused?.words;
  let isBack = false;
  box.onDidTriggerButton(async (button) => {
    if (button === Back) {
      isBack = true;
      box.hide();
    } else await vscode.env.openExternal(vscode.Uri.parse(await tokenPage(shell, baseUrls), true));
  });
  const typed = await answer(box, (text) => {
    if (text.trim() === '') return t('Paste a personal access token.');
    return /[^\x21-\x7e]/.test(text.trim())
      ? t('A token has no spaces or special characters. Copy it again.')
      : undefined;
  });
  if (isBack) return { kind: 'back' };
  return typed === undefined ? undefined : { kind: 'token', token: typed.trim() };
};

/** A token the server does not take, and why. */
interface Refused {
  readonly kind: 'refused';
  readonly token: string;
  readonly words: string;
}

interface SignedIn {
  readonly kind: 'signedIn';
  readonly token: string;
  readonly facts: Omit<Account, 'id'>;
  readonly passphrase: string | undefined;
}

/** What came of trying a token; `noServer` when it could not be shown to a GitLab server at all. */
type Checked = Refused | SignedIn | { readonly kind: 'noServer'; readonly words: string };

/** Tries the addresses in turn; undefined when the user gave up waiting. */
const check = (shell: Shell, server: Server, token: string): Promise<Checked | undefined> =>
  cancellable(vscode.l10n.t('Checking the account…'), async (signal) => {
    try {
      return await firstThatAnswers(shell, server, token, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      shell.log.error('The account could not be added.', error);
      return requestFailure(error, 'unauthorized', 'insufficientScope', 'forbidden')
        ? { kind: 'refused', token, words: checkProblem(error) }
        : { kind: 'noServer', words: checkProblem(error) };
    }
  });

const checkProblem = (error: unknown): string => {
  const refused = requestFailure(error, 'unauthorized', 'forbidden');
  return refused
    ? vscode.l10n.t('The server rejects this token: {0}', refused.serverMessage ?? String(refused.status))
    : explain(error);
};

/** A typed path may be a project's: where no GitLab answers, the next shorter address is tried. */
const firstThatAnswers = async (
  { clients, accounts }: Shell,
  { baseUrls, chosen }: Server,
  token: string,
  signal: AbortSignal,
): Promise<SignedIn> => {
  let failure: unknown;
  for (const url of baseUrls) {
    const { origin } = new URL(url);
    const used =
      chosen ??
      accounts
        .list()
        .flatMap(({ id }) => accounts.identity(id) ?? [])
        .find((each) => each.origin === origin);
    const { certificate, passphrase } = used ?? {};
    const identity = certificate && { id: 'new', origin, certificate, passphrase };
    try {
      const facts = await readNewAccount((header) => clients.trial(url, token, header, identity), { signal });
      return { kind: 'signedIn', token, facts: { ...facts, certificate }, passphrase };
    } catch (error) {
      failure = error;
      if (!requestFailure(error, 'notGitLab', 'notFound', 'redirected', 'refused', 'brokenContract')) throw error;
    }
  }
  throw failure;
};
