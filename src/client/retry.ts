import type { Operation } from '../wire/operation.ts';
import type { RequestErrorFacts } from './errors.ts';

/** Total number of attempts. */
export const readAttempts = 3;

/** Longest accepted `Retry-After`. */
const maxWaitMs = 30_000;

/** Delay after the `attempt`-th (1-based) read; undefined to give up. Never for writes. */
export const waitBeforeRetry = (
  facts: RequestErrorFacts,
  attempt: number,
  { answer }: Pick<Operation, 'answer'>,
): number | undefined => {
  if (attempt >= readAttempts || !mayPass(facts)) return undefined;
  const { failure, retryAfterMs } = facts;
  // archives are limited to one request a minute
  if (answer.kind === 'download' && failure === 'rateLimited' && retryAfterMs === undefined) return undefined;
  if (retryAfterMs !== undefined && retryAfterMs > maxWaitMs) return undefined;
  const base = failure === 'rateLimited' && retryAfterMs === undefined ? 2_000 : 250;
  return Math.max(base * 2 ** (attempt - 1) * (1 + Math.random() / 4), retryAfterMs ?? 0);
};

const mayPass = ({ failure, status }: RequestErrorFacts): boolean =>
  failure === 'unreachable' || failure === 'rateLimited' || status === 502 || status === 503 || status === 504;

/** Seconds or HTTP date, relative to `nowMs`. */
export const retryAfter = (header: string | undefined, nowMs: number): number | undefined => {
  if (header === undefined || header === '') return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // Date.parse accepts even "-5"
  const at = /^[a-z]{3,9},? /i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
};
