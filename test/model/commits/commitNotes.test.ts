import assert from 'node:assert/strict';
import { readConversation } from '../../../src/model/commits/commitConversation.ts';
import { type CommitNote, ownCommitNote } from '../../../src/model/commits/commitNotes.ts';
import { changeNote, removeNote } from '../../../src/model/ownNote.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import { acmePlan } from '../../../src/sandbox/sample/acme.ts';
import type { WorldPlan } from '../../../src/sandbox/world/plans.ts';
import type { Discussion } from '../../../src/wire/notes.ts';
import { connect } from '../../client/connect.ts';
import { loopback } from '../../client/loopback.ts';
import { ask } from '../../sandbox/transfer/asking.ts';
import { withSandbox } from '../../sandbox/driving.ts';
import { sentTo, setFaultsAt } from '../../support/servers/sandboxControl.ts';

const plan: WorldPlan = {
  ...acmePlan,
  projects: [{ id: 1, path: 'acme/own', visibility: 'public', commits: [{ message: 'One\n', files: { a: '1\n' } }] }],
};

describe('comments of one’s own on a commit', () => {
  const run = withSandbox({ plan, faults: true });
  const servers = loopback();
  const root = '/projects/1/repository/commits/main/discussions';
  const setFaults = (...faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(run().sandbox.url, faults);
  const sent = async (): Promise<number> =>
    (await sentTo(run().sandbox.url, 'updateCommitNote')) + (await sentTo(run().sandbox.url, 'deleteCommitNote'));

  const said = async (body: string): Promise<CommitNote> => {
    const { json } = await ask<Discussion>(run(), 'POST', root, { json: { body } });
    const { client } = connect(servers, run().sandbox.url, { token: run().sandbox.tokens.maintainer });
    const subject = { client, project: 1, sha: await run().git('rev-parse', 'main') };
    return { subject, discussion: json.id, id: json.notes[0]?.id ?? 0, seen: body };
  };
  const elsewhere = (note: CommitNote, body: string): Promise<unknown> =>
    ask(run(), 'PUT', `${root}/${note.discussion}/notes/${note.id}`, { json: { body } });
  const now = async ({ subject, id }: CommitNote): Promise<string | undefined> =>
    (await readConversation(subject)).threads.flatMap(({ notes }) => notes).find((note) => note.id === id)?.body;

  beforeEach(() => setFaults());

  it('are changed, once', async () => {
    const note = await said('Frist');
    const before = await sent();
    assert.partialDeepStrictEqual(await changeNote(ownCommitNote(note), 'First'), {
      kind: 'done',
      value: { line: 'notAsked', made: { id: note.id, body: 'First' } },
      confirmed: 'answered',
    });
    assert.deepEqual([await now(note), (await sent()) - before], ['First', 1]);
  });

  it('are not written over when they were changed elsewhere, unless that has been seen', async () => {
    const note = await said('Mine');
    await elsewhere(note, 'Theirs');
    const before = await sent();
    assert.deepEqual(await changeNote(ownCommitNote(note), 'Mine again'), { kind: 'changed', now: 'Theirs' });
    assert.deepEqual(await removeNote(ownCommitNote(note)), { kind: 'changed', now: 'Theirs' });
    assert.equal(await sent(), before);
    assert.equal((await changeNote(ownCommitNote({ ...note, seen: 'Theirs' }), 'Mine again')).kind, 'done');
    assert.equal(await now(note), 'Mine again');
  });

  it('that say so already need no request, and those that are gone cannot be changed', async () => {
    const note = await said('Before');
    await elsewhere(note, 'After');
    const before = await sent();
    assert.deepEqual(await changeNote(ownCommitNote(note), 'After\n'), {
      kind: 'done',
      value: { line: 'notAsked' },
      confirmed: 'found',
    });
    assert.equal(await sent(), before);
    assert.equal((await removeNote(ownCommitNote({ ...note, seen: 'After' }))).kind, 'done');
    assert.deepEqual(await changeNote(ownCommitNote(note), 'Again'), { kind: 'gone' });
    assert.deepEqual(await removeNote(ownCommitNote(note)), {
      kind: 'done',
      value: { line: 'notAsked' },
      confirmed: 'found',
    });
    assert.equal((await sent()) - before, 1);
  });

  it('are looked for when the answer is lost', async () => {
    const note = await said('One');
    await setFaults({ operation: 'updateCommitNote', fault: 'resetAfter', times: 1 });
    assert.partialDeepStrictEqual(await changeNote(ownCommitNote(note), 'Two'), { kind: 'done', confirmed: 'found' });
    await setFaults({ operation: 'updateCommitNote', fault: 'resetBefore', times: 1 });
    assert.equal((await changeNote(ownCommitNote({ ...note, seen: 'Two' }), 'Three')).kind, 'notDone');
    await setFaults({ operation: 'deleteCommitNote', fault: 'status', status: 204, body: '', times: 1 });
    assert.equal((await removeNote(ownCommitNote({ ...note, seen: 'Two' }))).kind, 'notDone');
    assert.equal(await now(note), 'Two');
  });

  it('become orders to the server when they are nothing else', async () => {
    const note = await said('To become a tag');
    const value = { line: 'obeyed', commands: ['Tagged this commit to edited/2.'] };
    assert.deepEqual(await changeNote(ownCommitNote(note), '/tag edited/2'), {
      kind: 'done',
      value,
      confirmed: 'answered',
    });

    assert.equal(await now(note), undefined);
  });
});
