import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { parseArguments } from '../../src/sandbox/commandLine.ts';
import { application } from '../../src/sandbox/signIn/application.ts';
import { answerOf, orchard, runGit, withSandbox, type Answer, type Driven } from './driving.ts';

interface Pair {
  readonly access_token: string;
  readonly refresh_token: string;
}

const client = { client_id: application.uid };
const verifier = 'a-verifier-of-at-least-forty-three-characters';
const asked = {
  ...client,
  response_type: 'code',
  redirect_uri: 'vscode://graft.graft-for-gitlab/authentication',
  scope: 'read_api read_user',
  state: 'a b',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
const authorize = (values: Readonly<Record<string, string>> = {}): string =>
  `/oauth/authorize?${new URLSearchParams({ ...asked, ...values })}`;

const form = async <Body = unknown>(
  { sandbox }: Driven,
  path: string,
  values: Readonly<Record<string, string>>,
): Promise<Answer<Body>> => {
  const body = new URLSearchParams(values);
  return answerOf(await fetch(`${sandbox.url}${path}`, { method: 'POST', body, redirect: 'manual' }));
};
const open = async ({ sandbox }: Driven, path: string, headers = {}): Promise<Answer> =>
  answerOf(await fetch(`${sandbox.url}${path}`, { headers }));
const token = (run: Driven, values: Readonly<Record<string, string>>) =>
  form<Pair>(run, '/oauth/token', { ...client, ...values });
const errorOf = ({ status, json }: Answer): unknown => [status, (json as { error?: string }).error];

const consent = { username: 'maintainer', decision: 'authorize' };
const code = async (run: Driven, scope: string): Promise<string> => {
  const { status, headers } = await form(run, authorize({ scope }), consent);
  assert.equal(status, 302);
  const target = new URL(headers.get('location') ?? '');
  assert.deepEqual([target.protocol, target.searchParams.get('state')], ['vscode:', 'a b']);
  return target.searchParams.get('code') ?? '';
};
const redeem = (run: Driven, given: string, values = {}) =>
  token(run, {
    grant_type: 'authorization_code',
    code: given,
    redirect_uri: asked.redirect_uri,
    code_verifier: verifier,
    ...values,
  });
const refresh = (run: Driven, { refresh_token }: Pair) => token(run, { grant_type: 'refresh_token', refresh_token });
const signedIn = async (run: Driven, scope = 'api'): Promise<Pair> => (await redeem(run, await code(run, scope))).json;
const bearer = ({ access_token }: Pair) => ({ authorization: `Bearer ${access_token}` });

const askDevice = async (run: Driven) => {
  const { json } = await form<{ device_code: string; user_code: string }>(run, '/oauth/authorize_device', client);
  const poll = () =>
    token(run, { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: json.device_code });
  return { ...json, poll };
};

describe('OAuth of the sandbox', () => {
  const run = withSandbox({ signIn: { pollIntervalS: 0 }, faults: true });
  const endLifetimes = async () =>
    assert.equal((await fetch(`${run().sandbox.url}/-/sandbox/lifetimes`, { method: 'DELETE' })).status, 204);

  it('gives a token for a code, once, to who has its verifier', async () => {
    const page = await open(run(), authorize());
    assert.match(page.text, /read_api read_user.*\n<form method="post">/);
    assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self' vscode:$/);
    const given = await code(run(), asked.scope);
    assert.deepEqual(errorOf(await redeem(run(), given, { code_verifier: 'other' })), [400, 'invalid_grant']);
    const { json, status } = await redeem(run(), given);
    const { access_token, refresh_token, created_at, ...rest } = json as unknown as Record<string, unknown>;
    assert.deepEqual([status, rest], [200, { token_type: 'Bearer', expires_in: 7200, scope: 'read_api read_user' }]);
    for (const secret of [access_token, refresh_token]) assert.match(String(secret), /^[0-9a-f]{64}$/);
    assert.equal(typeof created_at, 'number');
    assert.deepEqual(errorOf(await redeem(run(), given)), [400, 'invalid_grant']);
  });

  it('shows a page for a request that does not fit, and tells the application of a refusal', async () => {
    for (const [values, status] of [
      [{ client_id: 'other' }, 401],
      [{ redirect_uri: `${asked.redirect_uri}/more` }, 400],
      [{ redirect_uri: 'http://127.0.0.1:4711/other' }, 400],
      [{ scope: 'sudo' }, 400],
      [{ code_challenge_method: 'plain' }, 400],
      [{ redirect_uri: 'http://127.0.0.1:4711/authentication' }, 200],
    ] as const) {
      assert.equal((await open(run(), authorize(values))).status, status, JSON.stringify(values));
    }
    const { headers } = await form(run(), authorize(), { decision: 'deny' });
    assert.match(headers.get('location') ?? '', /^vscode:.*\?error=access_denied&.*&state=a\+b$/);
  });

  it('opens API, GraphQL and Git with the scopes that were agreed to', async () => {
    const [reading, writing] = [await signedIn(run(), 'read_api'), await signedIn(run())];
    const { json } = await run().get<{ username: string }>('/user', 'nobody', bearer(writing));
    assert.equal(json.username, 'maintainer');
    assert.equal((await run().get(orchard, 'nobody', bearer(reading))).status, 200);
    assert.equal((await run().post(`${orchard}/merge_requests`, {}, reading.access_token)).status, 403);
    assert.equal((await run().post(`${orchard}/merge_requests`, {}, writing.access_token)).status, 400);
    const self = await run().get('/personal_access_tokens/self', 'nobody', bearer(writing));
    assert.deepEqual(
      [self.status, self.json],
      [400, { message: '400 Bad request - This endpoint requires token type to be a personal access token' }],
    );
    const graphql = await fetch(`${run().sandbox.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(reading) },
      body: JSON.stringify({ query: '{ currentUser { username } }' }),
    });
    assert.deepEqual(await graphql.json(), { data: { currentUser: { username: 'maintainer' } } });
    const address = run().sandbox.url.replace('://', `://oauth2:${writing.access_token}@`);
    assert.match(await runGit(['ls-remote', `${address}/acme/orchard.git`, 'main']), /refs\/heads\/main/);
  });

  it('rotates refresh tokens, and ends everything when one is used twice', async () => {
    const first = await signedIn(run());
    const { json: second } = await refresh(run(), first);
    const statuses = async () =>
      Promise.all([first, second].map(async (pair) => (await run().get('/user', 'nobody', bearer(pair))).status));
    assert.deepEqual(await statuses(), [401, 200]);
    assert.deepEqual(errorOf(await refresh(run(), first)), [400, 'invalid_grant']);
    assert.deepEqual(await statuses(), [401, 401]);
    assert.deepEqual(errorOf(await refresh(run(), second)), [400, 'invalid_grant']);
  });

  it('describes a token until it is over, and takes one back', async () => {
    const info = (pair: Pair) => open(run(), '/oauth/token/info', bearer(pair));
    const [expiring, revoked] = [await signedIn(run()), await signedIn(run())];
    const { created_at, expires_in, expires_in_seconds, ...rest } = (await info(expiring)).json as Record<
      string,
      unknown
    >;
    const application_ = { uid: application.uid };
    assert.deepEqual(rest, { resource_owner_id: 3, scope: ['api'], scopes: ['api'], application: application_ });
    assert.ok(created_at !== undefined && expires_in === expires_in_seconds);
    await form(run(), '/oauth/revoke', { ...client, token: revoked.access_token });
    await endLifetimes();
    for (const [pair, inApi, inInfo] of [
      [expiring, 'Token is expired. You can either do re-authorization or token refresh.', 'The access token expired'],
      [revoked, 'Token was revoked. You have to re-authorize from the user.', 'The access token was revoked'],
    ] as const) {
      const api = await run().get('/user', 'nobody', bearer(pair));
      assert.deepEqual([api.status, api.json], [401, { error: 'invalid_token', error_description: inApi }]);
      assert.deepEqual((await info(pair)).json, { error: 'invalid_token', error_description: inInfo });
    }
    assert.equal((await refresh(run(), expiring)).status, 200);
    assert.deepEqual(errorOf(await refresh(run(), revoked)), [400, 'invalid_grant']);
  });

  it('answers a device as its user does', async () => {
    const { device_code: _, user_code: userCode, poll } = await askDevice(run());
    assert.deepEqual(errorOf(await poll()), [400, 'authorization_pending']);
    const page = await open(run(), `/oauth/device?user_code=${userCode}`);
    assert.match(page.text, new RegExp(`name="user_code" value="${userCode}"`));
    assert.equal((await form(run(), '/oauth/device', { ...consent, user_code: 'other' })).status, 422);
    assert.equal((await form(run(), '/oauth/device', { ...consent, user_code: userCode })).status, 200);
    const { json } = await poll();
    assert.equal((await run().get('/user', 'nobody', bearer(json))).status, 200);
    assert.deepEqual(errorOf(await poll()), [400, 'invalid_grant']);

    const denied = await askDevice(run());
    await form(run(), '/oauth/device', { decision: 'deny', user_code: denied.user_code });
    assert.deepEqual(errorOf(await denied.poll()), [400, 'access_denied']);

    const late = await askDevice(run());
    await endLifetimes();
    assert.equal((await form(run(), '/oauth/device', { ...consent, user_code: late.user_code })).status, 422);
    assert.deepEqual(errorOf(await late.poll()), [400, 'expired_token']);
  });

  it('refuses other clients and grants, and takes faults', async () => {
    assert.deepEqual(errorOf(await token(run(), { client_id: 'x' })), [401, 'invalid_client']);
    assert.deepEqual(errorOf(await token(run(), { grant_type: 'x' })), [400, 'unsupported_grant_type']);
    assert.deepEqual(errorOf(await form(run(), '/oauth/authorize_device', { ...client, scope: 'sudo' })), [
      400,
      'invalid_scope',
    ]);
    const faults = JSON.stringify([{ operation: 'oauth', fault: 'status', status: 503, times: 1 }]);
    await fetch(`${run().sandbox.url}/-/sandbox/faults`, { method: 'POST', body: faults });
    assert.equal((await token(run(), { grant_type: 'x' })).status, 503);
  });

  it('makes a personal access token on its page', async () => {
    const place = '/-/user_settings/personal_access_tokens';
    const { text } = await open(run(), `${place}?name=Graft&scopes=read_api,other`);
    assert.match(text, /name="name" value="Graft"/);
    assert.deepEqual(
      [...text.matchAll(/value="(\w+)" checked/g)].map(([, scope]) => scope),
      ['read_api'],
    );
    assert.equal((await form(run(), place, { name: 'Graft', username: 'developer' })).status, 422);
    const made = await form(run(), place, { name: 'Graft', scopes: 'read_api', username: 'developer' });
    const secret = /value="(glpat-[\w-]+)"/.exec(made.text)?.[1] ?? '';
    const { json } = await run().get<Record<string, unknown>>('/personal_access_tokens/self', secret);
    assert.deepEqual([json['name'], json['scopes'], json['user_id']], ['Graft', ['read_api'], 4]);
    assert.equal((await open(run(), '/-/profile/personal_access_tokens')).status, 404);
  });
});

describe('signing in at other servers', () => {
  const [slow, old, off] = [
    withSandbox({ signIn: {} }),
    withSandbox({ signIn: {}, edition: { version: '16.7.0' } }),
    withSandbox(),
  ];

  it('has a device that asks too often slow down', async () => {
    const { poll } = await askDevice(slow());
    assert.deepEqual(errorOf(await poll()), [400, 'authorization_pending']);
    assert.deepEqual(errorOf(await poll()), [400, 'slow_down']);
  });

  it('has what its release has, and nothing where it is not switched on', async () => {
    const status = async (run: Driven, path: string) => (await open(run, path)).status;
    const [older, newer] = ['/-/profile/personal_access_tokens', '/-/user_settings/personal_access_tokens'];
    assert.deepEqual([await status(old(), older), await status(old(), newer)], [200, 404]);
    const device = await form(old(), '/oauth/authorize_device', client);
    assert.deepEqual([device.status, device.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
    const [page, made] = [await status(off(), newer), await form(off(), '/oauth/token', client)];
    assert.deepEqual([page, made.status, off().sandbox.application], [404, 404, undefined]);
    assert.equal(slow().sandbox.application, application.uid);
    const args = parseArguments(['--browser-sign-in', '--token-lifetime', '9']);
    assert.deepEqual(args !== 'help' && args.signIn, { tokenLifetimeS: 9, pollIntervalS: 5 });
  });
});
