import { worldVariable, type SuiteWorld } from './hostProtocol.ts';

/** What the launches of the window's suites prepared, by the names of the suites. */
const preparedWorlds = (): Readonly<Record<string, SuiteWorld>> =>
  JSON.parse(process.env[worldVariable] ?? '{}') as Readonly<Record<string, SuiteWorld>>;

let entered = '';

/** Has {@link readWorld} answer for a suite of this window, and answers what was prepared for it. */
export function enterWorld(suite: string): SuiteWorld {
  entered = suite;
  return preparedWorlds()[suite] ?? {};
}

/** What this suite's `launch.ts` prepared for its tests, such as addresses and tokens of the sandbox. */
export function readWorld<T>(): T {
  const { world } = preparedWorlds()[entered] ?? {};
  if (world === undefined) throw new Error(`The launch.ts of the suite "${entered}" returned no "world".`);
  return world as T;
}
