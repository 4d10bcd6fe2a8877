import type { World } from '../world/world.ts';

/**
 * Gives `read()` every time a change of the world gives it another value, told apart by `sameness()`. Changes that come
 * while nobody asks are given as one. `return()` ends it and stops listening.
 */
export const changesOf = <Value>(
  world: World,
  read: () => Value,
  sameness: () => string,
): AsyncGenerator<Value, void, void> => {
  let last = sameness();
  let isOver = false;
  let wake: (() => void) | undefined;
  const stop = world.watch(() => wake?.());
  const end = (): IteratorResult<Value, void> => {
    isOver = true;
    stop();
    wake?.();
    return { done: true, value: undefined };
  };
  const next = async (): Promise<IteratorResult<Value, void>> => {
    while (!isOver) {
      const now = sameness();
      if (now !== last) {
        last = now;
        return { done: false, value: read() };
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return { done: true, value: undefined };
  };
  return {
    next,
    return: async () => end(),
    throw: async (error: unknown) => {
      end();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      end();
    },
  };
};
