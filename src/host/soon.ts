import { setTimeout as delay } from 'node:timers/promises';

/** Polls for up to three seconds, such as for an editor that is opening. */
export const soon = async <T>(find: () => T | undefined): Promise<T | undefined> => {
  for (let tries = 0; tries < 60; tries += 1) {
    const found = find();
    if (found !== undefined) return found;
    await delay(50);
  }
  return undefined;
};
