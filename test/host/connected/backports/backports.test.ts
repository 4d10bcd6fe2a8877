import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import type { QueueCellRow, QueueRow } from '../../../../src/host/backports/rows.ts';
import { tested } from '../../../../src/model/backports/deciding.ts';
import type { FinalAnswer } from '../../../../src/model/backports/dryRuns.ts';
import { parseProjectFile } from '../../../../src/model/backports/parseProjectFile.ts';
import { cherryPickCommit } from '../../../../src/wire/commits.ts';
import { getMergeRequest } from '../../../../src/wire/mergeRequestReview.ts';
import { updateMergeRequest } from '../../../../src/wire/mergeRequestWriting.ts';
import { listMergeRequests } from '../../../../src/wire/mergeRequests.ts';
import { getFile } from '../../../../src/wire/repositoryFiles.ts';
import {
  activated,
  forgetRequests,
  receivedRequests,
  sandbox,
  setFaults,
  signIn,
  signOut,
} from '../../../support/window/inHost.ts';
import { git } from '../../../support/git.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { openFolder } from '../board/boardHands.ts';

const filePath = '.gitlab/graft.yml';

describe('the Backport Queue', function () {
  this.timeout(60_000);
  const ui = hands();
  let app: App;
  let original = '';
  let tip = '';

  const open = () => app.project.open ?? assert.fail('no project');
  const rowsBelow = async (row?: QueueRow): Promise<readonly QueueRow[]> => app.backports.view.getChildren(row);
  const drawn = (row: QueueRow): string => {
    const { label, description } = app.backports.view.getTreeItem(row);
    const text = typeof label === 'string' ? label : (label?.label ?? '');
    return typeof description === 'string' ? `${text} | ${description}` : text;
  };
  const all = async (): Promise<readonly string[]> => {
    const rows: string[] = [];
    for (const row of await rowsBelow()) {
      rows.push(drawn(row));
      if (row.kind !== 'queueBranch') continue;
      // readiness has its own tests
      const below = (await rowsBelow(row)).filter(({ kind }) => kind !== 'readiness');
      rows.push(...below.map((cell) => `  ${drawn(cell)}`));
    }
    return rows;
  };
  const refresh = (): Thenable<unknown> => vscode.commands.executeCommand('graft.backports.refresh');
  const cellOf = async (branch: string, iid: number): Promise<QueueRow> => {
    const row = (await rowsBelow()).find((each) => each.kind === 'queueBranch' && each.branch.branch === branch);
    const cell = (await rowsBelow(row)).find((each) => each.kind === 'queueCell' && each.cell.mergeRequest.iid === iid);
    return cell ?? assert.fail(`no !${iid} on ${branch}`);
  };
  const write = async (content: string | undefined): Promise<void> => {
    const { url, tokens, project } = sandbox();
    const address = `${url}/api/v4/projects/${encodeURIComponent(project)}/repository/commits`;
    const headers = { 'private-token': tokens['maintainer'] ?? '', 'content-type': 'application/json' };
    const isThere = git(sandbox().repository, 'ls-tree', '--name-only', 'main', filePath) !== '';
    const action = content === undefined ? 'delete' : isThere ? 'update' : 'create';
    const actions = [{ action, file_path: filePath, content }];
    const body = JSON.stringify({ branch: 'main', commit_message: 'Change the file', actions });
    const answer = await fetch(address, { method: 'POST', headers, body });
    assert.equal(answer.status, 201, await answer.text());
  };

  before(async () => {
    app = await activated();
    await signIn(app);
    await poll(() => app.project.open !== undefined, { what: 'the project' });
    const file = await open().client.send(getFile, { id: 101, file_path: filePath, ref: 'HEAD' });
    tip = git(sandbox().repository, 'rev-parse', 'main');
    original = Buffer.from(file.content, 'base64').toString('utf8');
  });

  afterEach(() => setFaults([]));

  after(async () => {
    git(sandbox().repository, 'update-ref', 'refs/heads/main', tip);
    await signOut(app);
  });

  const sample = [
    'release/1.0 | 2 wanted · 1 not needed',
    '  Listen on 8080 when PORT is empty | Wanted · !11 · Applies to release/1.0 without conflict.',
    '  Ripening tables | Wanted · !2 · Applies to release/1.0 without conflict.',
    '  Say how many crates moved today | Not needed · !12 · The label no-backport says so.',
    'release/1.1 | 1 in conflict · 1 wanted · 1 done · 1 not needed',
    '  Do not weigh crates that were taken away | Conflict · !10 · The changes do not apply to release/1.1.',
    '  Weigh pallets | Wanted · !4 · Applies to release/1.1 without conflict.',
    /^ {2}Listen on 8080 when PORT is empty \| Done · !11 · Picked to release\/1\.1 as \w{8}, with the same changes\.$/,
    '  Say how many crates moved today | Not needed · !12 · The label no-backport says so.',
    'release/2.0 | 1 open · 1 done · 1 not needed',
    '  Do not weigh crates that were taken away | Open · !10 · !13 names it.',
    '  Weigh pallets | Done · !4 · On release/2.0 as this very commit.',
    '  Say how many crates moved today | Not needed · !12 · The label no-backport says so.',
  ];
  const isAs = (rows: readonly string[], expected: readonly (string | RegExp)[]): void => {
    for (const [index, line] of expected.entries()) {
      if (typeof line === 'string') assert.equal(rows[index], line);
      else assert.match(rows[index] ?? '', line);
    }
    assert.equal(rows.length, expected.length);
  };

  it('shows for each branch of the file what is wanted there, with the evidence', async () => {
    await refresh();
    isAs(await all(), sample);
    const { iconPath } = app.backports.view.getTreeItem(await cellOf('release/1.1', 10));
    assert.equal(iconPath instanceof vscode.ThemeIcon && iconPath.color?.id, 'editorWarning.foreground');
  });

  it('tests nothing again after a reload of the window, as long as the branches stand', async () => {
    await forgetRequests();
    await refresh();
    isAs(await all(), sample);
    const sent = await receivedRequests();
    assert.deepEqual(
      sent.filter(({ operation }) => operation === 'cherryPickCommit'),
      [],
    );
  });

  it('draws nothing while the queue is read again, and then the branches that changed', async () => {
    const { view } = app.backports;
    await vscode.commands.executeCommand('graft.backports.focus');
    const change = (labels: string) =>
      open().client.send(updateMergeRequest, { id: 101, merge_request_iid: 4, labels });
    const { labels } = await open().client.send(getMergeRequest, { id: 101, merge_request_iid: 4 });
    const before = (await rowsBelow()).map(drawn);
    const told: (readonly string[] | undefined)[] = [];
    const listening = view.onDidChangeTreeData(
      (rows) => void told.push(rows?.map((row) => drawn(row).split(' ')[0] ?? '')),
    );
    try {
      await change('no-backport');
      await refresh();
      const after = await poll(
        async () => {
          const rows = (await rowsBelow()).map(drawn);
          return rows.join() === before.join() ? undefined : rows;
        },
        { what: 'the queue with other labels' },
      );
      const changed = after.filter((row, index) => row !== before[index]).map((row) => row.split(' ')[0]);
      await poll(() => told.length > 0, { what: 'rows to be drawn' });
      assert.deepEqual(told, [changed]);
    } finally {
      listening.dispose();
      await change((labels ?? []).join());
      await refresh();
    }
  });

  describe('a merge request of several commits without a merge commit', () => {
    const cell = async (commits: readonly string[], kinds: readonly FinalAnswer['kind'][]): Promise<QueueCellRow> => {
      const row = await cellOf('release/1.0', 11);
      assert.ok(row.kind === 'queueCell');
      const answers = kinds.map((kind) => ({ kind, words: undefined }));
      return { ...row, cell: { ...row.cell, ...tested(answers), commits } };
    };

    it('brings all its commits to a board, in their order', async () => {
      const shas = ['conflict', 'markup', 'clean'].map((name) => sandbox().commits[name] ?? '');
      await vscode.commands.executeCommand('graft.backports.backport', await cell(shas, ['clean', 'clean', 'clean']));
      const session = app.boards.pages.current ?? assert.fail('no board');
      assert.deepEqual(
        session.board.commits.map(({ sha }) => sha),
        shas,
      );
      await session.testing.idle();
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });
  });

  it('shows a failed list as failed, above what was read before, and nothing as none', async () => {
    await setFaults([{ operation: listMergeRequests.reference, fault: 'status', status: 500 }]);
    await refresh();
    const rows = await all();
    assert.match(rows[0] ?? '', /^The backport queue could not be read \| .* returned an error.* Shown as of \d/);
    isAs(rows.slice(1), sample);
  });

  it('says that dry runs failed in the cells they are of', async () => {
    await setFaults([{ operation: cherryPickCommit.reference, fault: 'status', status: 500 }]);
    await write(original.replace('backport-2.0: release/2.0', 'backport-2.0: staging/eu'));
    await refresh();
    const rows = await all();
    assert.match(rows.find((row) => row.startsWith('staging/eu')) ?? '', /1 unknown/);
    assert.match(rows.find((row) => /Unknown · !10/.test(row)) ?? '', /returned an error/);
  });

  it('lists everything that is wrong with the file, and opens it at the line', async () => {
    await write('backports:\n  labels:\n    backport: two words\n  until: never\n');
    await refresh();
    assert.deepEqual(await all(), [
      '.gitlab/graft.yml cannot be used:',
      'Line 3: backports.labels.backport: expected a branch or a list of branches',
      'Line 4: backports.until: unknown key; expected one of labels, milestones, notNeeded, since',
    ]);
    const [, , second] = await rowsBelow();
    await vscode.commands.executeCommand('graft.backports.openFile', second);
    const editor = vscode.window.activeTextEditor ?? assert.fail('no editor');
    assert.equal(editor.document.uri.scheme, 'graft-commit');
    assert.equal(editor.document.lineAt(editor.selection.active.line).text, '  until: never');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('says that there is no file, with a row that begins one', async () => {
    await write(undefined);
    await refresh();
    assert.deepEqual(await all(), ['The project has no .gitlab/graft.yml on its default branch.', 'New Project File…']);
    const shown = async (): Promise<vscode.TextDocument> => {
      await vscode.commands.executeCommand('graft.backports.openFile');
      return vscode.window.activeTextEditor?.document ?? assert.fail('no editor');
    };
    // the clone still has the file
    const inClone = path.join(openFolder(), filePath);
    assert.equal((await shown()).uri.fsPath, inClone);
    await ui.hears(/is in your clone and not on the default branch of the server yet\. Push it there\.$/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    rmSync(inClone);
    const begun = await shown();
    assert.deepEqual([begun.uri.scheme, begun.uri.fsPath], ['untitled', inClone]);
    assert.equal(parseProjectFile(begun.getText()).kind, 'read');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    git(openFolder(), 'checkout', '--', filePath);
    await write(original);
    await refresh();
    isAs(await all(), sample);
  });

  it('opens the page of a merge request by its row', async () => {
    const { command } = app.backports.view.getTreeItem(await cellOf('release/1.1', 10));
    await vscode.commands.executeCommand(command?.command ?? '', ...((command?.arguments ?? []) as unknown[]));
    const opened = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('!10 ');
    await poll(opened, { what: 'its page' });
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('opens a board with the commits and the branch, tested', async () => {
    await vscode.commands.executeCommand('graft.backports.backport', await cellOf('release/1.1', 10));
    const session = app.boards.pages.current ?? assert.fail('no board');
    assert.deepEqual(session.board.branches, ['release/1.1']);
    const [commit] = session.board.commits;
    assert.equal(commit?.title, 'Do not weigh crates that were taken away');
    await session.testing.idle();
    assert.equal(session.board.cell({ sha: commit?.sha ?? '', branch: 'release/1.1' }).result?.kind, 'conflict');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  describe('changing the labels of a merge request', () => {
    const review = /^Change the labels of !2$/;
    const labels = async (): Promise<readonly string[]> =>
      (await open().client.send(getMergeRequest, { id: 101, merge_request_iid: 2 })).labels ?? [];
    const change = async (): Promise<{ readonly end: Thenable<unknown> }> => {
      const row = await cellOf('release/1.0', 2);
      return { end: vscode.commands.executeCommand('graft.backports.changeLabels', row) };
    };

    const put = (value: string): Promise<unknown> =>
      open().client.send(updateMergeRequest, { id: 101, merge_request_iid: 2, labels: value });

    it('shows them before and after, and sends one change', async () => {
      await forgetRequests();
      const running = await change();
      assert.equal((await ui.picker(review)).items[0]?.description, 'no changes yet');
      await ui.step(review, /^backport-1\.1/);
      assert.equal(
        (await ui.picker(review)).items[0]?.description,
        'Labels: backport-1.0, data → backport-1.0, data, backport-1.1.',
      );
      await ui.step(review, /^Save$/);
      await ui.hears(/^!2 was changed\. Labels: backport-1\.0, data → backport-1\.0, backport-1\.1, data\.$/);
      await running.end;
      assert.deepEqual(await labels(), ['backport-1.0', 'backport-1.1', 'data']);
      const sent = (await receivedRequests()).filter(({ operation }) => operation === 'updateMergeRequest');
      assert.equal(sent.length, 1);
      assert.match((await all()).join('\n'), /Ripening tables \| Done · !2 · On release\/1\.1 as this very commit\./);
    });

    it('sends nothing where someone else has changed them meanwhile', async () => {
      const running = await change();
      await ui.step(review, /^backport-1\.1/);
      await ui.picker(review);
      await put('data,backport-1.0');
      await ui.step(review, /^Save$/);
      await ui.hears(/^Nothing was sent: someone else has changed !2\.$/);
      await ui.picker(review);
      await ui.escape();
      await running.end;
      assert.deepEqual(await labels(), ['backport-1.0', 'data']);
    });

    it('looks a lost answer up, and sends nothing twice', async () => {
      await refresh();
      const running = await change();
      await ui.step(review, /^no-backport/);
      await setFaults([{ operation: 'updateMergeRequest', fault: 'resetAfter', times: 1 }]);
      await forgetRequests();
      await ui.step(review, /^Save$/);
      await ui.hears(/^!2 was changed\. .* The connection dropped; the change is confirmed on the server\.$/);
      await running.end;
      assert.deepEqual(await labels(), ['backport-1.0', 'data', 'no-backport']);
      const sent = (await receivedRequests()).filter(({ operation }) => operation === 'updateMergeRequest');
      assert.equal(sent.length, 1);
      await put('data,backport-1.0');
    });
  });
});
