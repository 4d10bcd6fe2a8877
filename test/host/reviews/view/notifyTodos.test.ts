import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { forgetRequests, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { api, reviewWindow, sent } from '../reviewHands.ts';

describe('review requests and mentions', function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  const ui = hands();
  let app: App;
  const iids: number[] = [];

  const setting = (isOn: boolean | undefined) =>
    vscode.workspace.getConfiguration('graft').update('reviews.notifications', isOn, vscode.ConfigurationTarget.Global);
  const switchOn = async (): Promise<void> => {
    await forgetRequests();
    await setting(true);
    await poll(async () => (await sent('listTodos')) > 0, { what: 'the items to be asked for' });
    await app.reviews.todos.poll();
  };
  const make = async (title: string, more: object = {}): Promise<number> => {
    const name = `told-${iids.length}`;
    await api('developer', 'POST', 'repository/commits', {
      ...{ branch: name, start_branch: 'main', commit_message: title },
      actions: [{ action: 'create', file_path: `${name}.txt`, content: title }],
    });
    const request = { source_branch: name, target_branch: 'main', title, ...more };
    const { iid } = await api<{ iid: number }>('developer', 'POST', 'merge_requests', request);
    iids.push(iid);
    return iid;
  };
  const me = (): { readonly userId: number; readonly username: string } => app.project.open?.account ?? assert.fail();
  const askMe = (title: string): Promise<number> => make(title, { reviewer_ids: [me().userId] });

  afterEach(() => {
    ui.forget();
  });

  after(async () => {
    await setting(undefined);
    for (const iid of iids) await api('developer', 'PUT', `merge_requests/${iid}`, { state_event: 'close' });
    for (const { key } of app.mergeRequestPages.sessions) app.mergeRequestPages.close(key);
  });

  it('are not asked for unless that is wanted', async () => {
    await forgetRequests();
    assert.equal(await app.reviews.todos.poll(), false);
    assert.equal(await sent('listTodos'), 0);
  });

  it('are told once, but for what was there before, and open the merge request', async () => {
    await askMe('There before');
    await switchOn();
    assert.deepEqual(ui.said(), []);
    ui.willPress('Open Merge Request');
    const iid = await askMe('Wait for frost');
    assert.equal(await app.reviews.todos.poll(), true);
    await ui.hears(new RegExp(`^.+ asks you to review !${iid}: Wait for frost$`));
    await poll(() => app.mergeRequestPages.sessions.some(({ place }) => place.iid === iid), { what: 'its page' });
    ui.forget();
    assert.equal(await app.reviews.todos.poll(), false);
    assert.deepEqual(ui.said(), []);
    const other = await make('Mentions someone');
    await api('developer', 'POST', `merge_requests/${other}/notes`, { body: `@${me().username}, is that so?` });
    await app.reviews.todos.poll();
    await ui.hears(new RegExp(`^.+ mentions you in !${other}: Mentions someone$`));
  });

  it('are told together where there are many, and only logged where they cannot be read', async () => {
    await setting(false);
    for (const title of ['One', 'Two', 'Three']) await askMe(title);
    await setFaults([{ operation: 'listTodos', fault: 'status', status: 502, times: 99 }]);
    await switchOn();
    assert.equal(await app.reviews.todos.poll(), false);
    assert.deepEqual(ui.said(), []);
    await setFaults([]);
    await app.reviews.todos.poll();
    await ui.hears(/^3 new review requests and mentions$/);
    assert.equal(ui.said().length, 1);
  });
});
