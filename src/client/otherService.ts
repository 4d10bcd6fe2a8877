import { parseJson, UnreadableAnswer } from './jsonBody.ts';
import { acceptedEncodings, readBody } from './body.ts';
import type { RequestRecord } from './client.ts';
import { brokenOff, type Connected, type Failed, timeoutsOf, unreadable, userAgent } from './sending.ts';
import type { Secrets } from './secrets.ts';
import { type RecordedRequest, sendRecorded } from './sendRecorded.ts';
import type { Transport } from './transport.ts';

/** Another service than GitLab that is read while the user imports from it, and what signs in to it. */
export interface OtherService {
  /** How requests to it are named in errors and in the log, such as `GitHub`. */
  readonly name: string;
  /** Address its paths are below, without trailing slash. */
  readonly baseUrl: string;
  /** The credential; it goes to the origin of `baseUrl` only and is in no error. */
  readonly secret: string;
  /** The header that carries the credential. */
  authorization(secret: string): string;
  readonly accept: string;
  transport(): Promise<Transport>;
  /** What is in no error beside the credential, which is added. */
  readonly secrets?: Secrets | undefined;
  /** Called with every request after it has ended. */
  record?(request: RequestRecord): void;
}

/** What another service answered, whatever its status. */
export interface OtherAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the body; undefined when it is none. */
  readonly body: unknown;
}

const limitBytes = 16 * 1024 * 1024;
const longestRedirectChain = 5;

/**
 * Reads a path of another service, once, and answers what came with any status. Redirects are followed within its
 * origin. Throws a `RequestError` when no answer came.
 */
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
  return sendRecorded(request, ({ transport }, failed) => followed(service, { transport, first, signal, failed }));
};

/** The answer at the end of redirects. */
const followed = async (
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
    readonly failed: Failed;
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
      if (location === '' || target?.origin !== first.origin || hop >= longestRedirectChain)
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
      throw brokenOff(unreadable(error, { outcome: 'answered', status }, failed), 'answered', signal, failed);
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
