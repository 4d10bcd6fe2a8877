import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { updateMergeRequest } from '../../../../src/wire/mergeRequestWriting.ts';
import type { StateRow } from '../../../../src/host/kit/trees/rows.ts';
import type { ReviewRow } from '../../../../src/host/reviews/view/rows.ts';
import { forgetRequests, receivedRequests, setFaults, signIn, signOut } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { asksAnew } from '../../askAgain.ts';
import { hands } from '../../hands.ts';
import { forecast, requestRow, reviewed, rowsOf, storeOf, reviewWindow } from '../reviewHands.ts';

describe('the Reviews view', () => {
  reviewWindow((opened) => void (app = opened));
  let app: App;
  const user = hands();

  it('shows that of the branch, those waiting for a review, and one’s own', async () => {
    const groups = await rowsOf(app);
    assert.deepEqual(
      groups.map(({ label }) => label),
      ['Branch feature/ripeness-forecast', 'Review requested', 'In review by me', 'Created by me', 'Other open'],
    );
    await requestRow(app, /^Branch/, 5);
    await requestRow(app, /^Review requested/, 7);
    await requestRow(app, /^Created/, 9);
  });

  it('says beside its icon how many wait for a review, and nothing while that is not known', async () => {
    const badge = () => app.reviews.view.badge;
    const waiting = (await rowsOf(app)).find(({ label }) => label === 'Review requested');
    const count = (await rowsOf(app, waiting?.row)).length;
    const says = (): readonly string[] => (badge()?.tooltip ?? '').split(' · ');
    assert.equal(says()[0], `Review requested: ${count}`);
    await setFaults([{ operation: 'listMergeRequests', fault: 'status', status: 403, body: {} }]);
    await app.reviews.view.refresh();
    assert.equal(badge(), undefined);
    await setFaults([]);
    await app.reviews.view.refresh();
    assert.equal(says()[0], `Review requested: ${count}`);
  });

  it('reads all that are open when that group is looked into', async () => {
    const all = (await rowsOf(app)).find(({ label }) => label === 'Other open') ?? assert.fail('no group');
    assert.equal(all.item.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    const lists = async () => (await receivedRequests()).filter(({ operation }) => operation === 'listMergeRequests');
    await forgetRequests();
    await app.reviews.view.refresh();
    assert.equal((await lists()).length, 4);
    const rows = await rowsOf(app, all.row);
    assert.ok(rows.filter(({ row }) => row.kind === 'request' && row.request.state === 'opened').length > 1);
    assert.equal((await lists()).length, 5);
    await app.reviews.view.refresh();
    assert.equal((await lists()).length, 10);
  });

  it('says what a merge waits for, where the list has told', async () => {
    const row = await requestRow(app, /^Created/, 9);
    assert.ok(row.kind === 'request');
    const says = (status: string) => {
      const request = { ...row.request, detailed_merge_status: status };
      return app.reviews.view.getTreeItem({ ...row, request }).description;
    };
    assert.equal(says('not_approved'), '!9 · Approvals are missing');
    assert.deepEqual(['mergeable', 'checking', 'draft_status'].map(says), ['!9 · ready', '!9', '!9']);
  });

  it('lists what was searched for, says what no state is, and clears it', async () => {
    const labels = async () => (await rowsOf(app)).map(({ label }) => label);
    const searching = vscode.commands.executeCommand('graft.reviews.search');
    const box = await user.box(/^Search Merge Requests$/);
    user.type(box, 'state:ready');
    await poll(() => /opened, closed, merged, all/.test(JSON.stringify(box.validationMessage ?? '')), {
      what: 'the states',
    });
    user.type(box, 'state:merged');
    await user.enter();
    await searching;
    assert.equal((await labels())[0], 'Search: state:merged');
    const [group] = await rowsOf(app);
    const found = await rowsOf(app, group?.row);
    assert.ok(found.length > 0 && found.every(({ row }) => row.kind !== 'request' || row.request.state === 'merged'));
    // survives a reload of the window
    assert.equal(app.context.workspaceState.get('graft.reviews.search'), 'state:merged');
    await app.reviews.view.searchFor('no such words anywhere');
    assert.deepEqual(
      (await rowsOf(app, (await rowsOf(app))[0]?.row)).map(({ text }) => text),
      ['No merge requests found'],
    );
    await vscode.commands.executeCommand('graft.reviews.clearSearch');
    assert.ok(!(await labels()).some((label) => label.startsWith('Search')));
  });

  it('names number, state and drafts, and expands to drafts and files', async () => {
    const row = await requestRow(app, /^Branch/, reviewed);
    const parts = await rowsOf(app, row);
    const texts = parts.map(({ text }) => text);
    assert.ok(texts.includes('Could the share be a parameter? · Pending · forecast.ts:6'), texts.join('\n'));
    assert.ok(texts.some((text) => /^Monday it is.* · Pending · forecast\.ts:7 · reply$/.test(text)));
    assert.ok(texts.some((text) => /^Good work.* · Pending · whole merge request$/.test(text)));
    assert.ok(texts.some((text) => /^forecast\.ts · \d+ unresolved · \+8 −0 · src\/ripening$/.test(text)));
    const item = () => app.reviews.view.getTreeItem(row);
    const isWhole = () => item().description === '!5 · ready · 3 pending · waiting for the author';
    await poll(isWhole, { what: 'the states of the reviewers' });
    assert.equal(item().command?.command, 'graft.mergeRequests.openPage');
  });

  it('counts drafts and reads pipelines of rows in sight, once for each merge request', async () => {
    const asked = async (path: RegExp): Promise<readonly string[]> =>
      (await receivedRequests()).flatMap(({ path: each }) => path.exec(each)?.[1] ?? []).sort();
    const details = /\/merge_requests\/(\d+)(?:\?|$)/;
    /** Merge requests in expanded groups, each once. */
    const inSight = async (): Promise<readonly string[]> => {
      const groups = (await rowsOf(app)).filter(({ label }) => label !== 'Other open');
      const rows = (await Promise.all(groups.map(({ row }) => rowsOf(app, row)))).flat();
      const iids = rows.flatMap(({ row }) => (row.kind === 'request' ? [String(row.request.iid)] : []));
      return [...new Set(iids)].sort();
    };
    const refresh = async (): Promise<void> => {
      await forgetRequests();
      await app.reviews.view.refresh();
      // rows take their places while lists are read
      const areRead = async () => {
        const read = await asked(details);
        return (await inSight()).every((iid) => read.includes(iid));
      };
      await poll(areRead, { what: 'the states of the rows in sight' });
    };
    await vscode.commands.executeCommand('graft.reviews.focus');
    // makes room for every row
    await vscode.commands.executeCommand('graft.commits.toggleVisibility');
    // newly drawn rows send requests, which a refresh waits for
    await refresh();
    await refresh();
    const [own, waiting] = [await requestRow(app, /^Branch/, reviewed), await requestRow(app, /^Review requested/, 7)];
    const label = (row: ReviewRow) => app.reviews.view.getTreeItem(row).accessibilityInformation?.label ?? '';
    // other suites run its pipeline again
    await poll(() => /!5, ready, 3 pending, .*pipeline: /.test(label(own)), { what: 'the state of the pipeline' });
    assert.doesNotMatch(label(waiting), /pending|failed/);
    // the request with drafts is in several groups
    const groups = await rowsOf(app);
    const listed = await Promise.all(groups.map(({ row }) => rowsOf(app, row)));
    const requests = listed.flat().flatMap(({ row }) => (row.kind === 'request' ? [row] : []));
    const byNumber = new Map(requests.map((row) => [row.request.iid, label(row)]));
    const drafts = [...byNumber.values()].reduce(
      (sum, words) => sum + Number(/(\d+) pending/.exec(words)?.[1] ?? 0),
      0,
    );
    const asking = groups.find((each) => each.label === 'Review requested')?.item.description;
    assert.deepEqual(app.reviews.view.badge, {
      value: Number(asking) + drafts,
      tooltip: `Review requested: ${Number(asking)} · ${drafts} pending`,
    });
    const shown = await inSight();
    assert.ok(['5', '7', '9'].every((iid) => shown.includes(iid)));
    assert.deepEqual(await asked(details), shown);
    assert.ok((await asked(/\/merge_requests\/(\d+)\/draft_notes/)).length <= shown.length);
    await vscode.commands.executeCommand('graft.commits.toggleVisibility');
  });

  it('reads them by itself when somebody signs in again', async () => {
    await vscode.commands.executeCommand('graft.reviews.focus');
    await signOut(app);
    await forgetRequests();
    await signIn(app);
    await requestRow(app, /^Branch/, reviewed);
    await poll(async () => (await receivedRequests()).some(({ operation }) => operation === 'getMergeRequest'), {
      what: 'the states of the rows in sight',
    });
  });

  it('takes no row away that stays, and draws those that changed, when a list is read again', async () => {
    const { client, project } = app.project.open ?? assert.fail('no project is open');
    const row = await requestRow(app, /^Review requested/, 7);
    assert.equal(row.kind, 'request');
    const before = row.request.labels ?? [];
    const label = (labels: readonly string[]) =>
      client.send(updateMergeRequest, { id: project.id, merge_request_iid: 7, labels: labels.join() });
    const drawn: (readonly (ReviewRow | StateRow)[] | undefined)[] = [];
    const listening = app.reviews.view.onDidChangeTreeData((rows) => void drawn.push(rows));
    try {
      await label([...before, 'crates']);
      app.reviews.view.refreshPlace(storeOf(app, 7).place);
      await poll(() => row.request.labels?.includes('crates'), { what: 'the row to be of what was read' });
      await poll(() => drawn.some((rows) => rows?.includes(row)), { what: 'the row to be drawn' });
      assert.deepEqual(
        drawn.filter((rows) => rows?.some(({ kind }) => kind !== 'request') ?? true),
        [],
      );
      assert.equal(await requestRow(app, /^Review requested/, 7), row);
    } finally {
      listening.dispose();
      await label(before);
    }
  });

  it('asks anew when it is refreshed, whatever answers are still awaited', async () => {
    await vscode.commands.executeCommand('graft.reviews.focus');
    const own = await requestRow(app, /^Branch/, reviewed);
    await rowsOf(app, own);
    for (const operation of ['listMergeRequests', 'getMergeRequest', 'listDraftNotes', 'listMergeRequestDiscussions']) {
      await asksAnew('graft.reviews.refresh', operation);
    }
    assert.ok(storeOf(app).state.phase === 'ready');
  });

  it('lists merge requests with texts the server does not have, whatever else they are', async () => {
    const { place } = storeOf(app, 8);
    const labels = async () => (await rowsOf(app)).map(({ label }) => label);
    const group = 'With unsaved comments';
    assert.ok(!(await labels()).includes(group));
    const { unsent } = app.reviews;
    await unsent.save({ ...unsent.ofThread(place, undefined), text: 'Nowhere yet', isPublic: false, refusal: 'down' });
    assert.equal((await labels())[0], group);
    const row = await requestRow(app, /^With unsaved comments/, 8);
    await setFaults([{ operation: 'listMergeRequestVersions', fault: 'delay', isHeld: true }]);
    assert.equal((await app.reviews.view.getChildren(row))[0]?.kind, 'kept', 'waits for no server');
    await setFaults([]);
    const [first] = await rowsOf(app, row);
    assert.equal(first?.text, 'Nowhere yet · Unsaved comment · whole merge request');
    assert.match(String(app.reviews.view.getTreeItem(row).description), /^!8 · 1 unsaved/);
    await setFaults([{ operation: 'listMergeRequests', fault: 'resetBefore' }]);
    await app.reviews.view.searchFor('');
    const [unread] = await rowsOf(app);
    assert.deepEqual(
      (await rowsOf(app, unread?.row)).map(({ text }) => text.replace(/could not be loaded.*/, '…')),
      ['Merge requests …', 'Nowhere yet · !8 · Unsaved comment · whole merge request'],
    );
    await setFaults([]);
    await app.reviews.view.refresh();
    await vscode.commands.executeCommand('graft.reviews.sendAgain', first?.row);
    const store = storeOf(app, 8);
    assert.deepEqual(
      store.drafts.map(({ note }) => note),
      ['Nowhere yet'],
    );
    assert.ok(!(await labels()).includes(group));
    assert.deepEqual(user.statusBar(), ['$(check) Draft added to your review']);
    assert.deepEqual(app.reviews.unsent.of(place), []);
    for (const draft of store.drafts) await store.remove(draft);
  });

  it('forgets a new text of a draft that the server has had before the window was told', async () => {
    const store = storeOf(app);
    await store.start();
    const [draft] = store.drafts;
    assert.ok(draft);
    const { unsent } = app.reviews;
    await unsent.save(unsent.ofDraftEdit(store.place, draft, `${draft.note}\n`));
    const other = store.drafts.at(-1) ?? assert.fail();
    await unsent.save(unsent.ofDraftEdit(store.place, other, 'Not there yet'));
    const parts = await rowsOf(app, await requestRow(app, /^With unsaved/, reviewed));
    assert.deepEqual(
      parts.filter(({ row }) => row.kind === 'kept').map(({ label }) => label),
      ['Not there yet'],
    );
    assert.equal(unsent.get(unsent.editKey(store.place, draft.id)), undefined);
    const left = unsent.get(unsent.editKey(store.place, other.id)) ?? assert.fail();
    await unsent.remove(left);
  });

  it('draws the files it knows at once, while the server is asked for newer ones', async () => {
    const row = await requestRow(app, /^Branch/, reviewed);
    await rowsOf(app, row);
    await setFaults([{ operation: 'listMergeRequestVersions', fault: 'delay', isHeld: true }]);
    try {
      assert.ok((await rowsOf(app, row)).some(({ row: each }) => each.kind === 'requestFile'));
    } finally {
      await setFaults([]);
    }
  });

  it('finds a merge request by words, number and pasted address, and opens all its changes', async () => {
    void vscode.commands.executeCommand('graft.reviews.review');
    const picker = await user.picker(/Review which/);
    user.type(picker, 'pear');
    await poll(() => picker.items.some(({ label }) => label.includes('pear season')), { what: 'the found one' });
    const { project } = app.project.open ?? assert.fail();
    user.type(picker, `${project.web_url}/-/merge_requests/5/diffs`);
    await poll(() => picker.items[0]?.description?.startsWith('!5'), { what: 'the pasted one' });
    await user.enter(picker, /Forecast/);
    await poll(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('!5 '), {
      what: 'the multi-diff editor',
    });
  });

  it('opens the changes of the branch that is checked out', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('graft.reviews.reviewBranch');
    await poll(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('!5 '), {
      what: 'the multi-diff editor',
    });
  });

  it('opens a draft at its line', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const row = await requestRow(app, /^Branch/, reviewed);
    const draft = (await rowsOf(app, row)).find(({ text }) => text.startsWith('Could the share'));
    await vscode.commands.executeCommand(draft?.item.command?.command ?? '', draft?.row);
    await poll(
      () =>
        vscode.window.activeTextEditor?.document.uri.path === `/${forecast}` &&
        vscode.window.activeTextEditor.selection.start.line === 5,
      { what: 'the line of the draft' },
    );
  });

  it('forgets drafts and rows of an account that has gone', async () => {
    const store = storeOf(app);
    await store.start();
    assert.ok(store.drafts.length > 0);
    await signOut(app);
    assert.deepEqual(store.drafts, []);
    assert.deepEqual(await rowsOf(app), []);
    await signIn(app);
  });
});
