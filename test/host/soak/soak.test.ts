import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { activated, setFaults, signIn, signOut } from '../../support/window/inHost.ts';
import { delay } from '../../support/poll.ts';
import { readWorld } from '../../support/window/world.ts';
import { hands } from '../hands.ts';
import { holdings, type Holdings } from './holdings.ts';
import type { SoakWorld } from './soakWorld.ts';
import { steps } from './use.ts';

/** Allowed growth: bounded caches, and VS Code's and live updates' timers and connections. */
const mostMore: Readonly<Record<keyof Holdings, number>> = {
  heapBytes: 8 * 1024 ** 2,
  listeners: 3,
  timers: 3,
  sockets: 1,
  processes: 0,
};

/** Idle time after which connections and timers are gone. */
const restMs = 6_000;

const dice = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
};

describe('a window in long use', function () {
  const { minutes, seed } = readWorld<SoakWorld>();
  this.timeout(180_000);
  const user = hands();
  const taken = Object.fromEntries(Object.keys(steps).map((name) => [name, 0]));
  const held: Holdings[] = [];
  let app: App;

  before(async () => {
    app = await activated();
    // the first account stays
    for (const token of ['maintainer', 'owner']) await signIn(app, token);
  });

  after(async () => {
    await setFaults([]);
    await signOut(app);
  });

  const take = async (name: string): Promise<void> => {
    try {
      await steps[name]?.(app);
    } catch (error) {
      throw new Error(`“${name}” failed after ${JSON.stringify(taken)}`, { cause: error });
    }
    taken[name] = (taken[name] ?? 0) + 1;
    user.forget();
  };

  const roll = dice(seed);

  const round = async (): Promise<void> => {
    const left = Object.keys(steps);
    while (left.length > 0) for (const name of left.splice(Math.floor(roll() * left.length), 1)) await take(name);
  };

  /** Records idle resources: the minimum, as connections and timers come and go. */
  const rest = async (): Promise<void> => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await delay(restMs);
    const all: Holdings[] = [];
    for (let count = 0; count < 4; count += 1) {
      all.push(await holdings());
      await delay(500);
    }
    const least = (what: keyof Holdings): number => Math.min(...all.map((each) => each[what] ?? 0));
    held.push({
      heapBytes: least('heapBytes'),
      listeners: least('listeners'),
      timers: least('timers'),
      sockets: least('sockets'),
      processes: all[0]?.processes === undefined ? undefined : least('processes'),
    });
  };

  it('takes each step twice', async () => {
    for (const _ of [1, 2]) await round();
    await rest();
  });

  const parts = Math.max(2, Math.ceil(minutes));
  for (let part = 1; part <= parts; part += 1)
    it(`is used in any order, part ${part} of ${parts} (seed ${seed})`, async () => {
      const end = performance.now() + (minutes / parts) * 60_000;
      do await round();
      while (performance.now() < end);
      await round();
      await rest();
    });

  it('holds no more than at its beginning', () => {
    const [first, last] = [held[0] ?? assert.fail('nothing was measured'), held.at(-1) ?? assert.fail('no end')];
    for (const what of Object.keys(mostMore) as (keyof Holdings)[]) {
      const more = (last[what] ?? 0) - (first[what] ?? 0);
      assert.ok(more <= mostMore[what], `${what}: ${more} more; ${JSON.stringify(held)}`);
    }
  });
});
