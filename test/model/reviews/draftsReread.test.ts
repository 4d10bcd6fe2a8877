import assert from 'node:assert/strict';
import { ReviewDrafts } from '../../../src/model/reviews/drafts.ts';
import { signal } from '../../client/connect.ts';
import { relay } from '../relay.ts';
import { reviewing } from './reviewing.ts';

describe('drafts that are read anew', function () {
  this.timeout(30_000);
  const { run, servers, place, write } = reviewing();

  const held = async () => {
    const [arrived, letGo] = [signal(), signal()];
    let lists = 0;
    const url = await relay(servers, run().sandbox.url, async ({ request, forward }) => {
      const isFirst = request.target.includes('/draft_notes') && ++lists === 1;
      const answer = await forward();
      if (isFirst) {
        arrived.give();
        await letGo.promise;
      }
      answer();
    });
    return { review: new ReviewDrafts(place({ url })), arrived: arrived.promise, letGo: letGo.give };
  };
  const notes = ({ drafts }: ReviewDrafts): readonly string[] => drafts.map(({ note }) => note);

  it('asks the server after it was told to, whatever is under way, and drops the older answer', async () => {
    const { review, arrived, letGo } = await held();
    const first = review.look();
    await arrived;
    await write({ note: 'Written meanwhile' });
    await review.load();
    assert.deepEqual(notes(review), ['Written meanwhile']);
    letGo();
    await first;
    assert.deepEqual([notes(review), review.state.phase], [['Written meanwhile'], 'ready']);
  });

  it('takes a review that was read for someone else in place of the answer under way, unless it was written to meanwhile', async () => {
    const { review, arrived, letGo } = await held();
    const first = review.look();
    await arrived;
    await review.track(async () => ({ drafts: [], discussions: [] }));
    await first;
    assert.deepEqual([review.discussions, review.state.phase], [[], 'ready']);
    letGo();
    await review.track(async () => {
      await review.add({ note: 'Written meanwhile' });
      return { drafts: [], discussions: [] };
    });
    assert.deepEqual(notes(review), ['Written meanwhile']);
  });
});
