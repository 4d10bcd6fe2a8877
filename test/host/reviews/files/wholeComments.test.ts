import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { getMergeRequest } from '../../../../src/wire/mergeRequestReview.ts';
import { poll } from '../../../support/poll.ts';
import {
  begunThread,
  comment,
  drawn,
  openDiff,
  requestRow,
  reviewed,
  reviewWindow,
  rowsOf,
  storeOf,
} from '../reviewHands.ts';

describe('comments on a file or a merge request as a whole', function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  let app: App;

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const draft of storeOf(app).drafts) if (/whole file/.test(draft.note)) await storeOf(app).remove(draft);
  });

  /** Runs the command and returns its empty box. */
  const box = async (argument?: unknown): Promise<vscode.TextDocument> => {
    const before = app.reviews.typed.lastBox;
    await vscode.commands.executeCommand('graft.reviews.commentOnFile', argument);
    return poll(
      () => {
        const { lastBox } = app.reviews.typed;
        return lastBox !== before && lastBox?.getText() === '' ? lastBox : undefined;
      },
      { what: 'the box' },
    );
  };

  it('are written in a box of the file, kept while they are typed, and sent once', async () => {
    const { uri } = await openDiff(app);
    const { unsent, threads, typed } = app.reviews;
    const document = await box();
    assert.equal(document.languageId, 'markdown');
    const text = 'About the whole file\n\nin two paragraphs';
    const change = new vscode.WorkspaceEdit();
    change.insert(document.uri, new vscode.Position(0, 0), text);
    assert.ok(await vscode.workspace.applyEdit(change));
    const { place } = storeOf(app);
    const stored = () => unsent.get(typed.textIn(place, text)?.key ?? '');
    await poll(stored, { what: 'the text to be stored' });
    assert.deepEqual([stored()?.position?.position_type, stored()?.isGuess], ['file', false]);
    const thread = { ...begunThread(uri, 1), range: undefined };
    await vscode.commands.executeCommand('graft.reviews.addToReview', { thread, text });
    // as the button does
    const emptied = new vscode.WorkspaceEdit();
    emptied.delete(document.uri, new vscode.Range(0, 0, document.lineCount, 0));
    assert.ok(await vscode.workspace.applyEdit(emptied));
    await poll(() => drawn(app).includes(`Pending|${text}`), { what: 'the draft' });
    assert.equal((await comment(app, text)).thread.range, undefined);
    const draft = storeOf(app).drafts.find(({ note }) => note === text);
    assert.equal(draft?.position?.position_type, 'file');
    assert.deepEqual(unsent.of(place), []);
    // VS Code's command would toggle the first
    assert.equal(threads.startBeside(uri, undefined)?.label, 'Comment on File');
  });

  it('begin at the row of a file, whose diff opens', async () => {
    const rows = await rowsOf(app, await requestRow(app, /^Branch/, reviewed));
    const file = rows.find(({ row: { kind } }) => kind === 'requestFile') ?? assert.fail('no file');
    await box(file.row);
  });

  it('are written on the page for a merge request', async () => {
    const open = app.project.open ?? assert.fail('no project is open');
    const request = await open.client.send(getMergeRequest, { id: open.project.id, merge_request_iid: reviewed });
    await vscode.commands.executeCommand('graft.reviews.commentOnRequest', { open, request });
    await poll(() => app.mergeRequestPages.focused?.subject.request.iid === reviewed, { what: 'its page' });
  });
});
