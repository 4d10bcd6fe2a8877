import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { resolvedUri } from '../../../../src/host/board/resolving/resolvedFileSystem.ts';
import { SavedResolutions, nameOf } from '../../../../src/host/board/resolving/savedResolutions.ts';
import type { Resolution } from '../../../../src/model/composer/resolution.ts';
import { forgetRequests } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { one } from './boardHands.ts';
import { resolutions, typeInto } from './resolvingHands.ts';

describe('resolving conflicts of the backport board', () => {
  const {
    blob,
    treeWith,
    app,
    ask,
    commit,
    commits,
    found,
    inConflict,
    intend,
    known,
    resolveAll,
    tipOf,
    user,
    written,
    opened,
    write,
  } = resolutions();

  it('opens the merge editor on a file that can be written, and commits what was written on the branch', async () => {
    const { session, place } = await inConflict();
    const start = tipOf(one);
    await resolveAll(session, place);
    const { result } = await poll(
      () =>
        vscode.window.tabGroups.all
          .flatMap(({ tabs }) => tabs.map(({ input }) => input as { readonly result?: vscode.Uri } | undefined))
          .find((input) => input?.result !== undefined),
      { what: 'the merge editor to be open' },
    );
    assert.equal(result?.scheme, 'graft-resolve');
    await forgetRequests();
    await commit(session, place, /^Commit on backport\/one/);
    assert.equal(await commits(), 1);
    assert.equal(ask('rev-parse', `${one}~1`), start);
    for (const path of ask('diff', '--name-only', start, one).split('\n')) {
      assert.ok(ask('show', `${place.sha}:${path}`) !== '', 'a file of the commit');
    }
    const [first] = ask('diff', '--name-only', `${place.sha}~1`, place.sha).split('\n');
    assert.equal(ask('show', `${one}:${first}`), written(first ?? '').trim());
    assert.match(ask('log', '-1', '--format=%B', one), new RegExp(`cherry picked from commit ${place.sha}`));
    assert.equal(ask('log', '-1', '--format=%an <%ae>', one), ask('log', '-1', '--format=%an <%ae>', place.sha));
    assert.equal(session.createdIn(place), tipOf(one));
    assert.equal(found(session, place), undefined);
  });

  it('saves what is typed while the editor asks extensions about a save of its own', async () => {
    const { session, place } = await inConflict();
    await opened(session, place);
    const resolution = known(session, place);
    const { path } = resolution.files[0] ?? assert.fail();
    const uri = resolvedUri(resolution, path);
    const document = await vscode.workspace.openTextDocument(uri);
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const extension = vscode.workspace.onWillSaveTextDocument((event) => {
      if (event.document !== document) return;
      asked.resolve();
      event.waitUntil(answered.promise);
    });
    try {
      await typeInto(document, 'typed before\n');
      const automatic = document.save();
      await asked.promise;
      await typeInto(document, written(path));
      const saving = app().boards.resolved.save(resolution);
      // once this returns, the window has rejected the save
      await vscode.commands.executeCommand('setContext', 'graft.test', true);
      answered.resolve();
      assert.equal(await saving, true);
      await automatic;
    } finally {
      extension.dispose();
    }
    assert.equal(known(session, place).files[0]?.text, written(path));
  });

  it('sends nothing while marks are left, and says in which file', async () => {
    const { session, place } = await inConflict();
    await opened(session, place);
    const resolution = known(session, place);
    const [file] = resolution.files;
    await write(resolvedUri(resolution, file?.path ?? ''), '<<<<<<< one\na\n=======\nb\n>>>>>>> two\n');
    await intend(session, { type: 'markResolved', place, path: file?.path ?? '' });
    await intend(session, { type: 'commitResolution', place });
    await user.hears(new RegExp(`${file?.path} still has conflict marks`));
    assert.equal(known(session, place).files[0]?.isResolved, false);
  });

  it('asks to look again where the branch has changed a file in conflict meanwhile, and keeps what was written', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    const [file] = known(session, place).files;
    assert.ok(file);
    const changed = ask('show', `${one}:${file.path}`);
    const hash = blob(`${changed}\nmore at the end\n`);
    const tree = treeWith(tipOf(one), file.path, hash);
    const person = ['-c', 'user.name=S', '-c', 'user.email=s@acme.example'];
    const pushed = ask(...person, 'commit-tree', tree, '-p', one, '-m', 'Changes it');
    ask('update-ref', `refs/heads/${one}`, pushed);
    await forgetRequests();
    await intend(session, { type: 'commitResolution', place });
    await user.hears(/has moved to/);
    assert.equal(await commits(), 0);
    assert.partialDeepStrictEqual(
      known(session, place).files.find(({ path }) => path === file.path),
      { text: written(file.path), isResolved: false, note: 'moved' },
    );
  });

  it('keeps a hundred, and lets the oldest go that nobody needs', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    const { tip, files, ...written } = known(session, place);
    const shown = new Set<string>();
    const kept = new SavedResolutions(app().context.workspaceState, (resolution) => shown.has(nameOf(resolution)));
    const fresh = files.map((file) => ({ ...file, text: file.start?.text, isResolved: false }));
    const other = (number: number): Resolution => ({ ...written, branch: `old/${number}`, tip, files: fresh });
    shown.add(nameOf(other(1)));
    for (let number = 1; number <= 102; number += 1) await kept.save(other(number));
    const there = (number: number): boolean => kept.get(nameOf(other(number))) !== undefined;
    assert.deepEqual([1, 2, 3, 4, 5].map(there), [true, false, false, false, true]);
    assert.equal(there(102), true);
    assert.equal(known(session, place).files[0]?.text, files[0]?.text);
  });

  it('asks what is to become of a file the branch has deleted', async () => {
    const { session, place } = await inConflict();
    const [path = ''] = ask('diff', '--name-only', `${place.sha}~1`, place.sha).split('\n');
    const person = ['-c', 'user.name=S', '-c', 'user.email=s@acme.example'];
    const pushed = ask(...person, 'commit-tree', treeWith(tipOf(one), path, undefined), '-p', one, '-m', 'Deletes it');
    ask('update-ref', `refs/heads/${one}`, pushed);
    await intend(session, { type: 'test', cells: 'all' });
    const resolving = intend(session, { type: 'resolve', place, path });
    await user.step(/^Resolve /, /^Take the commit’s version/);
    await resolving;
    assert.partialDeepStrictEqual(
      known(session, place).files.find((file) => file.path === path),
      { choice: 'theirs', isResolved: true },
    );
  });
});
