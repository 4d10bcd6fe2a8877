import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { keyText } from '../../../../src/model/pick/answers.ts';
import { git } from '../../../support/git.ts';
import { poll } from '../../../support/poll.ts';
import { boards, one, openFolder, two } from './boardHands.ts';

describe('conflicts of the backport board', () => {
  const { ask, commitFiles, intend, newBoard, push, tested, tipOf, user } = boards();

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
    // git's own result in a separate worktree
    const tree = `${folder}-picked`;
    git(folder, 'worktree', 'add', '--quiet', '--detach', tree, tipOf(one));
    let expected: string;
    try {
      try {
        git(tree, '-c', 'user.name=T', '-c', 'user.email=t@acme.example', 'cherry-pick', '--no-commit', place.sha);
      } catch {
        // the conflict is expected
      }
      expected = git(tree, 'diff', '--name-only', '--diff-filter=U');
    } finally {
      git(folder, 'worktree', 'remove', '--force', tree);
    }
    assert.deepEqual(conflict.files.map(({ path }) => path).sort(), expected.split('\n').sort());
  });

  /** Tab inputs without public types. */
  interface ThreeWay {
    readonly base: vscode.Uri;
    readonly input1: vscode.Uri;
    readonly input2: vscode.Uri;
    readonly result: vscode.Uri;
  }
  interface Differences {
    readonly textDiffs: readonly { readonly original: vscode.Uri; readonly modified: vscode.Uri }[];
  }

  const openTab = <T extends object>(part: keyof T, what: string): Promise<T> =>
    poll<T | undefined>(
      () =>
        vscode.window.tabGroups.all
          .flatMap(({ tabs }) => tabs.map(({ input }) => input))
          .find((input): input is T => typeof input === 'object' && input !== null && part in input),
      { what },
    );

  const inConflict = async () => {
    const session = await tested(['conflict'], [one]);
    const [place] = session.board.keys();
    assert.ok(place);
    await intend(session, { type: 'conflictOf', place });
    const conflict = session.conflicts.get(keyText(place));
    assert.ok(conflict?.state === 'ready', JSON.stringify(conflict));
    return { session, place, files: conflict.files.map(({ path }) => path) };
  };

  const served = async (uri: vscode.Uri): Promise<string> =>
    Buffer.from(await vscode.workspace.fs.readFile(uri))
      .toString('utf8')
      .trimEnd();

  const shown = (result: vscode.Uri): string | undefined =>
    vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === result.toString())?.getText();

  const marks = (sha: string): RegExp => new RegExp(`<<<<<<< ${one}\n[^]*=======\n[^]*>>>>>>> ${sha.slice(0, 8)}`);

  const closeEditors = (): Thenable<unknown> => vscode.commands.executeCommand('workbench.action.closeAllEditors');

  it('opens a file of a conflict three ways, with marks where the sides meet', async () => {
    const { session, place, files } = await inConflict();
    const [path] = files;
    assert.ok(path);
    await intend(session, { type: 'openConflict', place, path });
    const { base, input1, input2, result } = await openTab<ThreeWay>('result', 'the three ways to be open');
    assert.equal(await served(base), ask('show', `${place.sha}~1:${path}`));
    assert.equal(await served(input1), ask('show', `${tipOf(one)}:${path}`));
    assert.equal(await served(input2), ask('show', `${place.sha}:${path}`));
    // the merge editor detects conflicts by these marks and builds its own content
    assert.match(await served(result), marks(place.sha));
    await closeEditors();
  });

  it('shows a file that is not UTF-8 in one encoding, alone and with all others', async () => {
    const latin = (text: string) => ({ 'latin.txt': Buffer.from(`Gr\xfc\xdfe\n${text}\n`, 'latin1') });
    commitFiles(one, 'Before', latin('\xe4'));
    ask('update-ref', `refs/heads/${two}`, one);
    const sha = commitFiles(two, 'Bring something new', latin('\xf6'));
    commitFiles(one, 'After', latin('\xfc'));
    git(openFolder(), 'fetch', '--quiet', 'origin', one, two);
    const session = await newBoard([], [one]);
    session.board.appendCommit({ sha, title: '', author: '', date: '', parents: 1 });
    const place = { sha, branch: one };
    await intend(session, { type: 'test', cells: 'all' });
    await intend(session, { type: 'openConflict', place, path: 'latin.txt' });
    const { base, input1, input2 } = await openTab<ThreeWay>('result', 'the three ways to be open');
    for (const [uri, last] of [
      [base, 'ä'],
      [input1, 'ü'],
      [input2, 'ö'],
    ] as const) {
      await poll(() => shown(uri) === `Grüße\n${last}\n`, { what: `${uri.authority} to be drawn` });
    }
    await intend(session, { type: 'openConflict', place, path: undefined });
    const { textDiffs } = await openTab<Differences>('textDiffs', 'all differences to be open');
    for (const { modified } of textDiffs) {
      await poll(() => shown(modified)?.startsWith('Grüße\n<<<<<<<'), { what: 'the marks to be drawn' });
    }
    await closeEditors();
  });

  it('shows the marks of all files also while the merge editor has put one together', async () => {
    const { session, place, files } = await inConflict();
    const [path] = files;
    assert.ok(path);
    await intend(session, { type: 'openConflict', place, path });
    const { result } = await openTab<ThreeWay>('result', 'the three ways to be open');
    await poll(() => shown(result)?.includes('<<<<<<<') === false, {
      what: 'the merge editor to put the file together',
    });
    await intend(session, { type: 'openConflict', place, path: undefined });
    const { textDiffs } = await openTab<Differences>('textDiffs', 'all differences to be open');
    assert.equal(textDiffs.length, files.length);
    for (const { modified } of textDiffs) {
      const text = await poll(() => shown(modified), { what: `${modified.path} to be drawn` });
      assert.match(text, marks(place.sha));
    }
    await closeEditors();
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
