import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { act } from '../../../../src/host/mergeRequests/act.ts';
import { editableFacts, editFact } from '../../../../src/host/mergeRequests/details.ts';
import type { ActionName } from '../../../../src/messages/mergeRequestPage.ts';
import { handle } from '../../../../src/messages/page.ts';
import type { ActedOn } from '../../../../src/host/mergeRequests/actedOn.ts';
import { mergeView } from '../../../../src/host/mergeRequests/mergeMessages.ts';
import { actionViews } from '../../../../src/host/mergeRequests/actionViews.ts';
import { readApprovals } from '../../../../src/model/mergeRequests/approvals.ts';
import { readMergeRequest } from '../../../../src/model/mergeRequests/writing.ts';
import { forgetRequests, setFaults } from '../../../support/window/inHost.ts';
import { hands } from '../../hands.ts';
import { api as apiAs, reviewWindow, sent, storeOf } from '../reviewHands.ts';

describe('what can be done on the page of a merge request', function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  const ui = hands();
  let app: App;
  let made = 0;

  afterEach(() => {
    ui.forget();
    for (const { key } of app.mergeRequestPages.sessions) app.mergeRequestPages.close(key);
  });

  /** Acts on an open page: this bundle's error classes differ from the extension's. */
  const actOnPage = async ({ subject }: ActedOn, action: ActionName): Promise<void> => {
    const session = app.mergeRequestPages.show(subject);
    await session.load();
    await handle(session.handlers, { type: 'act', action });
  };

  const api = (method: string, path: string, body: object = {}, who = 'developer') =>
    apiAs<{ readonly iid: number; readonly id: string }>(who, method, path, body);

  const commit = (branch: string, start?: string): Promise<unknown> =>
    api('POST', 'repository/commits', {
      branch,
      ...(start === undefined ? {} : { start_branch: start }),
      commit_message: 'One more',
      actions: [{ action: 'create', file_path: `${branch}-${(made += 1)}.txt`, content: 'one' }],
    });

  /** A merge request by another user into its own branch, as its page shows it. */
  const shown = async (more: object = {}): Promise<ActedOn & { readonly reloads: () => number }> => {
    const open = app.project.open ?? assert.fail('no project is open');
    const name = `acted-${(made += 1)}`;
    await api('POST', `repository/branches?branch=${name}-target&ref=main`);
    await commit(name, 'main');
    const { iid } = await api('POST', 'merge_requests', {
      source_branch: name,
      target_branch: `${name}-target`,
      title: 'Act on it',
      labels: 'data',
      ...more,
    });
    const { place } = storeOf(app, iid);
    const request = await readMergeRequest(place);
    let count = 0;
    const reload = async (): Promise<void> => {
      count += 1;
    };
    return {
      area: app,
      forms: app.forms,
      subject: { open, request },
      place,
      mergeRequest: request,
      reload,
      reloads: () => count,
    };
  };

  const labelsOf = async (on: ActedOn): Promise<readonly string[]> => {
    const { approvals } = await readApprovals(on.place);
    return actionViews(on.subject.open, await readMergeRequest(on.place), { ...app, approvals }).map(
      ({ label, why }) => `${label}${why === undefined ? '' : ` (${why})`}`,
    );
  };

  it('merges after a preview, once, by the head that was shown, and keeps the commits as that says', async () => {
    const on = await shown({ squash: true });
    await forgetRequests();
    const running = act(on, 'merge');
    const title = new RegExp(`^Merge !${on.mergeRequest.iid}$`);
    const picker = await ui.picker(title);
    assert.equal(picker.activeItems[0]?.label, 'Squash commits', 'nothing is one Enter away');
    assert.ok(picker.items.some(({ label }) => label === 'No conflicts with ' + on.mergeRequest.target_branch + '.'));
    await ui.step(title, /^Squash commits/);
    await ui.step(title, /^Delete source branch/);
    const [first] = (await ui.picker(title)).items;
    assert.deepEqual(
      [first?.label, first?.description, first?.detail],
      [
        'Merge now',
        `${on.mergeRequest.source_branch} → ${on.mergeRequest.target_branch}`,
        `The commits stay as they are. The branch ${on.mergeRequest.source_branch} is deleted.`,
      ],
    );
    await ui.step(title, /^Merge now/);
    await ui.hears(/was changed\. The commits stay as they are\. It was merged into acted-\d+-target\.$/);
    await running;
    assert.deepEqual([await sent('updateMergeRequest'), await sent('acceptMergeRequest')], [1, 1]);
    const { state, squash_commit_sha: squashed } = await readMergeRequest(on.place);
    assert.deepEqual([state, squashed], ['merged', null]);
    assert.equal(on.reloads(), 1);
    assert.deepEqual(await labelsOf(on), []);
  });

  it('merges nothing when the head has moved, and says so', async () => {
    const on = await shown();
    const title = new RegExp(`^Merge !${on.mergeRequest.iid}$`);
    const running = actOnPage(on, 'merge');
    await ui.picker(title);
    await commit(on.mergeRequest.source_branch);
    await ui.step(title, /^Merge now/);
    await ui.hears(/^Nothing was merged: !\d+ has new commits\..*SHA does not match.*409/);
    await running;
    assert.equal((await readMergeRequest(on.place)).state, 'opened');
  });

  it('merges nothing where the server squashes in any case or the role is too low, and says so', async () => {
    const on = await shown({ squash: true });
    const title = new RegExp(`^Merge !${on.mergeRequest.iid}$`);
    const body = await readMergeRequest(on.place);
    await setFaults([
      { operation: 'updateMergeRequest', fault: 'status', status: 200, body, times: 1 },
      {
        operation: 'acceptMergeRequest',
        fault: 'status',
        status: 401,
        body: { message: '401 Unauthorized' },
        times: 1,
      },
    ]);
    await forgetRequests();
    const keeping = actOnPage(on, 'merge');
    await ui.step(title, /^Squash commits/);
    await ui.step(title, /^Merge now/);
    await ui.hears(/^Nothing was merged: GitLab squashes the commits of !\d+\.$/);
    await keeping;
    assert.equal(await sent('acceptMergeRequest'), 0);
    const merging = actOnPage(on, 'merge');
    await ui.step(title, /^Merge now/);
    await ui.hears(/^Nothing was merged: your role does not allow you to merge into acted-\d+-target\.$/);
    await merging;
    assert.equal(await sent('acceptMergeRequest'), 1);
    assert.equal((await readMergeRequest(on.place)).state, 'opened');
  });

  it('no longer merges when the pipeline succeeds once that was cancelled, once', async () => {
    const waiting = async (): Promise<ActedOn> => {
      const on = await shown();
      await api('POST', `statuses/${on.mergeRequest.sha}`, { state: 'running', name: 'build' });
      await api(
        'PUT',
        `merge_requests/${on.mergeRequest.iid}/merge?merge_when_pipeline_succeeds=true`,
        {},
        'maintainer',
      );
      return { ...on, mergeRequest: await readMergeRequest(on.place) };
    };
    const on = await waiting();
    const labels = await labelsOf(on);
    assert.ok(
      labels.includes('Cancel Auto-Merge') && !labels.some((label) => label.startsWith('Merge…')),
      labels.join(),
    );
    await setFaults([{ operation: 'cancelAutoMerge', fault: 'resetAfter', times: 1 }]);
    await forgetRequests();
    await actOnPage(on, 'cancelMerge');
    await ui.hears(/Auto-merge was canceled\..*confirmed on the server/);
    assert.equal(await sent('cancelAutoMerge'), 1);
    assert.notEqual((await readMergeRequest(on.place)).merge_when_pipeline_succeeds, true);
    assert.ok((await labelsOf(on)).some((label) => label.startsWith('Merge…')));
    // GitLab answers 201 even if no merge is scheduled
    await assert.rejects(act(on, 'cancelMerge'), /Can't cancel the automatic merge/);
    const lost = await waiting();
    await setFaults([{ operation: 'cancelAutoMerge', fault: 'resetBefore', times: 1 }]);
    await actOnPage(lost, 'cancelMerge');
    await ui.hears(/is unchanged\. Nothing was sent twice\./);
    assert.equal((await readMergeRequest(lost.place)).merge_when_pipeline_succeeds, true);
  });

  it('ticks tasks one after the other, and nothing where somebody else has changed the description', async () => {
    const on = await shown();
    const describe = (description: string) => api('PUT', `merge_requests/${on.mergeRequest.iid}`, { description });
    const described = async () => (await readMergeRequest(on.place)).description;
    await describe('Ask:\n\n- [ ] Kent\n- [x] Surrey');
    const session = app.mergeRequestPages.show(on.subject);
    await session.load();
    const tick = (line: number, isDone: boolean) => handle(session.handlers, { type: 'tick', line, isDone });
    await forgetRequests();
    await Promise.all([tick(2, true), tick(3, false), tick(2, true)]);
    assert.equal(await described(), 'Ask:\n\n- [x] Kent\n- [ ] Surrey');
    assert.equal(await sent('updateMergeRequest'), 2);
    await setFaults([{ operation: 'updateMergeRequest', fault: 'resetBefore', times: 1 }]);
    await tick(3, true);
    await ui.hears(/is unchanged\. Nothing was sent twice\./);
    await setFaults([{ operation: 'updateMergeRequest', fault: 'resetAfter', times: 1 }]);
    await tick(3, true);
    assert.equal(await described(), 'Ask:\n\n- [x] Kent\n- [x] Surrey');
    await describe('Ask nobody:\n\n- [x] Kent');
    await forgetRequests();
    await tick(2, false);
    await ui.hears(/^Nothing was sent: someone else has changed !\d+\.$/);
    assert.equal(await sent('updateMergeRequest'), 0);
    await tick(2, false);
    assert.equal(await described(), 'Ask nobody:\n\n- [ ] Kent');
    await describe('- [ ] Kent\n\n/approve');
    await session.load();
    await forgetRequests();
    await assert.rejects(tick(0, true), /^Error: Tick it in the browser: GitLab could carry out quick actions/);
    assert.equal(await sent('updateMergeRequest'), 0);
  });

  it('approves and revokes, each once', async () => {
    const on = await shown();
    await forgetRequests();
    await act(on, 'approve');
    assert.deepEqual(ui.statusBar().at(-1), `$(check) Approved !${on.mergeRequest.iid}`);
    assert.ok((await labelsOf(on)).includes('Revoke Approval'));
    await setFaults([{ operation: 'unapproveMergeRequest', fault: 'resetAfter', times: 1 }]);
    await actOnPage(on, 'revoke');
    await ui.hears(/Your approval was revoked\..*confirmed on the server/);
    assert.deepEqual([await sent('approveMergeRequest'), await sent('unapproveMergeRequest')], [1, 1]);
    assert.ok((await labelsOf(on)).includes('Approve'));
  });

  it('asks before it approves without the drafts', async () => {
    const on = await shown();
    await storeOf(app, on.mergeRequest.iid).add({ note: 'A draft' });
    await forgetRequests();
    await act(on, 'approve');
    await ui.hears(/without publishing your drafts\?$/);
    assert.equal(await sent('approveMergeRequest'), 0);
    ui.willPress('Approve Only');
    await act(on, 'approve');
    assert.deepEqual([await sent('approveMergeRequest'), await sent('publishAllDraftNotes')], [1, 0]);
  });

  it('makes it a draft and ready again; a draft is merged once all checks pass', async () => {
    const on = await shown();
    await act(on, 'draft');
    assert.equal((await readMergeRequest(on.place)).title, 'Draft: Act on it');
    const labels = await labelsOf(on);
    assert.ok(labels.includes('Merge…') && labels.includes('Mark as Ready'), labels.join('; '));
    await act({ ...on, mergeRequest: await readMergeRequest(on.place) }, 'ready');
    assert.equal((await readMergeRequest(on.place)).title, 'Act on it');
  });

  it('edits a detail once, and says what it is where somebody else has changed it', async () => {
    const on = await shown();
    await setFaults([{ operation: 'updateMergeRequest', fault: 'resetAfter', times: 1 }]);
    await forgetRequests();
    const session = app.mergeRequestPages.show(on.subject);
    await session.load();
    const switching = handle(session.handlers, { type: 'editFact', fact: 'squash' });
    await ui.step(/^Edit !/, /^Yes/);
    await ui.hears(/Squash commits when merging: Yes\..*confirmed on the server/);
    await switching;
    const moving = editFact(on, 'target');
    await ui.step(/^Target Branch$/, /^main\b/);
    await moving;
    assert.equal(await sent('updateMergeRequest'), 2);
    const { squash, target_branch: target } = await readMergeRequest(on.place);
    assert.deepEqual([squash, target], [true, 'main']);
    const again = editFact(on, 'squash');
    await ui.step(/^Edit !/, /^Yes/);
    await again;
    await ui.hears(/^Nothing was sent: someone else has changed !\d+ \(Squash commits when merging: Yes\)\.$/);
    assert.equal(await sent('updateMergeRequest'), 2);
  });

  it('saves title and description once, and keeps what was typed where somebody else has changed them', async () => {
    const on = await shown({ description: 'Before' });
    await editFact(on, 'text');
    const document = vscode.window.activeTextEditor?.document ?? assert.fail('no text is in front');
    const change = new vscode.WorkspaceEdit();
    change.replace(document.uri, new vscode.Range(0, 0, 9, 0), 'Mine\n\nAfter');
    await vscode.workspace.applyEdit(change);
    await api('PUT', `merge_requests/${on.mergeRequest.iid}`, { title: 'Theirs' });
    await forgetRequests();
    await vscode.commands.executeCommand('graft.mergeRequests.saveText');
    await ui.hears(/^Nothing was sent: someone else has changed !\d+ \(title: Theirs\)\.$/);
    assert.deepEqual([await sent('updateMergeRequest'), document.getText()], [0, 'Mine\n\nAfter']);
    ui.willPress('Replace with My Text');
    await vscode.commands.executeCommand('graft.mergeRequests.saveText');
    await ui.hears(/Title and description are saved\.$/);
    const { title, description } = await readMergeRequest(on.place);
    assert.deepEqual([await sent('updateMergeRequest'), title, description], [1, 'Mine', 'After']);
  });

  it('closes after a question, and reopens', async () => {
    const on = await shown();
    await act(on, 'close');
    assert.equal((await readMergeRequest(on.place)).state, 'opened', 'the question was left');
    ui.willPress('Close Merge Request');
    await act(on, 'close');
    assert.equal((await readMergeRequest(on.place)).state, 'closed');
    assert.deepEqual(await labelsOf(on), ['Reopen']);
    await act(on, 'reopen');
    assert.equal((await readMergeRequest(on.place)).state, 'opened');
  });

  it('says how far the branch is behind, and that the newest pipeline is of an older commit', async () => {
    const { subject, mergeRequest } = await shown();
    const head_pipeline = { id: 1, status: 'success', sha: 'c0ffee00'.repeat(5) };
    const behind = { ...mergeRequest, detailed_merge_status: 'need_rebase', diverged_commits_count: 2, head_pipeline };
    assert.deepEqual(mergeView(subject.open.project, behind, {}).reasons, [
      { words: `The source branch is 2 commits behind ${mergeRequest.target_branch}. Choose Rebase.` },
      { words: 'The newest pipeline is of c0ffee00, not of the newest commit.' },
    ]);
  });

  it('offers neither a merge nor pencils to a role that is too low, and to its author not all', async () => {
    const on = await shown();
    const { open } = on.subject;
    const names = (change: object, isDeveloper: boolean) =>
      editableFacts(open, { ...on.mergeRequest, ...change }, isDeveloper).join();
    assert.equal(names({}, false), '');
    assert.equal(names({ author: { id: open.account.userId } }, false), 'text,target,draft,branch,squash');
    assert.equal(names({ state: 'merged' }, true), 'text,assignees,reviewers,labels,milestone');
    const { approvals } = await readApprovals(on.place);
    const [merge] = actionViews(open, { ...on.mergeRequest, user: { can_merge: false } }, { ...app, approvals });
    assert.equal(merge?.why, 'Your role does not allow you to merge into this branch.');
  });
});
