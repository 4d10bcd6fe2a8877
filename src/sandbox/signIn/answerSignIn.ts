import type { Instance } from '../api.ts';
import { secretOf } from '../authentication.ts';
import { isAtLeast, type Edition } from '../edition.ts';
import { jsonResponse, type SandboxRequest, type SandboxResponse } from '../exchange.ts';
import { notFoundPage } from '../webPages.ts';
import type { World } from '../world/world.ts';
import { application, requestedScopes } from './application.ts';
import { codePage, devicePage } from './consentPages.ts';
import { deviceLifetimeS, type OauthError, type TokenPair } from './signIn.ts';
import { tokenPage } from './tokenPage.ts';
import { contextOf, type SignInContext } from './visit.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Device authorization needs no feature flag since 17.3. */
const hasDevices = (edition: Edition): boolean => isAtLeast(edition, '17.3');

const descriptions: Readonly<Record<OauthError, string>> = {
  access_denied: 'The resource owner or authorization server denied the request.',
  authorization_pending: 'The authorization request is still pending.',
  expired_token: 'The device code has expired.',
  invalid_client:
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  invalid_grant:
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  invalid_request: 'The request is missing a required parameter, or is otherwise malformed.',
  invalid_scope: 'The requested scope is invalid, unknown, or malformed.',
  invalid_token: 'The access token is invalid',
  slow_down: 'The device asks too often: wait for the interval.',
  unauthorized_client: 'You are not authorized to revoke this token',
  unsupported_grant_type: 'The authorization grant type is not supported by the authorization server.',
};

const failed = (error: OauthError, status = 400, description = descriptions[error]): SandboxResponse =>
  jsonResponse(status, { error, error_description: description }, { 'cache-control': 'no-store' });

const issued = ({ access, refresh, scopes, createdAt, lifetimeS }: TokenPair): SandboxResponse =>
  jsonResponse(
    200,
    {
      access_token: access,
      token_type: 'Bearer',
      expires_in: lifetimeS,
      refresh_token: refresh,
      scope: scopes.join(' '),
      created_at: Math.floor(createdAt.getTime() / 1000),
    },
    { 'cache-control': 'no-store' },
  );

const redeemed = ({ signIn, given }: SignInContext, edition: Edition): TokenPair | OauthError => {
  const value = (name: string): string => given.get(name) ?? '';
  switch (given.get('grant_type')) {
    case 'authorization_code':
      return signIn.redeemCode(value('code'), given.get('redirect_uri'), value('code_verifier')) ?? 'invalid_grant';
    case 'refresh_token':
      return signIn.refresh(value('refresh_token')) ?? 'invalid_grant';
    case deviceGrant:
      return hasDevices(edition) ? signIn.redeemDevice(value('device_code')) : 'unsupported_grant_type';
    case null:
      return 'invalid_request';
    default:
      return 'unsupported_grant_type';
  }
};

const giveToken = (visit: SignInContext, edition: Edition): SandboxResponse => {
  if (visit.given.get('client_id') !== application.uid) return failed('invalid_client', 401);
  const answer = redeemed(visit, edition);
  return typeof answer === 'string' ? failed(answer) : issued(answer);
};

const revokeToken = ({ signIn, given }: SignInContext): SandboxResponse => {
  if (given.get('client_id') !== application.uid) return failed('unauthorized_client', 403);
  signIn.revoke(given.get('token') ?? '');
  return jsonResponse(200, {});
};

const askByDevice = ({ signIn, given, url }: SignInContext): SandboxResponse => {
  if (given.get('client_id') !== application.uid) return failed('invalid_client', 401);
  const scopes = requestedScopes(given.get('scope'));
  if (scopes === undefined) return failed('invalid_scope');
  const { deviceCode, userCode } = signIn.askByDevice(scopes);
  return jsonResponse(200, {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${url}/oauth/device`,
    verification_uri_complete: `${url}/oauth/device?user_code=${userCode}`,
    expires_in: deviceLifetimeS,
    interval: signIn.times.pollIntervalS,
  });
};

const tokenInfo = (world: World, { request, given, now }: SignInContext): SandboxResponse => {
  const token = world.tokenOf(secretOf(request, given) ?? '');
  if (token?.expiresAt === undefined) return failed('invalid_token', 401);
  if (token.isRevoked) return failed('invalid_token', 401, 'The access token was revoked');
  const left = Math.ceil((Date.parse(token.expiresAt) - now().getTime()) / 1000);
  if (left <= 0) return failed('invalid_token', 401, 'The access token expired');
  return jsonResponse(200, {
    resource_owner_id: token.personId,
    scope: token.scopes,
    expires_in: left,
    application: { uid: application.uid },
    created_at: Math.floor(Date.parse(token.createdAt) / 1000),
    scopes: token.scopes,
    expires_in_seconds: left,
  });
};

/** OAuth endpoints for programs; undefined for other paths and when disabled. */
export const answerSignInProgram = (
  instance: Instance,
  request: SandboxRequest,
  target: string,
): (() => SandboxResponse) | undefined => {
  const { signIn, edition, world } = instance;
  if (signIn === undefined) return undefined;
  const [path = '', query = ''] = target.split('?', 2);
  const visit = (): SignInContext => contextOf(instance, signIn, request, query);
  switch (`${request.method} ${path}`) {
    case 'POST /oauth/token':
      return () => giveToken(visit(), edition);
    case 'POST /oauth/revoke':
      return () => revokeToken(visit());
    case 'GET /oauth/token/info':
      return () => tokenInfo(world, visit());
    case 'POST /oauth/authorize_device':
      return () => (hasDevices(edition) ? askByDevice(visit()) : notFoundPage());
    default:
      return undefined;
  }
};

/** Consent and token pages; undefined for other paths and when disabled. */
export const answerSignInPage = (
  instance: Instance,
  request: SandboxRequest,
  target: string,
): SandboxResponse | undefined => {
  const { signIn, edition } = instance;
  if (signIn === undefined || !['GET', 'HEAD', 'POST'].includes(request.method)) return undefined;
  const [path = '', query = ''] = target.split('?', 2);
  const visit = contextOf(instance, signIn, request, query);
  if (path === '/oauth/authorize') return codePage(visit);
  if (path === '/oauth/device' && hasDevices(edition)) return devicePage(visit);
  // moved in 16.8
  const place = isAtLeast(edition, '16.8') ? 'user_settings' : 'profile';
  if (path === `/-/${place}/personal_access_tokens`) return tokenPage(visit);
  return undefined;
};
