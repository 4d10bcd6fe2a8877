import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import type { FaultRequest } from '../../../src/sandbox/faults.ts';
import { handle } from '../../../src/messages/page.ts';
import { sandbox, setFaults, settledRows } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { forecast, openDiff, requestRow, reviewed } from '../reviews/reviewHands.ts';

export type Step = (app: App) => Promise<unknown>;

const run = async (command: string, ...args: readonly unknown[]): Promise<void> => {
  await vscode.commands.executeCommand(command, ...args);
};

const pages = (viewType: string): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(`-${viewType}`));

const closed = async (): Promise<void> => {
  await run('workbench.action.closeAllEditors');
  await poll(() => vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0), { what: 'editors to close' });
};

/** Opens a page and closes it once drawn. */
const page =
  (viewType: string, open: Step): Step =>
  async (app) => {
    await open(app);
    await poll(() => pages(viewType).length > 0, { what: `the page ${viewType}` });
    await closed();
  };

const refreshed: Step = async (app) => {
  for (const area of ['commits', 'reviews', 'protectedBranches', 'iterations']) await run(`graft.${area}.refresh`);
  await settledRows(app.commits);
};

const commitRow = async (app: App) => {
  const rows = (await settledRows(app.commits)).filter(({ row }) => row.kind === 'commit');
  return rows[0]?.row ?? assert.fail('no commit');
};

/** Runs a step with a fault, then without. */
const during =
  (fault: FaultRequest): Step =>
  async (app) => {
    await setFaults([fault]);
    try {
      await refreshed(app);
    } finally {
      await setFaults([]);
    }
    await refreshed(app);
  };

const setCertificates = (files: readonly string[] | undefined): Thenable<void> =>
  vscode.workspace.getConfiguration('graft.network').update('caCertificates', files, vscode.ConfigurationTarget.Global);

/** Steps of typical use, in any order; each restores the window. */
export const steps: Readonly<Record<string, Step>> = {
  'refresh the views': refreshed,
  'look into a commit': async (app) => settledRows(app.commits, await commitRow(app)),
  'show a commit': page('graft.commit', async (app) => run('graft.commits.openPage', await commitRow(app))),
  'open the changes of a commit': async (app) => {
    await run('graft.commits.openChanges', await commitRow(app));
    await closed();
  },
  'show a review': page('graft.mergeRequest', async (app) =>
    run('graft.reviews.openPage', await requestRow(app, /./, reviewed)),
  ),
  'show a merge request': page('graft.mergeRequest', async (app) =>
    run('graft.mergeRequests.openPage', await requestRow(app, /./, reviewed)),
  ),
  'open a file of a review': async (app) => {
    await openDiff(app, forecast);
    await closed();
  },
  'test a board': async (app) => {
    const open = app.project.open ?? assert.fail('no project');
    const session = app.boards.pages.create(open);
    const place = { client: open.client, account: open.account.id, project: open.project.id };
    const commit = await app.details.read({ ...place, sha: sandbox().commits['clean'] ?? '' }, {});
    session.board.appendCommit({
      sha: commit.id,
      title: commit.title,
      author: commit.author_name,
      date: commit.created_at,
      parents: commit.parent_ids?.length ?? 0,
    });
    session.board.addBranches([sandbox().target]);
    await poll(() => session.isShown, { what: 'the page of the board' });
    await handle(app.boards.pages.find(session.id)?.handlers ?? assert.fail('no board'), {
      type: 'test',
      cells: 'all',
    });
    await closed();
    await app.boards.saved.delete(session.id);
  },
  'look at what is missing on a branch': async (app) => {
    const open = app.project.open ?? assert.fail('no project');
    await app.boards.missing.show({ open, source: 'main', chosen: ['release/1.0'], filter: {} });
    await run('graft.board.closeMissing');
  },
  'check the connection': page('graft.connection', async ({ project }) =>
    run('graft.accounts.checkConnection', project.open?.account.id),
  ),
  'work with the other account for a while': async (app) => {
    const own = app.project.open?.account ?? assert.fail('no project');
    const other = app.accounts.list().find(({ id }) => id !== own.id) ?? assert.fail('one account only');
    for (const account of [other, own]) {
      assert.ok(await app.project.switchTo(account));
      await refreshed(app);
    }
  },
  'another network': async (app) => {
    await setCertificates([]);
    await refreshed(app);
    await setCertificates(undefined);
  },
  'a server that fails': during({ operation: '*', fault: 'status', status: 502 }),
  'a server that resets connections': during({ operation: '*', fault: 'resetBefore' }),
  'a server that breaks off': during({ operation: '*', fault: 'truncate' }),
  'a server that is slow': during({ operation: '*', fault: 'delay', delayMs: 300 }),
  'a server that has had enough': during({ operation: '*', fault: 'status', status: 429, times: 3 }),
};
