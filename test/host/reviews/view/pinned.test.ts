import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { StoredMergeRequests } from '../../../../src/host/reviews/view/storedMergeRequests.ts';
import { forgetRequests, receivedRequests } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { requestRow, reviewWindow, rowsOf } from '../reviewHands.ts';

describe('pinned merge requests', () => {
  reviewWindow((opened) => void (app = opened));
  let app: App;
  const labels = async (): Promise<readonly string[]> => (await rowsOf(app)).map(({ label }) => label);

  it('are at the top of the view until they are unpinned', async () => {
    assert.ok(!(await labels()).includes('Pinned'));
    await vscode.commands.executeCommand('graft.reviews.pin', await requestRow(app, /^Review requested/, 7));
    assert.equal((await labels())[0], 'Pinned');
    const row = await requestRow(app, /^Pinned/, 7);
    assert.equal(app.reviews.view.getTreeItem(row).contextValue, 'mergeRequestPinned');
    await poll(async () => (await rowsOf(app))[0]?.item.description === '1', { what: 'their number' });
    await forgetRequests();
    await vscode.commands.executeCommand('graft.reviews.unpin', row);
    await poll(async () => !(await labels()).includes('Pinned'), { what: 'the group to go' });
    // other groups may load at the same time
    const asked = (await receivedRequests()).filter(
      ({ operation, path }) =>
        operation === 'listMergeRequests' &&
        !/[?&](state|source_branch)=/.test(path) &&
        (!path.includes('iids') || path.includes('iids%5B%5D=7&')),
    );
    assert.deepEqual(asked, [], 'nothing is left to be asked for');
  });
});

describe('remembered merge requests', () => {
  const memento = (): vscode.Memento => {
    const values = new Map<string, unknown>();
    return {
      keys: () => [...values.keys()],
      get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
      update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
    };
  };
  const place = (iid: number, account = 'me', project = 1) => ({ account, project, iid });

  it('are kept by account and project, the latest first, at most 200 of them', async () => {
    const storage = memento();
    const kept = new StoredMergeRequests(storage, 'some');
    for (let iid = 1; iid <= 201; iid += 1) await kept.put(place(iid), true);
    await kept.put(place(7, 'me', 11), true);
    await kept.put(place(8, 'you'), true);
    const again = new StoredMergeRequests(storage, 'some');
    const own = again.of({ account: 'me', project: 1 });
    assert.deepEqual([own.length, own[0], own.at(-1)], [198, 201, 4]);
    assert.deepEqual(again.of({ account: 'me', project: 11 }), [7]);
    assert.deepEqual(again.of({ account: 'you', project: 1 }), [8]);
    await again.put(place(7, 'me', 11), false);
    assert.ok(!kept.has(place(7, 'me', 11)));
  });
});
