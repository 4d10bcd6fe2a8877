import * as vscode from '../vscode.ts';
import { readInstanceAddress, type TypedAddress } from '../../model/accounts/instanceAddress.ts';
import type { ChosenCertificate } from './clientCertificate.ts';

/** Asks for a URL or a client certificate; undefined when closed. */
export const askAddress = async (
  value: string,
  problem: string | undefined,
  chosen: ChosenCertificate | undefined,
): Promise<{ readonly text: string; readonly wantsCertificate?: true } | undefined> => {
  const { t } = vscode.l10n;
  const certificate = { iconPath: new vscode.ThemeIcon('key'), tooltip: t('Client Certificate…') };
  const box = vscode.window.createInputBox();
  box.title = t('Sign In (1 of 2): GitLab server');
  box.prompt =
    chosen === undefined
      ? t('URL of the server, such as https://gitlab.com or https://example.com/gitlab')
      : t('URL of the server, which is shown the client certificate {0}', chosen.certificate.file);
  box.buttons = [certificate];
  box.value = value;
  box.ignoreFocusOut = true;
  if (problem !== undefined) box.validationMessage = problem;
  let withButton: string | undefined;
  box.onDidTriggerButton(() => {
    withButton = box.value;
    box.hide();
  });
  const text = await answer(box, (typed) => {
    const address = readInstanceAddress(typed);
    return address.kind === 'invalid' ? addressProblem(address) : undefined;
  });
  if (withButton !== undefined) return { text: withButton, wantsCertificate: true };
  return text === undefined ? undefined : { text };
};

const addressProblem = ({ problem }: Extract<TypedAddress, { kind: 'invalid' }>): string => {
  const { t } = vscode.l10n;
  switch (problem) {
    case 'empty':
      return t('Enter the URL of your GitLab server.');
    case 'notAnAddress':
      return t('Enter a URL such as https://gitlab.example.com.');
    case 'scheme':
      return t('The URL must start with https:// or http://.');
    case 'token':
      return t('This looks like a token. Enter the URL of the server here; the token comes next.');
    case 'credentials':
      return t('Remove the user name and password from the URL; the token comes next.');
  }
};

/** Undefined when closed. */
export const answer = (
  box: vscode.InputBox,
  problemOf: (text: string) => string | undefined,
): Promise<string | undefined> =>
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
