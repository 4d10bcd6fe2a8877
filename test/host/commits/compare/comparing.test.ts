import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { sandbox, setFaults, settledRows, signedIn } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { onServer, searched } from '../browsing.ts';

describe('a comparison', function () {
  this.timeout(60_000);
  const ui = hands();
  const app = signedIn();

  afterEach(async () => {
    await setFaults([]);
    app().commits.endComparison();
    await app().commits.setFilter({});
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const open = () => app().project.open ?? assert.fail('no project');

  const parts = async (): Promise<{ readonly commits: readonly string[]; readonly files: readonly string[] }> => {
    const [commits, files] = await settledRows(app().commits);
    const labels = async (parent: typeof commits): Promise<string[]> =>
      parent ? (await settledRows(app().commits, parent.row)).map(({ label }) => label) : [];
    return { commits: await labels(commits), files: await labels(files) };
  };

  const expectedFiles = (range: string): string[] =>
    onServer('diff', '--name-only', '-M', range)
      .split('\n')
      .map((file) => file.slice(file.lastIndexOf('/') + 1));

  it('is asked for by two searches and shows what one has done since both parted', async () => {
    const { target } = sandbox();
    void vscode.commands.executeCommand('graft.commits.compare');
    const first = await ui.picker(/^Compare \(1 of 2\)/);
    await searched(ui, first, target, new RegExp(`^${target}$`));
    await ui.enter(first, new RegExp(`^${target}$`));
    const second = await ui.picker(/^Compare \(2 of 2\)/);
    await searched(ui, second, 'main', /^main$/);
    await ui.enter(second, /^main$/);
    await poll(() => app().commits.comparison !== undefined, { what: 'the comparison' });
    const { commits, files } = await parts();
    assert.deepEqual(commits, onServer('log', '--format=%s', `${target}..main`).split('\n'));
    assert.deepEqual([...files].sort(), expectedFiles(`${target}...main`).sort());
  });

  it('is turned round, compared directly, and left', async () => {
    const { target } = sandbox();
    await app().commits.compare(open(), { from: target, to: 'main', way: 'base' });
    await vscode.commands.executeCommand('graft.commits.swapComparison');
    assert.deepEqual(app().commits.comparison?.refs, { from: 'main', to: target, way: 'base' });
    assert.deepEqual(
      (await parts()).commits,
      onServer('log', '--format=%s', `main..${target}`).split('\n').filter(Boolean),
    );
    await vscode.commands.executeCommand('graft.commits.changeComparison');
    assert.deepEqual([...(await parts()).files].sort(), expectedFiles(`main..${target}`).sort());
    await vscode.commands.executeCommand('graft.commits.endComparison');
    assert.equal(app().commits.comparison, undefined);
    const rows = await settledRows(app().commits);
    assert.ok(rows.some(({ row }) => row.kind === 'commit'));
  });

  it('opens a file at both commits, and all files in one editor', async () => {
    const { target } = sandbox();
    await app().commits.compare(open(), { from: target, to: 'main', way: 'base' });
    const [, files] = await settledRows(app().commits);
    const rows = await settledRows(app().commits, files?.row);
    const modified = rows.find(({ row }) => row.kind === 'comparedFile' && row.change.kind === 'modified');
    assert.ok(modified?.row.kind === 'comparedFile');
    const path = modified.row.change.newPath;
    await vscode.commands.executeCommand('graft.commits.openFile', modified.row);
    const input = await poll(
      () => {
        const found = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        return found instanceof vscode.TabInputTextDiff ? found : undefined;
      },
      { what: 'the diff editor' },
    );
    const text = async (uri: vscode.Uri): Promise<string> => (await vscode.workspace.openTextDocument(uri)).getText();
    const base = onServer('merge-base', target, 'main');
    assert.equal((await text(input.original)).trimEnd(), onServer('show', `${base}:${path}`));
    assert.equal((await text(input.modified)).trimEnd(), onServer('show', `main:${path}`));
    await vscode.commands.executeCommand('graft.commits.openComparedFiles');
    await poll(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith(`${target} and main`), {
      what: 'the editor with all files',
    });
  });

  it('opens the files of the side it was just turned to', async () => {
    const { target } = sandbox();
    await app().commits.compare(open(), { from: target, to: 'main', way: 'base' });
    const turned = vscode.commands.executeCommand('graft.commits.swapComparison');
    await vscode.commands.executeCommand('graft.commits.openComparedFiles');
    await poll(() => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith(`main and ${target}`), {
      what: 'the editor with all files',
    });
    await turned;
  });

  it('marks commits the other side has under another SHA, and lists the files first on wish', async () => {
    const { target } = sandbox();
    const picked = onServer('log', '--format=%H %B', `main..${target}`).matchAll(/picked from commit ([0-9a-f]{40})/g);
    const origins = [...picked].map(([, sha = '']) => sha);
    assert.ok(origins.length > 0, 'the sample has cherry-picks');
    await app().commits.compare(open(), { from: target, to: 'main', way: 'base' });
    const [section] = await settledRows(app().commits);
    const rows = await settledRows(app().commits, section?.row);
    const marked = rows.filter(({ item }) => /^picked as [0-9a-f]{8} · /.test(String(item.description)));
    const shas = marked.map(({ row }) => (row.kind === 'commit' ? row.commit.id : ''));
    for (const sha of origins) if (onServer('branch', '--contains', sha, 'main')) assert.ok(shas.includes(sha), sha);
    assert.ok(marked.length < rows.length, 'others are not marked');
    const labels = async (): Promise<string[]> => (await settledRows(app().commits)).map(({ label }) => label);
    await vscode.commands.executeCommand('graft.commits.filesFirst');
    assert.deepEqual(await labels(), ['Changed files', 'Commits']);
    await app().commits.compare(open(), { from: 'main', to: target, way: 'base' });
    assert.deepEqual(await labels(), ['Changed files', 'Commits']);
    await vscode.commands.executeCommand('graft.commits.filesFirst');
    assert.deepEqual(await labels(), ['Commits', 'Changed files']);
  });

  it('of two commits of the list goes from the older to the newer', async () => {
    const rows = (await settledRows(app().commits)).map(({ row }) => row);
    const [newer, , older] = rows;
    await vscode.commands.executeCommand('graft.commits.compareSelected', newer, [newer, older]);
    assert.ok(newer?.kind === 'commit' && older?.kind === 'commit');
    assert.deepEqual(app().commits.comparison?.refs, { from: older.commit.id, to: newer.commit.id, way: 'straight' });
    assert.equal((await parts()).commits.length, 2);
  });

  it('says when more than two commits are selected', async () => {
    const rows = (await settledRows(app().commits)).map(({ row }) => row).slice(0, 3);
    await vscode.commands.executeCommand('graft.commits.compareSelected', rows[0], rows);
    await ui.hears(/^Two commits can be compared/);
  });

  it('of one commit with itself says so', async () => {
    await app().commits.compare(open(), { from: 'main', to: onServer('rev-parse', 'main'), way: 'base' });
    assert.match((await settledRows(app().commits))[0]?.text ?? '', /^Both are the same commit/);
  });
});
