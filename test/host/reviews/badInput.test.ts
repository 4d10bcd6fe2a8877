import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import { getMergeRequest } from '../../../src/wire/mergeRequestReview.ts';
import { sandbox, setFaults } from '../../support/inHost.ts';
import { poll } from '../../support/poll.ts';
import { hands } from '../hands.ts';
import {
  api,
  comment,
  drawn,
  forecast,
  openDiff,
  requestRow,
  reviewed,
  rowsOf,
  sent,
  storeOf,
  tooltipOf,
  reviewWindow,
  writeComment,
} from './reviewHands.ts';

const entry = (path: string, change: object = {}) => ({
  diff: '@@ -0,0 +1,2 @@\n+one\n+two\n',
  old_path: path,
  new_path: path,
  a_mode: '0',
  b_mode: '100644',
  new_file: true,
  renamed_file: false,
  deleted_file: false,
  ...change,
});

describe('reviews of what is unusual', function () {
  this.timeout(60_000);
  const window = reviewWindow();
  let app: App;
  const user = hands();

  before(() => {
    app = window();
  });

  /** The files of a merge request nobody has looked into, as the server is told to give them. */
  const filesOf = async (iid: number, files: readonly object[]) => {
    await setFaults([{ operation: 'listMergeRequestDiffs', fault: 'status', status: 200, body: files }]);
    const row = await requestRow(app, iid === 9 ? /^Created/ : /^Review requested/, iid);
    const rows = await rowsOf(app, row);
    await setFaults([]);
    return rows;
  };

  it('lists 1,500 changed files', async () => {
    const files = Array.from({ length: 1_500 }, (_, index) => entry(`src/generated/file${index}.ts`));
    await requestRow(app, /^Review requested/, 7);
    const rows = await filesOf(7, files);
    assert.equal(rows.filter(({ row }) => row.kind === 'requestFile').length, 1_500);
  });

  it('says of pictures and of files that are too large why they have no lines, and takes comments on them', async () => {
    const rows = await filesOf(9, [
      entry('media/pear.png', { diff: '' }),
      entry('data/weights.csv', { diff: '', too_large: true }),
    ]);
    const texts = rows.map(({ text }) => text);
    assert.ok(texts.includes('pear.png · no text · media'), texts.join('\n'));
    assert.ok(texts.includes('weights.csv · too large for a diff · data'), texts.join('\n'));
    const picture = rows.find(({ label }) => label === 'pear.png');
    await setFaults([
      {
        operation: 'createDraftNote',
        fault: 'status',
        status: 400,
        body: { message: { line_code: ["can't be blank"] } },
      },
    ]);
    await vscode.commands.executeCommand('graft.reviews.commentOnFile', picture?.row);
    await writeComment('Comment on !9 · pear.png', 'A riper pear, please');
    await vscode.commands.executeCommand('graft.reviews.addToReview');
    await user.hears(/can’t find this line in the diff/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await poll(() => app.reviews.kept.of(storeOf(app, 9).place).length === 1, { what: 'the text to be listed' });
    const [kept] = app.reviews.kept.of(storeOf(app, 9).place);
    assert.equal(kept?.text, 'A riper pear, please');
    assert.equal(kept.position?.position_type, 'file');
    await app.reviews.kept.forget(kept);
  });

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
      'crate.ts · +0 −0 · src/inventory',
      `link.md · +${git('show', 'main:README.md').split('\n').length} −0`,
      'pears · +1 −0 · vendor',
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

  it('draws 60 drafts of one file', async () => {
    const document = await openDiff(app);
    const store = storeOf(app);
    await store.start();
    const [sample] = store.drafts.filter(({ position }) => position?.new_path === forecast);
    const drafts = Array.from({ length: 60 }, (_, index) => ({
      ...sample,
      id: 10_000 + index,
      discussion_id: null,
      note: `Draft ${index}`,
    }));
    await setFaults([{ operation: 'listDraftNotes', fault: 'status', status: 200, body: drafts }]);
    await store.load();
    await comment(app, 'Draft 59');
    assert.equal(drawn(app).filter((each) => each.startsWith('Pending|Draft ')).length, 60);
    const row = await requestRow(app, /^Branch/, reviewed);
    const rows = await rowsOf(app, row);
    assert.equal(rows.filter(({ row: each }) => each.kind === 'draft').length, 60);
    assert.ok(document.lineCount > 0);
    await setFaults([]);
    await store.load();
  });

  it('shows a merge request whose fork was deleted', async () => {
    const { client, project } = app.project.open ?? assert.fail();
    const request = await client.send(getMergeRequest, { id: project.id, merge_request_iid: reviewed });
    await setFaults([
      {
        operation: 'listMergeRequests',
        fault: 'status',
        status: 200,
        body: [{ ...request, source_project_id: null, author: null }],
      },
    ]);
    await app.reviews.view.refresh();
    const row = await requestRow(app, /^Review requested/, reviewed);
    assert.match(tooltipOf(app, row), /source fork has been deleted/);
    assert.ok((await rowsOf(app, row)).some(({ label }) => label === 'forecast.ts'));
    await setFaults([]);
    await app.reviews.view.refresh();
  });

  it('says when a merge request was merged while it was being reviewed', async () => {
    await openDiff(app);
    await app.reviews.live.look();
    const { client, project } = app.project.open ?? assert.fail();
    const request = await client.send(getMergeRequest, { id: project.id, merge_request_iid: reviewed });
    await setFaults([
      { operation: 'getMergeRequest', fault: 'status', status: 200, body: { ...request, state: 'merged' } },
    ]);
    await app.reviews.live.look();
    await user.hears(/!5 was merged while you were reviewing it/);
  });

  it('looks soon after something has changed, and ever more seldom while nothing does', async () => {
    await openDiff(app);
    await app.reviews.live.look();
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
    assert.equal(await app.reviews.live.look(), false);
    assert.equal(await sent('listDraftNotes'), before);
  });
});
