/** How often the server may be asked about a job, in milliseconds. */
export interface JobPace {
  /** Shortest time from one look to the next; a look is never earlier, even while the user waits. */
  readonly shortestMs: number;
  /** Longest time between two looks while the user watches. */
  readonly longestMs: number;
}

/** For the state of an export or import: no limit of its own counts such reads. */
export const statePace: JobPace = { shortestMs: 2_000, longestMs: 30_000 };

/** For asking whether an archive is there: servers allow one request a minute for a user and a namespace. */
export const archivePace: JobPace = { shortestMs: 61_000, longestMs: 61_000 };

/** Who would see a new state: `shown` on a screen in front, `open` while the window is in front, or nobody. */
export type Attention = 'shown' | 'open' | 'away';

const slower: Readonly<Record<Attention, number>> = { shown: 1, open: 2, away: 6 };

/** Longest wait after failed looks; a server that comes back is noticed within it. */
const longestAfterFailureMs = 10 * 60_000;
/** What a server counts by when it refuses without saying how long. */
const limitWindowMs = 61_000;

/** What decides when a job is looked at next. */
export interface LookFacts {
  readonly pace: JobPace;
  readonly attention: Attention;
  /** How long the job has been as it is. */
  readonly unchangedMs: number;
  /** Looks that failed in a row. */
  readonly failures: number;
  /** The last look was refused because there were too many. */
  readonly wasLimited?: boolean;
  /** What the server said about waiting. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * How long to wait from a look to the next. A job that just changed is looked at soon, one that stays as it is less and
 * less often, and slower still where nobody would see it; failures double the wait, and what a server asks for is kept.
 */
export const waitBeforeLook = ({
  pace,
  attention,
  unchangedMs,
  failures,
  wasLimited = false,
  retryAfterMs = 0,
}: LookFacts): number => {
  const settled = Math.min(Math.max(unchangedMs / 8, pace.shortestMs), pace.longestMs);
  const calm = pace.longestMs > pace.shortestMs ? settled * slower[attention] : settled;
  if (failures === 0) return Math.ceil(calm);
  const base = wasLimited ? Math.max(calm, limitWindowMs) * 2 ** (failures - 1) : calm * 2 ** (failures - 1);
  return Math.ceil(Math.max(Math.min(base, longestAfterFailureMs), pace.shortestMs, retryAfterMs + 500));
};
