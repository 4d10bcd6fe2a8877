import type { X509Certificate } from 'node:crypto';
import * as vscode from '../vscode.ts';
import { type CertificateFiles, readClientCertificate, UnusableCertificate } from '../../client/clientCertificate.ts';
import { type Account, accountName, instanceName } from '../../model/account.ts';
import { askText } from '../kit/questions/askText.ts';
import { chooseAccount } from './chooseAccount.ts';
import { day } from '../shell/certificateMessages.ts';
import { clientCertificateFault } from '../shell/clientCertificateMessages.ts';
import type { Shell } from '../shell/shell.ts';
import { visibleLabel } from '../visible.ts';

const { t } = vscode.l10n;

/** A readable client certificate. */
export interface ChosenCertificate {
  readonly certificate: CertificateFiles;
  readonly passphrase: string | undefined;
}

/** Shows, changes or removes an account's client certificate. */
export const clientCertificate = async (shell: Shell, given?: unknown): Promise<void> => {
  const of = shell.accounts.list().find(({ id }) => id === (given as Partial<Account> | undefined)?.id);
  if (shell.accounts.list().length === 0) void vscode.window.showInformationMessage(t('There is no account yet.'));
  const account = of ?? (await chooseAccount(shell, t('Client Certificate')));
  if (account === undefined) return;
  const { certificate } = account;
  const name = accountName(account);
  if (certificate !== undefined) {
    const change = { label: t('Choose Another Certificate…') };
    const remove = { label: t('Remove Certificate') };
    const placeHolder = await describe(certificate, shell.accounts.identity(account.id)?.passphrase);
    const title = t('Client Certificate of {0}', name);
    const action = await vscode.window.showQuickPick([change, remove], { title, placeHolder });
    if (action === remove) {
      await shell.accounts.identifyBy(account.id, undefined);
      void vscode.window.showInformationMessage(t('Client certificate of {0} removed.', name));
    }
    if (action !== change) return;
  }
  const chosen = await chooseCertificate(shell, instanceName(account.baseUrl));
  if (chosen === undefined) return;
  await shell.accounts.identifyBy(account.id, chosen.certificate, chosen.passphrase);
  shell.log.info(`Chose a client certificate for ${account.username} on ${account.baseUrl}.`);
  void vscode.window.showInformationMessage(t('{0} now uses this client certificate.', name));
};

/** Asks for certificate files and passphrase, then confirms. */
export const chooseCertificate = async (shell: Shell, server: string): Promise<ChosenCertificate | undefined> => {
  const file = await askFile(t('Client Certificate for {0} (PEM or PKCS#12)', server));
  if (file === undefined) return undefined;
  const unlocked = await unlock(shell, { file }, server);
  if (unlocked === undefined) return undefined;
  const use = t('Use Certificate');
  const answer = await vscode.window.showWarningMessage(
    t('Use this client certificate for {0}?', server),
    { modal: true, detail: [...lines(unlocked.parsed), unlocked.certificate.file].join('\n') },
    use,
  );
  return answer === use ? unlocked : undefined;
};

interface Unlocked extends ChosenCertificate {
  readonly parsed: X509Certificate | undefined;
}

/** Asks for the key file or passphrase if needed. */
const unlock = async (shell: Shell, certificate: CertificateFiles, server: string): Promise<Unlocked | undefined> => {
  const read = async (passphrase?: string): Promise<Unlocked | UnusableCertificate> => {
    try {
      return { certificate, passphrase, parsed: (await readClientCertificate(certificate, passphrase)).parsed };
    } catch (error) {
      if (error instanceof UnusableCertificate) return error;
      throw error;
    }
  };
  let found = await read();
  if (!(found instanceof UnusableCertificate)) return found;
  const { fault } = found.facts;
  if (fault === 'noKey' && certificate.keyFile === undefined) {
    const keyFile = await askFile(t('Private Key of the Client Certificate for {0}', server));
    return keyFile === undefined ? undefined : unlock(shell, { ...certificate, keyFile }, server);
  }
  if (fault !== 'passphraseWanted') throw new Error(clientCertificateFault(found.facts));
  const typed = await askText({
    title: t('Passphrase of the Client Certificate'),
    prompt: clientCertificateFault(found.facts),
    value: '',
    isSecret: true,
    keepsSpaces: true,
    problem: () => undefined,
    async check(text) {
      shell.log.secrets.add(text);
      found = await read(text);
      return found instanceof UnusableCertificate ? clientCertificateFault(found.facts) : undefined;
    },
  });
  return typed === undefined || found instanceof UnusableCertificate ? undefined : found;
};

const askFile = async (title: string): Promise<string | undefined> => {
  const filters = { [t('Certificates and keys')]: ['pem', 'crt', 'cer', 'key', 'p12', 'pfx'], [t('All files')]: ['*'] };
  const [uri] = (await vscode.window.showOpenDialog({ title, openLabel: t('Choose'), filters })) ?? [];
  if (uri !== undefined && uri.scheme !== 'file') throw new Error(t('Only local files can be used.'));
  return uri?.fsPath;
};

const describe = async (certificate: CertificateFiles, passphrase: string | undefined): Promise<string> => {
  try {
    return [...lines((await readClientCertificate(certificate, passphrase)).parsed), certificate.file].join(' · ');
  } catch (error) {
    if (error instanceof UnusableCertificate) return clientCertificateFault(error.facts);
    throw error;
  }
};

const lines = (parsed: X509Certificate | undefined): readonly string[] =>
  parsed === undefined
    ? []
    : [
        t('Issued to: {0}', oneLine(parsed.subject)),
        t('Issued by: {0}', oneLine(parsed.issuer)),
        t('Valid until: {0}', day(Date.parse(parsed.validTo))),
      ];

const oneLine = (name: string): string => visibleLabel(name.split('\n').reverse().join(', '));
