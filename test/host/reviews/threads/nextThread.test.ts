import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { ReviewComment } from '../../../../src/host/reviews/threads/comments.ts';
import { showOrExplain } from '../../../../src/host/reviews/files/openReview.ts';
import { readReviewFile } from '../../../../src/host/reviews/files/reviewFileSystem.ts';
import { spotOfDraft } from '../../../../src/model/reviews/spots.ts';
import { filePosition, linePosition } from '../../../../src/model/reviews/newCommentPosition.ts';
import { setResolved } from '../../../../src/model/reviews/threads.ts';
import { forgetRequests, receivedRequests, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { api, numberedLines, openDiff, reviewWindow, storeOf } from '../reviewHands.ts';

const target = 'threads/target';
const source = 'threads/source';

const numbered = (change?: Readonly<Record<number, string>>): string => numberedLines(60, change);

describe('from one unresolved thread to the next', function () {
  this.timeout(90_000);
  reviewWindow((opened) => void (app = opened));
  const user = hands();
  let app: App;
  let iid = 0;

  const commit = (branch: string, action: string, files: Readonly<Record<string, string>>, how: object) =>
    api<{ id: string }>('developer', 'POST', 'repository/commits', {
      ...{ branch, commit_message: 'Change', ...how },
      actions: Object.entries(files).map(([path, content]) => ({ action, file_path: `threads/${path}`, content })),
    });
  /** Starts a thread on a line of the current version, or on the file. */
  const begin = async (
    body: string,
    path: string,
    line?: readonly [side: 'old' | 'new', number: number],
    commitId?: string,
  ) => {
    const read = await app.reviews.changes.read(storeOf(app, iid).place);
    assert.equal(read.kind, 'ready');
    const { version, files } = read;
    const refs = commitId === undefined ? version : { ...version, headSha: commitId };
    const change = files.find(({ newPath }) => newPath === `threads/${path}`) ?? assert.fail(`no ${path}`);
    const file = { refs, oldPath: change.oldPath, newPath: change.newPath };
    const [side, number] = line ?? [];
    const span = side && number && { side, first: number, last: number };
    const position = span ? linePosition(file, change.diff, span) : filePosition(file);
    return api<{ id: string }>('developer', 'POST', `merge_requests/${iid}/discussions`, {
      ...{ body, position, commit_id: commitId },
    });
  };
  const open = (path: string): Promise<vscode.TextDocument> => openDiff(app, `threads/${path}`, { iid });
  const openAnother = async (): Promise<void> => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    await vscode.window.showTextDocument(vscode.Uri.joinPath(folder?.uri ?? assert.fail(), 'package.json'));
  };
  const putCursor = (line: number): void => {
    const editor = vscode.window.activeTextEditor ?? assert.fail('no editor');
    editor.selection = new vscode.Selection(line - 1, 0, line - 1, 0);
  };
  /** File, side and line of the cursor. */
  const cursor = (): string => {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    const file = document && readReviewFile(document.uri);
    const path = file?.newPath.replace('threads/', '');
    return `${path} ${file?.side} ${(selection?.active.line ?? -1) + 1}${file?.commit === undefined ? '' : ' in a commit'}`;
  };
  const threadOf = (text: string): vscode.CommentThread | undefined =>
    app.reviews.threads.threads.find(
      ({ comments: [comment], uri }) =>
        (comment as ReviewComment | undefined)?.source === text &&
        vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === uri.toString()),
    );
  const isUnfolded = (text: string): boolean =>
    threadOf(text)?.collapsibleState === vscode.CommentThreadCollapsibleState.Expanded;
  const go = async (way: 'next' | 'previous', expected: { readonly at: string; readonly says?: string }) => {
    const before = user.statusBar().length;
    await vscode.commands.executeCommand(`graft.reviews.${way}Thread`);
    await poll(() => cursor() === expected.at, { what: `${expected.at}; it is ${cursor()}` });
    if (expected.says !== undefined) assert.deepEqual(user.statusBar().slice(before), [expected.says]);
  };

  before(async () => {
    const all = Object.fromEntries(['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((path) => [path, numbered()]));
    await commit(target, 'create', all, { start_branch: 'main' });
    const mine = {
      'a.txt': numbered({ 50: 'mine' }),
      'b.txt': numbered({ 3: 'mine\nand more', 40: 'mine', 55: 'mine' }),
      'c.txt': numbered({ 1: 'mine' }),
      'd.txt': numbered({ 9: 'mine' }),
    };
    await commit(source, 'update', mine, { start_branch: target });
    const request = { source_branch: source, target_branch: target, title: 'Threads' };
    ({ iid } = await api<{ iid: number }>('developer', 'POST', 'merge_requests', request));
    await begin('gone', 'd.txt', ['new', 9]);
    await begin('former', 'b.txt', ['new', 41]);
    const now = { 'b.txt': numbered({ 3: 'mine\nand more', 40: 'mine again', 55: 'mine' }), 'd.txt': numbered() };
    await commit(source, 'update', now, {});
    await begin('removed', 'b.txt', ['old', 3]);
    await begin('late', 'b.txt', ['new', 56]);
    await begin('on a', 'a.txt', ['new', 50]);
    await begin('late, too', 'b.txt', ['new', 56]);
  });

  after(async () => {
    await api('developer', 'PUT', `merge_requests/${iid}`, { state_event: 'close' });
  });

  it('leads through files and both sides in the order of the diff, unfolds, and begins again', async () => {
    await open('a.txt');
    putCursor(1);
    await go('next', { at: 'a.txt new 50', says: 'Thread 1 of 6' });
    await go('next', { at: 'b.txt old 3', says: 'Thread 2 of 6' });
    assert.ok(isUnfolded('removed'));
    await go('next', { at: 'b.txt new 56', says: 'Thread 3 of 6' });
    await go('next', { at: 'b.txt new 56', says: 'Thread 4 of 6' });
    await go('next', { at: 'b.txt new 1', says: 'Thread 5 of 6' });
    assert.match(threadOf('former')?.label ?? '', /^On line 41 of another version$/);
    await go('next', { at: 'b.txt new 1', says: 'Thread 6 of 6' });
    await user.hears(new RegExp(`^threads/d\\.txt is no longer among the changes of !${iid}\\.$`));
    await go('next', { at: 'a.txt new 50', says: 'Thread 1 of 6, from the start again' });
  });

  it('does not say of a file that the server leaves out that it is no longer among the changes', async () => {
    const { place, discussions } = storeOf(app, iid);
    const read = await app.reviews.changes.read(place);
    const spots = discussions.map(({ id }) => spotOfDraft({ discussion_id: id, commit_id: null }, discussions));
    const spot = spots.find((each) => each !== undefined) ?? assert.fail('no thread on a file');
    assert.ok(read.kind === 'ready');
    const area = app as unknown as Parameters<typeof showOrExplain>[0];
    assert.equal(await showOrExplain(area, place, spot, { ...read, files: [], isCut: true }), undefined);
    await user.hears(
      new RegExp(`^GitLab lists only some of the files of !${iid}, and threads/.* is not among them\\.$`),
    );
  });

  it('comes to the old side also where the other one takes the focus back, as a thread does that is folded', async () => {
    await open('a.txt');
    putCursor(50);
    const { executeCommand } = vscode.commands;
    const give = (side: string) => executeCommand(`workbench.action.compareEditor.focus${side}Side`);
    let times = 0;
    const commands = vscode.commands as { executeCommand: typeof executeCommand };
    commands.executeCommand = async <T>(command: string, ...rest: readonly unknown[]): Promise<T> => {
      if (!command.endsWith('.focusSecondarySide') || times > 0) return executeCommand<T>(command, ...rest);
      times += 1;
      const [answer] = await Promise.all([executeCommand<T>(command, ...rest), give('Primary')]);
      return answer;
    };
    try {
      await go('next', { at: 'b.txt old 3', says: 'Thread 2 of 6' });
    } finally {
      commands.executeCommand = executeCommand;
    }
    assert.equal(times, 1);
  });

  it('unfolds what was folded', async () => {
    await open('b.txt');
    const thread = await poll(() => threadOf('late'), { what: 'the thread' });
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    putCursor(10);
    await go('next', { at: 'b.txt new 56' });
    assert.ok(isUnfolded('late'));
  });

  it('goes on from where the former has led, however fast it is called', async () => {
    await open('a.txt');
    putCursor(1);
    const before = user.statusBar().length;
    await Promise.all([1, 2, 3].map(() => vscode.commands.executeCommand('graft.reviews.nextThread')));
    assert.deepEqual(user.statusBar().slice(before), ['Thread 1 of 6', 'Thread 2 of 6', 'Thread 3 of 6']);
  });

  it('passes what was resolved or deleted meanwhile', async () => {
    const store = storeOf(app, iid);
    await open('b.txt');
    putCursor(10);
    await go('next', { at: 'b.txt new 56', says: 'Thread 3 of 6' });
    const settled = async (text: string): Promise<void> => {
      const found = store.discussions.find(({ notes: [note] }) => note?.body === text) ?? assert.fail(text);
      await setResolved(store, found.id, true);
    };
    await settled('late');
    await go('next', { at: 'b.txt new 56', says: 'Thread 3 of 5' });
    const former = store.discussions.find(({ notes: [note] }) => note?.body === 'former') ?? assert.fail();
    const body = store.discussions.filter(({ id }) => id !== former.id);
    await setFaults([{ operation: 'listMergeRequestDiscussions', fault: 'status', status: 200, body }]);
    await store.look();
    await go('next', { at: 'b.txt new 56', says: 'Thread 4 of 4' });
    await setFaults([]);
    await setResolved(store, former.id, true);
    for (const text of ['gone', 'on a', 'late, too']) await settled(text);
    await go('next', { at: 'b.txt old 3', says: 'The only unresolved thread' });
    const general = { body: 'In general' };
    const { id } = await api<{ id: string }>('developer', 'POST', `merge_requests/${iid}/discussions`, general);
    await store.look();
    await go('next', { at: 'b.txt old 3', says: 'Thread 1 of 1; 1 more on the page of the merge request' });
    await setResolved(store, id, true);
    await settled('removed');
    await vscode.commands.executeCommand('graft.reviews.nextThread');
    await user.hears(new RegExp(`^No unresolved threads on the files of !${iid}\\.$`));
  });

  it('begins with the first where another file is in front, and asks for the merge request where none is open', async () => {
    await begin('on the whole file', 'a.txt');
    await open('c.txt');
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    await openAnother();
    await go('next', { at: 'a.txt new 1', says: 'The only unresolved thread' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const done = vscode.commands.executeCommand('graft.reviews.nextThread');
    const picker = await user.picker(/^Go to the threads of which merge request\?$/);
    await user.enter(picker, /Threads$/);
    await done;
    await poll(() => cursor() === 'a.txt new 1', { what: 'the thread' });
  });

  it('says in the server’s words why threads could not be read', async () => {
    await open('c.txt');
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    await openAnother();
    const message = 'not with this token';
    await setFaults([{ operation: 'listMergeRequestDiscussions', fault: 'status', status: 403, body: { message } }]);
    await vscode.commands.executeCommand('graft.reviews.nextThread');
    await user.hears(/not with this token/);
    await setFaults([]);
    await storeOf(app, iid).load();
  });

  it('asks the server for nothing where what is shown is followed, and leads to the newest version once it has moved', async () => {
    const head = (): string | undefined => {
      const { document } = vscode.window.activeTextEditor ?? {};
      return document && readReviewFile(document.uri)?.refs.headSha;
    };
    await open('c.txt');
    const before = head();
    await app.reviews.live.poll();
    await forgetRequests();
    await go('next', { at: 'a.txt new 1' });
    putCursor(5);
    await go('previous', { at: 'a.txt new 1' });
    assert.equal(head(), before);
    const asked = (await receivedRequests()).map(({ operation }) => operation);
    assert.ok(
      !asked.includes('listMergeRequestVersions') && !asked.includes('listMergeRequestDiscussions'),
      asked.join(),
    );
    const { id } = await commit(source, 'update', { 'c.txt': numbered({ 1: 'mine', 2: 'mine, too' }) }, {});
    await poll(
      async () => {
        await app.reviews.live.poll();
        return app.reviews.live.headOf(storeOf(app, iid).place) === id;
      },
      { what: 'the new commit to be known' },
    );
    putCursor(5);
    await go('previous', { at: 'a.txt new 1' });
    await poll(() => head() === id, { what: 'the newest version' });
  });
});
