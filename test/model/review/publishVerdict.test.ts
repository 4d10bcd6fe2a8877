import assert from 'node:assert/strict';
import { approve, sendSummary } from '../../../src/model/review/publishVerdict.ts';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import { failureOf } from '../../client/connect.ts';
import { request, reviewing } from './reviewing.ts';

const never = new AbortController().signal;

describe('the end of a review over a real server', () => {
  const it5 = reviewing();
  const { place, setFaults, count, run } = it5;
  const userId = 4;
  const head = async (): Promise<string | undefined> =>
    (await run().get<MergeRequestDetail>(request)).json.diff_refs?.head_sha ?? undefined;
  const approvals = async (): Promise<number> => count('approved this merge request');

  it('adds a summary', async () => {
    const written = await sendSummary(place(), { text: 'All in all', userId }, never);
    assert.partialDeepStrictEqual(written, { kind: 'done', confirmed: 'answered' });
    assert.equal(await count('All in all'), 1);
  });

  it('finds a summary whose answer was lost, and says when it is not there', async () => {
    await setFaults({ operation: 'createMergeRequestNote', fault: 'resetAfter', times: 1 });
    const text = 'Lost summary';
    assert.partialDeepStrictEqual(await sendSummary(place(), { text, userId }, never), {
      kind: 'done',
      confirmed: 'found',
    });
    assert.equal(await count(text), 1);
    await setFaults({ operation: 'createMergeRequestNote', fault: 'resetBefore', times: 1 });
    assert.equal((await sendSummary(place(), { text, userId }, never)).kind, 'notDone');
    assert.equal(await count(text), 1);
  });

  it('does not approve what was not reviewed', async () => {
    const outcome = await approve(place(), { headSha: '0'.repeat(40), userId }, never);
    assert.deepEqual(outcome, { kind: 'moved' });
    assert.equal(await approvals(), 0);
  });

  it('finds an approval whose answer was lost, and is told when it may not', async () => {
    await setFaults({ operation: 'approveMergeRequest', fault: 'status', status: 502, times: 1 });
    assert.equal((await approve(place(), { headSha: await head(), userId }, never)).kind, 'unknown');
    await setFaults({ operation: 'approveMergeRequest', fault: 'resetAfter', times: 1 });
    assert.partialDeepStrictEqual(await approve(place(), { headSha: await head(), userId }, never), {
      kind: 'done',
      confirmed: 'found',
    });
    assert.equal(await approvals(), 1);
    assert.deepEqual(await approve(place(), { headSha: await head(), userId }, never), { kind: 'mayNot' });
  });

  it('throws what was refused for any other reason', async () => {
    await setFaults({ operation: 'approveMergeRequest', fault: 'status', status: 403 });
    const error = await failureOf(approve(place(), { headSha: undefined, userId }, never));
    assert.equal(error.facts.failure, 'forbidden');
  });
});
