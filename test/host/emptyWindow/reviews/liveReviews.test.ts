import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import { mergeRequestRows } from '../../../../src/host/reviews/view/mergeRequestRows.ts';
import { LiveReviews } from '../../../../src/host/reviews/view/live.ts';
import { ShownGroups } from '../../../../src/host/reviews/view/shownGroups.ts';
import { ReviewDrafts } from '../../../../src/model/reviews/drafts.ts';
import { hands } from '../../hands.ts';

describe('what is said of a merge request in sight', () => {
  const user = hands();
  const [me, other] = [{ id: 1 }, { id: 2 }];
  const merged = '!5 was merged while you were reviewing it.';
  const kept = 'Your drafts are still there and can be published.';
  const autoMerge = { merge_when_pipeline_succeeds: true };
  type News = readonly [what: string, said: readonly string[], after: object, drafts?: number, before?: object];
  const news: readonly News[] = [
    ['it is merged by another', [merged], { state: 'merged', merged_by: other }],
    ['there are drafts', [`${merged} ${kept}`], { state: 'merged', merged_by: other }, 1],
    ['it is closed', [`!5 was closed while you were reviewing it. ${kept}`], { state: 'closed', closed_by: other }, 1],
    ['one has merged it oneself', [], { state: 'merged', merged_by: me }, 1],
    ['one has closed it oneself', [], { state: 'closed', closed_by: me }],
    ['one’s auto-merge is through', [merged], { state: 'merged', merged_by: me }, 0, autoMerge],
  ];

  for (const [what, said, after, drafts = 0, before = {}] of news)
    it(`when ${what}`, async () => {
      const answers = [
        { id: 9, state: 'opened', ...before },
        { id: 9, ...after },
      ];
      const client = { send: async () => answers.shift(), stopSharing: () => undefined };
      const state = { phase: 'ready', drafts: Array.from({ length: drafts }) };
      const live = new LiveReviews({
        accounts: { get: () => ({ userId: me.id }) },
        stores: { of: () => ({ state, look: async () => undefined }) },
        subscriptions: { isOff: true, onDidEnd: new vscode.EventEmitter().event },
      } as never);
      live.follow({ inSight: () => [{ client, account: 'a', project: 3, iid: 5 } as never], onDidChange: [] });
      await live.poll();
      await live.poll();
      live.dispose();
      assert.deepEqual(
        user.said().map(({ text }) => text),
        said,
      );
    });
});

const log = { error: () => undefined };

describe('the groups of merge requests', () => {
  const lists = [[], [{ iid: 5 }]];
  const client = { send: async () => ({ items: lists.shift() ?? [] }) };
  const open = { account: { id: 'a', username: 'mara' }, client, project: { id: 3 } } as never;
  const none = { of: () => [], unsaved: () => [] };
  const parts = { clients: { graphqlOf: () => ({}) }, unsent: none, pinned: none, log };
  const groups = new ShownGroups(parts as never, () => undefined);

  after(() => groups.dispose());

  it('have a request for one’s review within a minute, without Refresh', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      groups.show(open, undefined, '');
      const { pages } = groups.find('review') ?? assert.fail('no group');
      await pages.refresh();
      assert.equal(pages.state.items.length, 0);
      mock.timers.tick(60_000);
      await new Promise(setImmediate);
      assert.equal(pages.state.items[0]?.iid, 5);
    } finally {
      mock.timers.reset();
    }
  });

  it('stay, and with them what is expanded, when another branch is checked out', () => {
    groups.show(open, 'one', '');
    const [before, ofBranch] = [groups.find('mine'), groups.find('branch')];
    assert.ok(groups.switchBranch(open, 'two', ''));
    assert.equal(groups.find('mine'), before);
    assert.deepEqual([ofBranch?.item.of, groups.find('branch')?.item.of], ['one', 'two']);
  });
});

describe('what is below a merge request while the server is away', () => {
  it('has its unsaved texts beside each failure, and is not read again when it is drawn again', async () => {
    let reads = 0;
    const away = async () => assert.fail(`away ${(reads += 1)}`);
    const store = new ReviewDrafts({ client: { send: away }, account: 'a', project: 3, iid: 5 } as never);
    const source = {
      ...{ store, log, readFiles: away, knownFiles: () => undefined, since: { lastAtMs: () => undefined } },
      ...{ viewed: { areHidden: () => false }, fileTree: { get: () => false } },
      unsent: { of: () => [{ text: 'Typed on a train' }], deleteSaved: async () => undefined },
    } as never;
    const parent = { kind: 'request', open: { account: {} }, request: {} } as never;
    const kinds = async () => (await mergeRequestRows(parent, source)).map(({ kind }) => kind);
    assert.deepEqual(await kinds(), ['failed', 'kept', 'threads', 'commits', 'failed']);
    const before = reads;
    await kinds();
    assert.equal(reads, before + 1, 'the files alone');
  });
});
