import { setTimeout as delay } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import { acceptedEncodings, readBody } from './body.ts';
import type { RequestRecord } from './client.ts';
import type { Secrets } from './redactSecrets.ts';
import { timeoutsOf, userAgent } from './sending.ts';
import { sendRecorded } from './sendRecorded.ts';
import type { Transport } from './transport.ts';

/** Public application, without a secret. */
export interface OauthApplication {
  /** Without trailing slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  transport(): Promise<Transport>;
  /** Codes and tokens are added, keeping them out of errors and the log. */
  readonly secrets: Secrets;
  record?(request: RequestRecord): void;
}

export interface OauthTokens {
  readonly token: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number | undefined;
}

/** The server's code, such as `access_denied` or `invalid_grant`. */
export class OauthRefusal extends Error {
  override readonly name = 'OauthRefusal';
  readonly code: string;

  constructor(code: string, description: string | undefined) {
    super(description ?? code);
    this.code = code;
  }
}

/** Sign-in by a code the user enters on a page of the server. */
export interface DeviceSignIn {
  readonly userCode: string;
  /** Includes the code if supported. */
  readonly verificationUrl: string;
  /** Polls at the server's interval; rejects with an `OauthRefusal` if refused or expired. */
  pollForTokens(signal: AbortSignal): Promise<OauthTokens>;
}

const limitBytes = 1024 * 1024;

const partiesOf = ({ baseUrl, clientId }: OauthApplication): readonly [oauth.AuthorizationServer, oauth.Client] => [
  {
    issuer: baseUrl,
    token_endpoint: `${baseUrl}/oauth/token`,
    device_authorization_endpoint: `${baseUrl}/oauth/authorize_device`,
  },
  { client_id: clientId },
];

const noSecret = oauth.None();

/** Requests use the client's proxies, trust and log. */
const optionsOf = (application: OauthApplication, signal: AbortSignal) => ({
  signal,
  // the user added this server by its http address
  [oauth.allowInsecureRequests]: application.baseUrl.startsWith('http:'),
  [oauth.customFetch]: (
    url: string,
    {
      method,
      headers,
      body,
    }: { readonly method: string; readonly headers: Record<string, string>; readonly body: unknown },
  ): Promise<Response> => {
    const { secrets } = application;
    const sender = { token: async () => undefined, transport: () => application.transport(), secrets };
    const { origin, pathname } = new URL(url);
    const record = (request: RequestRecord): void => application.record?.(request);
    return sendRecorded(
      { sender, reference: 'OAuth', method, address: origin + pathname, signal, record },
      async ({ transport }) => {
        const response = await transport.send({
          method,
          url: new URL(url),
          headers: { ...headers, 'accept-encoding': acceptedEncodings, 'user-agent': userAgent },
          body: body instanceof URLSearchParams ? body.toString() : undefined,
          signal,
          ...timeoutsOf(true, 'data'),
        });
        const bytes = await readBody(response, limitBytes);
        const type = response.headers['content-type'] ?? '';
        return new Response(new Uint8Array(bytes), { status: response.status, headers: { 'content-type': type } });
      },
    );
  },
});

/** GitLab 17.1, by default since 17.3. Undefined if unsupported. */
export const startDeviceFlow = async (
  application: OauthApplication,
  scope: string,
  signal: AbortSignal,
): Promise<DeviceSignIn | undefined> => {
  const [server, client] = partiesOf(application);
  const options = optionsOf(application, signal);
  const answer = await oauth.deviceAuthorizationRequest(server, client, noSecret, { scope }, options);
  if (answer.status === 404) return undefined;
  const authorization = await readable(application, () =>
    oauth.processDeviceAuthorizationResponse(server, client, answer),
  );
  application.secrets.add(authorization.device_code);
  return {
    userCode: authorization.user_code,
    verificationUrl: authorization.verification_uri_complete ?? authorization.verification_uri,
    async pollForTokens(waiting) {
      const polling = optionsOf(application, waiting);
      for (let seconds = authorization.interval ?? 5; ;) {
        await delay(seconds * 1_000, undefined, { signal: waiting });
        const polled = await oauth.deviceCodeGrantRequest(server, client, noSecret, authorization.device_code, polling);
        try {
          return tokensOf(
            application,
            await readable(application, () => oauth.processDeviceCodeResponse(server, client, polled)),
          );
        } catch (error) {
          if (!(error instanceof OauthRefusal)) throw error;
          if (error.code === 'slow_down') seconds += 5;
          else if (error.code !== 'authorization_pending') throw error;
        }
      }
    },
  };
};

/** Sign-in by redirect with PKCE. */
export interface CodeSignIn {
  readonly authorizationUrl: string;
  /** Rejects with an `OauthRefusal` if the parameters belong to another sign-in. */
  finish(answer: URLSearchParams, signal: AbortSignal): Promise<OauthTokens>;
}

export const startCodeFlow = async (
  application: OauthApplication,
  scope: string,
  redirectUri: string,
): Promise<CodeSignIn> => {
  const [server, client] = partiesOf(application);
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  application.secrets.add(verifier);
  const page = new URL(`${application.baseUrl}/oauth/authorize`);
  page.search = new URLSearchParams({
    client_id: application.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  return {
    authorizationUrl: page.href,
    async finish(answer, signal) {
      application.secrets.add(answer.get('code') ?? undefined);
      return readable(application, async () => {
        const checked = oauth.validateAuthResponse(server, client, answer, state);
        const options = optionsOf(application, signal);
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          noSecret,
          checked,
          redirectUri,
          verifier,
          options,
        );
        return tokensOf(application, await oauth.processAuthorizationCodeResponse(server, client, response));
      });
    },
  };
};

/** Invalidates both old tokens. Rejects with an `OauthRefusal` if they already were. */
export const renewTokens = async (
  application: OauthApplication,
  refreshToken: string,
  signal: AbortSignal,
): Promise<OauthTokens> => {
  const [server, client] = partiesOf(application);
  const options = optionsOf(application, signal);
  const answer = await oauth.refreshTokenGrantRequest(server, client, noSecret, refreshToken, options);
  return tokensOf(
    application,
    await readable(application, () => oauth.processRefreshTokenResponse(server, client, answer)),
  );
};

const tokensOf = ({ secrets }: OauthApplication, answer: oauth.TokenEndpointResponse): OauthTokens => {
  const { access_token: token, refresh_token: refreshToken, expires_in: seconds } = answer;
  secrets.add(token);
  secrets.add(refreshToken);
  return { token, refreshToken, expiresAtMs: seconds === undefined ? undefined : Date.now() + seconds * 1_000 };
};

/** Converts the library's errors to `OauthRefusal`. */
const readable = async <T>({ secrets }: OauthApplication, read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError)
      throw new OauthRefusal(error.error, secrets.clean(error.error_description ?? error.error));
    if (error instanceof oauth.OperationProcessingError)
      throw new OauthRefusal(error.code ?? 'invalid_response', secrets.clean(error.message));
    throw error;
  }
};
