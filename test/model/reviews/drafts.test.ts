import assert from 'node:assert/strict';
import { requestErrorFacts } from '../../../src/client/errors.ts';
import { ReviewStores } from '../../../src/model/reviews/reviewStores.ts';
import { linePosition } from '../../../src/model/reviews/newCommentPosition.ts';
import { replyNow, setResolved, isResolved, startDiscussion } from '../../../src/model/reviews/threads.ts';
import { updateDraftNote } from '../../../src/wire/draftNotes.ts';
import { reviewing } from './reviewDriving.ts';

const forecast = 'src/ripening/forecast.ts';

describe('drafts of a review', function () {
  this.timeout(30_000);
  const { store, place, files, setFaults, count } = reviewing();

  const positionIn = async (first: number, last: number) => {
    const { version, files: changed } = await files(await place());
    const file = changed.find(({ newPath }) => newPath === forecast) ?? assert.fail('no such file');
    const { oldPath, newPath, diff } = file;
    return linePosition({ refs: version, oldPath, newPath }, diff, { side: 'new', first, last });
  };

  it('reads drafts and discussions, and tells its listeners once they are there', async () => {
    const review = await store();
    let told = 0;
    review.onDidChange(() => (told += 1));
    await Promise.all([review.look(), review.look()]);
    assert.equal(review.state.phase, 'ready');
    assert.equal(await count('listDraftNotes'), 1);
    assert.ok(review.drafts.length >= 3);
    assert.ok(review.discussions.length >= 4);
    await review.load();
    assert.equal(told, 1, 'nothing had changed');
  });

  it('keeps what it knew when a reading fails, and says why', async () => {
    const review = await store();
    await review.load();
    const { drafts, readAtMs } = review;
    assert.ok(readAtMs);
    await setFaults({ operation: 'listDraftNotes', fault: 'status', status: 403 });
    await review.load();
    assert.equal(review.state.phase, 'failed');
    assert.ok(requestErrorFacts(review.state.error, 'forbidden'));
    assert.deepEqual([review.drafts, review.readAtMs], [drafts, readAtMs]);
  });

  it('writes a draft on several lines, as the server names them', async () => {
    const review = await store();
    const position = await positionIn(3, 5);
    const written = await review.add({ note: 'All three', position });
    assert.equal(written.kind, 'done');
    assert.equal(written.value.position?.new_line, 5);
    assert.equal(written.value.line_code, position?.line_range?.end.line_code);
    assert.equal(written.value.position?.line_range?.start?.new_line, 3);
    assert.ok(review.drafts.some(({ id }) => id === written.value.id));
  });

  it('finds a draft whose answer was lost, and sends it once', async () => {
    const review = await store();
    await review.load();
    await setFaults({ operation: 'createDraftNote', fault: 'resetAfter', times: 1 });
    const written = await review.add({ note: 'Answered never', position: await positionIn(4, 4) });
    assert.deepEqual([written.kind, written.kind === 'done' && written.confirmed], ['done', 'found']);
    assert.equal(await count('createDraftNote'), 1);
    assert.equal(review.drafts.filter(({ note }) => note === 'Answered never').length, 1);
  });

  it('does not take an older draft of the same words for the lost one', async () => {
    const review = await store();
    const position = await positionIn(2, 2);
    await review.add({ note: 'Twice', position });
    await setFaults({ operation: 'createDraftNote', fault: 'resetBefore', times: 1 });
    assert.equal((await review.add({ note: 'Twice', position })).kind, 'notDone');
  });

  it('says that it does not know when looking fails as well', async () => {
    const review = await store();
    await review.load();
    await setFaults(
      { operation: 'createDraftNote', fault: 'resetAfter', times: 1 },
      { operation: 'listDraftNotes', fault: 'status', status: 500 },
    );
    assert.equal((await review.add({ note: 'Who knows' })).kind, 'unknown');
  });

  it('keeps the position of a draft it edits', async () => {
    const review = await store();
    const position = await positionIn(3, 4);
    const written = await review.add({ note: 'First words', position });
    assert.equal(written.kind, 'done');
    const edited = await review.edit(written.value, { note: 'Second words' });
    assert.equal(edited.kind, 'done');
    await review.load();
    const now = review.drafts.find(({ id }) => id === written.value.id);
    assert.equal(now?.note, 'Second words');
    assert.deepEqual(now.position, written.value.position);
  });

  it('shows what was written elsewhere before it writes over it', async () => {
    const review = await store();
    const written = await review.add({ note: 'Here' });
    assert.equal(written.kind, 'done');
    const { client, project, iid } = review.place;
    const elsewhere = { id: project, merge_request_iid: iid, draft_note_id: written.value.id, note: 'Elsewhere' };
    await client.send(updateDraftNote, elsewhere);
    const first = await review.edit(written.value, { note: 'Here again' });
    assert.equal(first.kind, 'changed');
    assert.equal(first.now.note, 'Elsewhere');
    assert.equal(await count('updateDraftNote'), 1, 'only the other one has written');
    const second = await review.edit(first.now, { note: 'Here again' });
    assert.equal(second.kind, 'done');
  });

  it('does not write over a draft that was moved elsewhere, and gives an erased one its place back', async () => {
    const review = await store();
    const written = await review.add({ note: 'On the move', position: await positionIn(3, 3) });
    assert.equal(written.kind, 'done');
    const there = (await store()).edit(written.value, {
      note: 'On the move',
      position: (await positionIn(5, 5)) ?? assert.fail(),
    });
    assert.equal((await there).kind, 'done');
    const first = await review.edit(written.value, { note: 'Other words' });
    assert.equal(first.kind, 'changed');
    assert.equal(first.now.position?.new_line, 5);
    assert.equal((await review.edit(first.now, { note: 'Other words' })).kind, 'done');
    const { client, project, iid } = review.place;
    const seen = review.drafts.find(({ id }) => id === written.value.id) ?? assert.fail();
    const bare = { id: project, merge_request_iid: iid, draft_note_id: seen.id, note: 'Other words' };
    await client.send(updateDraftNote, bare);
    const again = await review.edit(seen, { note: 'And again' });
    assert.equal(again.kind, 'done');
    assert.equal(again.value.position?.new_line, 5);
  });

  it('does not take what someone else wrote for its own lost comment', async () => {
    const review = await store();
    await review.load();
    const userId = review.drafts[0]?.author_id ?? assert.fail('no draft');
    const position = await positionIn(4, 4);
    const theirs = await startDiscussion(await store('developer'), { body: 'Same here', userId: 0, position });
    assert.equal(theirs.kind, 'done');
    await setFaults({ operation: 'createMergeRequestDiscussion', fault: 'resetBefore', times: 1 });
    assert.equal((await startDiscussion(review, { body: 'Same here', userId, position })).kind, 'notDone');
  });

  it('says that a draft is gone instead of writing it anew', async () => {
    const review = await store();
    const written = await review.add({ note: 'Short life' });
    assert.equal(written.kind, 'done');
    assert.equal((await (await store()).remove(written.value)).kind, 'done');
    assert.equal((await review.edit(written.value, { note: 'Longer' })).kind, 'gone');
    assert.ok(!review.drafts.some(({ id }) => id === written.value.id));
    assert.equal((await review.remove(written.value)).kind, 'done', 'gone is what was wanted');
  });

  it('knows one draft reply per thread: the server refuses a second', async () => {
    const review = await store('developer');
    await review.load();
    const thread = review.discussions.find(({ notes: [first] }) => first?.resolvable) ?? assert.fail('no thread');
    await review.add({ note: 'One', discussionId: thread.id, resolves: true });
    await assert.rejects(review.add({ note: 'Two', discussionId: thread.id }), (error) =>
      /author_id/.test(requestErrorFacts(error, 'refused')?.serverMessage ?? ''),
    );
  });

  for (const [what, fault] of [
    ['as servers say it', { status: 202, body: { commands_changes: {}, summary: ['Assigned @maintainer.'] } }],
    [
      'as older servers say it',
      {
        status: 400,
        body: {
          message: '400 Bad request - Note {:commands_only=>["Assigned @maintainer."], :command_names=>["assign"]}',
        },
      },
    ],
  ] as const) {
    it(`says of quick actions that they were carried out, ${what}`, async () => {
      const review = await store();
      await review.load();
      const thread = review.discussions.find(({ notes: [first] }) => first?.resolvable) ?? assert.fail('no thread');
      const before = review.discussions;
      await setFaults(
        { operation: 'createMergeRequestDiscussion', fault: 'status', times: 1, ...fault },
        { operation: 'replyToMergeRequestDiscussion', fault: 'status', times: 1, ...fault },
      );
      const body = '/assign me';
      assert.deepEqual(await startDiscussion(review, { body, userId: 0, position: undefined }), { kind: 'carriedOut' });
      assert.deepEqual(await replyNow(review, thread.id, { body, userId: 0 }), { kind: 'carriedOut' });
      assert.equal(review.discussions, before);
    });
  }

  it('keeps accounts apart, and forgets one that was removed', async () => {
    const stores = new ReviewStores();
    const [mine, theirs] = [stores.of(await place('maintainer')), stores.of(await place('owner'))];
    await Promise.all([mine.load(), theirs.load()]);
    assert.ok(mine.drafts.length > 0);
    assert.deepEqual(theirs.drafts, []);
    stores.keepOnly([{ id: 'owner' }]);
    assert.deepEqual(mine.drafts, []);
    assert.equal(stores.known(mine.place), undefined);
    assert.equal(stores.known(theirs.place), theirs);
  });

  it('comments at once, replies and settles, each found after a lost answer', async () => {
    const review = await store();
    await review.load();
    await setFaults(
      { operation: 'createMergeRequestDiscussion', fault: 'resetAfter', times: 1 },
      { operation: 'replyToMergeRequestDiscussion', fault: 'resetAfter', times: 1 },
      { operation: 'resolveMergeRequestDiscussion', fault: 'resetAfter', times: 1 },
    );
    const userId = review.drafts[0]?.author_id ?? assert.fail('no draft');
    const started = await startDiscussion(review, { body: 'Now', userId, position: await positionIn(4, 4) });
    assert.deepEqual([started.kind, started.kind === 'done' && started.confirmed], ['done', 'found']);
    const { id } = started.kind === 'done' ? started.value : assert.fail();
    const replied = await replyNow(review, id, { body: 'And then', userId });
    assert.deepEqual([replied.kind, replied.kind === 'done' && replied.confirmed], ['done', 'found']);
    const settled = await setResolved(review, id, true);
    assert.deepEqual([settled.kind, settled.kind === 'done' && settled.confirmed], ['done', 'found']);
    const thread = review.discussions.find((each) => each.id === id) ?? assert.fail();
    assert.equal(thread.notes.length, 2);
    assert.ok(isResolved(thread));
    for (const operation of ['createMergeRequestDiscussion', 'replyToMergeRequestDiscussion']) {
      assert.equal(await count(operation), 1);
    }
  });
});
