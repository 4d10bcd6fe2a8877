import assert from 'node:assert/strict';
import { RequestError, type RequestErrorFacts } from '../../src/client/errors.ts';
import { deliver, type SavedState, type Outgoing } from '../../src/model/outbox.ts';

const text = 'Looks good';
type Sent = { readonly after: number };

interface World {
  stored: SavedState<Sent> | undefined;
  readonly server: string[];
}

const lost = (): Error => new RequestError({ failure: 'unreachable', outcome: 'unknown' } as RequestErrorFacts);

type Trouble = 'stops' | 'stops and answers are lost' | 'fails';

/** One process, which ends before its step `end`, or goes on without it. */
const run = (world: World, end: number, trouble: Trouble): Promise<unknown> => {
  const ended = Promise.withResolvers<void>();
  let step = 0;
  const at =
    <Given extends unknown[], R>(work: (...given: Given) => R) =>
    async (...given: Given): Promise<R> => {
      step += 1;
      if (trouble === 'fails' && step === end) throw new Error('The disk is full.');
      if (trouble === 'fails' || step < end) return work(...given);
      ended.resolve();
      return new Promise<never>(() => undefined);
    };
  const outgoing: Outgoing<Sent, undefined> = {
    text,
    earlier: world.stored?.sent,
    save: at((state) => void (world.stored = state)),
    remove: at(() => void (world.stored = undefined)),
    findEarlier: at(({ after }) => (world.server.slice(after).includes(text) ? { found: undefined } : 'absent')),
    decide: at(() => assert.fail('there is nothing to decide')),
    prepare: at(() => ({ after: world.server.length })),
    write: at(() => {
      world.server.push(text);
      if (trouble.endsWith('lost')) throw lost();
      return { kind: 'done', value: undefined, confirmed: 'answered' } as const;
    }),
    reason: ({ kind }) => kind,
  };
  return Promise.race([deliver(outgoing).catch(() => undefined), ended.promise]);
};

describe('a text on its way to the server', () => {
  const ends = [1, 2, 3, 4, 5, 6, 7];
  for (const trouble of ['stops', 'stops and answers are lost', 'fails'] as const) {
    it(`is kept or sent, and sent once, wherever the process ${trouble}`, async () => {
      for (const [first, second] of ends.flatMap((one) => ends.map((other) => [one, other] as const))) {
        // an equal one is there already
        const world: World = { stored: { sent: undefined, refusal: undefined }, server: [text] };
        for (const end of [first, second, Infinity, Infinity]) {
          if (world.stored === undefined) break;
          await run(world, end, trouble);
          assert.ok(world.server.length <= 2, `${first}, ${second}: sent twice`);
          assert.ok(world.stored !== undefined || world.server.length === 2, `${first}, ${second}: lost`);
        }
        assert.deepEqual([world.stored, world.server.length], [undefined, 2], `${first}, ${second}`);
      }
    });
  }
});
