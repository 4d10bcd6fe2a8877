import { setTimeout as delay } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import { acceptedEncodings, readBody } from './body.ts';
import type { RequestRecord } from './client.ts';
import type { Secrets } from './secrets.ts';
import { timeoutsOf, userAgent } from './sending.ts';
import { sendRecorded } from './sendRecorded.ts';
import type { Transport } from './transport.ts';

/** An application of a GitLab server in whose name people sign in by the browser. It is public: it has no secret. */
export interface OauthApplication {
  /** Address of the server without trailing slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  transport(): Promise<Transport>;
  /** Codes and tokens are added, so that no error and no line of the log holds them. */
  readonly secrets: Secrets;
  record?(request: RequestRecord): void;
}

/** The tokens of a sign-in. */
export interface OauthTokens {
  readonly token: string;
  readonly refreshToken: string | undefined;
  /** Milliseconds since 1970; undefined where the server does not say. */
  readonly expiresAtMs: number | undefined;
}

/** A sign-in that the server refused, with its own code (`access_denied`, `invalid_grant`, …) and words. */
export class OauthRefusal extends Error {
  override readonly name = 'OauthRefusal';
  readonly code: string;

  constructor(code: string, description: string | undefined) {
    super(description ?? code);
    this.code = code;
  }
}

/** A sign-in that waits for the user: the code to enter on a page of the server. */
export interface DeviceSignIn {
  readonly userCode: string;
  /** The page, with the code filled in where the server can. */
  readonly page: string;
  /** Asks at the server's pace until the user has consented; rejects with an `OauthRefusal` when that is refused or too late. */
  consented(signal: AbortSignal): Promise<OauthTokens>;
}

const limitBytes = 1024 * 1024;

/** The server and the application as the library has them; a public application shows no secret. */
const partiesOf = ({ baseUrl, clientId }: OauthApplication): readonly [oauth.AuthorizationServer, oauth.Client] => [
  {
    issuer: baseUrl,
    token_endpoint: `${baseUrl}/oauth/token`,
    device_authorization_endpoint: `${baseUrl}/oauth/authorize_device`,
  },
  { client_id: clientId },
];

const noSecret = oauth.None();

/** The library's requests, sent on the client's own way: through the same proxies, with the same trust and log. */
const optionsOf = (application: OauthApplication, signal: AbortSignal) => ({
  signal,
  // a server that is reached by http was added so by its user
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

/**
 * Begins a sign-in by device authorization (GitLab 17.1 and newer, on by default since 17.3). Undefined where the server
 * has none.
 */
export const beginDevice = async (
  application: OauthApplication,
  scope: string,
  signal: AbortSignal,
): Promise<DeviceSignIn | undefined> => {
  const [server, client] = partiesOf(application);
  const options = optionsOf(application, signal);
  const answer = await oauth.deviceAuthorizationRequest(server, client, noSecret, { scope }, options);
  if (answer.status === 404) return undefined;
  const begun = await readable(application, () => oauth.processDeviceAuthorizationResponse(server, client, answer));
  application.secrets.keep(begun.device_code);
  return {
    userCode: begun.user_code,
    page: begun.verification_uri_complete ?? begun.verification_uri,
    async consented(waiting) {
      const polling = optionsOf(application, waiting);
      for (let seconds = begun.interval ?? 5; ;) {
        await delay(seconds * 1_000, undefined, { signal: waiting });
        const polled = await oauth.deviceCodeGrantRequest(server, client, noSecret, begun.device_code, polling);
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

/** A sign-in by a redirect, with PKCE: the page of the server, and what is made of the address it leads back to. */
export interface CodeSignIn {
  readonly page: string;
  /** `answer`: the parameters of the address. Rejects with an `OauthRefusal` where it is not the answer to this sign-in. */
  finish(answer: URLSearchParams, signal: AbortSignal): Promise<OauthTokens>;
}

/** Begins a sign-in whose page leads back to `redirectUri`. */
export const beginCode = async (
  application: OauthApplication,
  scope: string,
  redirectUri: string,
): Promise<CodeSignIn> => {
  const [server, client] = partiesOf(application);
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  application.secrets.keep(verifier);
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
    page: page.href,
    async finish(answer, signal) {
      application.secrets.keep(answer.get('code') ?? undefined);
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

/** Exchanges a refresh token for the next pair; both old tokens end with it. Rejects with an `OauthRefusal` when it is dead. */
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
  secrets.keep(token);
  secrets.keep(refreshToken);
  return { token, refreshToken, expiresAtMs: seconds === undefined ? undefined : Date.now() + seconds * 1_000 };
};

/** Makes refusals of what the library says of an answer: the server's code and words, or that it made no sense. */
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
