import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { resolvedUri } from '../../../../src/host/board/resolving/resolvedFileSystem.ts';
import { SavedResolutions, nameOf } from '../../../../src/host/board/resolving/savedResolutions.ts';
import type { Resolution } from '../../../../src/model/composer/resolution.ts';
import { mergeTexts } from '../../../../src/model/text/textMerge.ts';
import { git } from '../../../support/git.ts';
import { forgetRequests, receivedRequests, setFaults } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { boards, one, openFolder } from './boardHands.ts';
import { forgetResolutions, typeAndSave, typeInto } from './resolvingHands.ts';

describe('resolving the conflicts of a revert', () => {
  const { app, ask, commitFiles, endRequests, requestsApi, tipOf, user } = boards();

  forgetResolutions(app);

  const picture = (version: number): Buffer => Buffer.from([0, 1, 2, version]);
  const pointer = (version: number): string =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${String(version).repeat(64)}\nsize ${version * 1_000_000}\n`;
  /** A commit whose revert conflicts with a later one. */
  const changed = (): string => {
    commitFiles(one, 'Before', {
      'both.txt': 'head\nold\ntail\n',
      'clean.txt': 'old\n',
      'gone.txt': 'old\n',
      'picture.bin': picture(1),
      '.gitattributes': '*.lock -merge\n',
      'video.mp4': pointer(1),
      'yarn.lock': 'old\n',
    });
    const sha = commitFiles(one, 'Bring something new', {
      'added.txt': 'added\n',
      'both.txt': 'head\nnew\ntail\n',
      'clean.txt': 'new\n',
      'gone.txt': 'new\n',
      'picture.bin': picture(2),
      'video.mp4': pointer(2),
      'yarn.lock': 'new\n',
    });
    commitFiles(one, 'After', {
      'added.txt': 'added\nand grown\n',
      'both.txt': 'head\nnewer\ntail\n',
      'gone.txt': undefined,
      'picture.bin': picture(3),
      'video.mp4': pointer(3),
      'yarn.lock': 'newer\n',
    });
    return sha;
  };
  /** The same with one conflicting text file. */
  const changedText = (): string => {
    commitFiles(one, 'Before', { 'both.txt': 'head\nold\ntail\n' });
    const sha = commitFiles(one, 'Bring something new', { 'both.txt': 'head\nnew\ntail\n' });
    commitFiles(one, 'After', { 'both.txt': 'head\nnewer\ntail\n' });
    return sha;
  };

  type Card = vscode.QuickPick<vscode.QuickPickItem>;
  const open = () => app().project.open ?? assert.fail('no project');
  const name = (sha: string, action: Resolution['action'] = 'revert'): string =>
    nameOf({ account: open().account.id, project: open().project.id, action, sha, branch: one });
  const found = (sha: string): Resolution | undefined => app().boards.resolutions.get(name(sha));
  const known = (sha: string): Resolution => found(sha) ?? assert.fail('there is no resolution');
  const row = (card: Card, label: RegExp): Promise<vscode.QuickPickItem> =>
    poll(() => card.items.find((each) => label.test(each.label)), { what: `the row ${String(label)}` });

  const card = async (sha: string): Promise<Card> => {
    void vscode.commands.executeCommand('graft.commits.revert', { open: open(), sha, branch: one });
    const picker = await user.picker(/dry run on/i);
    await row(picker, /^\$\(shield\)/);
    await row(picker, /^(Files|\d+ files?) in conflict$/);
    return picker;
  };
  const begin = async (sha: string): Promise<void> => user.enter(await card(sha), /Resolve…/);

  const result = (sha: string, path: string): Promise<vscode.TextDocument> =>
    poll(
      () => {
        const resolution = found(sha);
        const uri = resolution && resolvedUri(resolution, path).toString();
        const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
        const isInFront = (input as { readonly result?: vscode.Uri } | undefined)?.result?.toString() === uri;
        return isInFront && vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
      },
      { what: 'the merge editor' },
    );
  const write = async (sha: string, path: string, text: string): Promise<void> =>
    typeAndSave(await result(sha, path), text);
  /** The unedited result, once the merge editor can save it. */
  const untouched = async (sha: string, path: string): Promise<vscode.TextDocument> => {
    const document = await result(sha, path);
    const text = document.getText();
    await typeInto(document, `${text}typed`);
    await poll(() => vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty, {
      what: 'the merge editor to be ready',
    });
    await typeInto(document, text);
    return document;
  };
  const save = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.files.save');
  const offers = (): readonly string[] =>
    user
      .said()
      .filter(({ buttons }) => buttons.includes('Mark as Resolved'))
      .map(({ text }) => text);
  const resolved = 'head\nby hand\ntail\n';
  const resolveText = async (): Promise<string> => {
    const sha = changedText();
    user.willPress('Mark as Resolved');
    await begin(sha);
    await write(sha, 'both.txt', resolved);
    await user.hears(/All conflicts of reverting .* on backport\/one are resolved/);
    return sha;
  };
  const commit = async (sha: string, where: RegExp): Promise<void> => {
    user.willPress('Commit Resolution…');
    user.willPress('Create Commit');
    await begin(sha);
    await user.step(/^Commit Resolution/, where);
    if (!/new branch/.test(where.source)) return;
    await user.box(/^Commit Resolution/);
    await user.enter();
  };
  const madeFor = (sha: string): string => `revert-${sha.slice(0, 8)}-backport-one`;
  const commits = async (): Promise<number> =>
    (await receivedRequests()).filter(({ operation }) => operation === 'createCommit').length;

  it('leads from the card through editor and questions to one commit that undoes the commit', async () => {
    const sha = changed();
    const start = tipOf(one);
    user.willPress('Mark as Resolved');
    user.willPress('Commit Resolution…');
    user.willPress('Create Commit');
    await forgetRequests();
    await begin(sha);
    const added = await user.picker(/^Resolve added\.txt/);
    assert.deepEqual(
      added.items.map(({ label, description }) => ({ label, description })),
      [
        { label: 'Keep the branch’s version', description: '16 bytes' },
        { label: 'Delete the file', description: 'as before the commit' },
      ],
    );
    await user.enter(added, /^Delete the file/);
    await write(sha, 'both.txt', resolved);
    await user.step(/^Resolve gone\.txt/, /^Take the version before the commit/);
    await user.step(/^Resolve picture\.bin/, /^Take the version before the commit/);
    const video = await user.picker(/^Resolve video\.mp4/);
    assert.deepEqual(
      video.items.slice(0, 2).map(({ description }) => description),
      ['Git LFS object 33333333, 3 MB', 'Git LFS object 11111111, 1 MB'],
    );
    await user.enter(video, /^Take the version before the commit/);
    await user.step(/^Resolve yarn\.lock/, /^Take the version before the commit/);
    await user.picker(/^Commit Resolution/);
    const read = (await receivedRequests()).flatMap(({ operation, path }) => (operation === 'getFile' ? [path] : []));
    assert.ok(read.length > 0);
    assert.deepEqual(read, [...new Set(read)], 'no version of a file is read again for the next question');
    await user.step(/^Commit Resolution/, /^Commit on backport\/one/);
    await user.hears(/^Committed on backport\/one as/);
    assert.equal(await commits(), 1);
    assert.equal(ask('rev-parse', `${one}~1`), start);
    assert.deepEqual(ask('diff', '--name-status', start, one).split('\n').sort(), [
      'A\tgone.txt',
      'D\tadded.txt',
      'M\tboth.txt',
      'M\tclean.txt',
      'M\tpicture.bin',
      'M\tvideo.mp4',
      'M\tyarn.lock',
    ]);
    assert.equal(ask('show', `${one}:both.txt`), resolved.trim());
    for (const path of ['clean.txt', 'gone.txt', 'picture.bin', 'video.mp4', 'yarn.lock']) {
      assert.equal(ask('rev-parse', `${one}:${path}`), ask('rev-parse', `${sha}~1:${path}`), path);
    }
    assert.equal(
      ask('log', '-1', '--format=%B', one),
      `Revert "Bring something new"\n\nThis reverts commit ${sha}`,
      'no trailer of a cherry-pick',
    );
    assert.equal(ask('log', '-1', '--format=%an', one), ask('log', '-1', '--format=%cn', one));
    assert.notEqual(ask('log', '-1', '--format=%an', one), 'S', 'it is not the work of the commit’s author');
    assert.equal(found(sha), undefined);
  });

  it('is not called resolved when the merge editor is saved untouched, edited elsewhere, or resolved in part', async () => {
    const three = (line: string): string => `head\n${line}\nmiddle\nsame\nlast\n${line}\ntail\n`;
    commitFiles(one, 'Before', { 'both.txt': three('old') });
    const sha = commitFiles(one, 'Bring something new', { 'both.txt': three('new') });
    commitFiles(one, 'After', { 'both.txt': three('newer') });
    await begin(sha);
    const document = await untouched(sha, 'both.txt');
    await save();
    for (const edited of [three('new').replace('same', 'other'), three('new').replace('new', 'newer')]) {
      await typeInto(document, edited);
      await save();
      assert.partialDeepStrictEqual(known(sha).files, [{ text: edited, isResolved: false }]);
    }
    await vscode.commands.executeCommand('graft.board.commitResolution');
    await user.hears(/^both\.txt is not resolved yet/);
    await typeInto(document, three('newer'));
    await save();
    await user.hears(/^No conflict in both\.txt is left/);
    assert.equal(offers().length, 1, offers().join());
    assert.equal(known(sha).files[0]?.isResolved, false);
  });

  it('keeps a base text when that is what one says, and not for longer than it is the same', async () => {
    const sha = changedText();
    await begin(sha);
    const document = await result(sha, 'both.txt');
    await vscode.commands.executeCommand('graft.board.markResolved');
    const { detail } = await user.hears(/^Keep the base text of 1 conflict in both\.txt\?/);
    assert.match(detail ?? '', /^Neither the change of the branch nor that of the commit/);
    assert.equal(known(sha).files[0]?.isResolved, false, 'the question was closed');
    user.willPress('Keep Base Text');
    await vscode.commands.executeCommand('graft.board.markResolved');
    await user.hears(/^All conflicts of reverting/);
    assert.equal(known(sha).files[0]?.isResolved, true);
    await typeAndSave(document, resolved);
    assert.equal(known(sha).files[0]?.isResolved, true);
    await typeAndSave(document, 'head\nnew\ntail\n');
    assert.equal(known(sha).files[0]?.isResolved, false);
  });

  it('asks nothing when a file is saved by itself', async () => {
    const sha = changedText();
    await begin(sha);
    const document = await untouched(sha, 'both.txt');
    await save();
    const files = vscode.workspace.getConfiguration('files');
    await files.update('autoSave', 'afterDelay', true);
    await files.update('autoSaveDelay', 10, true);
    try {
      const saved = new Promise<void>((resolve) => {
        const listener = vscode.workspace.onDidSaveTextDocument(() => {
          listener.dispose();
          resolve();
        });
      });
      await typeInto(document, resolved);
      await saved;
      assert.equal(known(sha).files[0]?.text, resolved);
      assert.deepEqual(offers(), []);
      await save();
      await user.hears(/^No conflict in both\.txt is left/);
      assert.equal(offers().length, 1);
    } finally {
      await files.update('autoSave', undefined, true);
      await files.update('autoSaveDelay', undefined, true);
    }
  });

  it('has the same versions from the server and from the clone, which names the files in conflict', async () => {
    const sha = changed();
    const versions = () => known(sha).files.map(({ path, versions: each, start }) => ({ path, each, start }));
    await begin(sha);
    await user.picker(/^Resolve added\.txt/);
    await user.escape();
    const fromServer = versions();
    user.willPress('Discard Resolution');
    await user.enter(await card(sha), /Discard the resolution/);
    await poll(() => found(sha) === undefined, { what: 'the resolution to be discarded' });
    await user.picker(/dry run on/i);
    await user.escape();
    git(openFolder(), 'fetch', '--quiet', 'origin', tipOf(one));
    const picker = await card(sha);
    assert.deepEqual(
      picker.items
        .filter(({ label }) => label.startsWith('$(file) '))
        .map(({ label, description }) => `${label.slice(8)}: ${description}`),
      [
        'added.txt: added by the commit',
        'both.txt: changed on both sides',
        'gone.txt: deleted on the branch',
        'picture.bin: changed on both sides',
        'video.mp4: changed on both sides',
        'yarn.lock: changed on both sides',
      ],
    );
    await user.enter(picker, /Resolve…/);
    await user.picker(/^Resolve added\.txt/);
    await user.escape();
    assert.deepEqual(versions(), fromServer);
    assert.deepEqual(fromServer.find(({ path }) => path === 'both.txt')?.start, {
      text: 'head\nnew\ntail\n',
      regions: [{ from: 1, to: 2, ours: ['newer'], theirs: ['old'] }],
    });
    const asText = fromServer.filter(({ start }) => start !== undefined).map(({ path }) => path);
    assert.deepEqual(asText, ['both.txt'], 'no pointer and no file with -merge');
  });

  it('keeps what was decided for the next window, and shows it on the card', async () => {
    const sha = await resolveText();
    const again = new SavedResolutions(app().context.workspaceState, () => false).get(name(sha));
    assert.partialDeepStrictEqual(again, { action: 'revert', files: [{ text: resolved, isResolved: true }] });
    const picker = await card(sha);
    assert.equal((await row(picker, /^\$\(pass\) both\.txt/)).description, 'resolved');
    await row(picker, /Discard the resolution…/);
    await user.escape();
  });

  it('is never offered for a cherry-pick, and remembered for other reverts', async () => {
    const sha = await resolveText();
    await commit(sha, /^Commit on backport\/one/);
    await user.hears(/^Committed on/);
    const [account, project] = [open().account.id, open().project.id];
    const { resolutions } = app().boards;
    const start = mergeTexts({ base: 'head\nnew\ntail\n', ours: 'head\nnewer\ntail\n', theirs: 'head\nold\ntail\n' });
    assert.equal(resolutions.recall({ account, project, action: 'revert' }, start), resolved);
    assert.equal(resolutions.recall({ account, project, action: 'cherryPick' }, start), undefined);
    assert.notEqual(name(sha), name(sha, 'cherryPick'));
  });

  it('looks for its commit when the answer is lost, sends it once, and asks for its merge', async () => {
    const sha = await resolveText();
    const start = tipOf(one);
    await setFaults([{ operation: 'createCommit', fault: 'resetAfter', times: 1 }]);
    await forgetRequests();
    await commit(sha, /new branch/);
    const { text, buttons } = await user.hears(/^Committed on/);
    assert.match(text, /The connection dropped, but the commit is on the branch/);
    assert.deepEqual(buttons, ['Create Merge Request', 'Open Commit']);
    assert.equal(await commits(), 1);
    assert.equal(tipOf(one), start);
    assert.equal(ask('rev-parse', `${madeFor(sha)}~1`), start);
    await user.enter(await card(sha), /Create a merge request of revert-/);
    await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
    await user.hears(new RegExp(`asks to merge ${madeFor(sha)} into backport/one`));
    await endRequests();
  });

  it('names the merge request where the commit is its merge, in the words of the server', async () => {
    commitFiles(one, 'Before', { 'both.txt': 'head\nold\ntail\n' });
    ask('update-ref', 'refs/heads/own-merged', tipOf(one));
    commitFiles('own-merged', 'Bring something new', { 'both.txt': 'head\nnew\ntail\n' });
    const query = new URLSearchParams({ source_branch: 'own-merged', target_branch: one, title: 'Bring it' });
    const { iid } = await requestsApi<{ readonly iid: number }>('POST', `?${query.toString()}`);
    await requestsApi('PUT', `/${iid}/merge?should_remove_source_branch=true`);
    const sha = tipOf(one);
    assert.equal(ask('log', '-1', '--format=%P', sha).split(' ').length, 2);
    commitFiles(one, 'After', { 'both.txt': 'head\nnewer\ntail\n' });
    user.willPress('Mark as Resolved');
    await begin(sha);
    await write(sha, 'both.txt', resolved);
    await user.hears(/All conflicts of reverting .* are resolved/);
    await commit(sha, /^Commit on backport\/one/);
    await user.hears(/^Committed on backport\/one as/);
    const message = ask('log', '-1', '--format=%B', one);
    assert.match(message, new RegExp(`^Revert "Merge branch .*"\\n\\nThis reverts merge request !${iid}$`));
  });

  it('is offered where the conflict shows on the new branch of its merge request', async () => {
    const sha = changedText();
    const start = tipOf(one);
    user.willPress('Resolve…');
    user.willPress('Mark as Resolved');
    user.willPress('Commit Resolution…');
    user.willPress('Create Commit');
    const wish = { open: open(), action: 'revert', commit: { id: sha, title: 'Bring something new' }, branch: one };
    void vscode.commands.executeCommand('graft.board.request', wish);
    await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
    await write(sha, 'both.txt', resolved);
    await user.step(/^Commit Resolution/, /new branch/);
    await user.box(/^Commit Resolution/);
    await user.enter();
    await user.hears(/^Committed on/);
    assert.equal(ask('rev-parse', `${madeFor(sha)}~1`), start, 'on the branch that was made for it');
    ask('update-ref', '-d', `refs/heads/${madeFor(sha)}`);
  });
});
