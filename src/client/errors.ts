import type { ConnectionFacts } from './connectionFacts.ts';
import type { PageFacts } from './foreignPage.ts';

export const requestFailures = [
  'invalidParameters',
  'hostNotFound',
  'certificate',
  'unreachable',
  'timeout',
  'cancelled',
  'unauthorized',
  'insufficientScope',
  'forbidden',
  'notFound',
  'rateLimited',
  'refused',
  'serverError',
  'redirected',
  'notGitLab',
  /** Web page from a gateway instead of GitLab. */
  'signInNeeded',
  'tooLarge',
  'brokenContract',
] as const;

export type RequestFailure = (typeof requestFailures)[number];

/** `notSent`: never reached the service completely; `answered`: refused; `unknown`: may have been executed. */
export type RequestOutcome = 'notSent' | 'answered' | 'unknown';

export type ServerMember = 'message' | 'error' | 'errors';

/** Never contains a token or a request body. */
export interface RequestErrorFacts {
  readonly failure: RequestFailure;
  readonly outcome: RequestOutcome;
  /** Reference of the operation, such as `C5`. */
  readonly reference: string;
  readonly method: string;
  /** Change, or a read required before one; not dry runs and queries. */
  readonly isChange?: boolean | undefined;
  /** URL without query. */
  readonly address: string;
  readonly status?: number | undefined;
  readonly serverMessage?: string | undefined;
  /** Key of the JSON error body: `error` for unknown routes, `message` for missing records. */
  readonly serverMember?: ServerMember | undefined;
  /** Code of a refused cherry-pick or revert. */
  readonly errorCode?: string | undefined;
  /** Undefined for fine-grained tokens, whose missing permission is in the message. */
  readonly scopes?: readonly string[] | undefined;
  readonly retryAfterMs?: number | undefined;
  /** ID in the server's logs. */
  readonly requestId?: string | undefined;
  readonly detail?: string | undefined;
  /** Failed connection step, if there was no readable response. */
  readonly connection?: ConnectionFacts | undefined;
  /** Sender of an unexpected web page. */
  readonly page?: PageFacts | undefined;
  /** Localized summary. */
  readonly sentence?: string | undefined;
}

export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly facts: RequestErrorFacts;

  constructor(facts: RequestErrorFacts, cause?: unknown) {
    super(describe(facts), cause === undefined ? undefined : { cause });
    this.facts = facts;
  }
}

const describe = (facts: RequestErrorFacts): string => {
  const message = facts.serverMessage ?? facts.detail ?? facts.failure;
  const status = facts.status === undefined ? '' : ` answered ${facts.status}`;
  return `${facts.reference} ${facts.method} ${facts.address}${status}: ${message}`;
};

/** Facts of a `RequestError`, optionally only of the given failures; undefined otherwise. */
export const requestErrorFacts = (error: unknown, ...failures: RequestFailure[]): RequestErrorFacts | undefined =>
  error instanceof RequestError && (failures.length === 0 || failures.includes(error.facts.failure))
    ? error.facts
    : undefined;

/** False for fine-grained tokens: the message names the missing permission. */
export const lacksScope = ({ failure, scopes }: RequestErrorFacts): boolean =>
  failure === 'insufficientScope' && scopes !== undefined;

/** Change that may have been executed. */
export const isOutcomeUnknown = (error: unknown): boolean => {
  const { isChange, outcome } = requestErrorFacts(error) ?? {};
  return isChange === true && outcome === 'unknown';
};

/** Request not sent, or change refused: safe to repeat. */
export const isSafeToRetry = (error: unknown): boolean => {
  const { isChange, outcome } = requestErrorFacts(error) ?? {};
  return outcome === 'notSent' || (isChange === true && outcome === 'answered');
};

export const isCancelled = (error: unknown): boolean => requestErrorFacts(error, 'cancelled') !== undefined;

/** Server unreachable: known data remains valid. */
export const isUnreachable = (error: unknown): boolean =>
  requestErrorFacts(error, 'unreachable', 'hostNotFound', 'timeout') !== undefined;

/** Error code in `detail`, such as `ECONNREFUSED`; else the whole text. */
export const networkErrorCode = (detail: string): string => /\(([A-Z\d_/]+)\)(?:;|$)/.exec(detail)?.[1] ?? detail;
