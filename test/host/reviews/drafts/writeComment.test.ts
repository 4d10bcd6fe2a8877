import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { forgetRequests, sandbox, setFaults, signIn, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { addAccount } from '../../accounts.ts';
import { hands } from '../../hands.ts';
import { begunThread, comment, drawn, openDiff, sent, storeOf, reviewWindow } from '../reviewHands.ts';

describe('writing a review in the diff editor', function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  let app: App;
  const user = hands();

  const add = (uri: vscode.Uri, text: string, first: number, last = first, command = 'addToReview') =>
    vscode.commands.executeCommand(`graft.reviews.${command}`, { thread: begunThread(uri, first, last), text });

  it('shows threads, folds resolved ones, and labels drafts as pending', async () => {
    await openDiff(app);
    const { thread } = await comment(app, /Does a week begin/);
    assert.equal(thread.range?.start.line, 6);
    assert.equal(thread.contextValue, 'discussion unresolved');
    assert.equal((await comment(app, /Could the share/)).comment.label, 'Pending');
    assert.equal((await comment(app, /Monday it is/)).thread, thread);
    await openDiff(app, 'test/forecast.test.ts');
    const settled = await comment(app, /Please say what/);
    assert.equal(settled.thread.state, vscode.CommentThreadState.Resolved);
    assert.equal(settled.thread.collapsibleState, vscode.CommentThreadCollapsibleState.Collapsed);
    assert.match(settled.thread.label ?? '', /^Resolved/);
  });

  it('adds a draft on one line and on several, where the server finds them', async () => {
    const { uri } = await openDiff(app);
    await add(uri, 'On one line', 2);
    await add(uri, 'On three lines', 4, 6);
    const { thread } = await comment(app, 'On three lines');
    await poll(() => drawn(app).includes('Pending|On three lines'), { what: 'the draft to be taken' });
    assert.deepEqual([thread.range?.start.line, thread.range?.end.line], [3, 5]);
    const draft = storeOf(app).drafts.find(({ note }) => note === 'On three lines');
    assert.equal(draft?.position?.new_line, 6);
    assert.match(draft.line_code ?? '', /^[0-9a-f]{40}_0_6$/);
    assert.equal(draft.position.line_range?.start?.new_line, 4);
    assert.deepEqual(app.reviews.unsent.of(storeOf(app).place), []);
  });

  it('begins a second thread on a line that has one', async () => {
    const { uri } = await openDiff(app);
    await comment(app, /Could the share/);
    const thread = app.reviews.threads.startBeside(uri, new vscode.Range(5, 0, 5, 0));
    assert.equal(thread?.comments.length, 0);
    await vscode.commands.executeCommand('graft.reviews.addToReview', { thread, text: 'Beside the other' });
    await poll(() => drawn(app).includes('Pending|Beside the other'), { what: 'the draft' });
    assert.equal(app.reviews.threads.startBeside(uri, new vscode.Range(0, 0, 0, 0)), undefined);
  });

  it('comments at once when asked to', async () => {
    const { uri } = await openDiff(app);
    await add(uri, 'For everybody', 3, 3, 'commentNow');
    const { comment: shown } = await comment(app, 'For everybody');
    assert.equal(shown.subject.kind, 'note');
    await poll(() => user.statusBar().includes('$(check) Comment sent'), { what: 'the status bar to say so' });
    assert.ok(storeOf(app).discussions.some(({ notes }) => notes[0]?.body === 'For everybody'));
  });

  it('keeps a text the server refused, and sends it again', async () => {
    const { uri } = await openDiff(app);
    await setFaults([{ operation: 'createDraftNote', fault: 'status', status: 400, body: { message: 'no, not now' } }]);
    await add(uri, 'Refused at first', 2);
    await user.hears(/^Nothing was changed\..*no, not now.*Your comment is stored here\.$/);
    const { comment: kept } = await comment(app, 'Refused at first');
    assert.equal(kept.label, 'Unsaved comment');
    await setFaults([]);
    await vscode.commands.executeCommand('graft.reviews.sendAgain', kept);
    await poll(() => drawn(app).includes('Pending|Refused at first'), { what: 'the draft' });
    assert.deepEqual(app.reviews.unsent.of(storeOf(app).place), []);
  });

  it('does not send twice what the server has, however often it is sent again', async () => {
    const { uri } = await openDiff(app);
    await storeOf(app).start();
    await setFaults([
      { operation: 'createDraftNote', fault: 'resetAfter', times: 1 },
      { operation: 'listDraftNotes', fault: 'status', status: 500 },
    ]);
    await forgetRequests();
    await add(uri, 'Sent into the dark', 2);
    await user.hears(/^It is unknown whether the server has the comment/);
    await setFaults([]);
    const { comment: kept } = await comment(app, 'Sent into the dark');
    await vscode.commands.executeCommand('graft.reviews.sendAgain', kept);
    await poll(() => drawn(app).includes('Pending|Sent into the dark'), { what: 'the draft that was there' });
    assert.equal(await sent('createDraftNote'), 1);
    assert.equal(storeOf(app).drafts.filter(({ note }) => note === 'Sent into the dark').length, 1);
  });

  const onServer = async (text: string): Promise<readonly string[]> => {
    const store = storeOf(app);
    await store.load();
    const notes = store.discussions.flatMap((discussion) => discussion.notes);
    return notes.filter(({ body }) => body === text).map(({ author }) => author?.username ?? '?');
  };

  const lostForEverybody = async (uri: vscode.Uri, text: string): Promise<void> => {
    await storeOf(app).load();
    await setFaults([
      { operation: 'createMergeRequestDiscussion', fault: 'resetAfter', times: 1 },
      { operation: 'listMergeRequestDiscussions', fault: 'status', status: 500 },
    ]);
    await add(uri, text, 5, 5, 'commentNow');
    await user.hears(/^It is unknown whether the server has the comment/);
    await setFaults([]);
  };

  it('lets the user decide when nothing tells, and looks again however often looking fails', async () => {
    const { uri } = await openDiff(app);
    await lostForEverybody(uri, 'Who can tell');
    const { place } = storeOf(app);
    const kept = app.reviews.unsent.of(place).find(({ text }) => text === 'Who can tell') ?? assert.fail();
    await setFaults([{ operation: 'listMergeRequestDiscussions', fault: 'status', status: 500 }]);
    await vscode.commands.executeCommand('graft.reviews.sendAgain', { store: storeOf(app), kept });
    const still = app.reviews.unsent.get(kept.key) ?? assert.fail('the text is gone');
    assert.ok(still.maybeSent);
    await setFaults([]);
    // stored by an earlier version, without the previous text
    await app.reviews.unsent.save({ ...still, sent: undefined });
    const blind = app.reviews.unsent.get(kept.key) ?? assert.fail();
    user.willPress('Already There');
    await vscode.commands.executeCommand('graft.reviews.sendAgain', { store: storeOf(app), kept: blind });
    await user.hears(/We can’t tell whether it is this one/);
    assert.equal((await onServer('Who can tell')).length, 1);
    assert.deepEqual(app.reviews.unsent.of(place), []);
  });

  it('sends once what is pressed twice', async () => {
    const { uri } = await openDiff(app);
    const thread = begunThread(uri, 3);
    await forgetRequests();
    await Promise.all(
      [1, 2].map(() => vscode.commands.executeCommand('graft.reviews.commentNow', { thread, text: 'Pressed twice' })),
    );
    await comment(app, 'Pressed twice');
    assert.equal(await sent('createMergeRequestDiscussion'), 1);
  });

  it('keeps the text when its lines cannot be looked up', async () => {
    const { uri } = await openDiff(app);
    Object.assign(app.reviews.threads, { changeOf: () => Promise.reject(new Error('no way through')) });
    await add(uri, 'Looked up in vain', 2);
    Reflect.deleteProperty(app.reviews.threads, 'changeOf');
    await user.hears(/no way through/);
    const { comment: kept } = await comment(app, 'Looked up in vain');
    user.willPress('Discard');
    await vscode.commands.executeCommand('graft.reviews.discardText', kept);
  });

  it('keeps texts through the removal of the account, and shows them to that account only', async () => {
    const { uri } = await openDiff(app);
    await setFaults([{ operation: 'createDraftNote', fault: 'status', status: 503, body: { message: 'down' } }]);
    await add(uri, 'Outlives signing out', 2);
    await comment(app, 'Outlives signing out');
    await setFaults([]);
    const { place } = storeOf(app);
    await signOut(app);
    await poll(() => drawn(app).length === 0, { what: 'the threads to go' });
    await addAccount(app, 'developer');
    await poll(() => drawn(app).length === 0, { what: 'nothing of somebody else' });
    assert.equal(app.reviews.unsent.of({ ...place, account: app.accounts.list()[0]?.id ?? '' }).length, 0);
    await signOut(app);
    await signIn(app);
    await openDiff(app);
    const { comment: kept } = await comment(app, 'Outlives signing out');
    user.willPress('Discard');
    await vscode.commands.executeCommand('graft.reviews.discardText', kept);
    await poll(() => !drawn(app).some((each) => each.includes('Outlives')), { what: 'the text to go' });
  });

  it('replies as a draft that resolves, and says that a thread takes one', async () => {
    const { uri } = await openDiff(app);
    await add(uri, 'Begins a thread', 8, 8, 'commentNow');
    const { thread } = await comment(app, 'Begins a thread');
    await vscode.commands.executeCommand('graft.reviews.addAndResolve', { thread, text: 'And ends it' });
    await poll(() => drawn(app).includes('Pending|And ends it'), { what: 'the reply' });
    const reply = storeOf(app).drafts.find(({ note }) => note === 'And ends it');
    assert.equal(reply?.resolve_discussion, true);
    await vscode.commands.executeCommand('graft.reviews.addToReview', { thread, text: 'One too many' });
    await user.hears(/You already have a pending reply in this thread/);
    const { comment: kept } = await comment(app, 'One too many');
    await vscode.commands.executeCommand('graft.reviews.resolve', thread);
    await poll(() => thread.state === vscode.CommentThreadState.Resolved, { what: 'the thread to be settled' });
    assert.equal(thread.contextValue, 'discussion resolved');
    await vscode.commands.executeCommand('graft.reviews.reopen', thread);
    await poll(() => thread.contextValue === 'discussion unresolved', { what: 'the thread to be open again' });
    user.willPress('Discard');
    await vscode.commands.executeCommand('graft.reviews.discardText', kept);
  });

  it('resolves and reopens threads from the palette', async () => {
    await openDiff(app);
    const { thread } = await comment(app, 'Begins a thread');
    const settled = (command: string, title: RegExp) => {
      void vscode.commands.executeCommand(`graft.reviews.${command}`);
      return user.step(title, /Begins a thread/);
    };
    await settled('resolve', /Resolve which thread/);
    await poll(() => thread.contextValue === 'discussion resolved', { what: 'the thread to be settled' });
    await settled('reopen', /Reopen which thread/);
    await poll(() => thread.contextValue === 'discussion unresolved', { what: 'the thread to be open again' });
  });

  it('edits a draft in its place and keeps its position', async () => {
    const { uri } = await openDiff(app);
    await add(uri, 'Before the edit', 5);
    await poll(() => drawn(app).includes('Pending|Before the edit'), { what: 'the draft' });
    const { comment: shown, thread } = await comment(app, 'Before the edit');
    await vscode.commands.executeCommand('graft.reviews.editDraft', shown);
    const editing = thread.comments[0] ?? assert.fail();
    assert.equal(editing.mode, vscode.CommentMode.Editing);
    assert.equal(editing.body, 'Before the edit');
    editing.body = 'After the edit';
    await vscode.commands.executeCommand('graft.reviews.saveDraft', editing);
    await comment(app, 'After the edit');
    await storeOf(app).load();
    const draft = storeOf(app).drafts.find(({ note }) => note === 'After the edit');
    assert.equal(draft?.position?.new_line, 5);
  });

  it('leaves the boxes of other drafts open when the editing of one ends', async () => {
    const { uri } = await openDiff(app);
    const texts = ['Saved first', 'Given up second', 'Still being edited'] as const;
    for (const [index, text] of texts.entries()) await add(uri, text, index + 1);
    await poll(() => texts.every((text) => drawn(app).includes(`Pending|${text}`)), { what: 'the drafts' });
    for (const text of texts) {
      await vscode.commands.executeCommand('graft.reviews.editDraft', (await comment(app, text)).comment);
    }
    const edited = (): readonly unknown[] => app.reviews.threads.edited.map((each) => each.comment.body);
    const box = (text: string): vscode.Comment =>
      app.reviews.threads.edited.find((each) => each.comment.body === text)?.comment ?? assert.fail(text);
    assert.deepEqual(edited().toSorted(), [...texts].toSorted());
    const saved = box('Saved first');
    saved.body = 'Saved and shown';
    await vscode.commands.executeCommand('graft.reviews.saveDraft', saved);
    await poll(() => drawn(app).includes('Pending|Saved and shown'), { what: 'the saved draft' });
    assert.deepEqual(edited().toSorted(), ['Given up second', 'Still being edited']);
    await vscode.commands.executeCommand('graft.reviews.cancelEdit', box('Given up second'));
    assert.deepEqual(edited(), ['Still being edited']);
    await vscode.commands.executeCommand('graft.reviews.cancelEdit', box('Still being edited'));
    assert.deepEqual(edited(), []);
    const store = storeOf(app);
    for (const text of ['Saved and shown', ...texts]) {
      const draft = store.drafts.find(({ note }) => note === text);
      if (draft) await store.remove(draft);
    }
  });

  it('deletes a draft after a question', async () => {
    await openDiff(app);
    const { comment: shown } = await comment(app, 'After the edit');
    user.willPress('Delete');
    await vscode.commands.executeCommand('graft.reviews.deleteDraft', shown);
    await poll(() => !drawn(app).includes('Pending|After the edit'), { what: 'the draft to go' });
  });

  it('does not offer a text again that was saved before its box had opened', async () => {
    const { uri } = await openDiff(app);
    await add(uri, 'Before it is saved', 5);
    await poll(() => drawn(app).includes('Pending|Before it is saved'), { what: 'the draft' });
    const { comment: shown, thread } = await comment(app, 'Before it is saved');
    const { subject } = shown;
    const { place } = storeOf(app);
    assert.ok(subject.kind === 'draft');
    // VS Code opens the box late, while the server is slow
    await setFaults([{ operation: 'updateDraftNote', fault: 'delay', delayMs: 1_000 }]);
    await vscode.commands.executeCommand('graft.reviews.editDraft', shown);
    const editing =
      thread.comments.find(({ mode }) => mode === vscode.CommentMode.Editing) ?? assert.fail('nothing is edited');
    editing.body = 'Saved at once';
    await vscode.commands.executeCommand('graft.reviews.saveDraft', editing);
    await poll(() => drawn(app).includes('Pending|Saved at once'), { what: 'the text to be saved' });
    // VS Code closes boxes late; changing the language closes them at once
    const boxes = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'comment' && uri.authority === '');
    for (const box of boxes) await vscode.languages.setTextDocumentLanguage(box, 'plaintext');
    assert.equal(app.reviews.unsent.edit(place, subject.draft.id), undefined);
    await storeOf(app).remove(subject.draft);
  });

  it('keeps what is typed into each of two drafts that are edited at once', async () => {
    const { uri } = await openDiff(app);
    const { place } = storeOf(app);
    const boxes = (): readonly vscode.TextDocument[] =>
      vscode.workspace.textDocuments.filter((each) => each.uri.scheme === 'comment' && each.uri.authority === '');
    /** Edits a draft; returns it with its box. */
    const edit = async (text: string, line: number) => {
      await add(uri, text, line);
      await poll(() => drawn(app).includes(`Pending|${text}`), { what: 'the draft' });
      const { comment: shown } = await comment(app, text);
      const draft = shown.subject.kind === 'draft' ? shown.subject.draft : assert.fail('no draft');
      await vscode.commands.executeCommand('graft.reviews.editDraft', shown);
      const box = await poll(() => boxes().find((each) => each.getText() === text), { what: `the box of ${text}` });
      return { draft, box };
    };
    const type = async ({ uri: box, lineCount }: vscode.TextDocument, text: string): Promise<void> => {
      const change = new vscode.WorkspaceEdit();
      change.replace(box, new vscode.Range(0, 0, lineCount, 0), text);
      assert.ok(await vscode.workspace.applyEdit(change));
    };
    const texts = ['The first of two', 'The second of two'] as const;
    const edited = [await edit(texts[0], 2), await edit(texts[1], 5)] as const;
    for (const { box } of edited) await type(box, `${box.getText()}, typed on`);
    for (const [index, { draft }] of edited.entries()) {
      const expected = `${texts[index] ?? ''}, typed on`;
      await poll(() => app.reviews.unsent.edit(place, draft.id)?.text === expected, {
        what: `“${expected}” to be kept`,
      });
    }
    for (const { draft } of edited) {
      await vscode.commands.executeCommand('graft.reviews.cancelEdit', { store: storeOf(app), draft });
      assert.equal(app.reviews.unsent.edit(place, draft.id), undefined);
      await storeOf(app).remove(draft);
    }
  });

  it('says what it cannot send: nothing, too much, and quick actions for everybody', async () => {
    const { uri } = await openDiff(app);
    await add(uri, '   ', 2);
    await user.hears(/Write something first/);
    await forgetRequests();
    await add(uri, 'x'.repeat(1_048_576), 2);
    await user.hears(/1,048,576 characters; the limit is 1,000,000/);
    await add(uri, '/assign @lena', 2, 2, 'commentNow');
    await user.hears(/quick actions only/);
    assert.equal(await sent('createDraftNote'), 0);
    assert.equal(await sent('createMergeRequestDiscussion'), 0);
    for (const kept of app.reviews.unsent.of(storeOf(app).place)) await app.reviews.unsent.remove(kept);
  });

  it('keeps the text of a comment on lines that are not in the diff', async () => {
    const { uri } = await openDiff(app, 'docs/pears.md', { iid: 8 });
    await add(uri, 'Too far away', 200);
    const { comment: kept } = await comment(app, 'Too far away');
    assert.equal(kept.label, 'Unsaved comment');
    for (const each of app.reviews.unsent.of(storeOf(app, 8).place)) await app.reviews.unsent.remove(each);
  });

  it('only reads with a token that may only read, and says so', async () => {
    await signOut(app);
    await signIn(app, 'readOnly');
    await openDiff(app);
    const { thread } = await comment(app, /Does a week begin/);
    assert.equal(thread.canReply, false);
    await vscode.commands.executeCommand('graft.reviews.comment');
    await user.hears(/scope “api”/);
    await signOut(app);
    await signIn(app);
  });

  it('edits a draft on no line on the review page', async () => {
    const store = storeOf(app);
    await store.add({ note: 'On the whole' });
    const draft = store.drafts.find(({ note }) => note === 'On the whole') ?? assert.fail();
    await vscode.commands.executeCommand('graft.reviews.editDraft', { store, draft });
    await poll(() => app.mergeRequestPages.focused?.subject.request.iid === store.place.iid, {
      what: 'the review page',
    });
    assert.equal((await store.remove(draft)).kind, 'done');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('takes in what was written elsewhere, when it looks', async () => {
    const { uri } = await openDiff(app);
    await comment(app, /Does a week begin/);
    const { url, project, tokens } = sandbox();
    const address = `${url}/api/v4/projects/${encodeURIComponent(project)}/merge_requests/5/draft_notes`;
    const headers = { 'content-type': 'application/json', 'private-token': tokens['maintainer'] ?? '' };
    const position = storeOf(app).drafts.find(({ note }) => note === 'On one line')?.position;
    const body = JSON.stringify({ note: 'From the browser', position });
    assert.equal((await fetch(address, { method: 'POST', headers, body })).status, 201);
    assert.equal(await app.reviews.live.poll(), true);
    assert.equal((await comment(app, 'From the browser')).thread.uri.toString(), uri.toString());
    assert.equal(await app.reviews.live.poll(), false);
  });
});
