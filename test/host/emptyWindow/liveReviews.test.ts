import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { LiveReviews } from '../../../src/host/reviews/view/live.ts';
import { hands } from '../hands.ts';

describe('what is said of a merge request in sight', () => {
  const user = hands();
  const [me, other] = [{ id: 1 }, { id: 2 }];
  const merged = '!5 was merged while you were reviewing it.';
  const kept = 'Your drafts are still there and can be published.';
  const news: readonly (readonly [
    what: string,
    said: readonly string[],
    after: object,
    drafts?: number,
    before?: object,
  ])[] = [
    ['it is merged by another', [merged], { state: 'merged', merged_by: other }],
    ['there are drafts', [`${merged} ${kept}`], { state: 'merged', merged_by: other }, 1],
    ['it is closed', [`!5 was closed while you were reviewing it. ${kept}`], { state: 'closed', closed_by: other }, 1],
    ['one has merged it oneself', [], { state: 'merged', merged_by: me }, 1],
    ['one has closed it oneself', [], { state: 'closed', closed_by: me }],
    [
      'one’s auto-merge is through',
      [merged],
      { state: 'merged', merged_by: me },
      0,
      { merge_when_pipeline_succeeds: true },
    ],
  ];

  for (const [what, said, after, drafts = 0, before = {}] of news)
    it(`when ${what}`, async () => {
      const answers = [
        { id: 9, state: 'opened', ...before },
        { id: 9, ...after },
      ];
      const client = { send: async () => answers.shift(), beginAnew: () => undefined };
      const state = { phase: 'ready', drafts: Array.from({ length: drafts }) };
      const live = new LiveReviews({
        accounts: { get: () => ({ userId: me.id }) },
        stores: { of: () => ({ state, look: async () => undefined }) },
        subscriptions: { isOff: true, onDidEnd: new vscode.EventEmitter().event },
      } as never);
      live.follow({ inSight: () => [{ client, account: 'a', project: 3, iid: 5 } as never], onDidChange: [] });
      await live.look();
      await live.look();
      live.dispose();
      assert.deepEqual(
        user.said().map(({ text }) => text),
        said,
      );
    });
});
