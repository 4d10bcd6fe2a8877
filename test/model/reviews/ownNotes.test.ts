import assert from 'node:assert/strict';
import { changeNote, removeNote } from '../../../src/model/ownNote.ts';
import { ReviewDrafts } from '../../../src/model/reviews/drafts.ts';
import { ownMergeRequestNote } from '../../../src/model/reviews/ownNotes.ts';
import type { Note } from '../../../src/wire/notes.ts';
import { ask } from '../../sandbox/transfer/asking.ts';
import { request, reviewing } from './reviewing.ts';

describe('comments of one’s own on a merge request', () => {
  const { run, place, threads, setFaults } = reviewing();

  const said = async (body: string): Promise<{ readonly store: ReviewDrafts; readonly id: number }> => {
    const { json } = await ask<Note>(run(), 'POST', `${request}/notes`, { as: 'developer', json: { body } });
    const store = new ReviewDrafts(place());
    await store.start();
    return { store, id: json.id };
  };
  const elsewhere = (id: number, body: string): Promise<unknown> =>
    ask(run(), 'PUT', `${request}/notes/${id}`, { as: 'developer', json: { body } });
  const noteIn = (discussions: ReviewDrafts['discussions'], id: number): string | undefined =>
    discussions.flatMap(({ notes }) => notes).find((note) => note.id === id)?.body;
  const now = async (id: number): Promise<string | undefined> => noteIn(await threads(), id);

  it('are changed, on the server and in what was read', async () => {
    const { store, id } = await said('Frist');
    const note = ownMergeRequestNote(store, { id, seen: 'Frist' });
    assert.deepEqual(await changeNote(note, 'First'), { kind: 'done', value: 'kept', confirmed: 'answered' });
    assert.deepEqual([await now(id), noteIn(store.discussions, id)], ['First', 'First']);
  });

  it('are not written over when they were changed elsewhere, and what they say now is taken in', async () => {
    const { store, id } = await said('Mine');
    await elsewhere(id, 'Theirs');
    const note = ownMergeRequestNote(store, { id, seen: 'Mine' });
    assert.deepEqual(await changeNote(note, 'Mine again'), { kind: 'changed', now: 'Theirs' });
    assert.deepEqual(await removeNote(note), { kind: 'changed', now: 'Theirs' });
    assert.deepEqual([await now(id), noteIn(store.discussions, id)], ['Theirs', 'Theirs']);
  });

  it('are deleted, and one that is gone leaves what was read', async () => {
    const { store, id } = await said('Gone soon');
    const note = ownMergeRequestNote(store, { id, seen: 'Gone soon' });
    assert.equal((await removeNote(note)).kind, 'done');
    assert.deepEqual([await now(id), noteIn(store.discussions, id)], [undefined, undefined]);
    assert.deepEqual(await changeNote(note, 'Again'), { kind: 'gone' });
    assert.deepEqual(await removeNote(note), { kind: 'done', value: 'kept', confirmed: 'found' });
  });

  it('are looked at when an answer is lost, and sent once', async () => {
    const { store, id } = await said('One');
    await setFaults({ operation: 'updateMergeRequestNote', fault: 'resetAfter', times: 1 });
    const note = ownMergeRequestNote(store, { id, seen: 'One' });
    assert.deepEqual(await changeNote(note, 'Two'), { kind: 'done', value: 'kept', confirmed: 'found' });
    await setFaults({ operation: 'updateMergeRequestNote', fault: 'resetBefore', times: 1 });
    assert.equal((await changeNote({ ...note, seen: 'Two' }, 'Three')).kind, 'notDone');
    assert.equal(await now(id), 'Two');
  });

  it('of others cannot be changed', async () => {
    const body = 'Not yours';
    const { json } = await ask<Note>(run(), 'POST', `${request}/notes`, { as: 'maintainer', json: { body } });
    const store = new ReviewDrafts(place());
    await store.start();
    await assert.rejects(changeNote(ownMergeRequestNote(store, { id: json.id, seen: body }), 'Mine'), /403|Forbidden/i);
    assert.equal(await now(json.id), body);
  });

  it('of nothing but quick actions are carried out, and gone', async () => {
    const { store, id } = await said('Plain');
    const note = ownMergeRequestNote(store, { id, seen: 'Plain' });
    assert.deepEqual(await changeNote(note, '/ready'), { kind: 'done', value: 'carriedOut', confirmed: 'answered' });
    assert.deepEqual([await now(id), noteIn(store.discussions, id)], [undefined, undefined]);
  });
});
