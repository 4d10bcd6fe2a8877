import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { cherryPickCommit } from '../../../../src/wire/commits.ts';
import { sandbox, setFaults, settledRows } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { boards, one, two } from './boardHands.ts';

const { Checked, Unchecked } = vscode.TreeItemCheckboxState;

describe('what is missing on a branch', () => {
  const { app, ask, kindsOf, user } = boards();
  const run = (verb: string, row?: unknown) => vscode.commands.executeCommand(`graft.board.${verb}`, row);

  afterEach(() => run('closeMissing'));

  /** Selects branches; `ended` is the command's end. */
  const lookAt = async (...branches: readonly string[]): Promise<{ readonly ended: Thenable<unknown> }> => {
    const ended = run('missing');
    const picker = await user.picker(/Which branches may lack commits/);
    for (const branch of branches) {
      user.type(picker, branch);
      await poll(() => !picker.busy && picker.items.some(({ label }) => label === branch), { what: branch });
      await user.tick(picker, new RegExp(`^${branch}$`));
    }
    await user.enter();
    return { ended };
  };
  const compared = async (...branches: readonly string[]) => (await lookAt(...branches)).ended;

  const roots = () => settledRows(app().boards.missing);
  const commits = async () =>
    (await Promise.all((await roots()).map(({ row }) => app().boards.missing.getChildren(row))))
      .flat()
      .flatMap((row) => (row.kind === 'missingCommit' ? [row] : []));
  const titles = async () => (await commits()).map(({ commit }) => commit.title);
  const itemOf = async (title: string): Promise<vscode.TreeItem> =>
    app().boards.missing.getTreeItem(
      (await commits()).find(({ commit }) => commit.title === title) ?? assert.fail(`no ${title}`),
    );
  /** A row's description without SHA, author and age. */
  const evidenceOf = async (title: string): Promise<string> =>
    String((await itemOf(title)).description).replace(/ ?\w{8} · [^·]+?(?= · |$)/, '');
  const tick = async (...wanted: readonly string[]): Promise<void> => {
    const rows = (await commits()).filter(({ commit }) => wanted.includes(commit.title));
    app().boards.missing.tick(rows.map((row) => [row, Checked]));
  };
  const message = (): string => app().boards.missing.message;

  /** Adds an empty commit to a server branch; returns its SHA. */
  const push = (branch: string, message: string, tree = `${branch}^{tree}`): string => {
    const person = ['-c', 'user.name=S', '-c', 'user.email=s@acme.example'];
    const pushed = ask(...person, 'commit-tree', tree, '-p', branch, '-m', message);
    ask('update-ref', `refs/heads/${branch}`, pushed);
    return pushed;
  };

  it('lists what is missing and what is there under another commit, as the clone knows it, and makes a board', async () => {
    await compared('release/1.0', 'release/1.1');
    assert.equal(message(), 'Commits of main that release/1.0, release/1.1 may lack. Compared in your clone.');
    const merges = Number(ask('rev-list', '--count', '--first-parent', 'release/1.0..main'));
    assert.deepEqual(
      (await roots()).map(({ text }) => text),
      [`Missing (${merges - 1})`, 'There Under Another Commit (1)'],
    );
    assert.equal(
      await evidenceOf('Refuse to take more than a crate holds'),
      `Picked to release/1.0 as ${ask('log', '-1', '--format=%H', 'release/1.0~1').slice(0, 8)}, with the same changes. On release/1.1 as this very commit.`,
    );
    assert.match(
      await evidenceOf('Listen on 8080 when PORT is empty'),
      /^Missing on release\/1\.0\. Picked to release\/1\.1 as \w{8}, with the same changes\.$/,
    );
    assert.equal(await evidenceOf('Warn when a crate is forgotten'), 'Missing on release/1.0, release/1.1.');
    assert.match(
      await evidenceOf("Merge branch 'feature/weighing' into 'main'"),
      /^Missing on release\/1\.0, release\/1\.1\. · merge of 2 commits$/,
    );
    assert.ok(!(await titles()).includes('Weigh a pallet at once'), 'what a merge has brought counts once');

    await run('addTicked', (await commits())[0]);
    await user.hears(/^Tick the commits to add to a board\.$/);
    const wanted = ['Warn when a crate is forgotten', 'Do not weigh crates that were taken away'];
    await tick(...wanted);
    await run(
      'addMissing',
      (await commits()).find(({ commit }) => commit.title === wanted[0]),
    );
    const session = app().boards.pages.current ?? assert.fail('no board');
    assert.deepEqual(
      session.board.commits.map(({ title }) => title),
      wanted.toReversed(),
    );
    assert.deepEqual(session.board.branches, ['release/1.0', 'release/1.1']);
    assert.ok(!kindsOf(session).includes('-'), 'every cell was tested');
    assert.deepEqual(app().boards.missing.ticked, []);
    const [first] = await commits();
    for (const answer of [/^Add to “2 commits/, /^New Board$/]) {
      const added = run('addMissing', first);
      await user.step(/Add to Board/, answer);
      await added;
    }
    assert.equal(session.board.commits.length, 3);
    // until the new board is drawn the previous one counts as active
    await poll(() => app().boards.pages.current?.board.commits[0]?.sha === first?.commit.id, { what: 'the new board' });
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
    await compared(one);
    assert.match(
      message(),
      /Compared on the server: the clone lacks the newest commits of backport\/one\. Fetch them, then refresh\.$/,
    );
    const titleOf = (name: string): string => ask('log', '-1', '--format=%s', sandbox().commits[name] ?? '');
    assert.match(await evidenceOf(titleOf('clean')), /^Picked to backport\/one as \w{8}, with the same changes\.$/);
    assert.match(await evidenceOf(titleOf('markup')), /^Picked to backport\/one as \w{8}, with other changes\.$/);
    assert.equal(await evidenceOf(titleOf('conflict')), `Reverted there by ${by.slice(0, 8)}.`);
    assert.match(
      (await roots()).map(({ text }) => text).join(),
      /^Missing, as far as messages tell \(\d+\),There, Changed by Hand \(1\),There Under Another Commit \(2\)$/,
    );
    // a single branch is in the heading
    assert.equal(await evidenceOf('Warn when a crate is forgotten'), '');
    const { tooltip } = await itemOf('Warn when a crate is forgotten');
    assert.ok(typeof tooltip === 'string' && tooltip.endsWith('\nMissing on backport/one.'));
  });

  it('filters by label, keeps what was ticked, and compares with another branch', async () => {
    await compared('release/1.0');
    await tick('Warn when a crate is forgotten');
    const filtering = run('filterMissing');
    await user.step(/Filter the commits/, /Label$/);
    user.type(await user.box(/^Label$/), 'data');
    await user.enter();
    await filtering;
    assert.match(message(), / Filter: data\.$/);
    assert.deepEqual(await titles(), ["Merge branch 'feature/ripening' into 'main'"]);
    const [group] = await roots();
    app().boards.missing.tick([[group?.row ?? assert.fail('no group'), Checked]]);
    const ripening = await itemOf("Merge branch 'feature/ripening' into 'main'");
    assert.equal(ripening.checkboxState, Checked);
    await run('refreshMissing');
    assert.equal(app().boards.missing.description, '2 commits ticked');
    const clearing = run('filterMissing');
    await user.step(/Filter the commits/, /Show All Commits/);
    await clearing;
    assert.doesNotMatch(message(), /Filter/);
    assert.equal((await itemOf('Warn when a crate is forgotten')).checkboxState, Checked);
    assert.equal((await roots())[0]?.item.checkboxState, Unchecked);
    const comparing = run('compareOther');
    await user.step(/Commits of which branch may be missing/, /^release\/1\.1$/);
    await comparing;
    assert.match(message(), /^Commits of release\/1\.1 that release\/1\.0 may lack/);
    assert.ok((await titles()).includes('Release 1.1.1'));
    assert.ok(!(await titles()).includes('Warn when a crate is forgotten'));
    assert.deepEqual(app().boards.missing.ticked, []);
  });

  it('says that nothing is missing, and of what the project’s own branch is compared with', async () => {
    ask('update-ref', `refs/heads/${two}`, 'refs/heads/main');
    await compared(two);
    assert.equal(message(), 'All commits of main are on backport/two.');
    assert.deepEqual(await roots(), []);
    const { ended } = await lookAt('main');
    const sources = await user.picker(/Commits of which branch may be missing/);
    assert.ok(!sources.items.some(({ label }) => label === 'main'));
    await user.escape();
    await ended;
  });

  it('has a row that says why the server failed in the middle, tries again from there, and can be stopped', async () => {
    const { client, project } = app().project.open ?? assert.fail('no project');
    await client.send(cherryPickCommit, { id: project.id, sha: sandbox().commits['clean'] ?? '', branch: one });
    const forbidden = { operation: 'listCommitDiff', fault: 'status', status: 403 } as const;
    await setFaults([{ ...forbidden, body: { message: '403 Forbidden' } }]);
    await compared(one);
    const [failed, ...others] = await roots();
    assert.match(failed?.text ?? '', /^Missing commits could not be read · .*403 Forbidden/);
    assert.deepEqual([others.length, message()], [0, '']);
    const retry = failed?.item.command?.command ?? assert.fail('no retry');

    await setFaults([{ operation: 'listCommitDiff', fault: 'hang' }]);
    const hanging = vscode.commands.executeCommand(retry);
    await poll(() => / commits read$/.test(app().boards.missing.description), { what: 'how far it is' });
    await run('cancelMissing');
    await hanging;
    assert.equal(app().boards.missing.comparison, undefined, 'there was nothing to stay');
    await setFaults([]);
    await compared(one);
    const { length } = await titles();
    assert.ok(length > 0);
    await setFaults([{ ...forbidden, body: { message: '403 Forbidden' } }]);
    await run('refreshMissing');
    assert.equal((await titles()).length, length, 'what was there before stays');
    assert.match((await roots())[0]?.text ?? '', /403 Forbidden.* Shown as of /);
    await setFaults([]);
    await vscode.commands.executeCommand(retry);
    assert.match((await roots())[0]?.text ?? '', /^Missing, /);
  });
});
