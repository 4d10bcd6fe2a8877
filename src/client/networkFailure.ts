import type { ConnectionFailed } from './connectionFailed.ts';
import type { RequestErrorFacts, RequestFailure, RequestOutcome } from './errors.ts';

type NetworkFacts = Pick<RequestErrorFacts, 'failure' | 'outcome' | 'detail' | 'connection'>;

const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

export const networkFailure = (error: unknown): NetworkFacts => {
  const code = innermostCode(error);
  const detail = error instanceof Error ? `${error.message}${code === undefined ? '' : ` (${code})`}` : String(error);
  // not by class: the transport may be bundled separately
  const { failure, outcome, connection } = (error ?? {}) as Partial<ConnectionFailed>;
  if (failure !== undefined && outcome !== undefined) return { failure, outcome, detail, connection };
  const as = (sorted: RequestFailure, reached: RequestOutcome, words = detail): NetworkFacts => ({
    failure: sorted,
    outcome: reached,
    detail: words,
    connection,
  });
  if (error instanceof Error && /^(?:HTTPParserError|EndlessHead)$/.test(error.name)) return as('notGitLab', 'unknown');
  if (error instanceof Error && error.name === 'SlowAnswer') return as('timeout', 'unknown');
  // undici asserts a status of at least 100
  if (code === 'ERR_ASSERTION') return as('notGitLab', 'unknown', 'the server answered with what is no HTTP');
  if (code === undefined) return as('unreachable', 'unknown');
  // TLS 1.3 reports this after the handshake
  if (connection?.problem === 'clientCertificateWanted') return as('certificate', 'notSent');
  // encryption failed, so the server could not read the request
  if (/^ERR_SSL(?!.*(?:BAD_RECORD_MAC|DECRYPT))/.test(code)) return as('unreachable', 'notSent');
  if (timeoutCodes.has(code)) return as('timeout', 'unknown');
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'Z_DATA_ERROR') return as('notGitLab', 'unknown');
  return as('unreachable', 'unknown');
};

/** Code of the innermost cause; of several connection attempts, the first. */
const innermostCode = (error: unknown, depth = 0): string | undefined => {
  if (!(error instanceof Error) || depth > 4) return undefined;
  const found = innermostCode(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1);
  const { code } = error as NodeJS.ErrnoException;
  return found ?? (typeof code === 'string' ? code : undefined);
};
