import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import type { ReviewPlace } from '../../../src/model/reviews/drafts.ts';
import { publishDrafts, type PublishedDraft } from '../../../src/model/reviews/publish.ts';
import type { DraftNote } from '../../../src/wire/draftNotes.ts';
import { ask } from '../../sandbox/asking.ts';
import { relay } from '../relay.ts';
import { request, reviewing } from './reviewing.ts';

const one = 'rrwwrr';
const all = 'rrwrr';

/** Merges the requests of two windows (`r` or `w` each); of two orders that differ only in adjacent reads, one. */
const orders = (a: string, b: string, order = '', last = ''): readonly string[] => [
  ...(a === '' && b === '' ? [order] : []),
  ...(a === '' || (last === 'Br' && a.startsWith('r')) ? [] : orders(a.slice(1), b, `${order}A`, `A${a[0]}`)),
  ...(b === '' ? [] : orders(a, b.slice(1), `${order}B`, `B${b[0]}`)),
];

describe('two windows that publish the same drafts', () => {
  const review = reviewing();
  const { place, drafts, threads, write } = review;

  const publish = (list: readonly DraftNote[], at: ReviewPlace, mayUseBulk: boolean) =>
    publishDrafts(at, list, { signal: new AbortController().signal, mayUseBulk, settle: async () => undefined });
  const kinds = (outcomes: readonly PublishedDraft[]): string[] => outcomes.map(({ outcome }) => outcome.kind);

  /** Sends one request at a time, in the order of the windows' letters. */
  const publishInOrder = (
    list: readonly DraftNote[],
    order: string,
    mayUseBulk: Readonly<Record<'A' | 'B', boolean>>,
  ) => {
    const turns = [...order];
    const waiting = new Map<string, () => void>();
    const ended = new Set<string>();
    let isBusy = false;
    const next = (): void => {
      while (ended.has(turns[0] ?? '')) turns.shift();
      const window = turns[0] ?? [...waiting.keys()][0] ?? '';
      const go = isBusy ? undefined : waiting.get(window);
      if (go === undefined) return;
      turns.shift();
      waiting.delete(window);
      isBusy = true;
      go();
    };
    const window = async (name: 'A' | 'B'): Promise<readonly PublishedDraft[]> => {
      const at = place();
      const send: Client['send'] = async (...parameters) => {
        await new Promise<void>((go) => {
          waiting.set(name, go);
          next();
        });
        return at.client.send(...parameters).finally(() => {
          isBusy = false;
          next();
        });
      };
      const outcomes = await publish(list, { ...at, client: { ...at.client, send } }, mayUseBulk[name]);
      ended.add(name);
      next();
      return outcomes;
    };
    return Promise.all([window('A'), window('B')]);
  };

  for (const [a, b] of [
    [all, all],
    [all, one],
    [one, one],
  ] as const) {
    it(`publish each once and offer none again, in any order of ${a} and ${b}`, async function () {
      this.timeout(60_000);
      for (const order of orders(a, b)) {
        const list = [await write({ note: `First ${order}` }), await write({ note: `Second ${order}` })];
        const outcomes = await publishInOrder(list, order, { A: a === all, B: b === all });
        const said = outcomes.map(kinds);
        assert.ok(
          said.flat().every((kind) => ['published', 'gone', 'notSent'].includes(kind)),
          `${order}: ${said.join(' ')}`,
        );
        assert.deepEqual(await drafts(), [], order);
        const there = (await threads()).filter(({ notes: [note] }) => note?.body.endsWith(order));
        assert.equal(there.length, 2, order);
        for (const { notes } of there)
          await ask(review.run(), 'DELETE', `${request}/notes/${notes[0]?.id}`, { as: 'developer' });
      }
    });
  }

  it('know a comment that the other was still writing while this one read the threads', async () => {
    const [draft] = [await review.onLine(4, 'Written twice')];
    let isThere = false;
    const url = await relay(review.servers, review.run().sandbox.url, async ({ request: asked, response, forward }) => {
      if (asked.target.includes('/discussions') && !isThere) {
        isThere = true;
        const json = { body: draft.note, position: draft.position };
        await ask(review.run(), 'POST', `${request}/discussions`, { as: 'developer', json });
      }
      if (!asked.target.endsWith('/publish')) return (await forward())();
      await review.remove(draft.id);
      response.writeHead(204).end();
    });
    assert.deepEqual(kinds(await publish([draft], place({ url }), true)), ['published']);
  });
});
