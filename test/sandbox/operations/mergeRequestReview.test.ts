import assert from 'node:assert/strict';
import type { Commit, DiffEntry } from '../../../src/wire/commits.ts';
import type { MergeRequestDetail, MergeRequestVersion } from '../../../src/wire/mergeRequestReview.ts';
import type { Discussion, Note } from '../../../src/wire/notes.ts';
import { ask, type Sent } from '../transfer/asking.ts';
import { orchard, withSandbox, type Answer } from '../driving.ts';

const request = `${orchard}/merge_requests/7`;
const branch = 'fix/100%-full-crates';
const file = 'src/inventory/crate.ts';

interface VersionDetail extends MergeRequestVersion {
  readonly commits: Commit[];
  readonly diffs: DiffEntry[];
}

describe('MR2 to MR5, MR12: a merge request and its versions', () => {
  const run = withSandbox();
  const versions = async (): Promise<MergeRequestVersion[]> =>
    (await run().get<MergeRequestVersion[]>(`${request}/versions`)).json;
  const push = (path: string): Promise<Answer> =>
    ask(run(), 'POST', `${orchard}/repository/commits`, {
      json: {
        branch,
        commit_message: `Add ${path}\n`,
        actions: [{ action: 'create', file_path: path, content: 'x\n' }],
      },
    });

  it('has the hashes git has', async () => {
    const { json } = await run().get<MergeRequestDetail>(request);
    const head = await run().git('rev-parse', branch);
    const base = await run().git('merge-base', 'main', branch);
    assert.deepEqual(json.diff_refs, { base_sha: base, head_sha: head, start_sha: base });
    assert.equal(json.sha, head);
    assert.equal(json.changes_count, '1');
    assert.equal(json.user?.can_merge, true);
    assert.equal((await run().get<MergeRequestDetail>(request, 'reporter')).json.user?.can_merge, false);
  });

  it('starts where its target stood when it was made, also when that has moved on', async () => {
    const moved = `${orchard}/merge_requests/6`;
    const { json } = await run().get<MergeRequestDetail>(moved);
    const head = await run().git('rev-parse', 'feature/#42-bulk-weighing');
    const base = await run().git('merge-base', 'main', head);
    const start = await run().git('rev-list', '--first-parent', '-1', `--before=${json.created_at}`, 'main');
    assert.notEqual(start, base);
    assert.deepEqual(json.diff_refs, { base_sha: base, head_sha: head, start_sha: start });
    const [version] = (await run().get<MergeRequestVersion[]>(`${moved}/versions`)).json;
    assert.deepEqual([version?.base_commit_sha, version?.start_commit_sha], [base, start]);
    const files = (await run().get<DiffEntry[]>(`${moved}/diffs`)).json;
    assert.deepEqual(
      files.map(({ new_path: path }) => path),
      (await run().git('diff', '--name-only', base, head)).split('\n'),
    );
  });

  it('gets a version with every push, newest first, whatever the way', async () => {
    const before = await versions();
    assert.equal(before.length, 1);
    await push('one.txt');
    await push('two.txt');
    // pushed with git
    const tree = await run().git('rev-parse', `${branch}^{tree}`);
    const identity = ['-c', 'user.name=x', '-c', 'user.email=x@acme.example'];
    const own = await run().git(...identity, 'commit-tree', tree, '-p', branch, '-m', 'Own');
    const { url, tokens } = run().sandbox;
    const remote = `${url.replace('://', `://any:${tokens.developer}@`)}/acme/orchard.git`;
    await run().git('push', '--quiet', remote, `${own}:refs/heads/${branch}`);
    await ask(run(), 'PUT', request, { json: { squash: true } });
    const after = await versions();
    assert.deepEqual(
      after.map(({ head_commit_sha: sha }) => sha),
      (await run().git('rev-list', '-4', branch)).split('\n'),
    );
    assert.equal(after.at(-1)?.id, before[0]?.id);
    assert.deepEqual(
      after.map(({ real_size: size }) => size),
      ['3', '3', '2', '1'],
    );
    assert.equal(new Set(after.map(({ base_commit_sha: sha }) => sha)).size, 1);
    const { json } = await run().get<MergeRequestDetail>(request);
    assert.equal(json.diff_refs?.head_sha, after[0]?.head_commit_sha);
  });

  it('shows commits and files of one version', async () => {
    const [, , second] = await versions();
    const { json } = await run().get<VersionDetail>(`${request}/versions/${second?.id}`);
    assert.deepEqual(
      json.diffs.map(({ new_path: path }) => path),
      ['one.txt', file],
    );
    assert.deepEqual(
      json.commits.map(({ title }) => title),
      ['Add one.txt', 'Count a crate as full at 100%'],
    );
    assert.equal((await run().get(`${request}/versions/1`)).status, 404);
  });

  it('lists its files and its commits in pages', async () => {
    const files = await run().get<DiffEntry[]>(`${request}/diffs?per_page=2`);
    const named = await run().get<DiffEntry[]>(`${request}/diffs?per_page=2&unidiff=true`);
    assert.ok(
      named.json.every(({ diff }, index) => diff.endsWith(`\n${files.json[index]?.diff}`) && diff.startsWith('--- ')),
    );
    assert.deepEqual(
      files.json.map(({ new_path: path }) => path),
      ['one.txt', file],
    );
    assert.equal(files.headers.get('x-total'), '3');
    const commits = await run().get<Commit[]>(`${request}/commits`);
    assert.deepEqual(
      commits.json.map(({ id }) => id),
      (await run().git('rev-list', `main..${branch}`)).split('\n'),
    );
  });

  it('keeps the one version of a merged request', async () => {
    const { json } = await run().get<MergeRequestVersion[]>(`${orchard}/merge_requests/1/versions`);
    assert.equal(json.length, 1);
    const { json: detail } = await run().get<MergeRequestDetail>(`${orchard}/merge_requests/1`);
    assert.equal(detail.diff_refs?.head_sha, detail.sha);
    assert.notEqual(detail.changes_count, '0');
  });

  it('is not found under a number nobody gave, nor read as one that is none', async () => {
    assert.equal((await run().get(`${orchard}/merge_requests/99`)).text, '{"message":"404 Not found"}');
    assert.equal((await run().get(`${orchard}/merge_requests/x`)).text, '{"error":"merge_request_iid is invalid"}');
  });
});

describe('MR6 to MR11: talk about a merge request', () => {
  const run = withSandbox();
  const start = (body: object, more: Sent = {}): Promise<Answer<Discussion>> =>
    ask(run(), 'POST', `${request}/discussions`, { json: body, ...more });
  const refs = async (): Promise<object> => (await run().get<MergeRequestDetail>(request)).json.diff_refs ?? {};
  const textAt = async (place: object): Promise<object> => ({
    ...(await refs()),
    position_type: 'text',
    old_path: file,
    new_path: file,
    ...place,
  });

  it('starts threads on added lines, on removed ones, and on lines both versions have', async () => {
    const diff = (await run().get<DiffEntry[]>(`${request}/diffs`)).json[0]?.diff ?? '';
    const [, oldStart, newStart] = /^@@ -(\d+),\d+ \+(\d+),\d+ @@/.exec(diff) ?? [];
    const rows = diff.split('\n').slice(1);
    const added = rows.findIndex((row) => row.startsWith('+'));
    const [oldLine, newLine] = [Number(oldStart) + added, Number(newStart) + added];
    const on = await start({ body: 'filled?', position: await textAt({ new_line: newLine }) });
    assert.equal(on.status, 201);
    assert.deepEqual(
      [on.json.notes[0]?.type, on.json.notes[0]?.position?.new_line, on.json.notes[0]?.position?.old_line],
      ['DiffNote', newLine, null],
    );
    const context = { old_line: Number(oldStart), new_line: Number(newStart) };
    assert.equal((await start({ body: 'x', position: await textAt(context) })).status, 201);
    // before the first hunk line numbers are equal
    assert.equal((await start({ body: 'x', position: await textAt({ old_line: 1, new_line: 1 }) })).status, 201);
    const bad = `{"message":"400 Bad request - Note {:line_code=>[\\"can't be blank\\", \\"must be a valid line code\\"]}"}`;
    for (const place of [
      { old_line: oldLine },
      { new_line: Number(newStart) },
      { old_line: Number(oldStart), new_line: Number(newStart) + 1 },
      { old_line: 900, new_line: 901 },
      {},
    ]) {
      assert.equal((await start({ body: 'x', position: await textAt(place) })).text, bad, JSON.stringify(place));
    }
    const other = await textAt({ new_line: 1, old_path: 'README.md', new_path: 'README.md' });
    assert.equal((await start({ body: 'x', position: other })).status, 400);
  });

  it('starts threads on a commit, if it is one of the request and the position is in it', async () => {
    const [commit] = (await run().get<Commit[]>(`${request}/commits`)).json;
    const { id: sha, parent_ids: [parent] = [] } = commit ?? assert.fail();
    const diff = (await run().get<DiffEntry[]>(`${orchard}/repository/commits/${sha}/diff`)).json[0] ?? assert.fail();
    const line = Number(/^@@ -\S+ \+(\d+)/.exec(diff.diff)?.[1]);
    const own = { base_sha: parent, start_sha: parent, head_sha: sha, position_type: 'text' };
    const paths = { old_path: diff.old_path, new_path: diff.new_path };
    const place = diff.new_file ? { new_line: line } : { old_line: line, new_line: line };
    const on = await start({ body: 'here?', commit_id: sha, position: { ...own, ...paths, ...place } });
    assert.deepEqual([on.status, on.json.notes[0]?.commit_id], [201, sha]);
    const refusal = (words: string): string => `{"message":"400 Bad request - Note {:commit_id=>[\\"${words}\\"]}"}`;
    assert.equal((await start({ body: 'x', commit_id: sha })).text, refusal('does not match the diff refs'));
    const other = await run().git('rev-parse', 'main');
    assert.equal((await start({ body: 'x', commit_id: other })).text, refusal('is invalid'));
  });

  it('needs all of a position that is given', async () => {
    const { status, json } = await start({ body: 'x', position: { position_type: 'text' } });
    assert.deepEqual(
      [status, json],
      [400, { error: 'position[base_sha] is missing, position[start_sha] is missing, position[head_sha] is missing' }],
    );
  });

  it('carries out quick actions, and saves no note for them', async () => {
    const say = (body: string) => ask<Note>(run(), 'POST', `${request}/notes`, { json: { body } });
    const now = async () => {
      const { title, draft, state } = (await run().get<MergeRequestDetail>(request)).json;
      return [title, draft, state];
    };
    const [title] = await now();
    const { status, json } = await say('/draft');
    assert.deepEqual(
      [status, json],
      [202, { commands_changes: { wip_event: 'draft' }, summary: ['Marked this merge request as a draft.'] }],
    );
    assert.deepEqual(await now(), [`Draft: ${String(title)}`, true, 'opened']);
    assert.equal((await start({ body: '/ready' })).status, 202);
    assert.deepEqual(await now(), [title, false, 'opened']);
    const both = await say('/close\n/merge\n/title Closed');
    assert.deepEqual(both.json, {
      commands_changes: { state_event: 'close', title: 'Closed' },
      summary: ['Closed this merge request. Changed the title to "Closed".'],
    });
    const mixed = await say(`Again:\n/reopen\n/title ${String(title)}\n/home/of is no quick action`);
    assert.deepEqual([mixed.status, mixed.json.body], [201, 'Again:\n/home/of is no quick action']);
    assert.deepEqual(await now(), [title, false, 'opened']);
    for (const body of ['/reopen', '/assign @someone']) {
      const refused = await say(body);
      assert.deepEqual(
        [refused.status, refused.json],
        [400, { message: '400 Bad request - Failed to apply commands.' }],
      );
    }
    const notes = (await run().get<Note[]>(`${request}/notes?per_page=100`)).json;
    assert.ok(notes.every(({ body }) => !body.startsWith('/')));
  });

  it('makes a thread of a comment that is answered', async () => {
    const made = await ask<Note>(run(), 'POST', `${request}/notes`, { json: { body: 'Nice' }, as: 'guest' });
    assert.deepEqual([made.status, made.json.type, made.json.resolvable], [201, null, false]);
    const threads = (await run().get<Discussion[]>(`${request}/discussions?per_page=100`)).json;
    const own = threads.find(({ notes }) => notes[0]?.id === made.json.id);
    assert.equal(own?.individual_note, true);
    const path = `${request}/discussions/${own?.id}`;
    const settled = await ask(run(), 'PUT', path, { json: { resolved: true } });
    assert.equal(settled.status, 403);
    const answer = await ask<Note>(run(), 'POST', `${path}/notes`, { json: { body: 'Thanks' } });
    assert.deepEqual([answer.status, answer.json.type], [201, 'DiscussionNote']);
    const resolved = await ask<Discussion>(run(), 'PUT', path, { json: { resolved: true } });
    assert.deepEqual(
      [resolved.json.individual_note, resolved.json.notes.map(({ resolved: done }) => done)],
      [false, [true, true]],
    );
    assert.equal(resolved.json.notes[0]?.resolved_by?.username, 'maintainer');
  });

  it('is resolved and opened again by developers and the author, not by others', async () => {
    const { json } = await start({ body: 'Look' }, { as: 'guest' });
    const path = `${request}/discussions/${json.id}`;
    const set = (resolved: boolean, as: string) => ask<Discussion>(run(), 'PUT', path, { json: { resolved }, as });
    assert.equal((await set(true, 'guest')).status, 403);
    assert.equal((await set(true, 'reporter')).json.notes[0]?.resolved, true, 'the author of the request');
    assert.equal((await set(true, 'developer')).json.notes[0]?.resolved_by?.username, 'reporter');
    const open = await set(false, 'developer');
    assert.deepEqual([open.json.notes[0]?.resolved, open.json.notes[0]?.resolved_by], [false, null]);
    assert.equal((await ask(run(), 'PUT', path, { json: {} })).text, '{"error":"resolved is missing"}');
  });

  it('keeps internal notes from guests', async () => {
    const internal = { json: { body: 'between us', internal: true } };
    assert.equal((await ask(run(), 'POST', `${request}/notes`, { ...internal, as: 'guest' })).status, 403);
    assert.equal((await ask<Note>(run(), 'POST', `${request}/notes`, internal)).json.internal, true);
    const read = async (as: string) => (await run().get(`${request}/notes?per_page=100`, as)).text;
    assert.match(await read('reporter'), /between us/);
    assert.doesNotMatch(await read('guest'), /between us/);
    assert.doesNotMatch(await read('nobody'), /between us/);
  });

  it('lists notes newest first, or the other way', async () => {
    const down = (await run().get<Note[]>(`${request}/notes?per_page=100`)).json.map(({ id }) => id);
    const up = (await run().get<Note[]>(`${request}/notes?per_page=100&sort=asc`)).json.map(({ id }) => id);
    assert.ok(down.length > 3);
    assert.deepEqual(down, up.toReversed());
    assert.deepEqual(
      up,
      up.toSorted((one, other) => one - other),
    );
    const { json } = await run().get<MergeRequestDetail>(request);
    assert.equal(json.user_notes_count, up.length);
  });
});
