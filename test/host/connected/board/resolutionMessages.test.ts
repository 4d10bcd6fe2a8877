import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { resolvedUri } from '../../../../src/host/board/resolving/resolvedFileSystem.ts';
import type { BoardSession } from '../../../../src/host/board/session.ts';
import type { CellPlace } from '../../../../src/messages/board.ts';
import { forgetRequests, setFaults } from '../../../support/window/inHost.ts';
import { one } from './boardHands.ts';
import { resolutions } from './resolvingHands.ts';

describe('the message of a resolution', () => {
  const { app, ask, commit, commits, inConflict, intend, known, resolveAll, tipOf, user, write } = resolutions();

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

  it('asks once more, with the differences, when a file was saved since the message was begun', async () => {
    const { session, place } = await inConflict();
    await resolveAll(session, place);
    await editMessage(session, place, 'Written slowly');
    const resolution = known(session, place);
    await write(resolvedUri(resolution, resolution.files[0]?.path ?? ''), 'another text\n');
    user.forget();
    await forgetRequests();
    const { document } = vscode.window.activeTextEditor ?? assert.fail('no editor');
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('graft.board.commitMessage');
    await user.hears(/Commit the resolution/);
    assert.equal(await commits(), 0, 'the question was closed');
  });
});
