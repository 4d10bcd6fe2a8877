import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { DraftNote } from '../../../src/wire/draftNotes.ts';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import { givenPosition, type Discussion, type Note } from '../../../src/wire/notes.ts';
import { ask, type Sent } from '../transfer/asking.ts';
import { orchard, withSandbox, type Answer } from '../driving.ts';

const request = `${orchard}/merge_requests/5`;
const drafts = `${request}/draft_notes`;
const file = 'src/ripening/forecast.ts';
const lineCode = `${createHash('sha1').update(file).digest('hex')}_0_4`;

describe('D1 to D7 draft notes', () => {
  const run = withSandbox();
  const send = <Body>(method: string, path: string, json?: object, as = 'developer'): Promise<Answer<Body>> =>
    ask(run(), method, path, { as, ...(json === undefined ? {} : { json }) } satisfies Sent);
  const write = (json: object, as?: string): Promise<Answer<DraftNote>> => send('POST', drafts, json, as);
  const list = async (as?: string): Promise<DraftNote[]> =>
    (await send<DraftNote[]>('GET', drafts, undefined, as)).json;
  const threads = async (): Promise<Discussion[]> =>
    (await run().get<Discussion[]>(`${request}/discussions?per_page=100`)).json;
  const thread = async (body: string): Promise<Discussion> =>
    (await send<Discussion>('POST', `${request}/discussions`, { body }, 'maintainer')).json;
  const position = async (): Promise<object> => ({
    ...(await run().get<MergeRequestDetail>(request)).json.diff_refs,
    position_type: 'text',
    old_path: file,
    new_path: file,
    new_line: 4,
  });

  beforeEach(async () => {
    for (const { id } of await list()) await send('DELETE', `${drafts}/${id}`);
  });

  it('are written without a line, with a position of empty members', async () => {
    const { status, json } = await write({ note: 'Think' });
    assert.equal(status, 201);
    const { id, ...rest } = json;
    assert.equal(typeof id, 'number');
    assert.deepEqual(rest, {
      author_id: 4,
      merge_request_id: 9005,
      resolve_discussion: false,
      discussion_id: null,
      note: 'Think',
      commit_id: null,
      line_code: null,
      position: {
        base_sha: null,
        start_sha: null,
        head_sha: null,
        old_path: null,
        new_path: null,
        position_type: 'text',
        old_line: null,
        new_line: null,
        line_range: null,
      },
    });
    assert.deepEqual((await send('GET', `${drafts}/${id}`)).json, json);
  });

  it('are there for their author alone', async () => {
    const { id } = (await write({ note: 'Mine' })).json;
    assert.deepEqual(
      (await list()).map((draft) => draft.id),
      [id],
    );
    for (const as of ['maintainer', 'owner']) {
      assert.ok((await list(as)).every((draft) => draft.id !== id));
      const calls: [string, string, object?][] = [
        ['GET', ''],
        ['PUT', '', { note: 'x' }],
        ['PUT', '/publish'],
        ['DELETE', ''],
      ];
      for (const [method, more, json] of calls) {
        const { status, text } = await send(method, `${drafts}/${id}${more}`, json, as);
        assert.deepEqual([status, text], [404, '{"message":"404 Not found"}'], `${as} ${method}${more}`);
      }
      await send('POST', `${drafts}/bulk_publish`, undefined, as);
    }
    assert.equal((await list()).length, 1);
    assert.equal((await send('GET', drafts, undefined, 'nobody')).status, 401);
  });

  it('stand on a line, named after it', async () => {
    const { status, json } = await write({ note: 'Here', position: await position() });
    assert.equal(status, 201);
    assert.equal(json.line_code, lineCode);
    assert.deepEqual([json.position?.new_line, json.position?.old_line], [4, null]);
    const end = { line_code: lineCode, type: 'new', old_line: null, new_line: 4 };
    const range = { start: { ...end, new_line: 3 }, end };
    const wide = await write({ note: 'Here', position: { ...(await position()), line_range: range } });
    assert.deepEqual(wide.json.position?.line_range, range);
    const short = { start: { line_code: lineCode, type: 'new' }, end: { line_code: lineCode, type: null } };
    const kept = await write({ note: 'Here', position: { ...(await position()), line_range: short } });
    assert.deepEqual(kept.json.position?.line_range, short);
    const wrong = await write({ note: 'x', position: { ...(await position()), new_line: 400 } });
    assert.deepEqual([wrong.status, wrong.json.line_code, wrong.json.position?.new_line], [201, null, 400]);
  });

  it('are deleted without a note when they are published on a line that is not there', async () => {
    const before = await threads();
    for (const publish of ['one', 'all'] as const) {
      const { id } = (await write({ note: 'Nowhere', position: { ...(await position()), new_line: 400 } })).json;
      const { status } =
        publish === 'one' ? await send('PUT', `${drafts}/${id}/publish`) : await send('POST', `${drafts}/bulk_publish`);
      assert.equal(status, 204);
      assert.equal((await send('GET', `${drafts}/${id}`)).status, 404);
    }
    assert.equal((await threads()).length, before.length);
  });

  it('stand on a whole file without a line', async () => {
    const whole = { ...(await position()), position_type: 'file', new_line: undefined };
    const { status, json } = await write({ note: 'All of it', position: whole });
    assert.deepEqual([status, json.position?.position_type, json.line_code], [201, 'file', null]);
  });

  it('take a position as it was read, with null for what does not apply', async () => {
    const { json } = await write({ note: 'Here', position: await position() });
    const read = { ...json.position, old_line: null, width: null, height: null, x: null, y: null, line_range: null };
    const again = await write({ note: 'Here too', position: v.parse(givenPosition, read) });
    assert.deepEqual([again.status, again.json.position?.new_line], [201, 4]);
    const image = { ...read, position_type: 'image', new_line: null, width: 10, height: 10, x: 1.5, y: 2 };
    assert.ok(v.is(givenPosition, image));
    assert.ok(!v.is(givenPosition, { ...read, head_sha: null }));
  });

  it('lose a position that is not sent again, and keep one that is', async () => {
    const { id } = (await write({ note: 'Here', position: await position() })).json;
    const kept = await send<DraftNote>('PUT', `${drafts}/${id}`, { note: 'There', position: await position() });
    assert.deepEqual([kept.status, kept.json.note, kept.json.position?.new_line], [200, 'There', 4]);
    const lost = await send<DraftNote>('PUT', `${drafts}/${id}`, { note: 'Nowhere', resolve_discussion: true });
    assert.deepEqual(
      [lost.json.note, lost.json.position?.new_path, lost.json.position?.position_type, lost.json.line_code],
      ['Nowhere', null, 'text', lineCode],
    );
    assert.equal(lost.json.resolve_discussion, false);
    const empty = await send('PUT', `${drafts}/${id}`, { position: await position() });
    assert.deepEqual([empty.status, empty.json], [400, { message: '400 Bad request - Missing params to modify' }]);
  });

  it('answer a thread once', async () => {
    const { id } = await thread('Question');
    const first = await write({ note: 'Answer', in_reply_to_discussion_id: id });
    assert.deepEqual([first.status, first.json.discussion_id], [201, id]);
    const second = await write({ note: 'Again', in_reply_to_discussion_id: id });
    assert.deepEqual([second.status, second.json], [400, { message: { author_id: ['has already been taken'] } }]);
    const other = await write({ note: 'From somebody else', in_reply_to_discussion_id: id }, 'reporter');
    assert.equal(other.status, 201);
    const nowhere = await write({ note: 'x', in_reply_to_discussion_id: '0'.repeat(40) });
    assert.deepEqual(nowhere.json, { message: { base: ['Thread to reply to cannot be found'] } });
    await send('DELETE', `${drafts}/${other.json.id}`, undefined, 'reporter');
  });

  it('answer nothing the service said itself', async () => {
    await send('POST', `${request}/approve`, undefined, 'maintainer');
    const said = (await threads()).find(({ notes }) => notes[0]?.system === true);
    const { status, json } = await write({ note: 'Thanks', in_reply_to_discussion_id: said?.id });
    assert.deepEqual([status, json], [400, { message: { base: ['Replies to system notes are not allowed'] } }]);
  });

  it('settle only threads that can be settled, by a user who may', async () => {
    const no = { message: { base: ['User is not allowed to resolve thread'] } };
    assert.deepEqual((await write({ note: 'x', resolve_discussion: true })).json, no);
    const { json: plain } = await send<Note>('POST', `${request}/notes`, { body: 'plain' });
    const comment = (await threads()).find(({ notes }) => notes[0]?.id === plain.id);
    const reply = { note: 'x', resolve_discussion: true, in_reply_to_discussion_id: comment?.id };
    assert.deepEqual((await write(reply)).json, no);
    const { id } = await thread('Settle me');
    const settle = { note: 'Done', resolve_discussion: true, in_reply_to_discussion_id: id };
    assert.deepEqual((await write(settle, 'reporter')).json, no);
    const made = await write(settle);
    assert.equal(made.json.resolve_discussion, true);
    const published = await send('PUT', `${drafts}/${made.json.id}/publish`);
    assert.deepEqual([published.status, published.text], [204, '']);
    const settled = (await threads()).find((candidate) => candidate.id === id);
    assert.deepEqual(
      settled?.notes.map(({ body, resolved, resolved_by: by }) => [body, resolved, by?.username]),
      [
        ['Settle me', true, 'developer'],
        ['Done', true, 'developer'],
      ],
    );
    // a reply without `resolve_discussion` reopens the thread
    const again = await write({ note: 'Or not', in_reply_to_discussion_id: id });
    await send('PUT', `${drafts}/${again.json.id}/publish`);
    const open = (await threads()).find((candidate) => candidate.id === id);
    assert.deepEqual(
      open?.notes.map(({ resolved }) => resolved),
      [false, false, false],
    );
  });

  it('become threads one by one or all at once, on their line', async () => {
    const before = (await threads()).length;
    await write({ note: 'First', position: await position() });
    await write({ note: 'Second' });
    await write({ note: 'Not mine' }, 'reporter');
    const bulk = await send('POST', `${drafts}/bulk_publish`, { note: 'Summary', reviewer_state: 'requested_changes' });
    assert.deepEqual([bulk.status, bulk.text], [204, '']);
    assert.deepEqual(await list(), []);
    assert.equal((await list('reporter')).length, 1);
    const made = (await threads()).slice(before);
    assert.deepEqual(
      made.map(({ individual_note: individual, notes: [note] }) => [individual, note?.type, note?.body, note?.system]),
      [
        [false, 'DiffNote', 'First', false],
        [false, 'DiscussionNote', 'Second', false],
        [true, null, 'Summary', false],
        [true, null, 'requested changes', true],
      ],
    );
    assert.equal(made[0]?.notes[0]?.position?.new_line, 4);
    assert.equal(made[0]?.notes[0]?.resolvable, true);
    assert.equal((await send('POST', `${drafts}/bulk_publish`)).status, 204, 'nothing to publish is fine');
  });

  it('are published without their quick actions, which are carried out, and leave no note of nothing else', async () => {
    const before = (await threads()).length;
    const title = async () => (await run().get<MergeRequestDetail>(request)).json.title;
    const was = await title();
    const { json } = await write({ note: 'Almost\n/title Other' });
    await write({ note: '/assign @someone' });
    assert.equal((await send('PUT', `${drafts}/${json.id}/publish`)).status, 204);
    assert.equal(await title(), 'Other');
    assert.equal((await threads()).at(-1)?.notes[0]?.body, 'Almost');
    await write({ note: 'Last' });
    const { status, text } = await send('POST', `${drafts}/bulk_publish`, { note: `/title ${was}` });
    assert.deepEqual([status, text, await title()], [422, '{"message":""}', was]);
    assert.deepEqual([(await list()).length, (await threads()).length], [0, before + 2]);
  });

  it('are published as a thread without a line when their position was erased', async () => {
    const { id } = (await write({ note: 'Here', position: await position() })).json;
    await send('PUT', `${drafts}/${id}`, { note: 'Nowhere' });
    await send('PUT', `${drafts}/${id}/publish`);
    const last = (await threads()).at(-1)?.notes[0];
    assert.deepEqual([last?.body, last?.type], ['Nowhere', 'DiscussionNote']);
  });

  it('carry the commit they were written on, if it is one of the request', async () => {
    const sha = await run().git('rev-parse', 'feature/ripeness-forecast~1');
    const parent = await run().git('rev-parse', `${sha}^`);
    const own = { ...(await position()), base_sha: parent, start_sha: parent, head_sha: sha };
    const made = await write({ note: 'x', commit_id: sha, position: own });
    assert.deepEqual([made.status, made.json.commit_id], [201, sha]);
    const mismatch = { message: { commit_id: ['does not match the diff refs'] } };
    for (const elsewhere of [{}, { position: await position() }]) {
      const { status, json } = await write({ note: 'x', commit_id: sha, ...elsewhere });
      assert.deepEqual([status, json], [400, mismatch]);
    }
    const { status } = await write({ note: 'x', commit_id: await run().git('rev-parse', 'main') });
    assert.equal(status, 400);
  });

  it('never get the number of one that is gone', async () => {
    const { id } = (await write({ note: 'First' })).json;
    await send('DELETE', `${drafts}/${id}`);
    assert.ok((await write({ note: 'Second' })).json.id > id);
  });

  it('are deleted', async () => {
    const { id } = (await write({ note: 'Gone' })).json;
    const { status, text } = await send('DELETE', `${drafts}/${id}`);
    assert.deepEqual([status, text], [204, '']);
    assert.equal((await send('GET', `${drafts}/${id}`)).status, 404);
  });

  it('need words, and a merge request', async () => {
    assert.equal((await write({})).text, '{"error":"note is missing"}');
    assert.deepEqual((await write({ note: '' })).json, { message: { note: ["can't be blank"] } });
    assert.equal((await send('GET', `${orchard}/merge_requests/99/draft_notes`)).text, '{"message":"404 Not found"}');
  });
});
