import { parseJson, UnreadableAnswer } from './jsonBody.ts';
import { acceptedEncodings, readBody } from './body.ts';
import type { RequestRecord } from './client.ts';
import { asRequestError, type Connected, type ErrorFactory, timeoutsOf, unreadable, userAgent } from './sending.ts';
import type { Secrets } from './redactSecrets.ts';
import { type RecordedRequest, sendRecorded } from './sendRecorded.ts';
import type { Transport } from './transport.ts';

/** Import source other than GitLab. */
export interface OtherService {
  /** Name for errors and the log, such as `GitHub`. */
  readonly name: string;
  /** Without trailing slash. */
  readonly baseUrl: string;
  /** Only for the origin of `baseUrl`; never in errors. */
  readonly secret: string;
  authorization(secret: string): string;
  readonly accept: string;
  transport(): Promise<Transport>;
  /** Removed from errors, like `secret`. */
  readonly secrets?: Secrets | undefined;
  record?(request: RequestRecord): void;
}

/** Response of any status. */
export interface OtherAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if not JSON. */
  readonly body: unknown;
}

const limitBytes = 16 * 1024 * 1024;
const maxRedirectChain = 5;

/** Sends GET once, following redirects within the origin. Throws a `RequestError` if there is no response to return. */
export const readOtherService = async (
  service: OtherService,
  path: string,
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<OtherAnswer> => {
  const first = new URL(service.baseUrl + path);
  const request: RecordedRequest = {
    sender: { token: async () => service.secret, transport: () => service.transport(), secrets: service.secrets },
    reference: service.name,
    method: 'GET',
    address: `${first.origin}${first.pathname}`,
    signal,
    record: (record) => service.record?.(record),
  };
  return sendRecorded(request, ({ transport }, failed) =>
    followRedirects(service, { transport, first, signal, failed }),
  );
};

const followRedirects = async (
  service: OtherService,
  {
    transport,
    first,
    signal,
    failed,
  }: {
    readonly transport: Connected['transport'];
    readonly first: URL;
    readonly signal: AbortSignal;
    readonly failed: ErrorFactory;
  },
): Promise<OtherAnswer> => {
  let url = first;
  for (let hop = 0; ; hop += 1) {
    const response = await transport.send({
      method: 'GET',
      url,
      headers: {
        accept: service.accept,
        'accept-encoding': acceptedEncodings,
        'user-agent': userAgent,
        authorization: service.authorization(service.secret),
      },
      body: undefined,
      signal,
      ...timeoutsOf(false, 'data'),
    });
    const { status, headers } = response;
    if ([301, 302, 303, 307, 308].includes(status)) {
      await response.cancel();
      const location = headers['location'] ?? '';
      const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      // the credential is for this origin only
      if (location === '' || target?.origin !== first.origin || hop >= maxRedirectChain)
        throw failed({
          failure: 'redirected',
          outcome: 'answered',
          status,
          detail: target === undefined || location === '' ? 'it does not say where to' : `to ${target.origin}`,
        });
      url = target;
      continue;
    }
    try {
      const body = await readBody(response, limitBytes);
      return { status, headers, body: body.length === 0 ? undefined : jsonOrNothing(headers, body) };
    } catch (error) {
      throw asRequestError(unreadable(error, { outcome: 'answered', status }, failed), 'answered', signal, failed);
    }
  }
};

const jsonOrNothing = (headers: OtherAnswer['headers'], body: Buffer): unknown => {
  try {
    return parseJson(headers, body);
  } catch (error) {
    if (error instanceof UnreadableAnswer) return undefined;
    throw error;
  }
};
