/** Polling intervals. */
export interface JobPace {
  /** Minimum, even while the user waits. */
  readonly shortestMs: number;
  /** Maximum while the user watches. */
  readonly longestMs: number;
}

/** Reading a state isn't rate limited separately. */
export const statePace: JobPace = { shortestMs: 2_000, longestMs: 30_000 };

/** One download a minute for a user and a namespace. */
export const archivePace: JobPace = { shortestMs: 61_000, longestMs: 61_000 };

/** `shown`: visible in the focused window; `open`: window focused. */
export type Attention = 'shown' | 'open' | 'away';

const slower: Readonly<Record<Attention, number>> = { shown: 1, open: 2, away: 6 };

const maxAfterFailureMs = 10 * 60_000;
/** Without a `Retry-After`. */
const limitWindowMs = 61_000;

export interface PollFacts {
  readonly pace: JobPace;
  readonly attention: Attention;
  /** Time since the last change. */
  readonly unchangedMs: number;
  /** Consecutive failures. */
  readonly failures: number;
  readonly wasLimited?: boolean;
  readonly retryAfterMs?: number | undefined;
}

/** Short after a change, then growing, longer if not visible. Failures double it; `Retry-After` is respected. */
export const waitBeforePoll = ({
  pace,
  attention,
  unchangedMs,
  failures,
  wasLimited = false,
  retryAfterMs = 0,
}: PollFacts): number => {
  const steady = Math.min(Math.max(unchangedMs / 8, pace.shortestMs), pace.longestMs);
  const calm = pace.longestMs > pace.shortestMs ? steady * slower[attention] : steady;
  if (failures === 0) return Math.ceil(calm);
  const base = wasLimited ? Math.max(calm, limitWindowMs) * 2 ** (failures - 1) : calm * 2 ** (failures - 1);
  return Math.ceil(Math.max(Math.min(base, maxAfterFailureMs), pace.shortestMs, retryAfterMs + 500));
};
