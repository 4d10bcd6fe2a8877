import type { ClientIdentity } from '../../client/clientCertificate.ts';
import type { OauthApplication, OauthTokens } from '../../client/oauth.ts';
import type { BrowserCredential } from './credentialKinds.ts';
import type { Log } from './log.ts';
import type { Network } from './network.ts';

export const oauthApplication = (
  { network, log }: { readonly network: Network; readonly log: Log },
  baseUrl: string,
  clientId: string,
  identity: ClientIdentity | undefined,
): OauthApplication => ({
  baseUrl,
  clientId,
  transport: () => network.transport(identity),
  secrets: log.secrets,
  record: (request) => log.request(request),
});

export const credentialOf = (
  clientId: string,
  { token, refreshToken, expiresAtMs }: OauthTokens,
): BrowserCredential => ({
  kind: 'browser',
  clientId,
  token,
  ...(refreshToken === undefined ? {} : { refreshToken }),
  ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
});
