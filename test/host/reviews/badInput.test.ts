import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { getMergeRequest } from '../../../src/wire/mergeRequestReview.ts';
import { sandbox, setFaults } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';
import { hands } from '../hands.ts';
import { api, openDiff, requestRow, reviewed, rowsOf, sent, storeOf, reviewWindow } from './reviewHands.ts';

describe('reviews of what is unusual', function () {
  this.timeout(60_000);
  reviewWindow((opened) => void (app = opened));
  let app: App;
  const user = hands();

  it('opens submodules, links, new modes and renames with changes as the diff has them', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'graft-unusual-'));
    const git = (...args: readonly string[]): string => {
      const identity = { NAME: 'Deniz', EMAIL: 'deniz@acme.example' };
      const env = Object.entries(identity).flatMap(([name, value]) =>
        ['AUTHOR', 'COMMITTER'].map((who) => [`GIT_${who}_${name}`, value] as const),
      );
      return execFileSync('git', [`--git-dir=${sandbox().repository}`, `--work-tree=${folder}`, ...args], {
        encoding: 'utf8',
        env: { ...process.env, ...Object.fromEntries(env), GIT_INDEX_FILE: path.join(folder, 'index') },
      }).trim();
    };
    const entryOf = (file: string): readonly string[] => git('ls-tree', 'main', file).split(/\s+/);
    git('read-tree', 'main');
    git('update-index', '--add', '--cacheinfo', `160000,${'c0ffee'.padEnd(40, '0')},vendor/pears`);
    git('update-index', '--add', '--cacheinfo', `120000,${entryOf('README.md')[2]},link.md`);
    const [, , source = ''] = entryOf('src/inventory/crate.ts');
    git('update-index', '--cacheinfo', `100755,${source},src/inventory/crate.ts`);
    const renamed = path.join(folder, 'renamed');
    writeFileSync(renamed, `${git('show', 'main:README.md')}\nOne line more\n`);
    git('update-index', '--force-remove', 'README.md');
    git('update-index', '--add', '--cacheinfo', `100644,${git('hash-object', '-w', renamed)},docs/ABOUT.md`);
    const commit = git('commit-tree', git('write-tree'), '-p', 'main', '-m', 'Unusual');
    git('update-ref', 'refs/heads/unusual-files', commit);
    const { iid } = await api<{ iid: number }>('maintainer', 'POST', 'merge_requests', {
      ...{ source_branch: 'unusual-files', target_branch: 'main', title: 'Unusual files' },
    });
    await app.reviews.view.refresh();
    const rows = await rowsOf(app, await requestRow(app, /^Created/, iid));
    const files = rows.filter(({ row }) => row.kind === 'requestFile');
    assert.deepEqual(files.map(({ text }) => text).sort(), [
      'ABOUT.md · +1 −0 · docs ← README.md',
      'crate.ts · mode 100644 → 100755 · src/inventory',
      `link.md · symbolic link · +${git('show', 'main:README.md').split('\n').length} −0`,
      'pears · submodule · +1 −0 · vendor',
    ]);
    rmSync(folder, { recursive: true, force: true });
    const opened: Record<string, string | undefined> = {};
    for (const { row, label } of files) {
      await vscode.commands.executeCommand('graft.reviews.openFile', row);
      await poll(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith(label), { what: label });
      opened[label] = vscode.window.activeTextEditor?.document.getText().trimEnd();
    }
    const readme = git('show', 'main:README.md');
    assert.deepEqual(opened, {
      'ABOUT.md': `${readme}\nOne line more`,
      'crate.ts': git('show', 'main:src/inventory/crate.ts'),
      'link.md': readme,
      pears: `Subproject commit ${'c0ffee'.padEnd(40, '0')}`,
    });
    assert.deepEqual(user.said(), []);
    await api('maintainer', 'PUT', `merge_requests/${iid}`, { state_event: 'close' });
  });

  it('says when a merge request was merged while it was being reviewed', async () => {
    await openDiff(app);
    await app.reviews.live.poll();
    const { client, project } = app.project.open ?? assert.fail();
    const request = await client.send(getMergeRequest, { id: project.id, merge_request_iid: reviewed });
    await setFaults([
      { operation: 'getMergeRequest', fault: 'status', status: 200, body: { ...request, state: 'merged' } },
    ]);
    await app.reviews.live.poll();
    await user.hears(/!5 was merged while you were reviewing it/);
  });

  it('looks soon after something has changed, and ever more seldom while nothing does', async () => {
    await openDiff(app);
    await app.reviews.live.poll();
    let inSight = [storeOf(app).place];
    const planned: { readonly run: () => void; readonly ms: number | undefined }[] = [];
    const real = globalThis.setTimeout;
    const isLook = (ms: number | undefined): boolean => ms === 20_000 || ms === 40_000;
    const next = () => poll(() => planned.shift(), { what: 'a planned look' });
    const changed = new vscode.EventEmitter<void>();
    globalThis.setTimeout = Object.assign(
      (run: (...args: readonly unknown[]) => void, ms?: number, ...args: readonly unknown[]) => {
        if (isLook(ms)) planned.push({ run, ms });
        return real(run, ms, ...args);
      },
      real,
    );
    try {
      app.reviews.live.follow({ inSight: () => inSight, onDidChange: [changed.event] });
      changed.fire();
      const soon = await next();
      assert.equal(soon.ms, 20_000);
      soon.run();
      assert.equal((await next()).ms, 40_000);
    } finally {
      inSight = [];
      globalThis.setTimeout = real;
      changed.dispose();
    }
  });

  it('asks for nothing while no review is in sight', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await poll(() => app.reviews.threads.inSight.length === 0, { what: 'the documents to close' });
    await vscode.commands.executeCommand('workbench.view.explorer');
    await poll(() => !app.reviews.view.isVisible, { what: 'the view to go' });
    const before = await sent('listDraftNotes');
    assert.equal(await app.reviews.live.poll(), false);
    assert.equal(await sent('listDraftNotes'), before);
  });
});
