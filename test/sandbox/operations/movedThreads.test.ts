import assert from 'node:assert/strict';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import type { Discussion, Note, Position } from '../../../src/wire/notes.ts';
import { ask } from '../transfer/asking.ts';
import { orchard, withSandbox } from '../driving.ts';

const branch = 'moving/threads';
const old = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);

describe('threads of a merge request after a push', () => {
  const run = withSandbox();
  let request = '';
  const ids = new Map<string, string>();

  const commit = async (lines: readonly string[], more: object = {}): Promise<void> => {
    const { status, text } = await ask(run(), 'POST', `${orchard}/repository/commits`, {
      json: {
        branch,
        commit_message: 'Change\n',
        actions: [{ action: 'update', file_path: 'moving.txt', content: `${lines.join('\n')}\n` }],
        ...more,
      },
    });
    assert.equal(status, 201, text);
  };
  const refs = async () => (await run().get<MergeRequestDetail>(request)).json.diff_refs ?? assert.fail();
  const start = async (name: string, place: Partial<Position>, body = name): Promise<void> => {
    const paths = { old_path: 'moving.txt', new_path: 'moving.txt' };
    const position = { ...(await refs()), position_type: 'text', ...paths, ...place };
    const { status, json, text } = await ask<Discussion>(run(), 'POST', `${request}/discussions`, {
      json: { body, position },
    });
    assert.equal(status, 201, text);
    ids.set(name, json.id);
  };
  const note = async (name: string): Promise<Note> => {
    const { json } = await run().get<Discussion[]>(`${request}/discussions?per_page=100`);
    return json.find(({ id }) => id === ids.get(name))?.notes[0] ?? assert.fail(`no thread ${name}`);
  };
  const placeOf = async (name: string) => {
    const { head_sha, old_line = null, new_line = null } = (await note(name)).position ?? assert.fail();
    return { isNewest: head_sha === (await refs()).head_sha, old_line, new_line };
  };

  before(async () => {
    const actions = [{ action: 'create', file_path: 'moving.txt', content: `${old.join('\n')}\n` }];
    await commit([], { branch: 'main', actions });
    const now = old.with(5, 'sixth').toSpliced(8, 1);
    await commit(now, { start_branch: 'main' });
    const made = await ask<MergeRequestDetail>(run(), 'POST', `${orchard}/merge_requests`, {
      json: { source_branch: branch, target_branch: 'main', title: 'Move' },
    });
    request = `${orchard}/merge_requests/${made.json.iid}`;
    await start('added', { new_line: 6 }, 'Or?\n\n```suggestion:-0+0\nsix\n```');
    await start('removed', { old_line: 9 });
    await start('context', { old_line: 5, new_line: 5 });
    await start('changed later', { old_line: 8, new_line: 8 });
    const lines = { start: { new_line: 5, old_line: 5 }, end: { new_line: 6, type: 'new' } };
    await start('range', { new_line: 6, line_range: lines });
    await commit(['first', 'second', ...now.with(7, 'eighth')]);
  });

  it('stand on their lines in the newest version, whatever kind of line it is', async () => {
    assert.deepEqual(await placeOf('added'), { isNewest: true, old_line: null, new_line: 8 });
    assert.deepEqual(await placeOf('removed'), { isNewest: true, old_line: 9, new_line: null });
    assert.deepEqual(await placeOf('context'), { isNewest: true, old_line: 5, new_line: 7 });
  });

  it('stay where they were when their line is gone', async () => {
    assert.deepEqual(await placeOf('changed later'), { isNewest: false, old_line: 8, new_line: 8 });
  });

  it('keep the range that was sent', async () => {
    const { position } = await note('range');
    assert.deepEqual([position?.new_line, position?.line_range?.end?.new_line], [8, 6]);
  });

  it('are the same in every answer that has them', async () => {
    const { id, position } = await note('added');
    const path = `${request}/discussions/${ids.get('added')}`;
    const reply = await ask<Note>(run(), 'POST', `${path}/notes`, { json: { body: 'Why?' } });
    const settled = await ask<Discussion>(run(), 'PUT', path, { json: { resolved: true } });
    const alone = await run().get<Note>(`${request}/notes/${id}`);
    const all = await run().get<Note[]>(`${request}/notes?per_page=100`);
    for (const same of [reply.json, settled.json.notes[0], alone.json, all.json.find((each) => each.id === id)]) {
      assert.deepEqual(same?.position, position);
    }
  });

  it('have suggestions for the lines they stand on, which can be applied', async () => {
    const { suggestions } = await note('added');
    assert.deepEqual([suggestions?.[0]?.from_line, suggestions?.[0]?.from_content], [8, 'sixth\n']);
    const applied = await ask(run(), 'PUT', `/suggestions/${suggestions?.[0]?.id}/apply`, { json: {} });
    assert.equal(applied.status, 200, applied.text);
    const text = await run().git('show', `${branch}:moving.txt`);
    assert.equal(text.split('\n')[7], 'six');
    // the push changed the line
    assert.deepEqual(await placeOf('added'), { isNewest: false, old_line: null, new_line: 6 });
    assert.deepEqual(await placeOf('context'), { isNewest: true, old_line: 5, new_line: 7 });
  });
});
