import assert from 'node:assert/strict';
import { approve, type SentSummary, sendSummary } from '../../../src/model/reviews/publishSummary.ts';
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

  it('looks for a summary that may have been sent before, and sends it once', async () => {
    const text = 'Twice at most once\n/label ~reviewed';
    let earlier: SentSummary | undefined;
    const begun = async (sent: SentSummary): Promise<void> => void (earlier = sent);
    await setFaults(
      { operation: 'createMergeRequestNote', fault: 'resetAfter', times: 1 },
      // the first read precedes publishing
      { operation: 'listMergeRequestNotes', fault: 'delay', delayMs: 1, times: 1 },
      { operation: 'listMergeRequestNotes', fault: 'status', status: 500 },
    );
    assert.equal((await sendSummary(place(), { text, userId }, never, begun)).kind, 'unknown');
    await setFaults();
    assert.equal(earlier?.text, text);
    const other = { text: 'Other words', userId, earlier };
    assert.equal((await sendSummary(place(), other, never, begun)).kind, 'earlierIsThere');
    assert.equal(await count('Other words'), 0);
    const again = await sendSummary(place(), { text, userId, earlier }, never, begun);
    assert.partialDeepStrictEqual(again, { kind: 'done', confirmed: 'found' });
    // executed quick actions are removed from the text
    assert.equal(await count('Twice at most once'), 1);
  });

  it('sends a summary again that is not there, as far as can be seen', async () => {
    const earlier = { text: 'Did not arrive', noteId: 0 };
    const written = await sendSummary(place(), { text: earlier.text, userId, earlier }, never);
    assert.partialDeepStrictEqual(written, { kind: 'done', confirmed: 'answered' });
    assert.equal(await count(earlier.text), 1);
  });

  it('knows that quick actions alone leave no comment', async () => {
    const text = '/label ~reviewed';
    const body = { commands_changes: { add_label_ids: [1] }, summary: ['Added ~reviewed label.'] };
    await setFaults({ operation: 'createMergeRequestNote', fault: 'status', status: 202, body, times: 1 });
    assert.deepEqual(await sendSummary(place(), { text, userId }, never), { kind: 'carriedOut' });
    await setFaults({ operation: 'createMergeRequestNote', fault: 'resetBefore', times: 1 });
    assert.equal((await sendSummary(place(), { text, userId }, never)).kind, 'unknown');
  });

  it('does not approve what was not reviewed', async () => {
    const outcome = await approve(place(), { headSha: '0'.repeat(40), userId }, never);
    assert.deepEqual(outcome, { kind: 'moved' });
    assert.equal(await approvals(), 0);
  });

  it('finds an approval whose answer was lost, and is told when it may not', async () => {
    const send = async (token = run().sandbox.tokens.maintainer, by = 3) =>
      approve(place({ connect: { token } }), { headSha: await head(), userId: by }, never);
    await setFaults({ operation: 'approveMergeRequest', fault: 'status', status: 502, times: 1 });
    assert.equal((await send()).kind, 'unknown');
    await setFaults({ operation: 'approveMergeRequest', fault: 'resetAfter', times: 1 });
    assert.partialDeepStrictEqual(await send(), { kind: 'done', confirmed: 'found' });
    assert.equal(await approvals(), 1);
    assert.deepEqual(await send(), { kind: 'mayNot' });
    // the developer's own merge request
    assert.deepEqual(await send(run().sandbox.tokens.developer, userId), { kind: 'mayNot' });
  });

  it('tells an approval that asks for the password from one that is not allowed', async () => {
    for (const [name, kind] of [
      ['require_password_to_approve', 'passwordWanted'],
      ['require_reauthentication_to_approve', 'passwordWanted'],
      ['approvals_required', 'mayNot'],
    ] as const) {
      const body = { user_has_approved: false, [name]: name === 'approvals_required' ? 1 : true };
      await setFaults(
        { operation: 'approveMergeRequest', fault: 'status', status: 401, body: { message: '401 Unauthorized' } },
        { operation: 'getMergeRequestApprovals', fault: 'status', status: 200, body },
      );
      assert.deepEqual(await approve(place(), { headSha: undefined, userId }, never), { kind }, name);
    }
  });

  it('throws what was refused for any other reason', async () => {
    await setFaults({ operation: 'approveMergeRequest', fault: 'status', status: 403 });
    const error = await failureOf(approve(place(), { headSha: undefined, userId }, never));
    assert.equal(error.facts.failure, 'forbidden');
  });
});
