import { worldVariable, type SuiteWorld } from './hostProtocol.ts';

const preparedWorlds = (): Readonly<Record<string, SuiteWorld>> =>
  JSON.parse(process.env[worldVariable] ?? '{}') as Readonly<Record<string, SuiteWorld>>;

let entered = '';

export function enterWorld(suite: string): SuiteWorld {
  entered = suite;
  return preparedWorlds()[suite] ?? {};
}

/** `world` of the current suite's `launch.ts`. */
export function readWorld<T>(): T {
  const { world } = preparedWorlds()[entered] ?? {};
  if (world === undefined) throw new Error(`The launch.ts of the suite "${entered}" returned no "world".`);
  return world as T;
}
