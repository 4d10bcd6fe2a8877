import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../../src/extension.ts';
import { readReviewFile } from '../../../../src/host/reviews/files/reviewFileSystem.ts';
import { ViewedFiles } from '../../../../src/host/reviews/files/viewedMarks.ts';
import { forgetRequests, receivedWrites } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { forecast, openDiff, requestRow, reviewed, rowsOf, storeOf, reviewWindow } from '../reviewHands.ts';

const { Checked, Unchecked } = vscode.TreeItemCheckboxState;

describe('viewed files of a merge request', () => {
  reviewWindow((opened) => void (app = opened));
  const user = hands();
  let app: App;

  const fileRows = async () =>
    (await rowsOf(app, await requestRow(app, /^Branch/, reviewed))).filter(({ row }) => row.kind === 'requestFile');
  const stateOf = async (path: string): Promise<unknown> => {
    const found = (await fileRows()).find(({ row }) => row.kind === 'requestFile' && row.change.newPath === path);
    const state = app.reviews.view.getTreeItem(found?.row ?? assert.fail(`no ${path}`)).checkboxState;
    return typeof state === 'object' ? state.state : state;
  };
  const description = async () =>
    app.reviews.view.getTreeItem(await requestRow(app, /^Branch/, reviewed)).description ?? '';
  const inFront = (): string | undefined => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri && readReviewFile(uri)?.newPath;
  };
  const mark = async (isViewed: boolean): Promise<void> => {
    const { place } = storeOf(app);
    const read = await app.reviews.changes.read(place);
    assert.equal(read.kind, 'ready');
    const { files, version } = read;
    await app.reviews.viewed.mark(
      place,
      files.map((change) => ({ change, version, isViewed })),
    );
  };

  afterEach(async () => {
    await mark(false);
    await vscode.commands.executeCommand('graft.reviews.showViewed');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('have a tick, and the merge request says how many there are', async () => {
    assert.equal(await stateOf(forecast), Unchecked);
    assert.doesNotMatch(String(await description()), /viewed/);
    await openDiff(app);
    await vscode.commands.executeCommand('graft.reviews.markViewed');
    assert.equal(await stateOf(forecast), Checked);
    const { length } = await fileRows();
    assert.match(String(await description()), new RegExp(`· 1 of ${length} viewed( ·|$)`));
  });

  it('are known and hidden in the next window, for their account alone', async () => {
    await mark(true);
    await vscode.commands.executeCommand('graft.reviews.hideViewed');
    const { place } = storeOf(app);
    const anew = new ViewedFiles(app.context);
    assert.deepEqual(anew.of(place), app.reviews.viewed.of(place));
    assert.deepEqual(anew.of({ ...place, account: 'somebody else' }), {});
    assert.deepEqual([anew.areHidden(place.account), anew.areHidden('somebody else')], [true, false]);
    anew.dispose();
  });

  it('are followed by the next that was not viewed, until all were', async () => {
    const rows = await fileRows();
    const paths = rows.flatMap(({ row }) => (row.kind === 'requestFile' ? [row.change.newPath] : []));
    assert.ok(paths.length > 1, paths.join());
    await openDiff(app, paths[0]);
    for (const next of paths.slice(1)) {
      await vscode.commands.executeCommand('graft.reviews.markViewed');
      await poll(() => inFront() === next, { what: `${next} in front` });
    }
    await vscode.commands.executeCommand('graft.reviews.markViewed');
    await user.hears(/^You have viewed all files of !5\.$/);
  });

  it('are hidden and shown, and their number is said', async () => {
    const { length } = await fileRows();
    await openDiff(app);
    await vscode.commands.executeCommand('graft.reviews.markViewed');
    await vscode.commands.executeCommand('graft.reviews.hideViewed');
    const parts = await rowsOf(app, await requestRow(app, /^Branch/, reviewed));
    assert.equal((await fileRows()).length, length - 1);
    assert.equal(parts.at(-1)?.label, '1 viewed file is hidden.');
    await vscode.commands.executeCommand('graft.reviews.showViewed');
    assert.equal((await fileRows()).length, length);
  });

  it('are left out on the way from file to file where they are hidden', async () => {
    const paths = (await fileRows()).flatMap(({ row }) => (row.kind === 'requestFile' ? [row.change.newPath] : []));
    const [first, second] = paths;
    await openDiff(app, first);
    await vscode.commands.executeCommand('graft.reviews.nextFile');
    await poll(() => inFront() === second, { what: `${second} in front` });
    await vscode.commands.executeCommand('graft.reviews.previousFile');
    await poll(() => inFront() === first, { what: `${first} in front` });
    await vscode.commands.executeCommand('graft.reviews.previousFile');
    await user.hears(/^This is the first file of !5\.$/);
    await mark(true);
    await vscode.commands.executeCommand('graft.reviews.hideViewed');
    await vscode.commands.executeCommand('graft.reviews.nextFile');
    await user.hears(/^This is the last file of !5\.$/);
    assert.equal(inFront(), first);
  });

  it('lead to the same line of the file on disk', async () => {
    const { uri } = await openDiff(app);
    const editor = await poll(
      () => {
        const { activeTextEditor: active } = vscode.window;
        return active?.document.uri.toString() === uri.toString() ? active : undefined;
      },
      { what: 'the diff in front' },
    );
    editor.selection = new vscode.Selection(3, 0, 3, 0);
    await vscode.commands.executeCommand('graft.reviews.openWorkingFile', uri);
    const shown = vscode.window.activeTextEditor ?? assert.fail('no editor');
    assert.equal(shown.document.uri.scheme, 'file');
    assert.ok(shown.document.uri.path.endsWith(`/${forecast}`));
    assert.equal(shown.selection.active.line, 3);
  });

  it('are marked without a write to the server', async () => {
    await openDiff(app);
    await forgetRequests();
    await vscode.commands.executeCommand('graft.reviews.markViewed');
    assert.deepEqual(await receivedWrites(), []);
  });

  it('are not marked while an older version is in front', async () => {
    const document = await openDiff(app);
    const file = readReviewFile(document.uri) ?? assert.fail('no file of a review');
    const old = document.uri.with({
      query: JSON.stringify({ ...JSON.parse(document.uri.query), refs: { ...file.refs, baseSha: file.refs.headSha } }),
    });
    await vscode.commands.executeCommand('graft.reviews.markViewed', old);
    await user.hears(/^!5 has a newer version\. .*forecast\.ts was not marked as viewed\.$/);
    assert.equal(await stateOf(forecast), Unchecked);
  });
});
