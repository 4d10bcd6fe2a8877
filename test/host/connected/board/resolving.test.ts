import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { BoardSession } from '../../../../src/host/board/session.ts';
import { resolvedUri } from '../../../../src/host/board/resolving/files.ts';
import { KeptResolutions, nameOf } from '../../../../src/host/board/resolving/kept.ts';
import type { CellPlace } from '../../../../src/messages/board.ts';
import type { Resolution } from '../../../../src/model/composer/resolution.ts';
import { forgetRequests, receivedRequests, sandbox, setFaults } from '../../../support/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { boards, one, two } from './boardHands.ts';

describe('resolving conflicts of the backport board', () => {
  const { app, ask, blob, intend, push, tested, tipOf, treeWith, user } = boards();

  afterEach(async () => {
    await setFaults([]);
    // an editor that has something to save would ask
    for (const document of vscode.workspace.textDocuments) if (document.isDirty) await document.save();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const { workspaceState } = app().context;
    const keys = workspaceState.keys().filter((key) => /^graft\.(resolution|rerere) /.test(key));
    for (const key of keys) await workspaceState.update(key, undefined);
  });

  const inConflict = async (branch = one): Promise<{ session: BoardSession; place: CellPlace }> => {
    const session = await tested(['conflict'], [branch]);
    const [place] = session.board.keys();
    assert.ok(place);
    assert.equal(session.board.cell(place).result?.kind, 'conflict');
    return { session, place };
  };

  const found = ({ open }: BoardSession, place: CellPlace): Resolution | undefined =>
    app().boards.resolutions.get(
      nameOf({ account: open.account.id, project: open.project.id, action: 'cherryPick', ...place }),
    );

  const known = (session: BoardSession, place: CellPlace): Resolution =>
    found(session, place) ?? assert.fail('there is no resolution');

  const written = (path: string): string => `resolved ${path}\n`;

  const write = async (uri: vscode.Uri, text: string): Promise<void> => {
    const document = await vscode.workspace.openTextDocument(uri);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
    assert.ok(await document.save());
  };

  /** Opens the merge editor, and waits until it has put the file together: what it replaces are the marks. */
  const opened = async (session: BoardSession, place: CellPlace): Promise<void> => {
    await intend(session, { type: 'resolve', place, path: undefined });
    const resolution = known(session, place);
    const [file] = resolution.files;
    const uri = resolvedUri(resolution, file?.path ?? '').toString();
    await poll(
      () => {
        const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
        return document !== undefined && !document.getText().includes('<<<<<<<');
      },
      { what: 'the merge editor to put the file together' },
    );
  };

  /** Opens each file in conflict, writes it and marks it as resolved. */
  const resolveAll = async (session: BoardSession, place: CellPlace): Promise<void> => {
    await opened(session, place);
    const resolution = known(session, place);
    assert.equal(resolution.files.length, 1);
    for (const { path, choice } of resolution.files) {
      assert.equal(choice, 'text');
      await write(resolvedUri(resolution, path), written(path));
      await intend(session, { type: 'markResolved', place, path });
    }
  };

  const commits = async (): Promise<number> =>
    (await receivedRequests()).filter(({ operation }) => operation === 'createCommit').length;

  /** Goes through the questions of a commit. */
  const commit = async (session: BoardSession, place: CellPlace, where: RegExp): Promise<void> => {
    user.willPress('Create Commit');
    const committing = intend(session, { type: 'commitResolution', place });
    await user.step(/^Commit Resolution/, where);
    if (/new/.test(where.source)) {
      await user.box(/^Commit Resolution/);
      await user.enter();
    }
    await committing;
  };

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

  it('commits on a new branch and leaves the other where it is', async () => {
    const { session, place } = await inConflict();
    const start = tipOf(one);
    await resolveAll(session, place);
    await commit(session, place, /new branch/);
    const made = `cherry-pick-${place.sha.slice(0, 8)}-backport-one`;
    assert.equal(tipOf(one), start);
    assert.equal(ask('rev-parse', `${made}~1`), start);
    assert.equal(known(session, place).madeOn, made);
    assert.ok((await user.hears(/Committed on/)).buttons.includes('Create Merge Request'));
    const asked = intend(session, { type: 'requestMerge', place, source: made });
    await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
    await asked;
    assert.equal(ask('rev-parse', made), tipOf(made));
    assert.match(session.requestFor(place)?.words ?? '', /^Open · can be merged/);
    ask('update-ref', '-d', `refs/heads/${made}`);
  });

  /** Has the message edited before the commit: answers its editor, with the text in it replaced but not saved. */
  const editMessage = async (session: BoardSession, place: CellPlace, text: string): Promise<vscode.TextEditor> => {
    user.willPress('Edit Message…');
    const committing = intend(session, { type: 'commitResolution', place });
    await user.step(/^Commit Resolution/, /^Commit on backport\/one/);
    await committing;
    const editor = vscode.window.activeTextEditor ?? assert.fail('no editor');
    assert.equal(editor.document.languageId, 'graft-resolution-message');
    const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
    await editor.edit((edit) => edit.replace(whole, text));
    return editor;
  };

  it('has its message written in an editor that names commit and branch, and sends that', async () => {
    const { session, place } = await inConflict();
    const start = tipOf(one);
    await resolveAll(session, place);
    const { document } = await editMessage(session, place, 'In words of my own');
    assert.match(document.uri.path, new RegExp(`/Resolution of ${place.sha.slice(0, 8)} on backport-one$`));
    await forgetRequests();
    await vscode.commands.executeCommand('graft.board.commitMessage');
    assert.equal(await commits(), 1);
    assert.equal(ask('log', '-1', '--format=%B', one), 'In words of my own');
    assert.equal(ask('rev-parse', `${one}~1`), start);
    assert.equal(app().messageDrafts.get(document.uri), undefined);
    assert.ok(!vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => /^Resolution of/.test(label))));
  });

  it('keeps the message while it is not sent, and offers it with the next commit', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    const { document } = await editMessage(session, place, 'Must not be lost');
    await setFaults([{ operation: 'createCommit', fault: 'status', status: 400, body: { message: 'hook declined' } }]);
    await vscode.commands.executeCommand('graft.board.commitMessage');
    const { text, buttons } = await user.hears(/hook declined/);
    assert.match(text, /^Refused: /);
    assert.deepEqual(buttons, ['Create Merge Request…']);
    assert.equal(document.getText(), 'Must not be lost');
    await setFaults([]);
    user.forget();
    await commit(session, place, /^Commit on backport\/one/);
    assert.match(user.said()[0]?.detail ?? '', /Must not be lost/);
    assert.equal(ask('log', '-1', '--format=%B', one), 'Must not be lost');
  });

  it('asks once more when the branch has moved since the message was begun', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    await editMessage(session, place, 'Written slowly');
    const pushed = push(one);
    user.forget();
    user.willPress('Create Commit');
    await vscode.commands.executeCommand('graft.board.commitMessage');
    assert.match((await user.hears(/Commit the resolution/)).detail ?? '', /holds on its new tip/);
    assert.equal(ask('rev-parse', `${one}~1`), pushed);
  });

  it('goes by a merge request where the branch takes no commit any more', async () => {
    const { session, place } = await inConflict();
    const start = tipOf(one);
    await resolveAll(session, place);
    const forbidden = { message: '403 Forbidden - You are not allowed to push into this branch' };
    await setFaults([{ operation: 'createCommit', fault: 'status', status: 403, body: forbidden, times: 1 }]);
    user.willPress('Create Commit');
    user.willPress('Create Merge Request…');
    user.willPress('Create Commit');
    const committing = intend(session, { type: 'commitResolution', place });
    await user.step(/^Commit Resolution/, /^Commit on backport\/one/);
    await user.box(/^Commit Resolution/);
    await user.enter();
    await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
    await committing;
    assert.match((await user.hears(/^Refused/)).text, /You may not push to backport\/one/);
    assert.equal(tipOf(one), start);
    assert.match(session.requestFor(place)?.words ?? '', /^Open · can be merged/);
    ask('update-ref', '-d', `refs/heads/cherry-pick-${place.sha.slice(0, 8)}-backport-one`);
  });

  it('resolves a conflict on a branch one may not push to, which showed when its merge request was to be made', async () => {
    await rule('POST', `?name=${encodeURIComponent(one)}&push_access_level=0&merge_access_level=40`);
    try {
      const session = await tested(['conflict'], [one]);
      const place = session.board.keys()[0] ?? assert.fail();
      assert.equal(session.board.cell(place).result?.kind, 'protected');
      const asked = intend(session, { type: 'request', cells: [place] });
      await user.enter(await user.picker(/Create Merge Requests/), /Create 1 Merge Request/);
      await asked;
      assert.partialDeepStrictEqual(session.requestReports[0]?.runs[0], {
        branch: { kind: 'made' },
        request: { kind: 'notTried' },
      });
      assert.partialDeepStrictEqual(session.board.cell(place).result, { kind: 'conflict', tip: tipOf(one) });
      await resolveAll(session, place);
      await commit(session, place, /new branch/);
      const made = `cherry-pick-${place.sha.slice(0, 8)}-backport-one`;
      assert.equal(known(session, place).madeOn, made);
      assert.equal(ask('rev-parse', `${made}~1`), tipOf(one));
      ask('update-ref', '-d', `refs/heads/${made}`);
    } finally {
      await rule('DELETE', `/${encodeURIComponent(one)}`);
    }
  });

  it('leaves a branch of the name alone that somebody else has begun, and says so', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    const made = `cherry-pick-${place.sha.slice(0, 8)}-backport-one`;
    ask('update-ref', `refs/heads/${made}`, `refs/heads/${one}`);
    const theirs = push(made);
    await forgetRequests();
    await commit(session, place, /new branch/);
    await user.hears(new RegExp(`There is a branch ${made} already`));
    assert.equal(await commits(), 0);
    assert.equal(tipOf(made), theirs);
    ask('update-ref', '-d', `refs/heads/${made}`);
  });

  for (const [fault, moves, outcome] of [
    ['resetBefore', 0, { kind: 'notApplied' }],
    ['resetAfter', 1, { kind: 'created', confirmed: 'found' }],
    ['truncate', 1, { kind: 'created', confirmed: 'found' }],
    ['status', 0, { kind: 'notApplied' }],
  ] as const)
    it(`says what became of the commit on a new branch after ${fault}, and sends it once`, async () => {
      const { session, place } = await inConflict();
      await resolveAll(session, place);
      const made = `cherry-pick-${place.sha.slice(0, 8)}-backport-one`;
      await setFaults([{ operation: 'createCommit', fault, status: 502, body: '<h1>Bad Gateway</h1>', times: 1 }]);
      await forgetRequests();
      await commit(session, place, /new branch/);
      assert.equal(await commits(), 1);
      assert.partialDeepStrictEqual(session.reports[0]?.steps[0]?.outcome, outcome);
      assert.equal(ask('branch', '--list', made) === '' ? 0 : 1, moves);
      if (moves === 0) {
        assert.deepEqual(
          known(session, place).files.map(({ text }) => text),
          known(session, place).files.map(({ path }) => written(path)),
          'what was written is there to be sent again',
        );
        await commit(session, place, /new branch/);
      }
      assert.equal(known(session, place).madeOn, made);
      assert.equal(ask('rev-parse', `${made}~1`), tipOf(one));
      ask('update-ref', '-d', `refs/heads/${made}`);
    });

  it('sends nothing where the branch moves between the question and the answer', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    await forgetRequests();
    user.willPress('Create Commit');
    const committing = intend(session, { type: 'commitResolution', place });
    const where = await user.picker(/^Commit Resolution/);
    const pushed = push(one);
    await user.enter(where, /^Commit on backport\/one/);
    await committing;
    await user.hears(/someone has pushed/);
    assert.equal(await commits(), 0);
    assert.equal(tipOf(one), pushed);
    assert.equal(known(session, place).files[0]?.isResolved, true);
    await commit(session, place, /^Commit on backport\/one/);
    assert.equal(ask('rev-parse', `${one}~1`), pushed);
  });

  it('says that one may not push any more, keeps the resolution, and commits it on a new branch', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    user.willPress('Create Commit');
    const committing = intend(session, { type: 'commitResolution', place });
    const where = await user.picker(/^Commit Resolution/);
    await rule('POST', `?name=${encodeURIComponent(one)}&push_access_level=0&merge_access_level=40`);
    try {
      await user.enter(where, /^Commit on backport\/one/);
      await committing;
      await user.hears(/^Refused: You may not push to backport\/one/);
      assert.equal(known(session, place).files[0]?.isResolved, true);
      await commit(session, place, /new branch/);
      const made = known(session, place).madeOn ?? assert.fail('nothing was made');
      assert.equal(ask('rev-parse', `${made}~1`), tipOf(one));
      ask('update-ref', '-d', `refs/heads/${made}`);
    } finally {
      await rule('DELETE', `/${encodeURIComponent(one)}`);
    }
  });

  /** Changes the rules of the project, as its maintainer would elsewhere. */
  const rule = async (method: 'POST' | 'DELETE', path: string): Promise<void> => {
    const headers = { 'private-token': sandbox().tokens['maintainer'] ?? '' };
    const url = `${sandbox().url}/api/v4/projects/acme%2Forchard/protected_branches${path}`;
    const answer = await fetch(url, { method, headers });
    assert.ok(answer.ok, await answer.text());
  };

  it('looks for the commit when the answer is lost, and sends it once', async () => {
    const { session, place } = await inConflict();
    const start = tipOf(one);
    await resolveAll(session, place);
    await setFaults([{ operation: 'createCommit', fault: 'resetAfter', times: 1 }]);
    await forgetRequests();
    await commit(session, place, /^Commit on backport\/one/);
    assert.equal(await commits(), 1);
    assert.equal(ask('rev-list', '--count', `${start}..${one}`), '1');
    assert.partialDeepStrictEqual(session.reports[0]?.steps[0]?.outcome, { kind: 'created', confirmed: 'found' });
  });

  it('tries the resolution on the new tip when the branch has moved', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    const pushed = push(one);
    await commit(session, place, /^Commit on backport\/one/);
    assert.match(user.said().find(({ detail }) => detail !== undefined)?.detail ?? '', /holds on its new tip/);
    assert.equal(ask('rev-parse', `${one}~1`), pushed);
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

  it('reads the versions from the server where there is no clone', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    const fromClone = known(session, place).files.map(({ path, versions, before }) => ({ path, versions, before }));
    user.willPress('Discard Resolution');
    await intend(session, { type: 'discardResolution', place });
    assert.equal(found(session, place), undefined);
    const { repositories } = app();
    const list = repositories.list.bind(repositories);
    Object.assign(repositories, { list: async () => [] });
    try {
      await intend(session, { type: 'resolve', place, path: undefined });
    } finally {
      Object.assign(repositories, { list });
    }
    const fromServer = known(session, place).files.map(({ path, versions, before }) => ({ path, versions, before }));
    assert.deepEqual(fromServer, fromClone);
  });

  it('keeps what was written for the next window', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    const again = new KeptResolutions(app().context.workspaceState, () => false).get(nameOf(known(session, place)));
    assert.deepEqual(
      again?.files.map(({ path, text, isResolved }) => ({ path, text, isResolved })),
      known(session, place).files.map(({ path }) => ({ path, text: written(path), isResolved: true })),
    );
  });

  it('keeps a hundred, and lets the oldest go that nobody needs', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    const { tip, files, ...written } = known(session, place);
    const shown = new Set<string>();
    const kept = new KeptResolutions(app().context.workspaceState, (resolution) => shown.has(nameOf(resolution)));
    const fresh = files.map((file) => ({ ...file, text: file.before, isResolved: false }));
    const other = (number: number): Resolution => ({ ...written, branch: `old/${number}`, tip, files: fresh });
    shown.add(nameOf(other(1)));
    for (let number = 1; number <= 102; number += 1) await kept.keep(other(number));
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

  it('begins as the same conflict was resolved before, to be checked', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    await commit(session, place, /^Commit on backport\/one/);
    const next = await inConflict(two);
    await intend(next.session, { type: 'resolve', place: next.place, path: undefined });
    for (const file of known(next.session, next.place).files) {
      assert.partialDeepStrictEqual(file, { text: written(file.path), note: 'remembered', isResolved: false });
    }
  });
});
