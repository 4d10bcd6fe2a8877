import type { RequestErrorFacts, RequestFailure, RequestOutcome } from './errors.ts';

type NetworkFacts = Pick<RequestErrorFacts, 'failure' | 'outcome' | 'detail'>;

const hostCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']);

const certificateCodes = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Failures that end a connection before a request could travel on it. */
const notConnectedCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Sorts an error of the transport: what failed, and whether the request may have reached the server. */
export const networkFailure = (error: unknown): NetworkFacts => {
  const code = errorCode(error);
  const detail = error instanceof Error ? `${error.message}${code === undefined ? '' : ` (${code})`}` : String(error);
  const as = (failure: RequestFailure, outcome: RequestOutcome): NetworkFacts => ({ failure, outcome, detail });
  if (code === undefined) return as('unreachable', 'unknown');
  if (hostCodes.has(code)) return as('hostNotFound', 'notSent');
  if (certificateCodes.has(code)) return as('certificate', 'notSent');
  if (notConnectedCodes.has(code) || code.startsWith('ERR_SSL')) return as('unreachable', 'notSent');
  if (timeoutCodes.has(code)) return as('timeout', 'unknown');
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') return as('notGitLab', 'unknown');
  return as('unreachable', 'unknown');
};

/** The code of the innermost cause that has one; the first of several connection attempts speaks for all. */
const errorCode = (error: unknown, depth = 0): string | undefined => {
  if (!(error instanceof Error) || depth > 4) return undefined;
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  const own = (error as NodeJS.ErrnoException).code;
  return errorCode(inner, depth + 1) ?? (typeof own === 'string' ? own : undefined);
};
