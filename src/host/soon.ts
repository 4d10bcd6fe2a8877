import { setTimeout as delay } from 'node:timers/promises';

/** Waits up to three seconds for something to be found, such as an editor that is being opened; undefined when it is not. */
export const soon = async <T>(find: () => T | undefined): Promise<T | undefined> => {
  for (let tries = 0; tries < 60; tries += 1) {
    const found = find();
    if (found !== undefined) return found;
    await delay(50);
  }
  return undefined;
};
