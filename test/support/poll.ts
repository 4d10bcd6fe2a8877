export type PollOptions = { readonly what: string; readonly timeoutMs?: number; readonly everyMs?: number };

/** Polls until a truthy value. Errors count as "not yet"; the last one is in the timeout's message. */
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

/** For polling and timeouts only; tests wait for a signal. */
export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** `undefined` after `ms`. Its timer keeps no process alive. */
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
