import type { RequestErrorFacts, RequestFailure, RequestOutcome } from './errors.ts';

type NetworkFacts = Pick<RequestErrorFacts, 'failure' | 'outcome' | 'detail'>;

const hostCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA']);

/** How OpenSSL and Node name what is wrong with a certificate or with the chain above it. */
const certificateCode = /^(?!ERR_SSL).*CERT|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$|^PATH_LENGTH_|^HOSTNAME_|^(?:CA|EE)_/;

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Sorts an error of the transport: what failed, and whether the request may have reached the server. */
export const networkFailure = (error: unknown): NetworkFacts => {
  const { code, syscall } = innermost(error);
  const detail = error instanceof Error ? `${error.message}${code === undefined ? '' : ` (${code})`}` : String(error);
  const as = (failure: RequestFailure, outcome: RequestOutcome): NetworkFacts => ({ failure, outcome, detail });
  // by name: the transport may be a bundle of its own
  if (error instanceof Error && /^(?:HTTPParserError|EndlessHead)$/.test(error.name)) return as('notGitLab', 'unknown');
  if (error instanceof Error && error.name === 'SlowAnswer') return as('timeout', 'unknown');
  // undici fails an assertion of its own at a status below 100; the text of that helps no user
  if (code === 'ERR_ASSERTION')
    return { failure: 'notGitLab', outcome: 'unknown', detail: 'the server answered with what is no HTTP' };
  // undici's words when a proxy lets nothing through
  if (/^Proxy (?:response|Authentication)/.test(detail)) return as('refused', 'notSent');
  if (code === undefined) return as('unreachable', 'unknown');
  if (hostCodes.has(code)) return as('hostNotFound', 'notSent');
  if (certificateCode.test(code)) return as('certificate', 'notSent');
  // the same codes come when a connection in use breaks: only those of `connect` mean that nothing was sent
  if (syscall === 'connect' || code === 'UND_ERR_CONNECT_TIMEOUT') return as('unreachable', 'notSent');
  if (/^ERR_SSL(?!.*(?:BAD_RECORD_MAC|DECRYPT))/.test(code)) return as('unreachable', 'notSent');
  if (timeoutCodes.has(code)) return as('timeout', 'unknown');
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'Z_DATA_ERROR') return as('notGitLab', 'unknown');
  return as('unreachable', 'unknown');
};

/** The innermost cause that has a code; the first of several connection attempts speaks for all. */
const innermost = (error: unknown, depth = 0): Pick<NodeJS.ErrnoException, 'code' | 'syscall'> => {
  if (!(error instanceof Error) || depth > 4) return {};
  const found = innermost(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1);
  const own = error as NodeJS.ErrnoException;
  return found.code === undefined && typeof own.code === 'string' ? own : found;
};
