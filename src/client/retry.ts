import type { Operation } from '../wire/operation.ts';
import type { RequestErrorFacts } from './errors.ts';

/** How often a read is sent in all. */
export const readAttempts = 3;

/** Longest wait we keep a reader for because a server asks for it, in milliseconds. */
const longestWaitMs = 30_000;

/**
 * How long to wait before a read is sent again after its `attempt`-th try (1-based), in milliseconds;
 * undefined when it is not sent again. Only for reads: a write is never sent twice.
 */
export const waitBeforeRetry = (
  facts: RequestErrorFacts,
  attempt: number,
  { answer }: Pick<Operation, 'answer'>,
): number | undefined => {
  if (attempt >= readAttempts || !mayPass(facts)) return undefined;
  const { failure, retryAfterMs } = facts;
  // archives may be asked for once a minute, and every try counts
  if (answer.kind === 'download' && failure === 'rateLimited' && retryAfterMs === undefined) return undefined;
  if (retryAfterMs !== undefined && retryAfterMs > longestWaitMs) return undefined;
  const base = failure === 'rateLimited' && retryAfterMs === undefined ? 2_000 : 250;
  return Math.max(base * 2 ** (attempt - 1) * (1 + Math.random() / 4), retryAfterMs ?? 0);
};

const mayPass = ({ failure, status }: RequestErrorFacts): boolean =>
  failure === 'unreachable' || failure === 'rateLimited' || status === 502 || status === 503 || status === 504;

/** Reads `Retry-After` (seconds or an HTTP date) as milliseconds from `nowMs` on. */
export const retryAfter = (header: string | undefined, nowMs: number): number | undefined => {
  if (header === undefined || header === '') return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // Date.parse makes a date of nearly anything: "-5" would be the past
  const at = /^[a-z]{3,9},? /i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
};
