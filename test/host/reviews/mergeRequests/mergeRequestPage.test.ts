import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { MergeRequestSession } from '../../../../src/host/mergeRequests/session.ts';
import type {
  PartName,
  MergeRequestParts,
  MergeRequestView,
  ToMergeRequestPage,
} from '../../../../src/messages/mergeRequestPage.ts';
import type { ConversationView } from '../../../../src/messages/conversation.ts';
import { type FailureView, handle } from '../../../../src/messages/page.ts';
import { getMergeRequest } from '../../../../src/wire/mergeRequestReview.ts';
import { forgetRequests, setFaults, signIn, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { pageWithoutTab, reviewWindow, sent } from '../reviewHands.ts';

/** A session without a tab, and its last messages. */
const openSession = async (app: App, iid: number) => {
  const open = app.project.open ?? assert.fail('no project is open');
  const request = await open.client.send(getMergeRequest, { id: open.project.id, merge_request_iid: iid });
  const told: ToMergeRequestPage[] = [];
  const session = new MergeRequestSession(
    { open, request },
    { area: app, forms: app.forms },
    pageWithoutTab((message) => void told.push(message)),
  );
  const last = <Found>(read: (message: ToMergeRequestPage) => Found | undefined): Found | undefined =>
    told.map(read).findLast((found) => found !== undefined);
  return {
    session,
    told,
    request: () => last<MergeRequestView>((message) => (message.type === 'request' ? message.request : undefined)),
    part: <Name extends PartName>(name: Name) =>
      last((message) =>
        message.type === 'part' && message.name === name && message.view.state === 'ready'
          ? (message.view.value as MergeRequestParts[Name])
          : undefined,
      ) ?? assert.fail(`no ${name}`),
    failure: (name: PartName) =>
      last<FailureView>((message) =>
        message.type === 'part' && message.name === name && message.view.state === 'failed'
          ? message.view.failure
          : undefined,
      ),
    conversation: () =>
      last<ConversationView>((message) =>
        message.type === 'conversation' && message.view.state === 'ready' ? message.view.value : undefined,
      ) ?? assert.fail('no threads'),
  };
};

type Opened = Awaited<ReturnType<typeof openSession>>;

describe('the page of a merge request', function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  const user = hands();
  let app: App;
  let opened: Opened | undefined;

  afterEach(async () => {
    opened?.session.dispose();
    opened = undefined;
    await setFaults([]);
  });

  const start = async (iid: number): Promise<Opened> => {
    opened = await openSession(app, iid);
    await handle(opened.session.handlers, { type: 'ready' });
    const { told } = opened;
    // events meanwhile restart reading
    await poll(
      () =>
        (['approvals', 'pipelines', 'reviewers', 'commits', 'files'] as const).every((name) =>
          told.some((message) => message.type === 'part' && message.name === name && message.view.state !== 'loading'),
        ),
      { what: 'every part' },
    );
    return opened;
  };

  it('shows the record, approvals by rule, reviewers, files, commits and what was noted', async () => {
    const page = await start(8);
    const reasons = [{ words: 'Approvals are missing. Ask a reviewer for an approval.' }];
    assert.deepEqual(
      [page.request()?.reference, page.request()?.state, page.request()?.merge],
      ['!8', 'opened', { tone: 'bad', words: 'Cannot be merged yet', reasons }],
    );
    const { rules, words } = page.part('approvals');
    assert.equal(words, '1 approval is missing.');
    assert.deepEqual(
      rules.map(({ name, required, given, others }) => [name, required, given, others.length]),
      [['Orchard keepers', 1, 0, 2]],
    );
    assert.ok(page.part('files').files.length > 0);
    assert.ok(page.part('commits').length > 0);
    assert.deepEqual(page.part('reviewers'), []);
  });

  it('shows pipelines with jobs, and the end of a log on request', async () => {
    const page = await start(5);
    const { pipelines, jobs } = page.part('pipelines');
    assert.ok(pipelines.length > 0);
    const job = (jobs.state === 'ready' ? jobs.value : []).find(({ name }) => name === 'lint') ?? assert.fail('no job');
    await handle(page.session.handlers, { type: 'readLog', job: job.id });
    const log = page.told.findLast(({ type }) => type === 'log');
    assert.ok(log?.type === 'log' && log.view.state === 'ready');
    assert.match(log.view.value, /Running with gitlab-runner[^]*Job succeeded$/);
    assert.ok(!log.view.value.includes('\u001b') && !log.view.value.includes('section_'));
    await handle(page.session.handlers, { type: 'openJob', id: job.id });
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, `/lint #${job.id}`);
    await handle(page.session.handlers, { type: 'retryJob', id: job.id });
    await user.hears(/^Run lint #\d+ again\? It has passed\.$/);
  });

  it('says of a part alone that it could not be read, and reads it again', async () => {
    await setFaults([{ operation: 'getMergeRequestApprovals', fault: 'status', status: 403, times: 1 }]);
    const page = await start(5);
    assert.match(page.failure('approvals')?.message ?? '', /403/);
    assert.ok(page.part('files').files.length > 0);
    await handle(page.session.handlers, { type: 'retry', name: 'approvals' });
    const { words, isMet, rules } = page.part('approvals');
    assert.deepEqual([words, isMet, rules.some((rule) => rule.isMet)], ['No approval required.', false, false]);
  });

  it('keeps what it shows while the server is away, and says as of when', async () => {
    const began = Date.now();
    const page = await start(5);
    const away = { fault: 'status', status: 403 } as const;
    const reads = ['getMergeRequest', 'listMergeRequestCommits', 'listMergeRequestDiscussions'];
    const read = Date.now();
    await setFaults(reads.map((operation) => ({ operation, ...away })));
    await handle(page.session.handlers, { type: 'refresh' });
    const failed = page.told.findLast(({ type }) => type === 'failed');
    assert.ok(failed?.type === 'failed' && failed.failure.retryable);
    assert.match(page.failure('commits')?.message ?? '', /403/);
    for (const { asOfMs = 0 } of [failed.failure, page.failure('commits') ?? {}, page.failure('activity') ?? {}])
      assert.ok(asOfMs >= began && asOfMs <= read, `${asOfMs} is not from ${began} to ${read}`);
  });

  it('shares the reading of threads with its review and with the look for changes', async () => {
    opened = await openSession(app, 8);
    const { session } = opened;
    await forgetRequests();
    await setFaults([{ operation: 'listMergeRequestDiscussions', fault: 'delay', isHeld: true }]);
    const reading = handle(session.handlers, { type: 'ready' });
    // the record comes first, immediately followed by the threads
    await poll(opened.request, { what: 'the record' });
    let isInSight = true;
    app.reviews.live.follow({ inSight: () => (isInSight ? [session.place] : []), onDidChange: [] });
    const others = [handle(session.handlers, { type: 'openReview' }), app.reviews.live.poll()];
    await setFaults([]);
    await Promise.all([reading, ...others]);
    isInSight = false;
    assert.equal(await sent('listMergeRequestDiscussions'), 1);
    await handle(session.handlers, { type: 'refresh' });
    assert.ok((await sent('listMergeRequestDiscussions')) > 1);
  });

  it('marks a file as viewed, for the Reviews view as well', async () => {
    const page = await start(5);
    const { path } = page.part('files').files[0] ?? assert.fail('no file');
    await handle(page.session.handlers, { type: 'markViewed', path, isViewed: true });
    assert.equal(page.part('files').files.find((file) => file.path === path)?.isViewed, true);
    assert.ok(Object.hasOwn(app.reviews.viewed.of(page.session.place), path));
    await handle(page.session.handlers, { type: 'markViewed', path, isViewed: false });
    assert.equal(page.part('files').files.find((file) => file.path === path)?.isViewed, false);
  });

  it('keeps a comment as it is typed, keeps it when the server refuses it, and sends it once', async () => {
    const page = await start(5);
    const place = { kind: 'commit' } as const;
    const text = 'Written on the page';
    await handle(page.session.handlers, { type: 'keepText', place, text });
    await setFaults([{ operation: 'createMergeRequestDiscussion', fault: 'status', status: 403, times: 1 }]);
    await handle(page.session.handlers, { type: 'sendText', place, instead: undefined, text, form: 'thread' });
    const refused = page.told.findLast(({ type }) => type === 'textState');
    assert.ok(refused?.type === 'textState' && typeof refused.state === 'object' && refused.state.kind === 'refused');
    assert.match(refused.state.message, /403/);

    // a new session, as after a reload
    page.session.dispose();
    const again = await start(5);
    const texts = again.told.find(({ type }) => type === 'texts');
    assert.deepEqual(texts?.type === 'texts' && texts.texts.map((each) => each.text), [text]);
    await forgetRequests();
    await setFaults([{ operation: 'createMergeRequestDiscussion', fault: 'resetAfter', times: 1 }]);
    await handle(again.session.handlers, { type: 'sendText', place, instead: undefined, text, form: 'thread' });
    assert.equal(await sent('createMergeRequestDiscussion'), 1);
    const done = again.told.findLast(({ type }) => type === 'textState');
    assert.deepEqual(done?.type === 'textState' && done.state, 'gone');
    const thread = again.conversation().threads.find(({ notes }) => notes[0]?.body === text);
    assert.equal(thread?.resolution, 'open');

    const { id } = thread ?? assert.fail('no thread');
    const on = { kind: 'thread', id } as const;
    const reply = { type: 'sendText', place: on, instead: undefined, text: 'Answered', form: 'thread' } as const;
    await handle(again.session.handlers, reply);
    await handle(again.session.handlers, { ...reply, text: 'Later', form: 'draft' });
    const pending = again.told.findLast((message) => message.type === 'pending');
    const added = pending?.drafts.find(({ text: of }) => of === 'Later') ?? assert.fail('no draft');
    assert.equal(added.thread, id);
    await handle(again.session.handlers, { type: 'delete', id: added.id });
    const [{ path: newPath } = assert.fail('no file')] = again.part('files').files;
    const file = { kind: 'line', oldPath: newPath, newPath, oldLine: undefined, newLine: undefined } as const;
    await handle(again.session.handlers, { ...reply, place: file, text: 'On its file', form: 'draft' });
    const onFile = app.reviews.stores.of(again.session.place).drafts.find(({ note }) => note === 'On its file');
    assert.deepEqual([onFile?.position?.position_type, onFile?.position?.new_path], ['file', newPath]);
    await handle(again.session.handlers, { type: 'delete', id: onFile?.id ?? 0 });
    await handle(again.session.handlers, { type: 'resolve', id, resolved: true });
    const settled = again.conversation().threads.find((each) => each.id === id);
    assert.deepEqual([settled?.resolution, settled?.notes.map(({ body }) => body)], ['resolved', [text, 'Answered']]);
  });

  it('changes and deletes comments of one’s own, and keeps what is typed for them', async () => {
    const page = await start(5);
    const body = 'Not quite right';
    const place = { kind: 'commit' } as const;
    await handle(page.session.handlers, { type: 'sendText', place, instead: undefined, text: body, form: 'thread' });
    const notesOf = (each: typeof page) =>
      each.conversation().threads.flatMap(({ id, notes }) => notes.map((note) => ({ id, note })));
    const own = notesOf(page).find(({ note }) => note.body === body) ?? assert.fail('no comment');
    assert.ok(own.note.canChange);
    assert.ok(notesOf(page).some(({ note }) => !note.isOwn && !note.canChange));
    const at = { kind: 'note', thread: own.id, id: Number(own.note.id), base: body } as const;
    await handle(page.session.handlers, { type: 'keepText', place: at, text: 'Quite' });

    // a new session, as after a reload
    page.session.dispose();
    const again = await start(5);
    const texts = again.told.find(({ type }) => type === 'texts');
    assert.deepEqual(texts?.type === 'texts' && texts.texts.map((each) => [each.place, each.text]), [[at, 'Quite']]);
    await forgetRequests();
    const change = { type: 'sendText', place: at, instead: undefined, text: 'Quite right', form: 'thread' } as const;
    await handle(again.session.handlers, change);
    const done = again.told.findLast(({ type }) => type === 'textState');
    assert.deepEqual(done?.type === 'textState' && [done.place, done.state], [at, 'gone']);
    assert.equal(notesOf(again).find(({ note }) => note.id === own.note.id)?.note.body, 'Quite right');
    assert.deepEqual([await sent('updateMergeRequestNote'), await sent('replyToMergeRequestDiscussion')], [1, 0]);

    user.willPress('Delete');
    await handle(again.session.handlers, { type: 'deleteNote', note: { ...at, base: 'Quite right' } });
    assert.ok(!notesOf(again).some(({ note }) => note.id === own.note.id));
  });

  it('takes the reviewers from REST where GraphQL hides them from a fine-grained token', async () => {
    await signOut(app);
    await signIn(app, 'fineGrained');
    const page = await start(5);
    assert.equal(page.failure('reviewers')?.message, undefined);
    const named = page.part('reviewers');
    assert.ok(named.length > 0 && named.every(({ words }) => words === 'State unknown'), JSON.stringify(named));
  });
});
