import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../../src/extension.ts';
import { CommentTexts } from '../../../../../src/host/commits/comments/commentTexts.ts';
import { fileVersionUri } from '../../../../../src/host/kit/pages/fileVersions.ts';
import { StoredTexts } from '../../../../../src/host/shell/unsentTexts.ts';
import type { OpenProject } from '../../../../../src/host/shell/currentProject.ts';
import type { Discussion } from '../../../../../src/wire/notes.ts';
import { git } from '../../../../support/git.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  receivedWrites,
  sandbox,
  setFaults,
  signIn,
  signOut,
} from '../../../../support/window/inHost.ts';
import { poll } from '../../../../support/poll.ts';
import { hands } from '../../../hands.ts';

const file = 'src/text/rounding.ts';
/** Lines 1 and 3 are added, 2 is unchanged; old lines 1 and 3 to 7 are removed. */
const [addedLine, contextLine, nextAddedLine, removedLine] = [1, 2, 3, 5];

describe('conversations of a commit in the diff editor', function () {
  this.timeout(60_000);
  const user = hands();
  let app: App;
  let open: OpenProject;
  let sha = '';
  let parent = '';
  let right: vscode.Uri;
  let left: vscode.Uri;
  let templates: vscode.CommentController;

  before(async () => {
    app = await activated();
    await signIn(app);
    sha = sandbox().commits['clean'] ?? '';
    parent = git(sandbox().repository, 'rev-parse', `${sha}^`);
    const { state } = app.project;
    assert.ok(state.kind === 'ready');
    open = state;
    const version = { account: open.account.id, project: open.project.id, path: file, of: sha };
    right = fileVersionUri({ ...version, ref: sha });
    left = fileVersionUri({ ...version, ref: parent });
    templates = vscode.comments.createCommentController('test.templates', 'Threads that were just begun');
  });

  after(async () => {
    templates.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await signOut(app);
  });

  afterEach(async () => {
    await setFaults([]);
    for (const comment of app.commentTexts.all()) await app.commentTexts.remove(comment);
    app.commentThreads.drawAgain(commit());
  });

  const commit = () => ({ account: open.account.id, project: open.project.id, sha, client: open.client });
  const discussions = async (): Promise<readonly Discussion[]> => {
    const path = `projects/${open.project.id}/repository/commits/${sha}/discussions?per_page=100`;
    const answer = await fetch(`${sandbox().url}/api/v4/${path}`, {
      headers: { 'PRIVATE-TOKEN': sandbox().tokens['maintainer'] ?? '' },
    });
    assert.ok(answer.ok);
    return (await answer.json()) as Discussion[];
  };
  const onServer = async (body: string): Promise<readonly (readonly [string, number | null, number | null])[]> =>
    (await discussions()).flatMap(({ notes }) =>
      notes
        .filter((note) => note.body === body)
        .map(
          ({ position }) => [position?.new_path ?? '', position?.old_line ?? null, position?.new_line ?? null] as const,
        ),
    );

  const openDiff = async (): Promise<void> => {
    await vscode.commands.executeCommand('vscode.diff', left, right, 'rounding.ts', { preview: false });
  };
  const bodyOf = ({ body }: vscode.Comment): string => (typeof body === 'string' ? body : body.value);
  /** Threads of a document as `line: body (label) | …`. */
  const shown = (uri: vscode.Uri): string[] =>
    app.commentThreads
      .threadsIn(uri)
      .map(
        ({ range, comments }) =>
          `${(range?.start.line ?? -1) + 1}: ${comments.map((each) => bodyOf(each) + (each.label ? ` (${each.label})` : '')).join(' | ')}`,
      );
  const shows = (uri: vscode.Uri, expected: string): Promise<unknown> =>
    poll(() => shown(uri).includes(expected), { what: `a thread “${expected}” among ${JSON.stringify(shown(uri))}` });
  const threadWith = (uri: vscode.Uri, text: string): vscode.CommentThread => {
    const found = app.commentThreads
      .threadsIn(uri)
      .find(({ comments }) => comments.some((each) => bodyOf(each) === text));
    return found ?? assert.fail(`no thread with “${text}” among ${JSON.stringify(shown(uri))}`);
  };
  const comment = (uri: vscode.Uri, line: number, text: string): Thenable<unknown> => {
    const range = new vscode.Range(line - 1, 0, line - 1, 0);
    const thread = templates.createCommentThread(uri, range, []);
    return vscode.commands.executeCommand('graft.commits.sendComment', { thread, text });
  };
  const unsaved = (uri: vscode.Uri, text: string): vscode.Comment => {
    const found = threadWith(uri, text).comments.find((each) => bodyOf(each) === text);
    assert.equal(found?.label, 'Unsaved');
    return found;
  };
  const posts = async (): Promise<number> => (await receivedWrites()).filter(({ method }) => method === 'POST').length;

  it('is read for a visible diff only, once a commit', async () => {
    await forgetRequests();
    await openDiff();
    await poll(async () => (await receivedRequests()).some(({ operation }) => operation === 'listCommitDiscussions'), {
      what: 'the conversation to be read',
    });
    await poll(() => app.conversations.known(commit()), { what: 'the conversation to be known' });
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await openDiff();
    const reads = (await receivedRequests()).filter(({ operation }) => operation === 'listCommitDiscussions');
    assert.equal(reads.length, 1);
  });

  it('takes a comment on an added and on a removed line, which the server keeps', async () => {
    await comment(right, addedLine, 'On an added line');
    await shows(right, '1: On an added line');
    await comment(left, removedLine, 'On a removed line');
    await shows(left, '5: On a removed line');
    assert.deepEqual(await onServer('On an added line'), [[file, null, addedLine]]);
    assert.deepEqual(await onServer('On a removed line'), [[file, removedLine, null]]);
    assert.deepEqual(app.commentTexts.all(), []);
  });

  it('takes a reply in a thread, and reads nothing again for what the server has answered', async () => {
    await forgetRequests();
    await comment(right, addedLine, 'A question');
    await shows(right, '1: A question');
    await vscode.commands.executeCommand('graft.commits.sendComment', {
      thread: threadWith(right, 'A question'),
      text: 'An answer',
    });
    await shows(right, '1: A question | An answer');
    const requests = (await receivedRequests()).flatMap(({ operation = '' }) =>
      /Commit(D|C)/.test(operation) ? operation : [],
    );
    assert.deepEqual(requests, ['createCommitDiscussion', 'replyToCommitDiscussion']);
    assert.deepEqual(user.statusBar(), ['$(check) Comment sent', '$(check) Comment sent']);
    const thread = (await discussions()).find(({ notes }) => notes[0]?.body === 'A question');
    assert.deepEqual(
      thread?.notes.map(({ body }) => body),
      ['A question', 'An answer'],
    );
  });

  it('asks before a comment on a line the commit did not change, and can send it on the nearest changed one', async () => {
    user.willPress(`Send on line ${nextAddedLine} Instead`);
    await comment(right, contextLine, 'Moved');
    assert.match((await user.hears(/did not change line 2/)).text, /line 2/);
    await shows(right, `${nextAddedLine}: Moved`);
    assert.deepEqual(await onServer('Moved'), [[file, null, nextAddedLine]]);

    user.willPress('Send Without a Line');
    await comment(right, contextLine, 'In general');
    await poll(async () => (await onServer('In general')).length, { what: 'the comment on the server' });
    assert.deepEqual(await onServer('In general'), [['', null, null]]);

    user.willPress('Send Here Anyway');
    await comment(right, contextLine, 'Right here');
    await shows(right, `${contextLine}: Right here`);
    assert.deepEqual(await onServer('Right here'), [[file, contextLine, contextLine]]);
  });

  it('keeps a comment that was not sent after all, over a restart of the store, and lists it', async () => {
    await comment(right, contextLine, 'Second thoughts');
    await shows(right, `${contextLine}: Second thoughts (Unsaved)`);
    assert.deepEqual(await onServer('Second thoughts'), []);
    const again = new CommentTexts(new StoredTexts(app.context.workspaceState));
    assert.partialDeepStrictEqual(again.all(), [
      {
        sha,
        text: 'Second thoughts',
        where: { kind: 'line', newPath: file, oldLine: contextLine, newLine: contextLine },
      },
    ]);

    void vscode.commands.executeCommand('graft.commits.unsentComments');
    const list = await user.picker(/unsaved comments/i);
    assert.deepEqual(
      list.items.map(({ label, description }) => [label, description]),
      [['Second thoughts', `${sha.slice(0, 8)} · ${file}, line 2`]],
    );
    await user.enter(list, /Second/);
    await poll(() => app.commitPages.active?.sha === sha, { what: 'the page of the commit' });
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');

    await vscode.commands.executeCommand('graft.commits.discardCommentText', unsaved(right, 'Second thoughts'));
    assert.equal(again.all().length, 1, 'it goes only after the question');
    user.willPress('Discard');
    await vscode.commands.executeCommand('graft.commits.discardCommentText', unsaved(right, 'Second thoughts'));
    assert.deepEqual(again.all(), []);
    await poll(() => !shown(right).some((each) => each.includes('Second thoughts')), { what: 'the thread to go' });
    user.forget();
    await vscode.commands.executeCommand('graft.commits.unsentComments');
    await user.hears(/There are no unsaved comments/);
    await user.escape();
  });

  it('shows what the server refused as not saved, with its words, and sends it again', async () => {
    await openDiff();
    await setFaults([{ operation: 'C10b', fault: 'status', status: 403, body: { message: '403 Forbidden' } }]);
    await comment(right, addedLine, 'Refused once');
    const { text } = await user.hears(/The comment was not saved/);
    assert.match(text, /403 Forbidden/);
    assert.match(threadWith(right, 'Refused once').label ?? '', /^Unsaved: .*403 Forbidden/);
    const pending = unsaved(right, 'Refused once');
    await vscode.commands.executeCommand('graft.commits.copyCommentText', pending);
    assert.equal(await vscode.env.clipboard.readText(), 'Refused once');
    await setFaults([]);
    await vscode.commands.executeCommand('graft.commits.sendCommentAgain', pending);
    await shows(right, '1: Refused once');
    assert.equal((await onServer('Refused once')).length, 1);
    assert.deepEqual(app.commentTexts.all(), []);
  });

  it('looks before it sends again what may be there, also after a restart of the store', async () => {
    await forgetRequests();
    await setFaults([
      { operation: 'C10b', fault: 'resetAfter', times: 1 },
      { operation: 'C10', fault: 'status', status: 400 },
    ]);
    await comment(right, addedLine, 'Sent before');
    await user.hears(/It is unknown whether the server has the comment/);
    const stored = new CommentTexts(new StoredTexts(app.context.workspaceState)).all();
    assert.equal(stored[0]?.sent?.text, 'Sent before');
    await setFaults([]);
    await vscode.commands.executeCommand('graft.commits.sendCommentAgain', unsaved(right, 'Sent before'));
    await shows(right, '1: Sent before');
    assert.equal((await onServer('Sent before')).length, 1);
    assert.equal(await posts(), 1);
    assert.deepEqual(app.commentTexts.all(), []);
  });

  /** An own comment, as a menu passes it. */
  const own = (uri: vscode.Uri, text: string): vscode.Comment => {
    const found = threadWith(uri, text).comments.find((each) => bodyOf(each) === text);
    assert.equal(found?.contextValue, 'own');
    return found;
  };
  const edit = async (uri: vscode.Uri, from: string, to: string): Promise<vscode.Comment> => {
    await vscode.commands.executeCommand('graft.commits.editComment', own(uri, from));
    const [editing] = app.commentThreads
      .threadsIn(uri)
      .flatMap(({ comments }) => comments.filter(({ mode }) => mode === vscode.CommentMode.Editing));
    assert.ok(editing);
    return Object.assign(editing, { body: to });
  };
  /** Changes a comment on the server. */
  const elsewhere = async (from: string, to: string): Promise<void> => {
    const thread = (await discussions()).find(({ notes }) => notes.some(({ body }) => body === from));
    const id = thread?.notes.find(({ body }) => body === from)?.id;
    const path = `projects/${open.project.id}/repository/commits/${sha}/discussions/${thread?.id}/notes/${id}`;
    const answer = await fetch(`${sandbox().url}/api/v4/${path}`, {
      method: 'PUT',
      headers: { 'PRIVATE-TOKEN': sandbox().tokens['maintainer'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ body: to }),
    });
    assert.equal(answer.status, 200);
  };

  it('lets one change one’s own comment, and give that up', async () => {
    await comment(right, addedLine, 'A tpyo');
    await shows(right, '1: A tpyo');
    await vscode.commands.executeCommand('graft.commits.cancelCommentEdit', await edit(right, 'A tpyo', 'Never mind'));
    await shows(right, '1: A tpyo');
    assert.deepEqual(app.commentTexts.all(), []);
    await vscode.commands.executeCommand('graft.commits.saveComment', await edit(right, 'A tpyo', 'A typo'));
    await shows(right, '1: A typo');
    assert.deepEqual(await onServer('A typo'), [[file, null, addedLine]]);
    assert.deepEqual(app.commentTexts.all(), []);
  });

  it('shows what was changed elsewhere before it is written over, and keeps what one typed', async () => {
    await comment(right, addedLine, 'As it was');
    await shows(right, '1: As it was');
    const editing = await edit(right, 'As it was', 'As I want it');
    await elsewhere('As it was', 'As they want it');
    await vscode.commands.executeCommand('graft.commits.saveComment', editing);
    assert.match((await user.hears(/changed elsewhere while you were editing/)).text, /changed elsewhere/);
    assert.deepEqual(await onServer('As they want it'), [[file, null, addedLine]]);
    assert.partialDeepStrictEqual(app.commentTexts.all(), [{ text: 'As I want it', where: { kind: 'note' } }]);
    const pending = unsaved(right, 'As I want it');
    user.willPress('Overwrite with Mine');
    await vscode.commands.executeCommand('graft.commits.sendCommentAgain', pending);
    await shows(right, '1: As I want it');
    assert.deepEqual(app.commentTexts.all(), []);
  });

  it('deletes one’s own comment after a question', async () => {
    await comment(right, addedLine, 'To be deleted');
    await shows(right, '1: To be deleted');
    await vscode.commands.executeCommand('graft.commits.deleteComment', own(right, 'To be deleted'));
    assert.equal((await onServer('To be deleted')).length, 1, 'it goes only after the question');
    user.willPress('Delete');
    await vscode.commands.executeCommand('graft.commits.deleteComment', own(right, 'To be deleted'));
    assert.deepEqual(await onServer('To be deleted'), []);
    await poll(() => !shown(right).some((each) => each.includes('To be deleted')), { what: 'the thread to go' });
  });

  it('can send a plain comment where the server refuses a thread', async () => {
    await setFaults([{ operation: 'C10b', fault: 'status', status: 400, body: { message: '400 Bad request' } }]);
    user.willPress('Send as Plain Comment');
    await comment(right, addedLine, 'Without a thread');
    await shows(right, '1: Without a thread');
    const sent = (await receivedRequests()).filter(({ operation }) => operation === 'createCommitComment');
    assert.equal(sent.length, 1);
    assert.deepEqual(app.commentTexts.all(), []);
  });

  it('tells what quick actions in a comment have changed', async () => {
    await comment(right, addedLine, 'Out now\n/tag spoken/9');
    assert.match((await user.hears(/ran the quick actions/)).text, /: tag_name: spoken\/9$/);
    await shows(right, '1: Out now');
  });

  it('opens the field for a comment on the whole commit from its diff', async () => {
    await openDiff();
    await vscode.commands.executeCommand('graft.commits.comment');
    await poll(() => app.commitPages.active?.sha === sha, { what: 'the page of the commit' });
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('is read again on demand', async () => {
    await openDiff();
    const thread = (await discussions()).find(({ notes }) => notes[0]?.body === 'On an added line');
    const path = `projects/${open.project.id}/repository/commits/${sha}/discussions/${thread?.id}/notes`;
    const answer = await fetch(`${sandbox().url}/api/v4/${path}`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': sandbox().tokens['developer'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ body: 'From elsewhere' }),
    });
    assert.equal(answer.status, 201);
    await vscode.commands.executeCommand('graft.commits.refreshConversation');
    await shows(right, '1: On an added line | From elsewhere');
    assert.deepEqual(
      user.said().filter(({ severity }) => severity === 'Error'),
      [],
    );
  });
});
