import { worldVariable } from './hostProtocol.ts';

/** What this suite's `launch.ts` prepared for its tests, such as addresses and tokens of the sandbox. */
export function readWorld<T>(): T {
  const text = process.env[worldVariable];
  if (text === undefined) throw new Error(`${worldVariable} is not set: the suite's launch.ts returned no "world"`);
  return JSON.parse(text) as T;
}
