import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { cherryPickCommit } from '../../../../src/wire/commits.ts';
import { sandbox, setFaults } from '../../../support/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { boards, one, two } from './boardHands.ts';

type Picker = vscode.QuickPick<vscode.QuickPickItem>;

describe('what is missing on a branch', () => {
  const { app, ask, kindsOf, user } = boards();

  /** Chooses the branches to look at; answers when the command ends. */
  const lookAt = async (...branches: readonly string[]): Promise<{ readonly ended: Thenable<unknown> }> => {
    const ended = vscode.commands.executeCommand('graft.board.missing');
    const picker = await user.picker(/Which branches may lack commits/);
    for (const branch of branches) {
      user.type(picker, branch);
      await poll(() => !picker.busy && picker.items.some(({ label }) => label === branch), { what: branch });
      await user.tick(picker, new RegExp(`^${branch}$`));
    }
    await user.enter();
    return { ended };
  };

  const list = (branches: string): Promise<Picker> =>
    user.picker(new RegExp(`^Commits of \\S+ that ${branches} may lack`));
  const groups = ({ items }: Picker): readonly string[] =>
    items.filter(({ kind }) => kind === vscode.QuickPickItemKind.Separator).map(({ label }) => label);
  const detailOf = ({ items }: Picker, title: string): string | undefined =>
    items.find(({ label }) => label === title)?.detail;
  const titles = ({ items }: Picker): readonly string[] =>
    items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator).map(({ label }) => label);
  const press = (picker: Picker, tooltip: string): void =>
    user.pressButton(picker as unknown as vscode.InputBox, tooltip);

  /** Puts a commit on a branch of the server that leaves its files as they are; answers its hash. */
  const push = (branch: string, message: string, tree = `${branch}^{tree}`): string => {
    const person = ['-c', 'user.name=S', '-c', 'user.email=s@acme.example'];
    const pushed = ask(...person, 'commit-tree', tree, '-p', branch, '-m', message);
    ask('update-ref', `refs/heads/${branch}`, pushed);
    return pushed;
  };

  it('lists what is missing and what is there under another commit, as the clone knows it, and makes a board', async () => {
    const { ended } = await lookAt('release/1.0', 'release/1.1');
    const picker = await list('release/1.0, release/1.1');
    assert.match(picker.placeholder ?? '', /^Compared in your clone\./);
    const merges = Number(ask('rev-list', '--count', '--first-parent', 'release/1.0..main'));
    assert.deepEqual(groups(picker), [`Missing (${merges - 1})`, 'There Under Another Commit (1)']);
    assert.equal(
      detailOf(picker, 'Refuse to take more than a crate holds'),
      `Picked to release/1.0 as ${ask('log', '-1', '--format=%H', 'release/1.0~1').slice(0, 8)}, with the same changes. On release/1.1 as this very commit.`,
    );
    assert.match(
      detailOf(picker, 'Listen on 8080 when PORT is empty') ?? '',
      /^Missing on release\/1\.0\. Picked to release\/1\.1 as \w{8}, with the same changes\.$/,
    );
    assert.equal(detailOf(picker, 'Warn when a crate is forgotten'), 'Missing on release/1.0, release/1.1.');
    const merged = picker.items.find(({ label }) => label === "Merge branch 'feature/weighing' into 'main'");
    assert.match(merged?.description ?? '', /merge of 2 commits$/);
    assert.ok(!titles(picker).includes('Weigh a pallet at once'), 'what a merge has brought counts once');

    await user.enter();
    await user.hears(/^Tick the commits to add to a board\.$/);
    const wanted = ['Warn when a crate is forgotten', 'Do not weigh crates that were taken away'];
    picker.selectedItems = picker.items.filter(({ label }) => wanted.includes(label));
    await poll(() => picker.selectedItems.length === 2, { what: 'the ticks' });
    await user.enter();
    await ended;
    const session = app().boards.pages.current ?? assert.fail('no board');
    assert.deepEqual(
      session.board.commits.map(({ title }) => title),
      wanted.toReversed(),
    );
    assert.deepEqual(session.board.branches, ['release/1.0', 'release/1.1']);
    assert.ok(!kindsOf(session).includes('-'), 'every cell was tested');
  });

  it('asks the server for what the clone does not have, and reads diffs for what nothing else tells', async () => {
    const { client, project } = app().project.open ?? assert.fail('no project');
    const clean = sandbox().commits['clean'] ?? '';
    await client.send(cherryPickCommit, { id: project.id, sha: clean, branch: one });
    const said = (name: string): string => {
      const sha = sandbox().commits[name] ?? '';
      return `${ask('log', '-1', '--format=%B', sha)}\n\n(cherry picked from commit ${sha})`;
    };
    push(one, said('markup'), `${one}~1^{tree}`);
    const gone = push(one, said('conflict'));
    const by = push(one, `Revert\n\nThis reverts commit ${gone}.`);
    const { ended } = await lookAt(one);
    const picker = await list(one);
    assert.match(picker.placeholder ?? '', /^Compared on the server/);
    const titleOf = (name: string): string => ask('log', '-1', '--format=%s', sandbox().commits[name] ?? '');
    assert.match(
      detailOf(picker, titleOf('clean')) ?? '',
      /^Picked to backport\/one as \w{8}, with the same changes\.$/,
    );
    assert.match(detailOf(picker, titleOf('markup')) ?? '', /^Picked to backport\/one as \w{8}, with other changes\.$/);
    assert.equal(
      detailOf(picker, titleOf('conflict')),
      `Missing on backport/one: ${gone.slice(0, 8)} was reverted there by ${by.slice(0, 8)}.`,
    );
    assert.match(
      groups(picker).join(),
      /^Missing, as far as messages tell \(\d+\),There, Changed by Hand \(1\),There Under Another Commit \(2\)$/,
    );
    await user.escape();
    await ended;
    assert.equal(app().boards.pages.all.length, 0);
  });

  it('filters by label, keeps what was ticked, and compares with another branch', async () => {
    const { ended } = await lookAt('release/1.0');
    const picker = await list('release/1.0');
    picker.selectedItems = picker.items.filter(({ label }) => label === 'Warn when a crate is forgotten');
    await poll(() => picker.selectedItems.length === 1, { what: 'the tick' });
    press(picker, 'Filter…');
    await user.step(/Filter the commits/, /Label$/);
    user.type(await user.box(/^Label$/), 'data');
    await user.enter();
    const filtered = await user.picker(/may lack · data$/);
    assert.deepEqual(titles(filtered), ["Merge branch 'feature/ripening' into 'main'"]);
    press(filtered, 'Filter…');
    await user.step(/Filter the commits/, /Show All Commits/);
    const all = await user.picker(/release\/1\.0 may lack$/);
    assert.deepEqual(
      all.selectedItems.map(({ label }) => label),
      ['Warn when a crate is forgotten'],
    );
    press(all, 'Compare With Another Branch…');
    await user.step(/Commits of which branch may be missing/, /^release\/1\.1$/);
    const other = await user.picker(/^Commits of release\/1\.1 that release\/1\.0 may lack/);
    assert.ok(titles(other).includes('Release 1.1.1'));
    assert.ok(!titles(other).includes('Warn when a crate is forgotten'));
    await user.escape();
    await ended;
  });

  it('says that nothing is missing, and of what the project’s own branch is compared with', async () => {
    ask('update-ref', `refs/heads/${two}`, 'refs/heads/main');
    await (
      await lookAt(two)
    ).ended;
    await user.hears(/^All commits of main are on backport\/two\.$/);
    const { ended } = await lookAt('main');
    const sources = await user.picker(/Commits of which branch may be missing/);
    assert.ok(!titles(sources).includes('main'));
    await user.escape();
    await ended;
  });

  it('says in a sentence that the server failed in the middle, lists nothing, and tries again', async () => {
    const { client, project } = app().project.open ?? assert.fail('no project');
    await client.send(cherryPickCommit, { id: project.id, sha: sandbox().commits['clean'] ?? '', branch: one });
    await setFaults([
      { operation: 'listCommitDiff', fault: 'status', status: 403, body: { message: '403 Forbidden' } },
    ]);
    await (
      await lookAt(one)
    ).ended;
    const { buttons } = await user.hears(/^The branches could not be compared\. .*403 Forbidden/);
    assert.deepEqual(buttons, ['Retry']);
    assert.ok(!user.said().some(({ text }) => text.startsWith('All commits')));

    await setFaults([
      { operation: 'listCommitDiff', fault: 'status', status: 403, body: { message: '403 Forbidden' }, times: 1 },
    ]);
    user.forget();
    user.willPress('Retry');
    const { ended } = await lookAt(one);
    const picker = await list(one);
    await user.hears(/^The branches could not be compared\./);
    assert.ok(titles(picker).length > 0);
    await user.escape();
    await ended;
  });
});
