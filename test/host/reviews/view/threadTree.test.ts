import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { readReviewFile } from '../../../../src/host/reviews/files/reviewFileSystem.ts';
import type { ReviewRow } from '../../../../src/host/reviews/view/rows.ts';
import { linePosition } from '../../../../src/model/reviews/newCommentPosition.ts';
import { forgetRequests, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { api, numberedLines, requestRow, reviewWindow, rowsOf, sent, storeOf } from '../reviewHands.ts';

const target = 'thread-tree/target';
const source = 'thread-tree/source';

const numbered = (change?: Readonly<Record<number, string>>): string => numberedLines(60, change);

describe('the threads of a merge request in the Reviews view', function () {
  this.timeout(90_000);
  reviewWindow((opened) => void (app = opened));
  const user = hands();
  let app: App;
  let iid = 0;

  const commit = (branch: string, action: string, files: Readonly<Record<string, string>>, how: object) =>
    api('developer', 'POST', 'repository/commits', {
      ...{ branch, commit_message: 'Change', ...how },
      actions: Object.entries(files).map(([path, content]) => ({ action, file_path: `thread-tree/${path}`, content })),
    });
  const begin = async (body: string, path?: string, line = 1): Promise<string> => {
    const read = await app.reviews.changes.read(storeOf(app, iid).place);
    assert.equal(read.kind, 'ready');
    const change = read.files.find(({ newPath }) => newPath === `thread-tree/${path}`);
    const file = change && { refs: read.version, oldPath: change.oldPath, newPath: change.newPath };
    const position = file && linePosition(file, change.diff, { side: 'new', first: line, last: line });
    const made = { body, position };
    return (await api<{ id: string }>('developer', 'POST', `merge_requests/${iid}/discussions`, made)).id;
  };
  const reply = (as: string, thread: string, body: string) =>
    api(as, 'POST', `merge_requests/${iid}/discussions/${thread}/notes`, { body });
  const request = (): Promise<ReviewRow> => requestRow(app, /^Waiting for the author/, iid);
  const threadsOf = async (row: ReviewRow) => (await rowsOf(app, row)).find(({ row: { kind } }) => kind === 'threads');
  const tree = async (): Promise<readonly string[]> => {
    const groups = await rowsOf(app, (await threadsOf(await request()))?.row ?? assert.fail('no threads'));
    const below = await Promise.all(groups.map(async ({ row }) => rowsOf(app, row)));
    return groups.flatMap(({ text }, index) => [text, ...(below[index] ?? []).map(({ text: each }) => `  ${each}`)]);
  };
  const threadRow = async (text: string): Promise<Awaited<ReturnType<typeof rowsOf>>[number]> => {
    const groups = await rowsOf(app, (await threadsOf(await request()))?.row ?? assert.fail('no threads'));
    const rows = (await Promise.all(groups.map(({ row }) => rowsOf(app, row)))).flat();
    return rows.find(({ label }) => label === text) ?? assert.fail(`no thread ${text}`);
  };

  before(async () => {
    const { account } = app.project.open ?? assert.fail('no project is open');
    await commit(
      target,
      'create',
      { 'a.txt': numbered(), 'b.txt': numbered(), 'c.txt': numbered() },
      { start_branch: 'main' },
    );
    const mine = {
      'a.txt': numbered({ 50: 'mine' }),
      'b.txt': numbered({ 3: 'mine', 40: 'mine' }),
      'c.txt': numbered({ 9: 'mine' }),
    };
    await commit(source, 'update', mine, { start_branch: target });
    const made = { source_branch: source, target_branch: target, title: 'A tree', reviewer_ids: [account.userId] };
    ({ iid } = await api<{ iid: number }>('developer', 'POST', 'merge_requests', made));
    await begin('former', 'b.txt', 40);
    await begin('gone', 'c.txt', 9);
    const now = { 'b.txt': numbered({ 3: 'mine', 40: 'mine again' }), 'c.txt': numbered() };
    await commit(source, 'update', now, {});
    await begin('late', 'b.txt', 43);
    const asked = await begin('Asked\n\n**twice**', 'a.txt', 50);
    await reply('maintainer', asked, 'Once');
    await reply('developer', asked, 'Again');
    await begin('early', 'b.txt', 3);
    const done = await begin('done', 'a.txt', 49);
    await api('developer', 'PUT', `merge_requests/${iid}/discussions/${done}`, { resolved: true });
    await begin('on no file');
    await app.reviews.view.refresh();
  });

  after(() => api('developer', 'PUT', `merge_requests/${iid}`, { state_event: 'close' }));

  it('are in groups, each once, in the order of files and lines', async () => {
    const row = await threadsOf(await request());
    assert.equal(row?.text, 'Threads · 6 of 7 unresolved');
    const author = /· ([^·]+) · whole merge request$/.exec((await threadRow('on no file')).text)?.[1];
    assert.deepEqual(await tree(), [
      'Waiting for my answer · 1',
      `  Asked · ${author} · a.txt:50 · 2 replies`,
      'Unresolved · 3',
      `  on no file · ${author} · whole merge request`,
      `  early · ${author} · b.txt:3`,
      `  late · ${author} · b.txt:43`,
      'Outdated · 2',
      `  former · ${author} · b.txt:40 · outdated`,
      `  gone · ${author} · c.txt:9 · outdated`,
      'Resolved · 1',
      `  done · ${author} · a.txt:49`,
    ]);
  });

  it('are counted on the files they are on', async () => {
    const texts = (await rowsOf(app, await request())).map(({ text }) => text);
    assert.ok(texts.includes('a.txt · 1 unresolved · +1 −1 · thread-tree'), texts.join('\n'));
    assert.ok(texts.includes('b.txt · 3 unresolved · +2 −2 · thread-tree'), texts.join('\n'));
  });

  it('have a tooltip with all notes as they were written', async () => {
    const { item, row } = await threadRow('Asked');
    const { tooltip } = app.reviews.view.resolveTreeItem(item, row);
    assert.ok(typeof tooltip === 'string');
    assert.match(tooltip, /^.+\nAsked\n\n\*\*twice\*\*\n\n.+\nOnce\n\n.+\nAgain$/);
  });

  it('need no request once the merge request was read', async () => {
    const row = await request();
    await rowsOf(app, row);
    await forgetRequests();
    await tree();
    assert.equal(await sent('listMergeRequestDiscussions'), 0);
  });

  it('open at their line, unfolded, and the next one is then the one after it', async () => {
    const { item, row } = await threadRow('early');
    await vscode.commands.executeCommand(item.command?.command ?? '', row);
    const at = (): string => {
      const { document, selection } = vscode.window.activeTextEditor ?? {};
      return `${(document && readReviewFile(document.uri))?.newPath} ${(selection?.active.line ?? -1) + 1}`;
    };
    await poll(() => at() === 'thread-tree/b.txt 3', { what: `the line; it is ${at()}` });
    const thread = app.reviews.threads.threads.find(
      (each) => app.reviews.threads.planOf(each)?.discussion?.notes[0]?.body === 'early',
    );
    assert.equal(thread?.collapsibleState, vscode.CommentThreadCollapsibleState.Expanded);
    await vscode.commands.executeCommand('graft.reviews.nextThread');
    await poll(() => at() === 'thread-tree/b.txt 43', { what: `the next line; it is ${at()}` });
  });

  it('open the page of the merge request where they are on no line, and say when their file has gone', async () => {
    const isPage = (): boolean => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputWebview && input.viewType.endsWith('graft.mergeRequest');
    };
    for (const text of ['on no file', 'gone']) {
      const { item, row } = await threadRow(text);
      await vscode.commands.executeCommand(item.command?.command ?? '', row);
      await poll(isPage, { what: `the page of the merge request for “${text}”` });
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    }
    await user.hears(new RegExp(`^thread-tree/c\\.txt is no longer among the changes of !${iid}\\.$`));
  });

  it('are links to themselves', async () => {
    const { row } = await threadRow('late');
    await vscode.commands.executeCommand('graft.reviews.copyLink', row);
    assert.match(await vscode.env.clipboard.readText(), new RegExp(`/merge_requests/${iid}#note_\\d+$`));
  });

  it('move when they are resolved, and all other rows stay the same ones', async () => {
    const parent = await request();
    const threads = (await threadsOf(parent))?.row;
    const [late, early] = [(await threadRow('late')).row, (await threadRow('early')).row];
    const drawn: unknown[] = [];
    const listening = app.reviews.view.onDidChangeTreeData((rows) => void drawn.push(...(rows ?? [])));
    try {
      await vscode.commands.executeCommand('graft.reviews.resolve', late);
      await poll(() => drawn.includes(parent), { what: 'the merge request to be drawn' });
    } finally {
      listening.dispose();
    }
    const lines = await tree();
    assert.ok(lines.indexOf('Resolved · 2') < lines.findIndex((line) => line.startsWith('  late')), lines.join('\n'));
    const row = await threadsOf(parent);
    assert.equal(row?.text, 'Threads · 5 of 7 unresolved');
    assert.equal(row.row, threads);
    assert.equal((await threadRow('early')).row, early);
    await vscode.commands.executeCommand('graft.reviews.reopen', (await threadRow('late')).row);
    assert.equal((await threadsOf(parent))?.text, 'Threads · 6 of 7 unresolved');
  });

  it('say that they could not be loaded, beside those that were, and offer to try again', async () => {
    const body = { message: '403 Forbidden' };
    await setFaults([{ operation: 'listMergeRequestDiscussions', fault: 'status', status: 403, body }]);
    await app.reviews.view.refresh();
    const groups = await rowsOf(app, (await threadsOf(await request()))?.row);
    assert.match(groups[0]?.text ?? '', /^Threads could not be loaded · /);
    assert.equal(groups[1]?.label, 'Waiting for my answer');
    const unread = await requestRow(app, /^Created/, 9);
    await storeOf(app, 9).load();
    const row = await threadsOf(unread);
    assert.equal(row?.text, 'Threads');
    const [failed, ...others] = await rowsOf(app, row.row);
    assert.match(failed?.text ?? '', /^Threads could not be loaded · /);
    assert.deepEqual(others, []);
    await setFaults([]);
    await vscode.commands.executeCommand(failed?.item.command?.command ?? '');
    assert.equal((await rowsOf(app, (await threadsOf(await request()))?.row))[0]?.label, 'Waiting for my answer');
  });
});
