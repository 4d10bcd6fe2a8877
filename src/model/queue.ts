/** Runs at most `width` tasks at a time, in the order they came. */
export const createQueue = (width: number): (<T>(task: () => Promise<T>) => Promise<T>) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // the place is handed on, so that nobody slips in between
      if (next) next();
      else running -= 1;
    }
  };
};
