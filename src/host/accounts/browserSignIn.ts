import * as vscode from '../vscode.ts';
import {
  startCodeFlow,
  startDeviceFlow,
  OauthRefusal,
  type OauthApplication,
  type OauthTokens,
} from '../../client/oauth.ts';
import { instanceName } from '../../model/account.ts';
import { explain } from '../kit/words/explain.ts';
import { cancellable } from '../kit/progress.ts';
import { oauthApplication, credentialOf } from '../shell/browserTokens.ts';
import { type Shell, signInPath } from '../shell/shell.ts';
import { identityAt, type NotSignedIn, type Server, type SignedIn, tryCredential } from './trial.ts';

const scope = 'api';

/** Client ID of the OAuth application, set by the user per server. */
export const applicationIdOf = (baseUrl: string): string | undefined => {
  const ids = vscode.workspace.getConfiguration('graft.accounts').get<Record<string, unknown>>('applicationIds', {});
  const [, id] = Object.entries(ids).find(([url]) => url.trim().replace(/\/$/, '') === baseUrl) ?? [];
  return typeof id === 'string' && id.trim() !== '' ? id.trim() : undefined;
};

/**
 * Signs in by device code, which also works in remote windows, or on older servers by a redirect to VS Code. Undefined
 * when cancelled.
 */
export const signInByBrowser = async (
  shell: Shell,
  server: Server,
  clientId: string,
): Promise<SignedIn | NotSignedIn | undefined> => {
  const [baseUrl] = server.baseUrls;
  const application = oauthApplication(shell, baseUrl, clientId, identityAt(shell, baseUrl, server.certificate));
  let tokens: OauthTokens | undefined;
  try {
    tokens = await authorize(shell, application);
  } catch (error) {
    shell.log.error('The sign-in by the browser failed.', error);
    if (!(error instanceof OauthRefusal)) return { kind: 'refused', message: explain(error) };
    return { kind: 'refused', message: refusalMessage(error, instanceName(baseUrl)) };
  }
  if (tokens === undefined) return undefined;
  const result = await tryCredential(shell, server, credentialOf(clientId, tokens));
  // an OAuth token can't query its own scopes
  return result?.kind === 'signedIn'
    ? { ...result, facts: { ...result.facts, scopes: result.facts.scopes ?? [scope] } }
    : result;
};

const authorize = async (shell: Shell, application: OauthApplication): Promise<OauthTokens | undefined> => {
  const { t } = vscode.l10n;
  const device = await cancellable(t('Signing in…'), (signal) => startDeviceFlow(application, scope, signal));
  if (device === undefined) return authorizeByRedirect(shell, application);
  const open = t('Copy Code and Open Browser');
  const answer = await vscode.window.showInformationMessage(
    t('Your code for {0}: {1}', instanceName(application.baseUrl), device.userCode),
    { modal: true, detail: t('Check that the page in the browser shows the same code, then confirm there.') },
    open,
  );
  if (answer !== open) return undefined;
  await vscode.env.clipboard.writeText(device.userCode);
  await vscode.env.openExternal(vscode.Uri.parse(device.verificationUrl, true));
  return cancellable(t('Waiting for the browser (code {0})…', device.userCode), (signal) =>
    device.pollForTokens(signal),
  );
};

const authorizeByRedirect = async (shell: Shell, application: OauthApplication): Promise<OauthTokens | undefined> => {
  const redirect = `${vscode.env.uriScheme}://${shell.context.extension.id}${signInPath}`;
  const flow = await startCodeFlow(application, scope, redirect);
  return cancellable(vscode.l10n.t('Waiting for the browser…'), async (signal) => {
    const answer = nextRedirect(shell, signal);
    await vscode.env.openExternal(vscode.Uri.parse(flow.authorizationUrl, true));
    return flow.finish(await answer, signal);
  });
};

/** Query parameters of the next redirect to VS Code. */
const nextRedirect = ({ links }: Shell, signal: AbortSignal): Promise<URLSearchParams> =>
  new Promise((resolve, reject) => {
    const subscription = links.event((uri) => {
      if (uri.path !== signInPath) return;
      subscription.dispose();
      resolve(new URLSearchParams(uri.query));
    });
    signal.addEventListener('abort', () => {
      subscription.dispose();
      reject(signal.reason as Error);
    });
  });

const refusalMessage = ({ code, message }: OauthRefusal, server: string): string => {
  const { t } = vscode.l10n;
  switch (code) {
    case 'access_denied':
      return t('You denied the sign-in on the page of {0}.', server);
    case 'expired_token':
      return t('The code expired before you confirmed on the page of {0}. Try again.', server);
    case 'invalid_client':
    case 'unauthorized_client':
      return t(
        '{0} does not accept the application: {1} Check the setting {2}.',
        server,
        message,
        'graft.accounts.applicationIds',
      );
    default:
      return t('{0} refused the sign-in: {1}', server, message);
  }
};
