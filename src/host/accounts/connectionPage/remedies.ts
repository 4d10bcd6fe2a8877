import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import { pageProblem } from '../../../client/foreignPage.ts';
import type { Account } from '../../../model/account.ts';
import type { Check } from '../../../model/accounts/connectionCheck.ts';
import { openInBrowser } from '../../kit/openInBrowser.ts';

/** A suggested action. */
export interface Remedy {
  readonly name: string;
  readonly label: string;
  readonly run: () => PromiseLike<unknown>;
}

export const remediesOf = (
  { name, state, facts }: Check,
  { id, baseUrl }: Pick<Account, 'id' | 'baseUrl'>,
): readonly Remedy[] => {
  if (state !== 'failed' && state !== 'warning') return [];
  const { error, seen, elsewhere } = facts;
  const failure = requestErrorFacts(error);
  const { problem = pageProblem(failure?.page?.title), proxy } = failure?.connection ?? {};
  if (problem?.startsWith('clientCertificate') === true) return [id === '' ? signIn(baseUrl) : clientCertificate(id)];
  switch (name) {
    case 'proxy':
    case 'proxyName':
    case 'proxyTcp':
    case 'proxyTls':
    case 'connect': {
      const names = [proxy?.source, seen?.unread?.[0]?.name, ...(problem === 'noWayOn' ? ['http.noProxy'] : [])];
      return [...names, ...trustSettings(seen?.tls?.isTrusted)].flatMap(setting);
    }
    case 'name':
    case 'tcp':
    case 'serverTls':
      if (failure?.failure === 'certificate') return setting('graft.network.caCertificates');
      return failure === undefined ? trustSettings(seen?.tls?.isTrusted).flatMap(setting) : [changeUrl(baseUrl)];
    case 'server':
    case 'writes':
      if (elsewhere !== undefined) return [useUrl(elsewhere)];
      if (problem === 'tlsWanted') return [changeUrl(baseUrl)];
      if (failure?.page !== undefined || failure?.failure === 'signInNeeded') return [inBrowser(baseUrl)];
      return name === 'server' && failure?.status === undefined ? [changeUrl(baseUrl)] : [];
    case 'token':
    case 'header':
    case 'scopes':
    case 'expiry':
      return [signIn(baseUrl)];
    case 'live':
      return setting('graft.network.subscriptions');
    default:
      return [];
  }
};

const trustSettings = (isTrusted: boolean | undefined): readonly string[] =>
  isTrusted === false ? ['http.proxyStrictSSL'] : [];

/** Environment variables have no setting. */
const setting = (id: string | undefined): readonly Remedy[] =>
  id !== undefined && /^(?:http|graft)\./.test(id)
    ? [{ name: id, label: vscode.l10n.t('Open Setting {0}', id), run: command('workbench.action.openSettings', id) }]
    : [];

const command =
  (id: string, argument: unknown): Remedy['run'] =>
  () =>
    vscode.commands.executeCommand(id, argument);

const changeUrl = (baseUrl: string): Remedy => ({
  name: 'changeUrl',
  label: vscode.l10n.t('Change URL…'),
  run: command('graft.accounts.add', baseUrl),
});

const useUrl = (baseUrl: string): Remedy => ({
  name: 'useUrl',
  label: vscode.l10n.t('Sign In to {0}…', baseUrl),
  run: command('graft.accounts.add', baseUrl),
});

const clientCertificate = (id: string): Remedy => ({
  name: 'clientCertificate',
  label: vscode.l10n.t('Client Certificate…'),
  run: command('graft.accounts.clientCertificate', { id }),
});

const signIn = (baseUrl: string): Remedy => ({
  name: 'signIn',
  label: vscode.l10n.t('Sign In Again'),
  run: command('graft.accounts.add', baseUrl),
});

const inBrowser = (baseUrl: string): Remedy => ({
  name: 'browser',
  label: vscode.l10n.t('Open in Browser'),
  run: () => openInBrowser(baseUrl),
});
