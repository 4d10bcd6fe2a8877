import type { ConnectionFacts } from './connectionFacts.ts';
import type { PageFacts } from './foreignPage.ts';

export type RequestFailure =
  | 'invalidParameters'
  | 'hostNotFound'
  | 'certificate'
  | 'unreachable'
  | 'timeout'
  | 'cancelled'
  | 'unauthorized'
  | 'insufficientScope'
  | 'forbidden'
  | 'notFound'
  | 'rateLimited'
  | 'refused'
  | 'serverError'
  | 'redirected'
  | 'notGitLab'
  /** A web page instead of an answer: a gateway requires sign-in or refuses access. */
  | 'signInNeeded'
  | 'tooLarge'
  | 'brokenContract';

/** `notSent` never reached the service completely, `answered` was refused by it, `unknown` may have been carried out. */
export type RequestOutcome = 'notSent' | 'answered' | 'unknown';

/** Members of an error body that hold a message. */
export type ServerMember = 'message' | 'error' | 'errors';

/** Never contains a token or a request body. */
export interface RequestErrorFacts {
  readonly failure: RequestFailure;
  readonly outcome: RequestOutcome;
  /** Such as `C5`. */
  readonly reference: string;
  readonly method: string;
  /** The request was a change, or a read required right before one; dry runs and queries are not. */
  readonly isChange?: boolean | undefined;
  /** Without query. */
  readonly address: string;
  readonly status?: number | undefined;
  /** Server's error message. */
  readonly serverMessage?: string | undefined;
  /** Unknown routes answer in `error`, missing records in `message`. */
  readonly serverMember?: ServerMember | undefined;
  /** `error_code` of a refused cherry-pick or revert. */
  readonly errorCode?: string | undefined;
  /** Required scopes; undefined for fine-grained tokens, whose missing permission is in the message. */
  readonly scopes?: readonly string[] | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Finds the request in the server's logs. */
  readonly requestId?: string | undefined;
  readonly detail?: string | undefined;
  /** Failed step, if there was no readable answer. */
  readonly connection?: ConnectionFacts | undefined;
  /** Sender of a web page received instead of an answer. */
  readonly page?: PageFacts | undefined;
  /** Localized summary, if the environment provides one. */
  readonly sentence?: string | undefined;
}

/** The client's only error: every failed request throws it. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly facts: RequestErrorFacts;

  constructor(facts: RequestErrorFacts, cause?: unknown) {
    super(describe(facts), cause === undefined ? undefined : { cause });
    this.facts = facts;
  }
}

const describe = (facts: RequestErrorFacts): string => {
  const words = facts.serverMessage ?? facts.detail ?? facts.failure;
  const status = facts.status === undefined ? '' : ` answered ${facts.status}`;
  return `${facts.reference} ${facts.method} ${facts.address}${status}: ${words}`;
};

/** Facts of a failed request, optionally only for the given `failures`. */
export const requestFailure = (error: unknown, ...failures: RequestFailure[]): RequestErrorFacts | undefined =>
  error instanceof RequestError && (failures.length === 0 || failures.includes(error.facts.failure))
    ? error.facts
    : undefined;

/** Always false for fine-grained tokens: the server's message names the missing permission. */
export const lacksScope = ({ failure, scopes }: RequestErrorFacts): boolean =>
  failure === 'insufficientScope' && scopes !== undefined;

/** A change that may or may not have been made. */
export const isUnclear = (error: unknown): boolean => {
  const { isChange, outcome } = requestFailure(error) ?? {};
  return isChange === true && outcome === 'unknown';
};

/** Not sent, or a refused change: safe to send again. */
export const isWithoutEffect = (error: unknown): boolean => {
  const { isChange, outcome } = requestFailure(error) ?? {};
  return outcome === 'notSent' || (isChange === true && outcome === 'answered');
};

export const isCancelled = (error: unknown): boolean => requestFailure(error, 'cancelled') !== undefined;

/** No answer: the server may be offline, so known data remains valid. */
export const isAway = (error: unknown): boolean =>
  requestFailure(error, 'unreachable', 'hostNotFound', 'timeout') !== undefined;

/** Code at the end of a network error, such as `ECONNREFUSED`; else the whole text. */
export const codeIn = (detail: string): string => /\(([A-Z\d_/]+)\)(?:;|$)/.exec(detail)?.[1] ?? detail;
