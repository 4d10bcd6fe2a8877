/** What {@link poll} may be told. */
export type PollOptions = {
  /** What is waited for, in words for the error. */
  readonly what: string;
  readonly timeoutMs?: number;
  readonly everyMs?: number;
};

/**
 * Asks `probe` until it answers something true and returns that. A probe that throws counts as "not yet"; its last words
 * are part of the error when the time is over.
 */
export async function poll<T>(
  probe: () => T | Promise<T>,
  options: PollOptions,
): Promise<Exclude<Awaited<T>, undefined | null | false | 0 | ''>> {
  const { what, timeoutMs = 20_000, everyMs = 50 } = options;
  const endsAt = Date.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const value = await probe();
      if (value) return value as Exclude<Awaited<T>, undefined | null | false | 0 | ''>;
      last = value;
    } catch (error) {
      last = error instanceof Error ? error.message : error;
    }
    if (Date.now() > endsAt) {
      const answer = typeof last === 'string' ? last : JSON.stringify(last);
      throw new Error(`waited ${timeoutMs} ms for ${what}; last answer: ${answer?.slice(0, 500)}`);
    }
    await delay(everyMs);
  }
}

/** Resolves after `ms` milliseconds. For polling and time limits; a test waits for a signal instead. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The value of `promise`, or `undefined` when it takes longer than `ms`. The timer keeps no process alive. */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
