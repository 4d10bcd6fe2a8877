import assert from 'node:assert/strict';
import { ReviewDrafts } from '../../../src/model/reviews/drafts.ts';
import { diffLines, runsOn } from '../../../src/model/reviews/diffLines.ts';
import { readMergeRequestCommits } from '../../../src/model/mergeRequestCommits.ts';
import { MergeRequestChanges } from '../../../src/model/reviews/mergeRequestFiles.ts';
import { linePosition, spanOf } from '../../../src/model/reviews/newCommentPosition.ts';
import { diffKey, preflight } from '../../../src/model/reviews/preflight.ts';
import { ReviewContexts } from '../../../src/model/reviews/preflightRead.ts';
import { publishDrafts } from '../../../src/model/reviews/publishDrafts.ts';
import { isResolved } from '../../../src/model/reviews/threads.ts';
import type { MergeRequestDetail } from '../../../src/wire/mergeRequestReview.ts';
import { ask } from '../../sandbox/transfer/asking.ts';
import { orchard, segment } from '../../sandbox/driving.ts';
import { file, request, reviewing } from './reviewing.ts';

const never = new AbortController().signal;

describe('preflight over a real server', () => {
  const it5 = reviewing();
  const { place, onLine, run, write } = it5;

  const push = async (change: (content: string) => string): Promise<void> => {
    const { source_branch: branch } = (await run().get<MergeRequestDetail>(request)).json;
    const { text } = await run().get(`${orchard}/repository/files/${segment(file)}/raw?ref=${segment(branch)}`);
    const actions = [{ action: 'update', file_path: file, content: change(text) }];
    const json = { branch, commit_message: 'Moves lines', actions };
    assert.equal((await ask(run(), 'POST', `${orchard}/repository/commits`, { json })).status, 201);
  };
  const check = async (grounds: ReviewContexts, store: ReviewDrafts) => {
    await store.load();
    const { drafts, discussions } = store;
    const ground = await grounds.read(store.place, store.state, never);
    return preflight({ drafts, discussions, ...ground, isArchived: false, mayWrite: true });
  };

  it('finds nothing before a push, follows the lines after it, and the server takes the new place', async () => {
    const store = new ReviewDrafts(place());
    const grounds = new ReviewContexts(new MergeRequestChanges());
    const draft = await onLine(6, 'Follow me');
    const general = await write({ note: 'General' });
    assert.deepEqual([...(await check(grounds, store)).drafts], []);

    await push((content) => `// one more line\n// and another\n${content}`);
    const found = (await check(grounds, store)).drafts;
    assert.equal(found.get(general.id), undefined);
    const [moved] = found.get(draft.id) ?? [];
    assert.partialDeepStrictEqual(moved, { kind: 'headMoved', anchor: { isSure: true, span: { first: 8, last: 8 } } });
    const position = moved?.anchor?.position;
    assert.ok(position);
    const written = await store.edit(draft, { note: draft.note, position });
    assert.equal(written.kind, 'done');
    assert.deepEqual([...(await check(grounds, store)).drafts], []);
    assert.equal((await it5.drafts()).find(({ id }) => id === draft.id)?.position?.new_line, 8);
  });

  it('takes drafts and publishes them where the target has moved on, and says so', async () => {
    const store = new ReviewDrafts({ ...place(), iid: 6 });
    const changes = new MergeRequestChanges();
    const read = await changes.read(store.place);
    assert.equal(read.kind, 'ready');
    const { version: refs } = read;
    assert.notEqual(refs.startSha, refs.baseSha);
    const [added] = read.files;
    assert.ok(added);
    const on = { refs, oldPath: added.oldPath, newPath: added.newPath };
    const position = linePosition(on, added.diff, { side: 'new', first: 2, last: 2 });
    const written = await store.add({ note: 'Twenty-four tonnes?', position });
    assert.equal(written.kind, 'done');
    assert.deepEqual(spanOf(written.value.position), { side: 'new', first: 2, last: 2 });
    const found = await check(new ReviewContexts(changes), store);
    assert.deepEqual([found.review, [...found.drafts]], [[{ kind: 'targetMoved', severity: 'note' }], []]);
    const options = { signal: never, mayUseBulk: true, pause: async () => undefined };
    const [published] = await publishDrafts(store.place, [written.value], options);
    assert.equal(published?.outcome.kind, 'published');
    await store.load();
    const note = store.discussions.flatMap(({ notes }) => notes).find(({ body }) => body === 'Twenty-four tonnes?');
    const { base_sha: base, start_sha: start, head_sha: head } = note?.position ?? {};
    assert.deepEqual([base, start, head], [refs.baseSha, refs.startSha, refs.headSha]);
  });

  it('takes drafts on a commit, checks them there whatever is pushed, and publishes them on that commit', async () => {
    const store = new ReviewDrafts(place());
    const changes = new MergeRequestChanges();
    const grounds = new ReviewContexts(changes);
    const [commit] = await readMergeRequestCommits(store.place);
    const [sha, parent] = [commit?.id ?? assert.fail(), commit?.parent_ids?.[0] ?? assert.fail()];
    const [change] = (await changes.readOfCommit(store.place, sha)).files;
    assert.ok(change);
    const refs = { baseSha: parent, startSha: parent, headSha: sha };
    const on = { refs, oldPath: change.oldPath, newPath: change.newPath };
    const line = runsOn(diffLines(change.diff), 'new')[0]?.[0] ?? assert.fail();
    const position = linePosition(on, change.diff, { side: 'new', first: line, last: line });
    const written = await store.add({ note: 'About this commit', position, commitId: sha });
    assert.partialDeepStrictEqual(written, { kind: 'done', value: { commit_id: sha, position: { head_sha: sha } } });
    await push((content) => `// one more line\n${content}`);
    assert.deepEqual([...(await check(grounds, store)).drafts], []);
    const { written: known, commits } = await grounds.read(store.place, store.state, never);
    assert.ok(known.get(diffKey({ base_sha: parent, head_sha: sha }))?.includes(change), 'asked for once');
    assert.equal(commits?.has(sha), true);
    const options = { signal: never, mayUseBulk: true, pause: async () => undefined };
    const [published] = await publishDrafts(store.place, store.drafts, options);
    assert.equal(published?.outcome.kind, 'published');
    await store.load();
    const note = store.discussions.flatMap(({ notes }) => notes).find(({ body }) => body === 'About this commit');
    assert.deepEqual([note?.commit_id, note?.position?.head_sha], [sha, sha]);
  });

  it('sees that a line has gone with a push, and reads a version once', async () => {
    const store = new ReviewDrafts(place());
    const grounds = new ReviewContexts(new MergeRequestChanges());
    const draft = await onLine(8, 'I was here');
    await push((content) => content.split('\n').toSpliced(7, 1, '// something else').join('\n'));
    const [gone] = (await check(grounds, store)).drafts.get(draft.id) ?? [];
    assert.partialDeepStrictEqual(gone, { kind: 'headMoved', severity: 'warning' });
    assert.equal(gone?.anchor, undefined);
    await it5.setFaults({ operation: 'getMergeRequestVersion', fault: 'status', status: 500 });
    assert.equal((await check(grounds, store)).drafts.get(draft.id)?.[0]?.kind, 'headMoved');
  });

  it('finds a position again that a client has erased', async () => {
    const store = new ReviewDrafts(place());
    const grounds = new ReviewContexts(new MergeRequestChanges());
    const draft = await onLine(4, 'Erased');
    await write({ note: 'Erased' }, `/${draft.id}`);
    const [erased] = (await check(grounds, store)).drafts.get(draft.id) ?? [];
    assert.partialDeepStrictEqual(erased, { kind: 'positionErased', anchor: { position: { new_line: 4 } } });
    const now = store.drafts.find(({ id }) => id === draft.id);
    const position = erased?.anchor?.position;
    assert.ok(now && position);
    await store.edit(now, { note: now.note, position });
    assert.equal((await it5.drafts())[0]?.position?.new_line, 4);
    assert.equal((await check(grounds, store)).drafts.get(draft.id), undefined);
  });

  it('sees that someone has settled the thread meanwhile, and that its draft opens it again', async () => {
    const store = new ReviewDrafts(place());
    const grounds = new ReviewContexts(new MergeRequestChanges());
    const thread = await it5.thread('Is this so?');
    const reply = await write({ note: 'It is', in_reply_to_discussion_id: thread.id });
    assert.deepEqual([...(await check(grounds, store)).drafts], []);
    const settled = { json: { resolved: true } };
    assert.equal((await ask(run(), 'PUT', `${request}/discussions/${thread.id}`, settled)).status, 200);
    const found = (await check(grounds, store)).drafts.get(reply.id);
    assert.deepEqual(
      found?.map(({ kind, severity }) => [kind, severity]),
      [['threadResolved', 'warning']],
    );
    const options = { signal: never, mayUseBulk: true, pause: async () => undefined };
    const [published] = await publishDrafts(place(), store.drafts, options);
    assert.equal(published?.outcome.kind, 'published');
    await store.load();
    const now = store.discussions.find(({ id }) => id === thread.id) ?? assert.fail();
    assert.ok(!isResolved(now), 'as was said before');
  });

  it('sees that a thread is not there any more', async () => {
    const store = new ReviewDrafts(place());
    const grounds = new ReviewContexts(new MergeRequestChanges());
    const thread = await it5.thread('Deleted soon');
    const reply = await write({ note: 'To nobody', in_reply_to_discussion_id: thread.id });
    const left = (await it5.threads()).filter(({ id }) => id !== thread.id);
    await it5.setFaults({ operation: 'listMergeRequestDiscussions', fault: 'status', status: 200, body: left });
    const found = await check(grounds, store);
    assert.deepEqual(
      found.drafts.get(reply.id)?.map(({ kind, severity }) => [kind, severity]),
      [['threadGone', 'blocker']],
    );
  });
});
