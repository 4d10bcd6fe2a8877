import assert from 'node:assert/strict';
import type { ReviewPlace } from '../../../src/model/reviews/drafts.ts';
import {
  findPublished,
  publishDrafts,
  type PublishedDraft,
  type PublishOptions,
} from '../../../src/model/reviews/publishDrafts.ts';
import type { ReviewBefore } from '../../../src/model/reviews/reconcile.ts';
import type { DraftNote } from '../../../src/wire/draftNotes.ts';
import { failureOf } from '../../client/connect.ts';
import { ask } from '../../sandbox/transfer/asking.ts';
import { relay } from '../relay.ts';
import { request, reviewing } from './reviewing.ts';

const never = new AbortController().signal;

describe('publishing drafts over a real server', () => {
  const it5 = reviewing();
  const { place, onLine, write, remove, drafts, count, setFaults, writes, thread, position } = it5;

  const publish = (
    list: readonly DraftNote[],
    options: Partial<PublishOptions> & { readonly at?: ReviewPlace } = {},
  ): Promise<readonly PublishedDraft[]> => {
    const { at = place(), ...rest } = options;
    return publishDrafts(at, list, { signal: never, mayUseBulk: true, pause: async () => undefined, ...rest });
  };
  const kinds = (outcomes: readonly PublishedDraft[]): string[] =>
    outcomes.map(({ outcome }) => ('confirmed' in outcome ? `${outcome.kind} ${outcome.confirmed}` : outcome.kind));
  const bodyOf = async ({ outcome }: PublishedDraft): Promise<string | undefined> => {
    const note = 'note' in outcome ? outcome.note : undefined;
    const found = (await it5.threads()).find(({ id }) => id === note?.discussionId);
    return found?.notes.find(({ id }) => id === note?.noteId)?.body;
  };

  it('makes a comment of one, once, and names it', async () => {
    const draft = await onLine(4, 'One of its own');
    const outcomes = await publish([draft]);
    assert.deepEqual(kinds(outcomes), ['published answered']);
    assert.ok(outcomes[0]);
    assert.equal(await bodyOf(outcomes[0]), 'One of its own');
    assert.deepEqual(await writes(), [`PUT /${draft.id}/publish`]);
  });

  it('makes comments of all with one request', async () => {
    const list = [await onLine(4, 'All, first'), await onLine(5, 'All, second'), await write({ note: 'All, general' })];
    const outcomes = await publish(list);
    assert.deepEqual(kinds(outcomes), ['published answered', 'published answered', 'published answered']);
    assert.deepEqual(await Promise.all(outcomes.map(bodyOf)), ['All, first', 'All, second', 'All, general']);
    assert.deepEqual(await writes(), ['POST /bulk_publish']);
    assert.deepEqual(await drafts(), []);
  });

  it('carries a summary and a state along with the one request, and only with that', async () => {
    const told: string[] = [];
    const along: PublishOptions['along'] = {
      parameters: { note: 'Along', reviewer_state: 'requested_changes' },
      onStart: async () => void told.push('begun'),
      ended: (how) => told.push(how),
    };
    const [one, two] = [await onLine(4, 'Carries 1'), await onLine(5, 'Carries 2')];
    assert.deepEqual(kinds(await publish([one], { along })), ['published answered']);
    assert.deepEqual(told, [], 'another draft would go as well');
    assert.deepEqual(kinds(await publish([two], { along })), ['published answered']);
    assert.deepEqual(told, ['begun', 'taken']);
    assert.deepEqual(await publish([], { along: { ...along, parameters: { reviewer_state: 'reviewed' } } }), []);
    assert.deepEqual(await writes(), [`PUT /${one.id}/publish`, 'POST /bulk_publish', 'POST /bulk_publish']);
    assert.equal(await count('Along'), 1);
  });

  it('goes one after another in the given order where the server has no request for all', async () => {
    const [one, two] = [await onLine(4, 'Old server, one'), await onLine(5, 'Old server, two')];
    const told: string[] = [];
    const outcomes = await publish([two, one], {
      mayUseBulk: false,
      progress: (done, total) => told.push(`${done}/${total}`),
    });
    assert.deepEqual(kinds(outcomes), ['published answered', 'published answered']);
    assert.deepEqual(await writes(), [`PUT /${two.id}/publish`, `PUT /${one.id}/publish`]);
    assert.deepEqual(told, ['0/2', '1/2']);
  });

  it('goes one after another where the route turns out to be unknown', async () => {
    const list = [await onLine(4, 'No route, one'), await onLine(5, 'No route, two')];
    await setFaults({ operation: 'D7', fault: 'status', status: 404, body: { error: '404 Not Found' } });
    assert.deepEqual(kinds(await publish(list)), ['published answered', 'published answered']);
    assert.deepEqual(await writes(), [
      'POST /bulk_publish',
      `PUT /${list[0]?.id}/publish`,
      `PUT /${list[1]?.id}/publish`,
    ]);
    assert.equal(await count('No route, one'), 1);
  });

  it('publishes a part one after another, and leaves the rest alone', async () => {
    const [one, two, three] = [await onLine(4, 'Part 1'), await onLine(5, 'Part 2'), await onLine(6, 'Part 3')];
    assert.deepEqual(kinds(await publish([one, three])), ['published answered', 'published answered']);
    assert.deepEqual(
      (await drafts()).map(({ id }) => id),
      [two.id],
    );
  });

  for (const [words, fault] of [
    ['the connection is cut', { fault: 'resetAfter' }],
    ['the server never answers', { fault: 'hang' }],
  ] as const) {
    it(`finds the comment when ${words} after the draft was published`, async () => {
      const draft = await onLine(4, `Lost: ${words}`);
      await setFaults({ operation: 'D4', ...fault, times: 1 });
      const outcomes = await publish([draft], { at: place({ connect: { patienceMs: 300 } }) });
      const isThere = (await drafts()).length === 0;
      assert.deepEqual(kinds(outcomes), [isThere ? 'published found' : 'pending']);
      assert.equal(await count(`Lost: ${words}`), isThere ? 1 : 0);
      assert.deepEqual(await writes(), [`PUT /${draft.id}/publish`]);
      if (fault.fault === 'resetAfter') assert.ok(isThere);
    });

    it(`tells every draft apart when ${words} after all were published`, async () => {
      const list = [await onLine(4, `All lost: ${words}`), await onLine(5, `All lost: ${words}`)];
      await setFaults({ operation: 'D7', ...fault, times: 1 });
      const outcomes = await publish(list, { at: place({ connect: { patienceMs: 300 } }) });
      const isThere = (await drafts()).length === 0;
      const expected = isThere ? 'published found' : 'pending';
      assert.deepEqual(kinds(outcomes), [expected, expected]);
      assert.deepEqual(await writes(), ['POST /bulk_publish']);
      assert.equal(await count(`All lost: ${words}`), isThere ? 2 : 0);
    });
  }

  it('says that a draft is still pending when the connection was cut before it was published', async () => {
    const draft = await onLine(4, 'Never arrived');
    await setFaults({ operation: 'D4', fault: 'resetBefore', times: 1 });
    let looks = 0;
    const outcomes = await publish([draft], { pause: async () => void (looks += 1) });
    assert.deepEqual(kinds(outcomes), ['pending']);
    assert.equal(looks, 1, 'a request that may still be at work gets a second look');
    assert.deepEqual(await writes(), [`PUT /${draft.id}/publish`]);
    assert.equal(await count('Never arrived'), 0);
  });

  it('does not call published what is still a draft, though the server said so, and looks twice', async () => {
    const [one, two] = [await onLine(4, 'Said to be out'), await onLine(5, 'Untouched')];
    let looks = 0;
    const pause = async (): Promise<void> => void (looks += 1);
    for (const list of [[one], [one, two]]) {
      const url = await relay(it5.servers, it5.run().sandbox.url, async ({ request: asked, response, forward }) => {
        if (/publish$/.test(asked.target)) response.writeHead(204).end();
        else (await forward())();
      });
      const outcomes = await publish(list, { at: place({ url }), pause });
      assert.deepEqual(
        kinds(outcomes),
        list.map(() => 'stillDraft'),
      );
    }
    assert.equal(looks, 2);
    assert.equal(await count('Said to be out'), 0);
  });

  const nowhere = async (note: string): Promise<DraftNote> =>
    write({ note, position: { ...(await position(4)), new_line: 400 } });

  it('does not call published what the server deleted without making a comment', async () => {
    assert.deepEqual(kinds(await publish([await nowhere('Nowhere, alone')])), ['noComment']);
    const list = [await onLine(4, 'Somewhere'), await nowhere('Nowhere, with others')];
    assert.deepEqual(kinds(await publish(list)), ['published answered', 'noComment']);
    assert.equal(await count('Nowhere, with others'), 0);
  });

  it('says that nobody knows which comment is its own when the server changed its words', async () => {
    const draft = await write({ note: 'Done /shrug' });
    const url = await relay(it5.servers, it5.run().sandbox.url, async ({ request: asked, response, forward }) => {
      if (!asked.target.endsWith('/publish')) return (await forward())();
      await remove(draft.id);
      const json = { body: 'Done ¯\\_(ツ)_/¯' };
      await ask(it5.run(), 'POST', `${request}/discussions`, { as: 'developer', json });
      response.writeHead(204).end();
    });
    const [published] = await publish([draft], { at: place({ url }) });
    assert.partialDeepStrictEqual(published?.outcome, { kind: 'unknown', seen: 'unclear' });
  });

  it('does not call published what nobody could look for afterwards', async () => {
    const draft = await onLine(4, 'Taken, not seen');
    const url = await relay(it5.servers, it5.run().sandbox.url, async ({ request: asked, response, forward }) => {
      const isLook = asked.method === 'GET' && (await writes()).length > 0;
      if (isLook) response.writeHead(500).end();
      else (await forward())();
    });
    const [published] = await publish([draft], { at: place({ url }) });
    assert.partialDeepStrictEqual(published?.outcome, { kind: 'unknown', seen: 'answer' });
  });

  it('does not wait for a second look because of drafts it did not send', async () => {
    const [one] = [await onLine(4, 'Sent alone'), await onLine(5, 'Stays behind')];
    const pause = (): Promise<void> => assert.fail('nothing is unclear');
    assert.deepEqual(kinds(await publish([one], { pause })), ['published answered']);
  });

  it('tells what became of drafts whose sender has gone', async () => {
    const list = [await onLine(4, 'Orphan 1'), await onLine(5, 'Orphan 2'), await onLine(6, 'Orphan 3')];
    let before: ReviewBefore | undefined;
    const url = await relay(it5.servers, it5.run().sandbox.url, async ({ request: asked, response, forward }) => {
      if (!asked.target.endsWith('/publish')) return (await forward())();
      assert.deepEqual(
        before?.drafts.map(({ id }) => id),
        list.map(({ id }) => id),
        'told before anything is sent',
      );
      response.socket?.destroy();
    });
    const onStart = async (told: ReviewBefore): Promise<void> => void (before = told);
    await publish(list, { at: place({ url }), mayUseBulk: false, onStart });
    assert.ok(before);
    await write({}, `/${list[0]?.id}/publish`);
    await remove(list[1]?.id ?? 0);
    await it5.thread('Orphan 3');
    let looks = 0;
    const pause = async (): Promise<void> => void (looks += 1);
    const outcomes = await findPublished(place(), before, { signal: never, pause });
    assert.equal(looks, 1, 'its request may still be at work');
    assert.deepEqual(kinds(outcomes), ['published found', 'unknown', 'pending']);
    assert.ok(outcomes[0]);
    assert.equal(await bodyOf(outcomes[0]), 'Orphan 1');
    assert.deepEqual(await writes(), [`PUT /${list[0]?.id}/publish`]);
  });

  it('finds with its second look what the server was still at work on', async () => {
    const draft = await onLine(4, 'Slow');
    await setFaults({ operation: 'D4', fault: 'status', status: 502, times: 1 });
    const pause = async (): Promise<void> => {
      await write({}, `/${draft.id}/publish`);
    };
    assert.deepEqual(kinds(await publish([draft], { pause })), ['published found']);
    assert.equal(await count('Slow'), 1);
  });

  it('tells texts that are equal apart by their lines', async () => {
    const [one, two] = [await onLine(4, 'The same words'), await onLine(6, 'The same words')];
    await setFaults({ operation: 'D7', fault: 'resetAfter', times: 1 });
    const outcomes = await publish([two, one]);
    assert.deepEqual(kinds(outcomes), ['published found', 'published found']);
    const threads = await it5.threads();
    const lines = outcomes.map(({ outcome }) => {
      const note = outcome.kind === 'published' ? outcome.note : undefined;
      return threads.find(({ id }) => id === note?.discussionId)?.notes[0]?.position?.new_line;
    });
    assert.deepEqual(lines, [6, 4]);
  });

  it('finds a reply in its thread, not elsewhere', async () => {
    const [first, second] = [await thread('First question'), await thread('Second question')];
    const replies = [
      await write({ note: 'Agreed', in_reply_to_discussion_id: first.id }),
      await write({ note: 'Agreed', in_reply_to_discussion_id: second.id, resolve_discussion: true }),
    ];
    await setFaults({ operation: 'D7', fault: 'resetAfter', times: 1 });
    const outcomes = await publish(replies);
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome.kind === 'published' && outcome.note?.discussionId),
      [first.id, second.id],
    );
  });

  it('says that a draft with quick actions only was carried out', async () => {
    const draft = await write({ note: '/assign @lena' });
    assert.deepEqual(kinds(await publish([draft])), ['carriedOut']);
  });

  describe('half-way', () => {
    /** Bulk publication that stops after some drafts. */
    const halfWay = (publishFirst: () => Promise<void>, status: number | 'cut'): Promise<string> =>
      relay(it5.servers, it5.run().sandbox.url, async ({ request: asked, response, forward }) => {
        if (asked.target.endsWith('/bulk_publish')) {
          await publishFirst();
          if (status === 'cut') response.socket?.destroy();
          else response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"Unable to save"}');
        } else (await forward())();
      });
    const publishThere = async ({ id }: DraftNote): Promise<void> => {
      await setFaults();
      const outcomes = await publish((await drafts()).filter((draft) => draft.id === id));
      assert.deepEqual(kinds(outcomes), ['published answered']);
    };

    for (const status of [500, 422, 502, 'cut'] as const) {
      it(`is told apart per draft when the answer is ${status}`, async () => {
        const list = [
          await onLine(4, `Half 1 ${status}`),
          await onLine(5, `Half 2 ${status}`),
          await onLine(6, `Half 3 ${status}`),
        ];
        const [first, second, third] = list;
        assert.ok(first && second && third);
        const url = await halfWay(async () => {
          await publishThere(first);
          await publishThere(second);
        }, status);
        const outcomes = await publish(list, { at: place({ url }) });
        const left = status === 422 ? 'refused' : 'pending';
        assert.deepEqual(kinds(outcomes), ['published found', 'published found', left]);
        assert.equal(await count(`Half 1 ${status}`), 1);
        assert.equal((await writes()).filter((line) => line.startsWith('POST')).length, 0);
        assert.deepEqual(
          (await drafts()).map(({ id }) => id),
          [third.id],
        );
      });
    }

    it('warns of drafts that are left over although their comments are there', async () => {
      const list = [await onLine(4, 'Left over'), await onLine(5, 'Not yet')];
      // real servers delete drafts after writing all comments
      const url = await halfWay(async () => {
        const json = { body: 'Left over', position: await position(4) };
        await ask(it5.run(), 'POST', `${request}/discussions`, { as: 'developer', json });
      }, 500);
      const outcomes = await publish(list, { at: place({ url }) });
      assert.deepEqual(kinds(outcomes), ['leftOver', 'pending']);
    });
  });

  it('says that nobody knows when looking fails too', async () => {
    const draft = await onLine(4, 'In the dark');
    const url = await relay(it5.servers, it5.run().sandbox.url, async ({ request: asked, response, forward }) => {
      const isLook = asked.method === 'GET' && (await writes()).length > 0;
      if (isLook) response.writeHead(500).end();
      else {
        const hand = await forward();
        if (asked.method === 'GET') hand();
        else response.socket?.destroy();
      }
    });
    const outcomes = await publish([draft], { at: place({ url }) });
    assert.partialDeepStrictEqual(outcomes[0]?.outcome, { kind: 'unknown', seen: 'nothing' });
    assert.equal(await count('In the dark'), 1);
    assert.deepEqual(await writes(), [`PUT /${draft.id}/publish`]);
  });

  it('says that nobody knows when the draft is gone without a comment', async () => {
    const draft = await onLine(4, 'Deleted meanwhile');
    const url = await relay(it5.servers, it5.run().sandbox.url, async ({ request: asked, response, forward }) => {
      if (asked.target.endsWith('/publish')) {
        await remove(draft.id);
        response.socket?.destroy();
      } else (await forward())();
    });
    assert.partialDeepStrictEqual((await publish([draft], { at: place({ url }) }))[0]?.outcome, {
      kind: 'unknown',
      seen: 'draftGone',
    });
  });

  it('sends nothing when a draft was deleted or edited elsewhere since it was shown', async () => {
    const [one, two, three] = [await onLine(4, 'Seen 1'), await onLine(5, 'Seen 2'), await onLine(6, 'Seen 3')];
    await remove(one.id);
    await write({ note: 'Edited elsewhere', position: await position(5) }, `/${two.id}`);
    const outcomes = await publish([one, two, three]);
    assert.deepEqual(kinds(outcomes), ['gone', 'changed', 'notSent']);
    assert.partialDeepStrictEqual(outcomes[1]?.outcome, { theirs: { note: 'Edited elsewhere' } });
    assert.deepEqual(await writes(), []);
  });

  it('takes a draft that vanishes between the look and the request as gone', async () => {
    const draft = await onLine(4, 'Vanishing');
    const url = await relay(it5.servers, it5.run().sandbox.url, async ({ request: asked, forward }) => {
      if (asked.target.endsWith('/publish')) await remove(draft.id);
      (await forward())();
    });
    assert.deepEqual(kinds(await publish([draft], { at: place({ url }) })), ['gone']);
  });

  it('stops after a draft whose fate is unclear, and says that the rest was not sent', async () => {
    const list = [await onLine(4, 'Stop 1'), await onLine(5, 'Stop 2'), await onLine(6, 'Stop 3')];
    await setFaults({ operation: 'D4', fault: 'status', status: 500, times: 1 });
    const outcomes = await publish(list, { mayUseBulk: false });
    assert.deepEqual(kinds(outcomes), ['pending', 'notSent', 'notSent']);
    assert.equal((await writes()).length, 1);
  });

  it('goes on after a draft that was found published', async () => {
    const list = [await onLine(4, 'On 1'), await onLine(5, 'On 2')];
    await setFaults({ operation: 'D4', fault: 'resetAfter', times: 1 });
    assert.deepEqual(kinds(await publish(list, { mayUseBulk: false })), ['published found', 'published answered']);
  });

  it('sends nothing when the first look fails', async () => {
    const draft = await onLine(4, 'First look');
    await setFaults({ operation: 'listMergeRequestDiscussions', fault: 'status', status: 403 });
    const error = await failureOf(publish([draft]));
    assert.equal(error.facts.failure, 'forbidden');
    assert.deepEqual(await writes(), []);
  });

  it('looks also when the user cancels while a request is under way', async () => {
    const draft = await onLine(4, 'Cancelled');
    const cancel = new AbortController();
    const url = await relay(it5.servers, it5.run().sandbox.url, async ({ request: asked, forward }) => {
      const hand = await forward();
      if (asked.target.endsWith('/publish')) cancel.abort();
      else hand();
    });
    assert.deepEqual(kinds(await publish([draft], { at: place({ url }), signal: cancel.signal })), ['published found']);
  });

  it('does not mix up accounts: comments of others with the same words are not taken for one’s own', async () => {
    const draft = await write({ note: 'Same as hers' });
    await setFaults({ operation: 'D4', fault: 'resetBefore', times: 1 });
    const url = await relay(it5.servers, it5.run().sandbox.url, async ({ request: asked, forward }) => {
      if (asked.target.endsWith('/publish')) await thread('Same as hers');
      (await forward())();
    });
    assert.deepEqual(kinds(await publish([draft], { at: place({ url }) })), ['pending']);
  });
});

describe('publishing 200 drafts over a real server', () => {
  const { place, write, setFaults, writes, position } = reviewing();

  it('takes one request, and tells each apart when the answer is lost', async function () {
    this.timeout(60_000);
    const at = await position(4);
    const list: DraftNote[] = [];
    for (let number = 1; number <= 200; number += 1) {
      list.push(await write({ note: `One of many ${number}`, position: at }));
    }
    await setFaults({ operation: 'D7', fault: 'resetAfter', times: 1 });
    const options = { signal: never, mayUseBulk: true, pause: async () => undefined };
    const outcomes = await publishDrafts(place(), list, options);
    const notes = outcomes.map(({ outcome }) => (outcome.kind === 'published' ? outcome.note?.noteId : undefined));
    assert.ok(!notes.includes(undefined));
    assert.equal(new Set(notes).size, 200);
    assert.deepEqual(await writes(), ['POST /bulk_publish']);
  });
});
