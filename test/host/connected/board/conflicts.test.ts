import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { keyText } from '../../../../src/model/board/cells.ts';
import { git } from '../../../support/git.ts';
import { poll } from '../../../support/poll.ts';
import { boards, one, openFolder } from './boardHands.ts';

describe('conflicts of the backport board', () => {
  const { ask, intend, push, tested, tipOf, user } = boards();

  it('names the files of a conflict as git does, without changing the clone', async () => {
    const session = await tested(['conflict'], [one]);
    const [place] = session.board.keys();
    assert.ok(place);
    const folder = openFolder();
    const before =
      git(folder, 'count-objects', '-v') + git(folder, 'for-each-ref') + git(folder, 'status', '--porcelain');
    await intend(session, { type: 'conflictOf', place });
    const conflict = session.conflicts.get(keyText(place));
    assert.ok(conflict?.state === 'ready', JSON.stringify(conflict));
    const after =
      git(folder, 'count-objects', '-v') + git(folder, 'for-each-ref') + git(folder, 'status', '--porcelain');
    assert.equal(after, before);
    // what git itself says of the same pick in a working tree of its own
    const tree = `${folder}-picked`;
    git(folder, 'worktree', 'add', '--quiet', '--detach', tree, tipOf(one));
    let expected: string;
    try {
      try {
        git(tree, '-c', 'user.name=T', '-c', 'user.email=t@acme.example', 'cherry-pick', '--no-commit', place.sha);
      } catch {
        // a conflict is what is expected
      }
      expected = git(tree, 'diff', '--name-only', '--diff-filter=U');
    } finally {
      git(folder, 'worktree', 'remove', '--force', tree);
    }
    assert.deepEqual(conflict.files.map(({ path }) => path).sort(), expected.split('\n').sort());
  });

  it('opens a file of a conflict three ways, with marks where the sides meet', async () => {
    const session = await tested(['conflict'], [one]);
    const [place] = session.board.keys();
    assert.ok(place);
    await intend(session, { type: 'conflictOf', place });
    const conflict = session.conflicts.get(keyText(place));
    const path = conflict?.state === 'ready' ? conflict.files[0]?.path : undefined;
    assert.ok(path);
    await intend(session, { type: 'openConflict', place, path });
    const documents = await poll(
      () => {
        const open = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === 'graft-conflict');
        return open.some(({ uri }) => uri.authority === 'result') ? open : undefined;
      },
      { what: 'the versions to be open' },
    );
    const textOf = (side: string): string | undefined =>
      documents
        .find(({ uri }) => uri.authority === side)
        ?.getText()
        .trimEnd();
    assert.equal(textOf('branch'), ask('show', `${tipOf(one)}:${path}`));
    assert.match(
      textOf('result') ?? '',
      new RegExp(`<<<<<<< ${one}\n[^]*=======\n[^]*>>>>>>> ${place.sha.slice(0, 8)}`),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('fetches what the clone lacks after asking, and moves nothing in it', async () => {
    const folder = openFolder();
    const pushed = push(one);
    const session = await tested(['conflict'], [one]);
    const [place] = session.board.keys();
    assert.ok(place);
    await intend(session, { type: 'conflictOf', place });
    const known = (): unknown => session.conflicts.get(keyText(place));
    assert.partialDeepStrictEqual(known(), { state: 'unavailable', offer: 'fetch' });
    const refs = git(folder, 'for-each-ref');
    await intend(session, { type: 'fetchFor', place });
    assert.throws(() => git(folder, 'cat-file', '-e', pushed), 'nothing is fetched without a yes');
    user.willPress('Fetch');
    await intend(session, { type: 'fetchFor', place });
    assert.partialDeepStrictEqual(known(), { state: 'ready' });
    assert.equal(git(folder, 'for-each-ref'), refs);
  });
});
