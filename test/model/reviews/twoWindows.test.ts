import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../../src/client/client.ts';
import { publishDrafts, type PublishedDraft } from '../../../src/model/reviews/publishDrafts.ts';
import type { DraftNote } from '../../../src/wire/draftNotes.ts';
import { ask } from '../../sandbox/transfer/asking.ts';
import { relay } from '../relay.ts';
import { request, reviewing } from './reviewing.ts';

/** Merges the reads and writes of two windows; of orders that differ only in adjacent reads, one. */
const orders = (a: string, b: string, order = '', last = ''): readonly string[] => [
  ...(a === '' && b === '' ? [order] : []),
  ...(a === '' || (last === 'Br' && a.startsWith('r')) ? [] : orders(a.slice(1), b, `${order}A`, `A${a[0]}`)),
  ...(b === '' ? [] : orders(a, b.slice(1), `${order}B`, `B${b[0]}`)),
];

describe('two windows that publish the same drafts', () => {
  const review = reviewing();
  const { place, drafts, threads, write } = review;
  const options = { signal: new AbortController().signal, pause: async () => undefined };
  const kinds = (outcomes: readonly PublishedDraft[]): string[] => outcomes.map(({ outcome }) => outcome.kind);

  /** Sends one request at a time, in the order of the windows' letters. */
  const publishInOrder = (list: readonly DraftNote[], order: string, steps: Readonly<Record<'A' | 'B', string>>) => {
    let turns = order;
    const window = async (name: 'A' | 'B'): Promise<readonly string[]> => {
      const at = place();
      const send: Client['send'] = async (...parameters) => {
        while (turns !== '' && !turns.startsWith(name)) await delay(1);
        return at.client.send(...parameters).finally(() => (turns = turns.slice(1)));
      };
      const mayUseBulk = steps[name] === 'rrwrr';
      const outcomes = await publishDrafts({ ...at, client: { ...at.client, send } }, list, { ...options, mayUseBulk });
      turns = turns.replaceAll(name, '');
      return kinds(outcomes);
    };
    return Promise.all([window('A'), window('B')]);
  };

  for (const [A, B] of [
    ['rrwrr', 'rrwrr'],
    ['rrwrr', 'rrwwrr'],
  ] as const) {
    it(`publish each once and offer none again, in any order of ${A} and ${B}`, async function () {
      this.timeout(60_000);
      for (const order of orders(A, B)) {
        const list = [await write({ note: `First ${order}` }), await write({ note: `Second ${order}` })];
        const said = (await publishInOrder(list, order, { A, B })).flat();
        assert.deepEqual(
          said.filter((kind) => !['published', 'gone', 'notSent'].includes(kind)),
          [],
          order,
        );
        assert.deepEqual(await drafts(), [], order);
        const there = (await threads()).flatMap(({ notes }) => notes).filter(({ body }) => body.endsWith(order));
        assert.deepEqual(
          there.map(({ body }) => body),
          list.map(({ note }) => note),
        );
        for (const { id } of there) await ask(review.run(), 'DELETE', `${request}/notes/${id}`, { as: 'developer' });
      }
    });
  }

  it('know a comment that the other was still writing while this one read the threads', async () => {
    const draft = await review.onLine(4, 'Written twice');
    let isThere = false;
    const url = await relay(review.servers, review.run().sandbox.url, async ({ request: asked, response, forward }) => {
      const json = { body: draft.note, position: draft.position };
      if (!isThere) await ask(review.run(), 'POST', `${request}/discussions`, { as: 'developer', json });
      isThere = true;
      if (!asked.target.endsWith('/publish')) return (await forward())();
      await review.remove(draft.id);
      response.writeHead(204).end();
    });
    assert.deepEqual(kinds(await publishDrafts(place({ url }), [draft], { ...options, mayUseBulk: true })), [
      'published',
    ]);
  });
});
