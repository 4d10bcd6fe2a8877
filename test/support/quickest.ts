/**
 * Measures until a time is below the limit, a few times at most; answers the least. What is slow by its nature is slow
 * each time, a busy machine only now and then.
 */
export const quickest = async (
  limitMs: number,
  measure: () => number | Promise<number>,
  times = 5,
): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < times && least >= limitMs; count += 1) least = Math.min(least, await measure());
  return least;
};

/** How long something takes, in milliseconds. */
export const timed = (work: () => void): number => {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
};
