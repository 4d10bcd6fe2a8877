import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { FileLines } from '../../../../src/host/reviews/page/fileLines.ts';
import { reviewView } from '../../../../src/host/reviews/page/pageView.ts';
import type { ReviewPlace } from '../../../../src/model/reviews/drafts.ts';
import { filePosition, linePosition } from '../../../../src/model/reviews/newCommentPosition.ts';
import { ReviewContexts } from '../../../../src/model/reviews/preflightRead.ts';
import type { ReviewSnapshot } from '../../../../src/model/reviews/reconcile.ts';
import { createDraftNote, type DraftNote } from '../../../../src/wire/draftNotes.ts';
import { getMergeRequest } from '../../../../src/wire/mergeRequestReview.ts';
import { sandbox } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { comment, forecast, openDiff, requestRow, reviewed, reviewWindow, rowsOf, storeOf } from '../reviewHands.ts';

describe('where the texts of a review are shown', function () {
  this.timeout(60_000);
  const window = reviewWindow();
  const user = hands();
  let app: App;

  before(async () => {
    app = window();
    const store = storeOf(app);
    await store.load();
    for (const draft of store.drafts) await store.remove(draft);
  });

  const place = () => ({ id: storeOf(app).place.project, merge_request_iid: reviewed });
  const changed = async () => {
    const read = await app.reviews.changes.read(storeOf(app).place);
    assert.equal(read.kind, 'ready');
    const change = read.files.find(({ newPath }) => newPath === forecast) ?? assert.fail(`no ${forecast}`);
    return { change, on: { refs: read.version, oldPath: change.oldPath, newPath: change.newPath } };
  };
  const textOf = async (draft: DraftNote): Promise<string> => {
    const rows = await rowsOf(app, await requestRow(app, /^Branch/, reviewed));
    return rows.find(({ row }) => row.kind === 'draft' && row.draft.id === draft.id)?.text ?? '';
  };

  /** Drafts as the page shows them. */
  const shown = async ({ client, project, iid }: ReviewPlace, review: ReviewSnapshot, lines?: FileLines) => {
    const open = app.project.open ?? assert.fail('no project is open');
    const { signal } = new AbortController();
    const { groups } = reviewView({
      subject: { open, request: await client.send(getMergeRequest, { id: project, merge_request_iid: iid }) },
      review,
      context: await new ReviewContexts(app.reviews.changes).read(
        { client, account: open.account.id, project, iid },
        review,
        signal,
      ),
      preflight: { review: [], drafts: new Map() },
      lines: lines ?? { of: () => undefined },
      verdict: 'none',
      typed: () => undefined,
      unsent: [],
      busy: new Map(),
      summary: '',
      isInternal: false,
      offers: { internal: false, state: false },
      report: undefined,
      sending: undefined,
      stale: undefined,
    });
    return groups.flatMap(({ drafts }) => drafts);
  };

  /** A reply with its own position to the thread on line 7. */
  const replyElsewhere = async (): Promise<DraftNote> => {
    const { change, on } = await changed();
    const thread = storeOf(app).discussions.find(({ notes }) => notes[0]?.body.startsWith('Does a week begin'));
    const draft = await storeOf(app).place.client.send(createDraftNote, {
      ...place(),
      note: 'Monday, as said before',
      in_reply_to_discussion_id: thread?.id,
      position: linePosition(on, change.diff, { side: 'new', first: 2, last: 2 }),
    });
    await storeOf(app).load();
    return draft;
  };

  it('shows a reply where its thread stands, whatever place it was written with', async () => {
    const draft = await replyElsewhere();
    assert.match(await textOf(draft), /Pending · forecast\.ts:7 · reply$/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('graft.reviews.openDraft', { store: storeOf(app), draft });
    await poll(() => vscode.window.activeTextEditor?.selection.start.line === 6, { what: 'the line of the thread' });
    assert.equal((await comment(app, draft.note)).thread.range?.start.line, 6);
  });

  it('calls a draft about a whole file what it is, in its thread, the view and the question which one', async () => {
    const { on } = await changed();
    const position = filePosition(on);
    const draft = await storeOf(app).place.client.send(createDraftNote, { ...place(), note: 'All of it', position });
    await storeOf(app).load();
    assert.match(await textOf(draft), /Pending · forecast\.ts, whole file$/);
    await openDiff(app);
    const { thread } = await comment(app, 'All of it');
    assert.deepEqual([thread.range, thread.label], [undefined, 'Pending · visible only to you · Whole file']);
    const asked = vscode.commands.executeCommand('graft.reviews.copyText');
    const picker = await user.picker(/!5/);
    assert.ok(picker.items.some(({ description }) => description === 'Pending · forecast.ts, whole file'));
    await user.escape();
    await asked;
  });

  it('opens an added file as it is, and one that was changed against what it was', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await openDiff(app);
    const tab = (): vscode.Tab | undefined => vscode.window.tabGroups.activeTabGroup.activeTab;
    await poll(() => tab()?.label === 'forecast.ts (!5) added', { what: 'the file' });
    assert.ok(tab()?.input instanceof vscode.TabInputText);
    const other = await app.reviews.changes.read(storeOf(app, 7).place);
    assert.equal(other.kind, 'ready');
    const modified = other.files.find(({ kind }) => kind === 'modified') ?? assert.fail('nothing was modified');
    await openDiff(app, modified.newPath, { iid: 7 });
    await poll(() => tab()?.input instanceof vscode.TabInputTextDiff, { what: 'the diff editor' });
  });

  it('shows drafts outside the hunks with lines of their file, read once and again after a failure', async () => {
    const { place: at } = storeOf(app, 7);
    const read = await app.reviews.changes.read(at);
    assert.equal(read.kind, 'ready');
    const change = read.files.find(({ kind }) => kind === 'modified') ?? assert.fail('nothing was modified');
    const on = { refs: read.version, oldPath: change.oldPath, newPath: change.newPath };
    assert.match(change.diff, /^@@ -3,/);
    const drafts = [1, 2, 9_999].map((line, id) => {
      const position = linePosition(on, change.diff, { side: 'new', first: line, last: line });
      return { id, note: 'Outside', position } as DraftNote;
    });
    let reads = 0;
    let drawn = 0;
    const readFile = (uri: vscode.Uri) => {
      reads += 1;
      return reads === 1 ? Promise.reject(new Error('The server is away.')) : app.reviews.files.readFile(uri);
    };
    const lines = new FileLines({ readFile }, { error: () => undefined }, () => void (drawn += 1));
    const now = async () =>
      (await shown(at, { drafts, discussions: [] }, lines)).map(({ code, withoutCode }) => withoutCode ?? code?.hunk);
    assert.deepEqual(await now(), [undefined, undefined, undefined]);
    await poll(() => drawn === 1, { what: 'the failure' });
    assert.deepEqual(await now(), Array(3).fill('The server is away.'));
    lines.forgetFailed();
    await now();
    await poll(() => drawn === 2, { what: 'the lines' });
    const [first, second, last] = await now();
    assert.match(first ?? '', /^@@ -1,3 \+1,3 @@\n .*\n .*\n   readonly id: string;\n$/);
    assert.match(second ?? '', /^@@ -1,4 \+1,4 @@\n( .*\n){4}$/);
    assert.deepEqual([reads, last], [2, 'The line is outside the diff.']);
  });

  it('does not say on which line a text was typed where nobody knows, and asks for it', async () => {
    const { place: at } = storeOf(app);
    const { change, on } = await changed();
    // earlier versions stored the cursor's line
    const position = linePosition(on, change.diff, { side: 'new', first: 3, last: 3 });
    const { unsent } = app.reviews;
    const typed = {
      ...unsent.ofDraftEdit(at, {} as DraftNote, 'Half a thought'),
      key: unsent.newKey(at),
      resolves: false,
    };
    await unsent.save({ ...typed, draftId: undefined, position, isGuess: true });
    await openDiff(app);
    const { thread, comment: shown } = await comment(app, 'Half a thought');
    assert.deepEqual([thread.range, thread.label], [undefined, 'Unsaved comment · Line unknown']);
    assert.match(String((shown.body as vscode.MarkdownString).value), /Its line is unknown: choose one before sending/);
    const rows = await rowsOf(app, await requestRow(app, /^With unsaved comments/, reviewed));
    assert.ok(rows.some(({ text }) => text === 'Half a thought · Unsaved comment · forecast.ts, line unknown'));
    const sending = vscode.commands.executeCommand('graft.reviews.sendAgain', shown);
    await user.step(/Which file/, /forecast\.ts$/);
    await user.step(/Which line/, /^5 \+/);
    await sending;
    assert.equal(storeOf(app).drafts.find(({ note }) => note === 'Half a thought')?.position?.new_line, 5);
    assert.deepEqual(unsent.of(at), []);
  });

  it('shows a reply after a push with the code its thread was written on, and a draft that was moved off its line', async () => {
    await openDiff(app);
    const onItsLine = (await comment(app, 'Half a thought')).thread;
    assert.equal(onItsLine.range?.start.line, 4);
    const { url, project, tokens } = sandbox();
    const address = `${url}/api/v4/projects/${encodeURIComponent(project)}/repository`;
    const headers = { 'content-type': 'application/json', 'private-token': tokens['maintainer'] ?? '' };
    const branch = 'feature/ripeness-forecast';
    const raw = `${address}/files/${encodeURIComponent(forecast)}/raw?ref=${encodeURIComponent(branch)}`;
    const content = await (await fetch(raw, { headers })).text();
    const line = content.split('\n')[6] ?? assert.fail('the file is shorter');
    // the line has changed, so its thread does not move
    const now = `// one\n// two\n// three\n${content.replace(line, `${line} // weeks`)}`;
    const actions = [{ action: 'update', file_path: forecast, content: now }];
    const body = JSON.stringify({ branch, commit_message: 'Moves the lines', actions });
    assert.equal((await fetch(`${address}/commits`, { method: 'POST', headers, body })).status, 201);
    const store = storeOf(app);
    await store.load();
    const drafts = await shown(store.place, store.state);
    const reply = drafts.find(({ text }) => text.startsWith('Monday'));
    assert.equal(reply?.place, 'Reply · Line 7');
    const lines = reply.code?.hunk.split('\n') ?? [];
    assert.ok(lines.includes(`+${line}`), lines.join('\n'));
    assert.ok(!lines.includes('+// three'), 'the code of another version is shown');

    const { change, on } = await changed();
    const draft = store.drafts.find(({ note }) => note === 'Half a thought') ?? assert.fail('no draft');
    const position = linePosition(on, change.diff, { side: 'new', first: 8, last: 8 }) ?? assert.fail('no line');
    assert.equal((await store.edit(draft, { note: draft.note, position })).kind, 'done');
    const moved = await poll(
      async () => {
        const { thread } = await comment(app, 'Half a thought');
        return /On line 8 of another version/.test(thread.label ?? '') ? thread : undefined;
      },
      { what: 'the draft to leave its line' },
    );
    assert.equal(moved.range, undefined);
    assert.notEqual(moved, onItsLine, 'the window keeps a thread on the line it was made on');
  });
});
