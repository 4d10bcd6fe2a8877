import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { readReviewFile } from '../../../../src/host/reviews/files/reviewFileSystem.ts';
import type { ReviewRow } from '../../../../src/host/reviews/view/rows.ts';
import { sandbox, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { api, numberedLines, requestRow, reviewWindow, rowsOf, storeOf } from '../reviewHands.ts';

const target = 'since/target';
const source = 'since/source';

/** One byte a character. */
const numbered = (change?: Readonly<Record<number, string>>): string => numberedLines(30, change);

describe('what has changed since my last review', function () {
  this.timeout(90_000);
  reviewWindow((opened) => void (app = opened));
  const user = hands();
  let app: App;
  let iid = 0;
  let since: ReviewRow;

  /** Commits files; those that contain their own name are new. */
  const commit = (branch: string, files: Readonly<Record<string, string>>, how: object): Promise<unknown> =>
    api('developer', 'POST', 'repository/commits', {
      ...{ branch, commit_message: 'Change', ...how },
      actions: Object.entries(files).map(([path, content]) => {
        const isNew = content === path || ('start_branch' in how && how.start_branch === 'main');
        const action = isNew ? 'create' : 'update';
        const bytes = Buffer.from(content, 'latin1').toString('base64');
        return { action, file_path: `since/${path}`, content: bytes, encoding: 'base64' };
      }),
    });
  const texts = async (): Promise<readonly string[]> => (await rowsOf(app, since)).map(({ text }) => text);
  const sideTexts = async (path: string): Promise<readonly (string | undefined)[]> => {
    const { row } = (await rowsOf(app, since)).find(({ label }) => label === path) ?? assert.fail(`no ${path}`);
    assert.equal(row.kind, 'sinceFile');
    const { left, right } = row.file.sides;
    return Promise.all(
      [left, right].map(async (uri) => uri && Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('latin1')),
    );
  };

  before(async () => {
    const latin = numbered({ 10: 'Gr\xfc\xdfe' });
    const plain = { 'apart.txt': numbered(), 'near.txt': numbered(), 'both.txt': numbered() };
    const all = { ...plain, 'latin.txt': latin, 'same.txt': latin };
    await commit(target, all, { start_branch: 'main' });
    const mine = {
      'apart.txt': numbered({ 20: 'mine' }),
      'near.txt': numbered({ 20: 'mine' }),
      'both.txt': numbered({ 20: 'mine' }),
      'latin.txt': numbered({ 10: 'Gr\xfc\xdfe', 20: '\x80' }),
      'same.txt': numbered({ 10: 'Gr\xfc\xdfe', 20: '\x80' }),
    };
    await commit(source, mine, { start_branch: target });
    const { account } = app.project.open ?? assert.fail('no project is open');
    const { url, tokens } = sandbox();
    const answer = await fetch(`${url}/api/v4/user`, { headers: { 'private-token': tokens['maintainer'] ?? '' } });
    const me = (await answer.json()) as { readonly id: number; readonly username: string };
    assert.equal(me.username, account.username);
    const request = { source_branch: source, target_branch: target, title: 'Since', reviewer_ids: [me.id] };
    ({ iid } = await api<{ iid: number }>('developer', 'POST', 'merge_requests', request));
    await app.reviews.view.refresh();
  });

  after(async () => {
    await api('developer', 'PUT', `merge_requests/${iid}`, { state_event: 'close' });
    await app.reviews.view.refresh();
  });

  it('is asked for by whoever has not reviewed it yet, and leads to all changes', async () => {
    const row = await requestRow(app, /^Review requested/, iid);
    assert.ok(!(await rowsOf(app, row)).some((each) => each.row.kind === 'sinceReview'));
    user.willPress('Open All Changes');
    await vscode.commands.executeCommand('graft.reviews.openSince', row);
    await user.hears(/^You have not reviewed this merge request yet\.$/);
    await poll(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label === `!${iid} Since (5 files)`, {
      what: 'all changes',
    });
    // the editor opens before its files are decoded alike
    const wanted = [
      ['Grüße', 'line 20'],
      ['Grüße', '€'],
    ];
    const latin = (): unknown =>
      vscode.workspace.textDocuments
        .filter(({ uri }) => uri.path.endsWith('/latin.txt') && readReviewFile(uri)?.iid === iid)
        .map((shown) => [9, 19].map((line) => shown.getText().split('\n')[line]))
        .toSorted();
    await poll(() => isDeepStrictEqual(latin(), wanted), { what: 'both versions in one encoding' });
  });

  it('is a row below the merge request, which says that nothing has changed', async () => {
    const { created_at: at } = await api<{ created_at: string }>('maintainer', 'POST', `merge_requests/${iid}/notes`, {
      body: 'Looks good so far.',
    });
    await storeOf(app, iid).load();
    const parts = await rowsOf(app, await requestRow(app, /^Review requested/, iid));
    ({ row: since } = parts.find(({ label }) => label === 'Since my last review') ?? assert.fail('no row'));
    assert.deepEqual(await texts(), ['Nothing has changed since your last review.']);
    // versions have a resolution of one second
    await poll(() => Math.floor(Date.now() / 1000) * 1000 > Date.parse(at), { what: 'the next second' });
  });

  it('has the files the merge request itself has changed, without what the target has', async () => {
    const theirs = {
      'apart.txt': numbered({ 2: 'theirs' }),
      'near.txt': numbered({ 22: 'theirs' }),
      'both.txt': numbered({ 20: 'theirs' }),
      'latin.txt': numbered({ 2: 'theirs', 10: 'Gr\xfc\xdfe' }),
      'same.txt': numbered({ 2: 'theirs', 10: 'Gr\xfc\xdfe' }),
    };
    await commit(target, theirs, {});
    const again = {
      'apart.txt': numbered({ 2: 'theirs', 20: 'mine again' }),
      'near.txt': numbered({ 20: 'mine', 22: 'theirs' }),
      'both.txt': numbered({ 20: 'mine again' }),
      'latin.txt': numbered({ 2: 'theirs', 10: 'Gr\xfc\xdfe', 20: '\x93' }),
      'same.txt': numbered({ 2: 'theirs', 10: 'Gr\xfc\xdfe', 20: '\x80' }),
      'more.txt': 'more.txt',
    };
    await commit(source, again, { start_branch: target, force: true });
    assert.deepEqual(await texts(), [
      'The branch was force-pushed since your last review.',
      'apart.txt · since',
      'both.txt · since',
      'latin.txt · since',
      'more.txt · newly changed by the merge request · since',
    ]);
    assert.deepEqual(await sideTexts('apart.txt'), [numbered({ 2: 'theirs', 20: 'mine' }), again['apart.txt']]);
    assert.deepEqual(await sideTexts('both.txt'), [numbered({ 20: 'mine' }), again['both.txt']]);
    const reviewed = numbered({ 2: 'theirs', 10: 'Gr\xfc\xdfe', 20: '\x80' });
    assert.deepEqual(await sideTexts('latin.txt'), [reviewed, again['latin.txt']]);
    assert.deepEqual(await sideTexts('more.txt'), [undefined, 'more.txt']);
  });

  it('opens a file to comment on, and says where the target has changed the same lines', async () => {
    const { item, row } = (await rowsOf(app, since)).find(({ label }) => label === 'both.txt') ?? assert.fail();
    await vscode.commands.executeCommand(item.command?.command ?? '', row);
    await user.hears(/^The target branch has changed the same lines of since\/both\.txt: /);
    const uri = vscode.window.activeTextEditor?.document.uri ?? assert.fail('no editor');
    const file = readReviewFile(uri) ?? assert.fail('not the newest version');
    assert.ok(await app.reviews.threads.changeOf(file), 'the lines of the newest version take comments');
  });

  it('opens a file that is not UTF-8 in one encoding on both sides', async () => {
    const { item, row } = (await rowsOf(app, since)).find(({ label }) => label === 'latin.txt') ?? assert.fail();
    await vscode.commands.executeCommand(item.command?.command ?? '', row);
    assert.equal(row.kind, 'sinceFile');
    const texts = [row.file.sides.left, row.file.sides.right].map((side) =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === side?.toString())?.getText(),
    );
    const shown = (own: string): string => numbered({ 2: 'theirs', 10: 'Grüße', 20: own });
    assert.deepEqual(texts, [shown('€'), shown('“')]);
  });

  it('opens all files in one editor', async () => {
    const done = vscode.commands.executeCommand('graft.reviews.openSince', since);
    await user.hears(/^The branch was force-pushed since your last review\.$/);
    await done;
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.equal(activeTab?.label, `!${iid} since version 1 (4 files)`);
  });

  it('says that the server has lost the version, and what failed', async () => {
    const fault = { operation: 'listMergeRequestVersions', fault: 'status' } as const;
    await setFaults([{ ...fault, status: 200, body: [] }]);
    assert.deepEqual(await texts(), ['GitLab no longer has the version you reviewed.']);
    await setFaults([{ ...fault, status: 403, body: { message: '403 Forbidden' } }]);
    assert.match((await texts()).join(), /^Changes since your last review could not be loaded · /);
  });
});
