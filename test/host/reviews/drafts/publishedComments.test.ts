import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { ReviewComment } from '../../../../src/host/reviews/threads/comments.ts';
import {
  createMergeRequestNote,
  deleteMergeRequestNote,
  updateMergeRequestNote,
} from '../../../../src/wire/mergeRequestReview.ts';
import { forgetRequests, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import {
  api,
  begunThread,
  comment,
  drawn,
  forecast,
  openDiff,
  reviewed,
  reviewWindow,
  sent,
  storeOf,
} from '../reviewHands.ts';

describe('published comments of one’s own', () => {
  reviewWindow((opened) => void (app = opened));
  const user = hands();
  let app: App;
  let uri: vscode.Uri;

  before(async () => {
    ({ uri } = await openDiff(app, forecast));
  });

  afterEach(async () => {
    for (const kept of app.reviews.unsent.of(storeOf(app).place)) await app.reviews.unsent.remove(kept);
  });

  const noteOf = ({ subject }: ReviewComment) => (subject.kind === 'note' ? subject.note : assert.fail('no note'));
  const place = () => ({ id: storeOf(app).place.project, merge_request_iid: reviewed });
  const say = async (text: string): Promise<ReviewComment> => {
    await vscode.commands.executeCommand('graft.reviews.commentNow', { thread: begunThread(uri, 4), text });
    await poll(() => drawn(app).includes(`|${text}`), { what: 'the comment' });
    return (await comment(app, text)).comment;
  };
  const edit = async (shown: ReviewComment, text: string): Promise<vscode.Comment> => {
    await vscode.commands.executeCommand('graft.reviews.editComment', shown);
    const editing = app.reviews.threads.edited[0]?.comment ?? assert.fail('nothing is edited');
    editing.body = text;
    return editing;
  };
  const elsewhere = (shown: ReviewComment, body: string): Promise<unknown> =>
    storeOf(app).place.client.send(updateMergeRequestNote, { ...place(), note_id: noteOf(shown).id, body });

  it('are edited in their place', async () => {
    const shown = await say('Frist');
    assert.equal(shown.contextValue, 'own');
    assert.equal((await comment(app, /^Does a week begin/)).comment.contextValue, 'note');
    const editing = await edit(shown, 'First');
    assert.equal(editing.mode, vscode.CommentMode.Editing);
    await vscode.commands.executeCommand('graft.reviews.saveComment', editing);
    await comment(app, 'First');
    assert.ok(user.statusBar().includes('$(check) Comment saved'));
    assert.deepEqual(app.reviews.threads.edited, []);
  });

  it('keep what is typed for them, and are as they were once the change is cancelled', async () => {
    const shown = await say('As it was');
    await edit(shown, 'As it was');
    const { uri: box, lineCount } = await poll(
      () =>
        vscode.workspace.textDocuments.find((each) => each.uri.scheme === 'comment' && each.getText() === 'As it was'),
      { what: 'the box' },
    );
    const change = new vscode.WorkspaceEdit();
    change.replace(box, new vscode.Range(0, 0, lineCount, 0), 'As it shall be');
    assert.ok(await vscode.workspace.applyEdit(change));
    const { id, body: base } = noteOf(shown);
    const kept = () => app.reviews.unsent.ofNoteEdit(storeOf(app).place, { discussionId: undefined, id, base });
    await poll(() => kept().text === 'As it shall be', { what: 'the text to be kept' });
    const editing = app.reviews.threads.edited[0]?.comment;
    await vscode.commands.executeCommand('graft.reviews.cancelEdit', editing);
    assert.equal(kept().text, '');
    await comment(app, 'As it was');
  });

  it('are not written over when they were changed elsewhere, unless that has been seen', async () => {
    const shown = await say('Mine');
    const editing = await edit(shown, 'Mine again');
    await elsewhere(shown, 'Theirs');
    await forgetRequests();
    user.willPress('Overwrite with Mine');
    await vscode.commands.executeCommand('graft.reviews.saveComment', editing);
    await user.hears(/changed elsewhere/);
    await comment(app, 'Mine again');
    assert.equal(await sent('updateMergeRequestNote'), 1);
  });

  it('keep the text the server refuses, and save it once it is sent again', async () => {
    const shown = await say('Before');
    const editing = await edit(shown, 'After');
    await setFaults([{ operation: 'updateMergeRequestNote', fault: 'status', status: 403, times: 1 }]);
    await vscode.commands.executeCommand('graft.reviews.saveComment', editing);
    await user.hears(/^Nothing was changed\..*403.*stored here/);
    const { comment: left } = await comment(app, 'After');
    assert.equal(left.contextValue, 'kept');
    await forgetRequests();
    await vscode.commands.executeCommand('graft.reviews.sendAgain', left);
    await poll(() => drawn(app).includes('|After') && !drawn(app).includes('Unsaved comment|After'), {
      what: 'the comment with its new text',
    });
    assert.deepEqual([await sent('updateMergeRequestNote'), await sent('replyToMergeRequestDiscussion')], [1, 0]);
  });

  it('leave the text as an unsaved comment when they are deleted meanwhile', async () => {
    const shown = await say('Gone soon');
    const editing = await edit(shown, 'Still to be said');
    const { client } = storeOf(app).place;
    await client.send(deleteMergeRequestNote, { ...place(), note_id: noteOf(shown).id });
    await vscode.commands.executeCommand('graft.reviews.saveComment', editing);
    await user.hears(/The comment has been deleted\. Sending again adds your text as a new comment\./);
    const [left] = app.reviews.unsent.of(storeOf(app).place);
    assert.deepEqual([left?.text, left?.noteId], ['Still to be said', undefined]);
  });

  it('are deleted after a question', async () => {
    const shown = await say('To be deleted');
    await vscode.commands.executeCommand('graft.reviews.deleteComment', shown);
    await user.hears(/^Delete this comment\?$/);
    assert.ok(drawn(app).includes('|To be deleted'), 'nobody has said yes');
    user.willPress('Delete');
    await vscode.commands.executeCommand('graft.reviews.deleteComment', shown);
    await poll(() => !drawn(app).includes('|To be deleted'), { what: 'the comment to go' });
    assert.ok(!storeOf(app).discussions.some(({ notes }) => notes.some(({ body }) => body === 'To be deleted')));
  });

  /** Creates a merge request with a file, one byte a character; returns its IID. */
  const requestWith = async (branch: string, path: string, content: string): Promise<number> => {
    const bytes = Buffer.from(content, 'latin1').toString('base64');
    const actions = [{ action: 'create', file_path: path, content: bytes, encoding: 'base64' }];
    const change = { branch, start_branch: 'main', commit_message: 'Some lines', actions };
    await api('developer', 'POST', 'repository/commits', change);
    const asked = { source_branch: branch, target_branch: 'main', title: 'Some lines' };
    return (await api<{ iid: number }>('developer', 'POST', 'merge_requests', asked)).iid;
  };

  it('with a suggestion are applied after a preview, as one commit', async () => {
    const branch = 'suggested/source';
    const iid = await requestWith(branch, 'suggested.txt', 'one\ntwo\n');
    try {
      const store = storeOf(app, iid);
      const head = async (): Promise<string> => {
        const read = await app.reviews.changes.read(store.place);
        return read.kind === 'ready' ? read.version.headSha : assert.fail(read.kind);
      };
      const before = await head();
      const { uri: suggested } = await openDiff(app, 'suggested.txt', { iid });
      const text = '```suggestion:-0+0\nthree\n```';
      await vscode.commands.executeCommand('graft.reviews.commentNow', { thread: begunThread(suggested, 2), text });
      await poll(() => drawn(app).includes(`|${text}`), { what: 'the comment' });
      const { comment: shown } = await comment(app, text);
      assert.equal(shown.contextValue, 'own suggestion');
      const applying = vscode.commands.executeCommand('graft.reviews.applySuggestion', shown);
      const title = new RegExp(`^Apply Suggestion to !${iid}$`);
      const review = await user.picker(title);
      const rows = review.items.map(({ label, description = '' }) => [label, description].join(' '));
      assert.equal(rows[0], `Commit to ${branch} Line 2 of suggested.txt`);
      assert.deepEqual(rows.slice(-2), ['− two ', '+ three ']);
      await user.enter(review, /^Show change$/);
      const diff = await poll(
        () => {
          const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
          const isIt = input instanceof vscode.TabInputTextDiff && input.modified.scheme === 'graft-suggestion';
          return isIt ? input : undefined;
        },
        { what: 'the change' },
      );
      const textOf = async (side: vscode.Uri): Promise<string> =>
        (await vscode.workspace.openTextDocument(side)).getText();
      assert.deepEqual([await textOf(diff.original), await textOf(diff.modified)], ['two\n', 'three\n']);
      await forgetRequests();
      await user.enter(await user.picker(title), /^Commit to /);
      await applying;
      assert.equal(await sent('applySuggestion'), 1);
      assert.ok(user.statusBar().includes('$(check) Suggestion applied'));
      assert.notEqual(await head(), before);
      const [note] = store.discussions.flatMap(({ notes }) => notes.filter(({ body }) => body === text));
      assert.deepEqual([note?.resolved, note?.suggestions?.[0]?.applied], [true, true]);
    } finally {
      await api('developer', 'PUT', `merge_requests/${iid}`, { state_event: 'close' });
    }
  });

  it('take no suggestion for lines that are not UTF-8', async () => {
    const iid = await requestWith('suggested/latin', 'latin.txt', 'one\r\nGr\xfc\xdfe\r\n');
    try {
      const { uri: latin } = await openDiff(app, 'latin.txt', { iid });
      const suggest = (line: number) =>
        vscode.commands.executeCommand('graft.reviews.insertSuggestion', {
          thread: begunThread(latin, line),
          text: '',
        });
      await suggest(2);
      await user.hears(/^Lines that are not UTF-8 cannot have a suggestion/);
      await suggest(1);
      await user.hears(/^Suggestion copied/);
      assert.equal(await vscode.env.clipboard.readText(), '```suggestion:-0+0\none\n```');
    } finally {
      await api('developer', 'PUT', `merge_requests/${iid}`, { state_event: 'close' });
    }
  });

  it('of others stay', async () => {
    const { client } = storeOf(app).place;
    await client.send(createMergeRequestNote, { ...place(), body: 'Mine alone' });
    await vscode.commands.executeCommand('graft.reviews.deleteComment');
    await user.hears(/^Use this command on a comment of yours/);
  });
});
