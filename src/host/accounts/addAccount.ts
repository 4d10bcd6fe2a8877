import * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import { requestFailure } from '../../client/errors.ts';
import { type Account, daysLeft, instanceName, mayWrite } from '../../model/account.ts';
import { readInstanceAddress, type TypedAddress } from '../../model/instanceAddress.ts';
import { firstInstance, readAccount } from '../../model/signIn.ts';
import type { App } from '../app.ts';
import { explain } from '../explain.ts';

/** Asks for address and token, checks both against the server, and keeps them as an account. `address` is suggested. */
export const addAccount = async (app: App, address?: unknown): Promise<void> => {
  let problem: string | undefined;
  let typedAddress = typeof address === 'string' ? address : suggestedAddress(app);
  for (;;) {
    const typed = await askAddress(typedAddress, problem);
    if (typed === undefined) return;
    typedAddress = typed;
    const read = readInstanceAddress(typed);
    if (read.kind === 'invalid') continue;
    const token = await askToken(app, read.baseUrls);
    if (token === undefined) return;
    const result = await check(app, read.baseUrls, token);
    if (result === undefined) return;
    if ('failure' in result) {
      problem = result.failure;
      continue;
    }
    await keep(app, result.facts, token);
    return;
  }
};

/** Keeps the account and says what it is and what its token cannot do. */
const keep = async (app: App, facts: Omit<Account, 'id'>, token: string): Promise<void> => {
  const account = await app.accounts.add(facts, token);
  app.log.info(`Added ${account.username} on ${account.baseUrl}.`);
  const { t } = vscode.l10n;
  const added = t('Signed in to {0} as {1}.', instanceName(account.baseUrl), account.username);
  const remarks = tokenRemarks(account, new Date());
  if (remarks.length === 0) void vscode.window.showInformationMessage(added);
  else void vscode.window.showWarningMessage([added, ...remarks].join(' '));
  await vscode.commands.executeCommand('graft.commits.focus');
};

/** What a user should know about a token before it gets in the way. */
export const tokenRemarks = (account: Account, today: Date): readonly string[] => {
  const { t } = vscode.l10n;
  const remarks: string[] = [];
  if (mayWrite(account) === false) {
    remarks.push(
      t(
        'The token has the scope {0} but not api: browsing works, cherry-pick and revert will be refused.',
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

const suggestedAddress = (app: App): string => (app.accounts.list().length === 0 ? 'https://gitlab.com' : 'https://');

const askAddress = (value: string, problem: string | undefined): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const box = vscode.window.createInputBox();
  box.title = t('Add Account (1 of 2): GitLab server');
  box.prompt = t('Address of the server, such as https://gitlab.com or https://example.com/gitlab');
  box.value = value;
  box.ignoreFocusOut = true;
  if (problem !== undefined) box.validationMessage = problem;
  return answer(box, (text) => {
    const address = readInstanceAddress(text);
    return address.kind === 'invalid' ? addressProblem(address) : undefined;
  });
};

const addressProblem = ({ problem }: Extract<TypedAddress, { kind: 'invalid' }>): string => {
  const { t } = vscode.l10n;
  switch (problem) {
    case 'empty':
      return t('Type the address of your GitLab server.');
    case 'notAnAddress':
      return t('This is not an address. Type it as https://gitlab.example.com.');
    case 'scheme':
      return t('The address must begin with https:// or http://.');
    case 'token':
      return t('This looks like a token. Type the address of the server here; the token is asked for next.');
    case 'credentials':
      return t('Leave user name and password out of the address; the token is asked for next.');
  }
};

/** The page of the server that makes a token. */
const tokenPage = async (app: App, baseUrls: readonly string[]): Promise<string> => {
  // nobody is in doubt about a single address
  const asked = baseUrls.length === 1 ? [] : baseUrls;
  const found = await firstInstance(
    asked.map((url) => app.clients.trial(url)),
    {},
  );
  const baseUrl = found?.baseUrl ?? baseUrls.at(-1) ?? '';
  return `${baseUrl}/-/user_settings/personal_access_tokens?name=Graft+for+GitLab&scopes=api`;
};

const askToken = (app: App, baseUrls: readonly string[]): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const create: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('link-external'),
    tooltip: t('Create a token in the browser'),
  };
  const box = vscode.window.createInputBox();
  box.title = t('Add Account (2 of 2): personal access token');
  box.prompt = t('Token for {0} with the scope api (or read_api to browse only)', instanceName(baseUrls.at(-1) ?? ''));
  box.placeholder = 'glpat-…';
  box.password = true;
  box.ignoreFocusOut = true;
  box.buttons = [create];
  box.onDidTriggerButton(async () => {
    await vscode.env.openExternal(vscode.Uri.parse(await tokenPage(app, baseUrls), true));
  });
  return answer(box, (text) => {
    if (text.trim() === '') return t('Paste a personal access token.');
    return /[^\x21-\x7e]/.test(text.trim())
      ? t('A token has no spaces and no special characters. Copy it again.')
      : undefined;
  }).then((token) => token?.trim());
};

/** Shows the box until its text passes `problemOf` and Enter is pressed; undefined when it is closed before. */
const answer = (box: vscode.InputBox, problemOf: (text: string) => string | undefined): Promise<string | undefined> =>
  new Promise((resolve) => {
    box.onDidChangeValue(() => {
      box.validationMessage = undefined;
    });
    box.onDidAccept(() => {
      box.validationMessage = problemOf(box.value);
      if (box.validationMessage !== undefined) return;
      resolve(box.value);
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });

/** Tries the addresses in turn; undefined when the user gave up waiting. */
const check = (
  app: App,
  baseUrls: readonly string[],
  token: string,
): Thenable<{ readonly facts: Omit<Account, 'id'> } | { readonly failure: string } | undefined> =>
  vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Checking the account…'),
      cancellable: true,
    },
    async (_, cancellation) => {
      const abort = new AbortController();
      cancellation.onCancellationRequested(() => abort.abort());
      try {
        return {
          facts: await firstThatAnswers(
            baseUrls.map((url) => app.clients.trial(url, token)),
            abort.signal,
          ),
        };
      } catch (error) {
        if (abort.signal.aborted) return undefined;
        app.log.error('The account could not be added.', error);
        return { failure: checkProblem(error) };
      }
    },
  );

const checkProblem = (error: unknown): string =>
  requestFailure(error, 'unauthorized')
    ? vscode.l10n.t('The server does not accept this token: {0}', requestFailure(error)?.serverMessage ?? '401')
    : explain(error);

/** A typed path may be a project's: where no GitLab answers, the next shorter address is tried. */
const firstThatAnswers = async (clients: readonly Client[], signal: AbortSignal): Promise<Omit<Account, 'id'>> => {
  let failure: unknown;
  for (const client of clients) {
    try {
      return await readAccount(client, { signal });
    } catch (error) {
      failure = error;
      if (!requestFailure(error, 'notGitLab', 'notFound', 'redirected', 'refused', 'brokenContract')) throw error;
    }
  }
  throw failure;
};
