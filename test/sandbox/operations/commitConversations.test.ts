import assert from 'node:assert/strict';
import type { CommitComment } from '../../../src/wire/commitConversations.ts';
import type { Discussion, Note } from '../../../src/wire/notes.ts';
import { changedLines as plan } from '../changedLines.ts';
import { ask, type Sent } from '../transfer/asking.ts';
import { withSandbox, type Answer } from '../driving.ts';

const commits = '/projects/1/repository/commits';

describe('C8, C9 comments on a commit', () => {
  const run = withSandbox({ plan });
  const comment = (body: object, more: Sent = {}, sha = 'main'): Promise<Answer<CommitComment>> =>
    ask(run(), 'POST', `${commits}/${sha}/comments`, { json: body, ...more });
  const place = async (body: object): Promise<unknown> => {
    const { status, json } = await comment({ note: 'n', ...body });
    return [status, json.path, json.line, json.line_type];
  };

  it('stand on lines the commit added or removed', async () => {
    assert.deepEqual(await place({ path: 'a.txt', line: 3, line_type: 'new' }), [201, 'a.txt', 3, 'new']);
    assert.deepEqual(await place({ path: 'a.txt', line: 3, line_type: 'old' }), [201, 'a.txt', 3, 'old']);
    assert.deepEqual(await place({ path: 'a.txt', line: 5, line_type: 'old' }), [201, 'a.txt', 5, 'old']);
    // default: `new`
    assert.deepEqual(await place({ path: 'a.txt', line: 21 }), [201, 'a.txt', 21, 'new']);
  });

  it('lose a place that is no changed line, and stand on the commit then', async () => {
    const lost = [201, null, null, null];
    assert.deepEqual(await place({ path: 'a.txt', line: 5, line_type: 'new' }), lost, 'a line in the hunk');
    assert.deepEqual(await place({ path: 'a.txt', line: 12, line_type: 'new' }), lost, 'a line outside');
    assert.deepEqual(await place({ path: 'a.txt', line: 21, line_type: 'old' }), lost, 'the other side');
    assert.deepEqual(await place({ path: 'b.txt', line: 1, line_type: 'new' }), lost, 'a file it did not change');
    assert.deepEqual(await place({}), lost);
  });

  it('need a line where they name a path, words, and someone who says them', async () => {
    const missing = await comment({ note: 'n', path: 'a.txt' });
    assert.deepEqual([missing.status, missing.json], [400, { error: 'line is missing' }]);
    assert.equal((await comment({})).text, '{"error":"note is missing"}');
    assert.equal((await comment({ note: '' })).status, 400);
    assert.equal((await comment({ note: 'n' }, { as: 'nobody' })).status, 401);
    assert.equal((await comment({ note: 'n' }, {}, 'nothing')).text, '{"message":"404 Commit Not Found"}');
    const archived = await ask(run(), 'POST', '/projects/2/repository/commits/main/comments', { json: { note: 'n' } });
    assert.equal(archived.status, 403);
  });

  it('are refused for what they lack before anybody is asked to sign in', async () => {
    const { status, json } = await comment({}, { as: 'nobody' });
    assert.deepEqual([status, json], [400, { error: 'note is missing' }]);
  });

  it('that are nothing but a quick action leave no note', async () => {
    const before = await run().get(`${commits}/main/comments?per_page=100`);
    const { status, json } = await comment({ note: '/tag spoken/1 As it was said' });
    assert.deepEqual(
      [status, json],
      [
        202,
        {
          commands_changes: { tag_name: 'spoken/1', tag_message: 'As it was said' },
          summary: ['Tagged this commit to spoken/1 with "As it was said".'],
        },
      ],
    );
    assert.equal(await run().git('rev-parse', 'spoken/1^{commit}'), await run().git('rev-parse', 'main'));
    assert.equal(await run().git('tag', '--list', '--format=%(contents:subject)', 'spoken/1'), 'As it was said');
    assert.equal((await run().get(`${commits}/main/comments?per_page=100`)).text, before.text);
    const again = await comment({ note: '/tag spoken/1' });
    assert.deepEqual(again.json, { message: '400 Bad request - Failed to apply commands.' });
  });

  it('keep the rest of a text with quick actions, and what is code', async () => {
    const mixed = await comment({ note: 'Out\n/tag spoken/2\nnow' });
    assert.deepEqual([mixed.status, mixed.json.note], [201, 'Out\nnow']);
    assert.equal(await run().git('rev-parse', 'spoken/2'), await run().git('rev-parse', 'main'));
    const code = '```\n/tag spoken/3\n```';
    assert.equal((await comment({ note: code })).json.note, code);
    assert.equal((await comment({ note: '/shrug it off' })).json.note, '/shrug it off');
  });

  it('are listed oldest first, in pages, without numbers of their own', async () => {
    const root = await run().git('rev-list', '--max-parents=0', 'main');
    for (const note of ['one', 'two', 'three']) await comment({ note }, { as: 'guest' }, root);
    const { json, headers } = await run().get<CommitComment[]>(`${commits}/${root}/comments?per_page=2`, 'nobody');
    assert.deepEqual(
      json.map(({ note }) => note),
      ['one', 'two'],
    );
    assert.equal(headers.get('x-total'), '3');
    assert.equal('id' in (json[0] ?? {}), false);
    assert.equal(json[0]?.author?.username, 'guest');
  });
});

describe('C10 discussions of a commit', () => {
  const run = withSandbox({ plan });
  const root = `${commits}/main/discussions`;
  const start = (body: object, as = 'maintainer'): Promise<Answer<Discussion>> =>
    ask(run(), 'POST', root, { json: body, as });
  const reply = (id: string, body: object): Promise<Answer<Note>> =>
    ask(run(), 'POST', `${root}/${id}/notes`, { json: body, as: 'developer' });

  it('show comments (C9) as they are, and need a signed-in user', async () => {
    await ask(run(), 'POST', `${commits}/main/comments`, { json: { note: 'plain' } });
    await ask(run(), 'POST', `${commits}/main/comments`, { json: { note: 'placed', path: 'a.txt', line: 3 } });
    const { json } = await run().get<Discussion[]>(root);
    assert.deepEqual(
      json.map(({ individual_note: individual, notes }) => [individual, notes[0]?.type, notes[0]?.body]),
      [
        [true, null, 'plain'],
        [false, 'LegacyDiffNote', 'placed'],
      ],
    );
    assert.match(json[0]?.id ?? '', /^[0-9a-f]{40}$/);
    const note = json[0]?.notes[0];
    assert.deepEqual(
      [note?.noteable_type, note?.noteable_id, note?.noteable_iid, note?.resolvable],
      ['Commit', null, null, false],
    );
    assert.equal((await run().get(root, 'nobody')).status, 401);
  });

  it('are started and answered, and can never be resolved', async () => {
    const { status, json } = await start({ body: 'why?' });
    assert.deepEqual([status, json.individual_note, json.notes[0]?.type], [201, false, 'DiscussionNote']);
    const answer = await reply(json.id, { body: 'because' });
    assert.deepEqual(
      [answer.status, answer.json.type, answer.json.author?.username],
      [201, 'DiscussionNote', 'developer'],
    );
    const { json: all } = await run().get<Discussion[]>(root);
    const thread = all.find(({ id }) => id === json.id);
    assert.deepEqual(
      thread?.notes.map(({ body, resolvable }) => [body, resolvable]),
      [
        ['why?', false],
        ['because', false],
      ],
    );
  });

  it('tell what quick actions in their text have changed, when they are written', async () => {
    const { json } = await start({ body: 'Out now\n/tag spoken/4' });
    const changed = { tag_name: 'spoken/4', tag_message: null };
    assert.deepEqual([json.notes[0]?.body, json.notes[0]?.commands_changes], ['Out now', changed]);
    const thread = (await run().get<Discussion[]>(root)).json.find(({ id }) => id === json.id);
    assert.deepEqual(thread?.notes[0]?.commands_changes, {});
  });

  it('stand on a line of the diff, and show as comments there', async () => {
    const [head, parent] = (await run().git('rev-list', 'main')).split('\n');
    const shas = { base_sha: parent, start_sha: parent, head_sha: head };
    const position = { ...shas, position_type: 'text', old_path: 'a.txt', new_path: 'a.txt', new_line: 21 };
    const before = (await run().get<CommitComment[]>(`${commits}/main/comments`)).json.length;
    const { status, json } = await start({ body: 'here', position });
    assert.equal(status, 201);
    assert.equal(json.notes[0]?.type, 'DiffNote');
    assert.equal(json.notes[0]?.position?.new_line, 21);
    const { json: comments } = await run().get<CommitComment[]>(`${commits}/main/comments`);
    assert.equal(comments.length, before + 1);
    assert.deepEqual([comments.at(-1)?.path, comments.at(-1)?.line, comments.at(-1)?.line_type], ['a.txt', 21, 'new']);
    const elsewhere = await start({ body: 'here', position: { ...position, new_line: 12 } });
    assert.deepEqual(elsewhere.json, {
      message: `400 Bad request - Note {:line_code=>["can't be blank", "must be a valid line code"]}`,
    });
  });

  it('refuse answers to a plain comment, and to nothing', async () => {
    const { json } = await run().get<Discussion[]>(root);
    const plain = json.find(({ individual_note: individual }) => individual);
    assert.equal(
      (await reply(plain?.id ?? '', { body: 'x' })).text,
      '{"message":"400 Bad request - Discussion can not be replied to."}',
    );
    assert.equal((await reply('0'.repeat(40), { body: 'x' })).text, '{"message":"404 Discussion Not Found"}');
  });
});

describe('C10d, C10e notes of a commit', () => {
  const run = withSandbox({ plan });
  const root = `${commits}/main/discussions`;
  const begin = async (body: string, as: Sent['as'] = 'developer'): Promise<Discussion> =>
    (await ask<Discussion>(run(), 'POST', root, { json: { body }, as })).json;
  const path = ({ id, notes }: Discussion): string => `${root}/${id}/notes/${notes[0]?.id}`;
  const change = (thread: Discussion, body: object, as: Sent['as'] = 'developer'): Promise<Answer<Note>> =>
    ask(run(), 'PUT', path(thread), { json: body, as });
  const remove = (thread: Discussion, as: Sent['as'] = 'developer'): Promise<Answer<unknown>> =>
    ask(run(), 'DELETE', path(thread), { as });
  const left = async (): Promise<readonly string[]> =>
    (await run().get<Discussion[]>(root)).json.flatMap(({ notes }) => notes.map(({ body }) => body));

  it('are changed by their authors, and by maintainers', async () => {
    const thread = await begin('Frist');
    const { status, json } = await change(thread, { body: 'First' });
    assert.deepEqual([status, json.body, json.author?.username], [200, 'First', 'developer']);
    assert.ok(Date.parse(json.updated_at ?? '') >= Date.parse(json.created_at ?? ''));
    assert.deepEqual(await left(), ['First']);
    assert.equal((await change(thread, { body: 'Mine' }, 'reporter')).text, '{"message":"403 Forbidden"}');
    assert.equal((await change(thread, { body: 'Moderated' }, 'maintainer')).status, 200);
    assert.equal((await change(thread, { body: 'x' }, 'nobody')).status, 401);
    assert.equal((await change(thread, {})).text, '{"error":"body is missing"}');
    assert.equal((await change(thread, { body: '' })).status, 400);
  });

  it('go when they become nothing but quick actions, which are carried out', async () => {
    const thread = await begin('To become a tag');
    const { status, json } = await change(thread, { body: '/tag edited/1' });
    assert.deepEqual(
      [status, json],
      [
        202,
        { commands_changes: { tag_name: 'edited/1', tag_message: null }, summary: ['Tagged this commit to edited/1.'] },
      ],
    );
    assert.ok(!(await left()).includes('To become a tag'));
  });

  it('are deleted one by one; the last one takes its thread along', async () => {
    const thread = await begin('Question');
    await ask(run(), 'POST', `${root}/${thread.id}/notes`, { json: { body: 'Answer' }, as: 'guest' });
    assert.equal((await remove(thread, 'guest')).status, 403);
    const { status, text: body } = await remove(thread);
    assert.deepEqual([status, body], [204, '']);
    const [rest] = (await run().get<Discussion[]>(root)).json.filter(({ id }) => id === thread.id);
    assert.deepEqual(
      rest?.notes.map((note) => note.body),
      ['Answer'],
    );
    assert.equal((await remove(thread)).text, '{"message":"404 Not found"}');
    assert.equal((await remove({ ...thread, notes: rest?.notes ?? [] }, 'guest')).status, 204);
    assert.ok(!(await run().get<Discussion[]>(root)).json.some(({ id }) => id === thread.id));
  });
});
