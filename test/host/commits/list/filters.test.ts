import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { describeFilter } from '../../../../src/host/commits/list/filterMessages.ts';
import { branchRef, tagRef } from '../../../../src/wire/refName.ts';
import { forgetRequests, receivedRequests, settledRows, signedIn } from '../../../support/window/inHost.ts';
import { poll } from '../../../support/poll.ts';
import { hands } from '../../hands.ts';
import { openProject } from '../../projects.ts';
import { onServer, searched, titles } from '../browsing.ts';

describe('filters of the Commits view', function () {
  this.timeout(60_000);
  const ui = hands();
  const app = signedIn();

  beforeEach(async () => {
    await app().commits.setFilter({});
    await settledRows(app().commits);
  });

  afterEach(async () => {
    await app().namedFilters.replace([]);
  });

  const answer = async (name: RegExp, text: string): Promise<void> => {
    void vscode.commands.executeCommand('graft.commits.filter');
    await ui.enter(await ui.picker(/^Filter Commits/), name);
    const box = await ui.box(name);
    ui.type(box, text);
    await ui.enter();
  };

  const search = async (name: RegExp, title: RegExp, text: string, row: RegExp): Promise<void> => {
    void vscode.commands.executeCommand('graft.commits.filter');
    await ui.enter(await ui.picker(/^Filter Commits/), name);
    const picker = await ui.picker(title);
    await searched(ui, picker, text, row);
    await ui.enter(picker, row);
  };

  it('offer what a typed text may mean: message, author, path and branch', async () => {
    for (const [text, row, expected] of [
      ['currency', /^Message contains “currency”/, { message: 'currency' }],
      ['readme', /^Path README\.md/, { path: 'README.md' }],
      ['release/1.0', /^release\/1\.0/, { ref: branchRef('release/1.0'), message: 'ripe', all: false }],
    ] as const) {
      // a branch is kept beside a message filter; other filters replace it
      await app().commits.setFilter({ message: 'ripe' });
      void vscode.commands.executeCommand('graft.commits.filter');
      const picker = await ui.picker(/^Filter Commits/);
      await searched(ui, picker, text, row);
      await ui.enter(picker, row);
      await poll(() => JSON.stringify(app().commits.filter) === JSON.stringify(expected), {
        what: `the filter ${text}`,
      });
    }
  });

  it('are asked for one by one and add up', async () => {
    await search(/^Path/, /^Path/, 'README.md', /^README\.md$/);
    await poll(() => app().commits.filter.path === 'README.md', { what: 'the path' });
    await answer(/^Since/, '2026-01-01');
    await poll(() => app().commits.filter.since === '2026-01-01', { what: 'the day' });
    void vscode.commands.executeCommand('graft.commits.filter');
    await ui.enter(await ui.picker(/^Filter Commits/), /^First parent only/);
    await poll(() => app().commits.filter.firstParent === true, { what: 'the switch' });
    const expected = onServer('log', '--first-parent', '--since=2026-01-01', '--format=%s', 'main', '--', 'README.md');
    assert.deepEqual(await titles(app()), expected.split('\n'));
  });

  it('search messages on the server, which knows the branch beside them and nothing else', async () => {
    await app().commits.setFilter({ ref: 'main', path: 'README.md' });
    await titles(app());
    await forgetRequests();
    await answer(/^Message/, 'RIPENESS');
    await poll(() => app().commits.filter.message === 'RIPENESS', { what: 'the words' });
    assert.deepEqual(app().commits.filter, { ref: 'main', message: 'RIPENESS' });
    const found = onServer('log', '--grep=ripeness', '--regexp-ignore-case', '--format=%s', '-40', 'main');
    assert.deepEqual(await titles(app()), found.split('\n'));
    const asked = (await receivedRequests()).filter(({ operation = '' }) => /^(list|search)Commits$/.test(operation));
    assert.deepEqual(
      asked.map(({ operation }) => operation),
      ['searchCommits'],
    );
    // any other filter shows a list again
    await search(/^Path/, /^Path/, 'README.md', /^README\.md$/);
    await poll(() => app().commits.filter.path === 'README.md', { what: 'the path' });
    assert.deepEqual(app().commits.filter, { ref: 'main', path: 'README.md' });
  });

  it('take a tag that is searched on the server', async () => {
    void vscode.commands.executeCommand('graft.commits.filter');
    await ui.enter(await ui.picker(/^Filter Commits/), /^Branch, tag or range/);
    const picker = await ui.picker(/^Commits of which branch, tag or range/);
    await searched(ui, picker, 'v1.0', /^v1\.0\.0$/);
    await ui.enter(picker, /^v1\.0\.0$/);
    await poll(() => app().commits.filter.ref === tagRef('v1.0.0'), { what: 'the filter' });
    assert.deepEqual(await titles(app()), onServer('log', '-40', '--format=%s', 'v1.0.0').split('\n'));
  });

  for (const [name, text, words] of [
    [/^Since/, 'soon', '“soon” is not a date. Enter a date such as 2026-03-31 or “2 weeks ago”.'],
    [/^Until/, '2026-02-30', '“2026-02-30” is not a date. Enter a date such as 2026-03-31 or “2 weeks ago”.'],
  ] as const) {
    it(`refuse ${text} with a sentence`, async () => {
      await answer(name, text);
      const box = await ui.box(name);
      await poll(() => box.validationMessage === words, { what: words });
      assert.deepEqual(app().commits.filter, {});
    });
  }

  for (const [name, title, text, words] of [
    [/^Path/, /^Path/, '/src', 'Enter the path from the top of the repository, such as src/main.ts.'],
    [/^Path/, /^Path/, '../src', 'Enter the path from the top of the repository, such as src/main.ts.'],
    [/^Branch/, /^Commits of which/, 'nowhere', 'No branch, tag or commit “nowhere” in acme/orchard.'],
    [/^Branch/, /^Commits of which/, 'main..nowhere', 'No branch, tag or commit “nowhere” in acme/orchard.'],
  ] as const) {
    it(`offer nothing for ${text} but a sentence`, async () => {
      void vscode.commands.executeCommand('graft.commits.filter');
      await ui.enter(await ui.picker(/^Filter Commits/), name);
      const picker = await ui.picker(title);
      ui.type(picker, text);
      await poll(() => picker.items.length === 1 && picker.items[0]?.label.endsWith(words), { what: words });
      await ui.escape();
      assert.deepEqual(app().commits.filter, {});
    });
  }

  it('suggest the authors of the commits, and members of the project', async () => {
    const bot = ['-c', 'user.name=renovate[bot]', '-c', 'user.email=bot@acme.example'];
    const commit = onServer(...bot, 'commit-tree', '-m', 'Update all', '-p', 'main', 'main^{tree}').trim();
    onServer('update-ref', 'refs/heads/by-bot', commit);
    await app().commits.setFilter({ ref: 'by-bot' });
    await settledRows(app().commits);
    await search(/^Author/, /^Author/, 'renovate', /^renovate\[bot\]$/);
    await poll(() => app().commits.filter.author !== undefined, { what: 'the author' });
    assert.deepEqual(await titles(app()), ['Update all']);
    assert.equal(describeFilter(app().commits.filter), 'by-bot, Author: renovate[bot]');
    void vscode.commands.executeCommand('graft.commits.filter');
    await ui.enter(await ui.picker(/^Filter Commits/), /^Author/);
    const picker = await ui.picker(/^Author/);
    const typed = await searched(ui, picker, 'renovate[bot]', /^renovate/);
    assert.equal(typed.description, 'as entered, read as a regular expression');
    await searched(ui, picker, 'olive', /^Olive/);
    assert.ok(
      picker.items.some(({ description }) => description === '@owner'),
      JSON.stringify(picker.items),
    );
    await ui.escape();
  });

  it('understand a range, and the default branch', async () => {
    await search(/^Branch/, /^Commits of which/, 'v1.0.0..main', /^v1\.0\.0\.\.main$/);
    await poll(() => app().commits.filter.ref === `v1.0.0..${branchRef('main')}`, { what: 'the range' });
    void vscode.commands.executeCommand('graft.commits.filter');
    await ui.enter(await ui.picker(/^Filter Commits/), /^Branch/);
    const picker = await ui.picker(/^Commits of which/);
    await poll(() => picker.items.some(({ label }) => label === 'Checked-out branch'), { what: 'that branch' });
    await ui.enter(picker, /^Checked-out branch$/);
    await poll(() => app().commits.filter.ref === undefined, { what: 'that branch to be followed' });
    void vscode.commands.executeCommand('graft.commits.filter');
    const [row] = (await ui.picker(/^Filter Commits/)).items.filter(({ label }) => label.startsWith('Branch, tag'));
    assert.equal(row?.description, 'main (checked out)');
    await ui.escape();
  });

  it('are saved under a name, chosen, renamed and deleted, for each project on its own', async () => {
    await app().commits.setFilter({ path: 'README.md', firstParent: true });
    void vscode.commands.executeCommand('graft.commits.saveFilter');
    ui.type(await ui.box(/^Save Filter/), 'Read me');
    await ui.enter();
    await poll(() => app().namedFilters.list().length === 1, { what: 'the filter to be saved' });

    await app().commits.setFilter({});
    void vscode.commands.executeCommand('graft.commits.chooseFilter');
    await ui.enter(await ui.picker(/^Show the commits of which filter/), /^Read me$/);
    await poll(() => app().commits.filter.path === 'README.md', { what: 'the filter' });
    assert.deepEqual(app().commits.filter, { path: 'README.md', firstParent: true });

    void vscode.commands.executeCommand('graft.commits.filter');
    await ui.enter(await ui.picker(/^Filter Commits/), /Rename a saved filter/);
    await ui.enter(await ui.picker(/^Rename which filter/), /^Read me$/);
    ui.type(await ui.box(/^Rename Filter “Read me”/), 'Documents');
    await ui.enter();
    await poll(() => app().namedFilters.list()[0]?.name === 'Documents', { what: 'the new name' });

    const account = app().project.open?.account ?? assert.fail('no project');
    await openProject(app(), account, 'acme/tools/seedling');
    assert.deepEqual([app().namedFilters.list(), app().commits.filter], [[], {}]);
    await app().project.detect();
    assert.deepEqual(app().commits.filter, { path: 'README.md', firstParent: true });

    ui.willPress('Undo');
    void vscode.commands.executeCommand('graft.commits.filter');
    await ui.enter(await ui.picker(/^Filter Commits/), /Delete a saved filter/);
    await ui.enter(await ui.picker(/^Delete which filter/), /^Documents$/);
    await ui.hears(/^Filter “Documents” deleted/);
    await poll(() => app().namedFilters.list().length === 1, { what: 'the filter to be back' });
    void vscode.commands.executeCommand('graft.commits.deleteFilter');
    await ui.enter(await ui.picker(/^Delete which filter/), /^Documents$/);
    await poll(() => app().namedFilters.list().length === 0, { what: 'the filter to be gone' });
  });

  it('say what to do when there is nothing to save or to choose', async () => {
    await vscode.commands.executeCommand('graft.commits.saveFilter');
    await ui.hears(/^There is no filter to save/);
    await vscode.commands.executeCommand('graft.commits.chooseFilter');
    await ui.hears(/^This project has no saved filters/);
  });

  it('show trailers beside the commits that have them', async () => {
    await app().commits.setFilter({ trailers: true, ref: 'main' });
    const rows = await settledRows(app().commits);
    const commits = onServer('log', '--format=%H%x1f%(trailers:only,unfold,separator=%x1f)', '-20', 'main')
      .split('\n')
      .map((line) => line.split('\x1f').filter(Boolean));
    const [sha, ...trailers] = commits.find(({ length }) => length > 1) ?? [];
    assert.ok(trailers.length > 0, 'one of the last commits has trailers');
    const text = rows.find(({ row }) => row.kind === 'commit' && row.commit.id === sha)?.text ?? '';
    for (const trailer of trailers) assert.ok(text.includes(trailer), `${trailer} in ${text}`);
    const [plain] = commits.find(({ length }) => length === 1) ?? [];
    const other = rows.find(({ row }) => row.kind === 'commit' && row.commit.id === plain)?.text ?? '';
    assert.ok(other !== '' && !other.includes(trailers[0]?.split(':')[0] ?? ''), other);
  });
});
