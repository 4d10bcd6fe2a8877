/** First in, first out; at most `width` tasks at a time. */
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
      // passes the slot on
      if (next) next();
      else running -= 1;
    }
  };
};
