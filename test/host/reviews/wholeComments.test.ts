import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { getMergeRequest } from '../../../src/wire/mergeRequestReview.ts';
import { forgetRequests, setFaults } from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';
import { hands } from '../hands.ts';
import { comment, drawn, isCommentOpen, openDiff, reviewWindow, sent, storeOf, writeComment } from './reviewHands.ts';

describe('comments on a file or a merge request as a whole', function () {
  this.timeout(60_000);
  const window = reviewWindow();
  let app: App;
  const user = hands();
  const ofFile = 'Comment on !5 · forecast.ts';

  before(() => {
    app = window();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const draft of storeOf(app).drafts) if (written.test(draft.note)) await storeOf(app).remove(draft);
  });

  const written = /^(?:About the whole file|Half of what|Refused at first|On its way)/;

  it('comments on a file as a whole', async () => {
    await openDiff(app);
    await vscode.commands.executeCommand('graft.reviews.commentOnFile');
    const document = await writeComment(ofFile, 'About the whole file\n\nin two paragraphs');
    await vscode.commands.executeCommand('graft.reviews.addToReview');
    assert.ok(!isCommentOpen(document));
    assert.deepEqual(user.statusBar(), ['$(check) Draft added to your review']);
    const { thread } = await comment(app, 'About the whole file\n\nin two paragraphs');
    await poll(() => drawn(app).some((each) => each.startsWith('Pending|About the whole file')), { what: 'the draft' });
    assert.equal(thread.range, undefined);
    const draft = storeOf(app).drafts.find(({ note }) => note.startsWith('About the whole file'));
    assert.equal(draft?.position?.position_type, 'file');
  });

  it('keeps what is typed about a file or the whole while it is typed, and goes on with it', async () => {
    await openDiff(app);
    const { place } = storeOf(app);
    const texts = () => app.reviews.kept.of(place).map(({ text, position }) => [text, position?.position_type]);
    const stored = (text: string) => () =>
      app.context.workspaceState
        .keys()
        .some((key) => JSON.stringify(app.context.workspaceState.get(key)).includes(text));
    await vscode.commands.executeCommand('graft.reviews.commentOnFile');
    await writeComment(ofFile, 'Half of what');
    await poll(stored('Half of what'), { what: 'the text in the storage' });
    assert.deepEqual(texts(), [], 'a text in an open editor is not offered again');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await poll(() => texts().length === 1, { what: 'the text to be offered again' });
    assert.deepEqual(texts(), [['Half of what', 'file']]);
    assert.equal((await comment(app, 'Half of what')).comment.label, 'Unsaved comment');
    await vscode.commands.executeCommand('graft.reviews.commentOnFile');
    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'Half of what');
    await writeComment(ofFile, 'Half of what is here could go');
    await vscode.commands.executeCommand('graft.reviews.addToReview');
    await poll(() => drawn(app).includes('Pending|Half of what is here could go'), { what: 'the draft' });
    assert.deepEqual(texts(), []);
    assert.ok(!stored('Half of what')());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(texts(), []);
  });

  it('has one editor for each comment, and discards what is in it after a question', async () => {
    const store = storeOf(app);
    const open = app.project.open ?? assert.fail('no project is open');
    const request = await open.client.send(getMergeRequest, { id: open.project.id, merge_request_iid: 5 });
    const begin = () => vscode.commands.executeCommand('graft.reviews.commentOnRequest', { open, request });
    await begin();
    const document = await writeComment('Comment on !5', 'One of\nmany lines');
    const aside = vscode.commands.executeCommand('graft.reviews.commentOnFile');
    await user.picker(/^Comment on a file of !5$/);
    await user.escape();
    await aside;
    await vscode.commands.executeCommand('workbench.action.files.newUntitledFile');
    await begin();
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), document.uri.toString());
    user.willPress('Discard');
    await vscode.commands.executeCommand('graft.reviews.discardText', document.uri);
    assert.ok(!isCommentOpen(document));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual(app.reviews.kept.of(store.place), []);
    await begin();
    assert.equal(vscode.window.activeTextEditor?.document.getText(), '');
    await vscode.commands.executeCommand('graft.reviews.commentNow');
    await user.hears(/Write something first/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('keeps the editor of a comment that was refused, and sends what is in it then, once', async () => {
    await openDiff(app);
    await forgetRequests();
    await setFaults([
      { operation: 'createDraftNote', fault: 'status', status: 503, body: { message: 'down' }, times: 1 },
    ]);
    await vscode.commands.executeCommand('graft.reviews.commentOnFile');
    const document = await writeComment(ofFile, 'Refused at first');
    await vscode.commands.executeCommand('graft.reviews.addToReview');
    await user.hears(/^The comment has not appeared on the server\..*down.*stored here/);
    assert.ok(isCommentOpen(document));
    await writeComment(ofFile, 'Refused at first, taken then');
    await vscode.commands.executeCommand('graft.reviews.addToReview');
    assert.ok(!isCommentOpen(document));
    const notes = storeOf(app).drafts.map(({ note }) => note);
    assert.deepEqual(
      notes.filter((note) => note.startsWith('Refused')),
      ['Refused at first, taken then'],
    );
    assert.equal(await sent('createDraftNote'), 2);
    assert.deepEqual(app.reviews.kept.of(storeOf(app).place), []);
  });

  it('leaves what is typed while a comment is on its way as another comment', async () => {
    await openDiff(app);
    await setFaults([{ operation: 'createDraftNote', fault: 'delay', delayMs: 2_000, times: 1 }]);
    await vscode.commands.executeCommand('graft.reviews.commentOnFile');
    const document = await writeComment(ofFile, 'On its way');
    const sending = vscode.commands.executeCommand('graft.reviews.addToReview');
    const { kept, commentFiles } = app.reviews;
    await poll(() => kept.isSending(commentFiles.get(document.uri)?.key ?? ''), { what: 'the comment to leave' });
    await writeComment(ofFile, 'On its way, and more');
    await sending;
    assert.ok(isCommentOpen(document));
    await comment(app, 'On its way');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    const texts = () => kept.of(storeOf(app).place).map(({ text }) => text);
    await poll(() => texts().length === 1, { what: 'the text to be offered again' });
    assert.deepEqual(texts(), ['On its way, and more']);
    for (const each of kept.of(storeOf(app).place)) await kept.forget(each);
  });
});
