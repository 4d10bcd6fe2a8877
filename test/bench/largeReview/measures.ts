import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { MergeRequestSession } from '../../../src/host/mergeRequests/session.ts';
import type { ReviewRow } from '../../../src/host/reviews/view/rows.ts';
import type { ToMergeRequestPage } from '../../../src/messages/mergeRequestPage.ts';
import { handle } from '../../../src/messages/page.ts';
import { pageWithoutTab, requestRow, reviewWindow, rowsOf, storeOf } from '../../host/reviews/reviewHands.ts';
import { forgetRequests, receivedRequests } from '../../support/window/inHost.ts';
import { delay, poll } from '../../support/poll.ts';
import { readWorld } from '../../support/window/world.ts';
import { median } from '../section.ts';
import { type LargeReviewResult, type LargeReviewWorld, size } from './world.ts';

describe('a merge request of 300 files, 2,000 threads and 200 drafts', function () {
  this.timeout(300_000);
  const { iid, rounds, resultFile } = readWorld<LargeReviewWorld>();
  const window = reviewWindow();
  let app: App;

  before(() => {
    app = window();
  });

  const closed = async (): Promise<void> => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await poll(() => vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0), { what: 'tabs to close' });
  };

  /** Requests until the page shows its actions. */
  const usable = async (): Promise<number> => {
    const row = await requestRow(app, /^Review requested/, iid);
    assert.ok(row.kind === 'request');
    const { tallies } = app.traffic.of(row.open.account.id);
    const count = (): number => [...tallies.values()].reduce((sum, { requests }) => sum + requests, 0);
    const before = count();
    return new Promise((resolve, reject) => {
      const page = pageWithoutTab<ToMergeRequestPage>(({ type }) => {
        if (type !== 'actions') return;
        resolve(count() - before);
        session.dispose();
      });
      const session = new MergeRequestSession(row, { area: app, forms: app.forms }, page);
      handle(session.handlers, { type: 'ready' }).catch(reject);
    });
  };

  const everything = async (): Promise<Readonly<Record<string, number>>> => {
    const row = await requestRow(app, /^Review requested/, iid);
    await forgetRequests();
    await vscode.commands.executeCommand('graft.reviews.openPage', row);
    const store = storeOf(app, iid);
    await poll(() => store.state.phase === 'ready', { what: 'drafts and threads', timeoutMs: 60_000 });
    assert.equal(store.state.discussions.length, size.threads);
    // requests that follow count, too
    await delay(2_000);
    const counts: Record<string, number> = {};
    for (const { operation = '?' } of await receivedRequests()) counts[operation] = (counts[operation] ?? 0) + 1;
    await closed();
    return counts;
  };

  const tree = async (): Promise<readonly [ms: number, rows: number]> => {
    const row = await requestRow(app, /^Review requested/, iid);
    const parts = await rowsOf(app, row);
    const threads = parts.find(({ row: { kind } }) => kind === 'threads')?.row ?? assert.fail('no threads');
    const { view } = app.reviews;
    const below = async (parent: ReviewRow): Promise<readonly ReviewRow[]> => (await view.getChildren(parent)) ?? [];
    const startedAt = performance.now();
    let count = 0;
    for (const group of await below(threads))
      for (const thread of await below(group)) {
        view.getTreeItem(thread);
        count += 1;
      }
    return [performance.now() - startedAt, count];
  };

  it('is measured', async () => {
    const usableRequests = await usable();
    const requests = await everything();
    const trees: (readonly [number, number])[] = [];
    for (let round = 0; round < rounds; round += 1) trees.push(await tree());
    const result: LargeReviewResult = {
      usableRequests,
      requests,
      treeMs: median(trees.map(([ms]) => ms)),
      treeRows: trees[0]?.[1] ?? 0,
    };
    writeFileSync(resultFile, JSON.stringify(result));
  });
});
