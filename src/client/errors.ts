import type { ConnectionFacts } from './connectionFacts.ts';
import type { PageFacts } from './foreignPage.ts';

/** What went wrong with a request, as far as the client can tell. */
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
  /** A web page came where none belongs: something in between wants the user to sign in, or refuses. */
  | 'signInNeeded'
  | 'tooLarge'
  | 'brokenContract';

/**
 * How far a failed request got: `notSent` never reached the service whole, `answered` was refused by it,
 * `unknown` may or may not have been carried out.
 */
export type RequestOutcome = 'notSent' | 'answered' | 'unknown';

/** Members of an error body that hold words. */
export type ServerMember = 'message' | 'error' | 'errors';

/** The facts of a failed request. Never a token, never a request body. */
export interface RequestErrorFacts {
  readonly failure: RequestFailure;
  readonly outcome: RequestOutcome;
  /** Reference of the operation, such as `C5`. */
  readonly reference: string;
  readonly method: string;
  /** It was to change something, or was read right before such a request; dry runs and queries are not. */
  readonly isChange?: boolean | undefined;
  /** Address without query string. */
  readonly address: string;
  readonly status?: number | undefined;
  /** The server's own words. */
  readonly serverMessage?: string | undefined;
  /** Member of the body the words stood in: routes no release knows say `error`, missing records `message`. */
  readonly serverMember?: ServerMember | undefined;
  /** `error_code` of a refused cherry-pick or revert. */
  readonly errorCode?: string | undefined;
  /** Scopes the server asks for; undefined where the token is fine-grained: its own words name the permission then. */
  readonly scopes?: readonly string[] | undefined;
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** By what the server finds the request in its logs. */
  readonly requestId?: string | undefined;
  /** What else is known, for the reader. */
  readonly detail?: string | undefined;
  /** The step at which a request failed that nothing readable answered, and with whom. */
  readonly connection?: ConnectionFacts | undefined;
  /** Who sent a web page in the place of an answer. */
  readonly page?: PageFacts | undefined;
  /** All of this in a sentence for the user, where the surroundings have made one. */
  readonly sentence?: string | undefined;
}

/** The one error of the client: every failed request ends in it. */
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

/** The facts when `error` is a failed request and one of `failures` (any when none is named), otherwise undefined. */
export const requestFailure = (error: unknown, ...failures: RequestFailure[]): RequestErrorFacts | undefined =>
  error instanceof RequestError && (failures.length === 0 || failures.includes(error.facts.failure))
    ? error.facts
    : undefined;

/** True where the token lacks a scope. Fine-grained tokens have none: the server's message names the missing permission. */
export const lacksScope = ({ failure, scopes }: RequestErrorFacts): boolean =>
  failure === 'insufficientScope' && scopes !== undefined;

/** A change that may have been made, as nothing tells. */
export const isUnclear = (error: unknown): boolean => {
  const { isChange, outcome } = requestFailure(error) ?? {};
  return isChange === true && outcome === 'unknown';
};

/** A request that was not sent, or a change that was refused: sending it again does nothing twice. */
export const isWithoutEffect = (error: unknown): boolean => {
  const { isChange, outcome } = requestFailure(error) ?? {};
  return outcome === 'notSent' || (isChange === true && outcome === 'answered');
};

/** Says whether a request was given up because its caller asked for that. */
export const isCancelled = (error: unknown): boolean => requestFailure(error, 'cancelled') !== undefined;

/** A failure without an answer: the server may be away, and what was known of it holds as well as before. */
export const isAway = (error: unknown): boolean =>
  requestFailure(error, 'unreachable', 'hostNotFound', 'timeout') !== undefined;

/** The code at the end of what the network says, such as `ECONNREFUSED`; all of it where there is none. */
export const codeIn = (detail: string): string => /\(([A-Z\d_/]+)\)(?:;|$)/.exec(detail)?.[1] ?? detail;
