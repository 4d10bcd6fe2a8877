import assert from 'node:assert/strict';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import type { RunningSandbox } from '../support/startSandbox.ts';
import type { Ui } from '../support/hands.ts';
import { poll } from '../support/poll.ts';
import { git } from '../support/git.ts';
import { picturesOf } from '../support/pictures.ts';
import { otherThemes, pictureTheme } from '../support/themes.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';

describe('the main job, as a user does it with the packaged extension', function () {
  this.timeout(120_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let commits: Locator;

  const picture = picturesOf('main-job', () => ui);
  const ask = (...args: readonly string[]): string => git(sandbox.repository, ...args);
  const target = (): string => sandbox.branches.target;
  const subjectOf = (sha: string): string => ask('log', '-1', '--format=%s', sha);

  /** Chooses the commit from the palette, then the target branch; answers the rows of the dry run. */
  const dryRun = async (command: string, sha: string, branch: string): Promise<string[]> => {
    // the page of a commit in front would be taken for the choice
    await ui.command('View: Close All Editors');
    await ui.command(command);
    await ui.quickInput.waitFor();
    await ui.pick(subjectOf(sha), { filter: sha });
    await poll(async () => (await ui.quickInputTitle()).placeholder.includes('Target branch'), {
      what: 'the question for the branch',
    });
    await ui.pick(branch, { filter: branch });
    await poll(async () => (await ui.quickInputTitle()).placeholder.includes('Nothing has changed yet'), {
      what: 'the dry run',
    });
    return (await ui.quickPickItems()).map(({ label }) => label);
  };

  /** A row of the card, also one that comes after the dry run. */
  const cardRow = (text: string | RegExp): Locator =>
    ui.quickInput.locator('.monaco-list-row', { hasText: text }).first();

  before(async () => {
    sample = await startSampleSession();
    ({ sandbox, ui } = sample);
  });

  after(() => sample?.stop());

  it('explains itself before there is an account', async () => {
    await ui.openContainer('Graft');
    commits = await ui.openPane('Commits');
    await commits.locator('.monaco-button', { hasText: 'Sign In' }).waitFor();
    await picture('welcome');
  });

  it('says what is wrong with an address and a token, and signs in with good ones', async () => {
    await ui.command('Graft: Sign In to GitLab…');
    await ui.input('ftp://gitlab.example.com', { prompt: 'URL of the server' });
    await poll(async () => (await ui.quickInputMessage()).includes('must start with https://'), {
      what: 'the remark about the scheme',
    });
    await picture('bad-address');
    await ui.input(`${sandbox.url}/${sandbox.project}/-/commits/main`);
    await ui.input('glpat-wrong', { prompt: 'Token for' });
    await poll(async () => (await ui.quickInputMessage()).includes('rejects this token'), {
      what: 'the remark about the token',
    });
    await picture('wrong-token');
    await ui.input(sandbox.tokens.maintainer, { prompt: 'rejects this token' });
    await ui.notification(/Signed in to 127\.0\.0\.1:\d+ as maintainer/);
  });

  it('finds the project by the remote and shows its commits', async () => {
    const title = subjectOf('main');
    await ui.row(title, commits).waitFor();
    await picture('commits');
  });

  it('loads further commits as they come into sight', async () => {
    const oldest = ask('log', '--format=%s', '-1', '--skip=70', '--date-order', 'main');
    await ui.findRow(oldest, commits);
    await picture('scrolled');
    await ui.findRow(subjectOf('main'), commits);
  });

  it('expands a commit for its files and opens one in the diff editor', async () => {
    const sha = sandbox.commits.clean;
    const row = await ui.findRow(subjectOf(sha), commits);
    await ui.expand(row);
    const [file = ''] = ask('diff-tree', '--no-commit-id', '--name-only', '-r', '--diff-filter=M', sha).split('\n');
    await (await ui.findRow(path.posix.basename(file), commits)).click();
    await ui.tab(`${path.posix.basename(file)} (${sha.slice(0, 8)})`);
    const added = ask('show', '--format=', '--unified=0', sha, '--', file)
      .split('\n')
      .filter((line) => /^\+[^+]/.test(line))
      .map((line) => line.slice(1).trim());
    const first = added.find((line) => line !== '') ?? '';
    await poll(async () => (await ui.diff()).modified.some((line) => line.trim() === first), {
      what: `the new line "${first}"`,
      timeoutMs: 20_000,
    });
    await picture('file-diff');
  });

  it('opens all changes of a commit in one editor', async () => {
    const row = await ui.findRow(subjectOf(sandbox.commits.clean), commits);
    await ui.inlineAction(row, 'Open All Changes of Commit');
    const files = ask('diff-tree', '--no-commit-id', '--name-only', '-r', sandbox.commits.clean).split('\n');
    const entries = ui.page.locator('.multiDiffEntry');
    await poll(async () => (await entries.count()) === files.length, { what: `${files.length} files in one editor` });
    await picture('all-changes');
  });

  it('opens the page of a commit', async () => {
    await (await ui.findRow(subjectOf(sandbox.commits.clean), commits)).click();
    const page: Frame = await ui.webview('h1', { text: subjectOf(sandbox.commits.clean) });
    await page.locator('text=@@').first().waitFor({ timeout: 20_000 });
    await picture('commit-page');
  });

  it('shows markup in a message as text', async () => {
    await ui.command('Graft Commits: Open Commit…');
    await ui.pick(subjectOf(sandbox.commits.markup), { filter: sandbox.commits.markup });
    const page = await ui.webview('h1', { text: subjectOf(sandbox.commits.markup) });
    assert.equal(await page.locator('h1 script, h1 img, h1 b').count(), 0);
    await picture('markup');
  });

  it('shows a pick that conflicts, without changing anything', async () => {
    const before = ask('rev-parse', target());
    const rows = await dryRun('Graft Commits: Cherry-Pick Commit…', sandbox.commits.conflict, target());
    assert.equal(rows[0], 'Conflict');
    assert.match(rows.join(' '), /Server response: .*more recent commit may have updated/);
    await cardRow(/The changes do not apply to release\/1\.0/).waitFor();
    await cardRow(/You may push to release\/1\.0: allowed for Maintainers/).waitFor();
    await cardRow('src/pricing/price.ts').waitFor();
    await picture('conflict');
    await ui.closeQuickInput();
    assert.equal(ask('rev-parse', target()), before);
  });

  for (const theme of otherThemes) {
    it(`shows it in ${theme}`, async () => {
      await pictureTheme(ui, theme);
      await dryRun('Graft Commits: Cherry-Pick Commit…', sandbox.commits.conflict, target());
      await cardRow('src/pricing/price.ts').waitFor();
      await cardRow(/You may push to release\/1\.0/).waitFor();
      await picture(`conflict-${theme}`);
      await ui.closeQuickInput();
      await pictureTheme(ui, 'dark');
    });
  }

  it('shows a pick that is already there', async () => {
    const rows = await dryRun('Graft Commits: Cherry-Pick Commit…', sandbox.commits.alreadyThere, target());
    assert.equal(rows[0], 'Already there');
    await cardRow(/as [0-9a-f]{8}, with the same changes/).waitFor();
    await cardRow(/Open commit [0-9a-f]{8}/).waitFor();
    await cardRow(/You may push to release\/1\.0/).waitFor();
    await picture('already-there');
    await ui.closeQuickInput();
  });

  it('leads from a conflict to its commit with a message of its own, by the keyboard', async () => {
    const branch = 'feature/resolved';
    ask('update-ref', `refs/heads/${branch}`, target());
    await dryRun('Graft Commits: Cherry-Pick Commit…', sandbox.commits.conflict, branch);
    // the first step that the answer offers
    await ui.quickInput.locator('.monaco-list-row.focused', { hasText: 'Resolve…' }).waitFor();
    await ui.press('Enter');
    await ui.acceptInMergeEditor(/^Accept [0-9a-f]{8}$/);
    await ui.press('Control+s');
    await picture('resolved-without-board');
    await ui.answer('No conflict in', 'Mark as Resolved');
    await ui.answer('All conflicts of', 'Commit Resolution…');
    await ui.pick(`Commit on ${branch}`);
    await ui.modal('Edit Message…');
    await ui.tab('Resolution of');
    await poll(async () => (await ui.editorLines()).join('\n').includes('cherry picked from commit'), {
      what: 'the message in the editor',
    });
    await ui.page.locator('.statusbar-item', { hasText: 'Commit Message of Resolution' }).waitFor();
    await picture('resolution-message');
    await ui.press('Control+a');
    await ui.page.keyboard.type('Give every price a currency, resolved');
    await ui.press('Control+Enter');
    await ui.notification(`Committed on ${branch} as`);
    assert.equal(ask('log', '-1', '--format=%B', branch), 'Give every price a currency, resolved');
    await picture('resolution-committed');
    await ui.command('View: Close All Editors');
  });

  it('applies a clean pick once it is confirmed, and git has the new commit', async () => {
    const before = ask('rev-parse', target());
    const rows = await dryRun('Graft Commits: Cherry-Pick Commit…', sandbox.commits.clean, target());
    assert.equal(rows[0], `Cherry-pick onto ${target()}`);
    assert.equal(ask('rev-parse', target()), before);
    await picture('clean');
    await ui.pick(`Cherry-pick onto ${target()}`);
    await ui.notification(/Cherry-picked onto release\/1\.0 as [0-9a-f]{8}/);
    await picture('applied');
    assert.equal(ask('rev-parse', `${target()}^`), before);
    assert.equal(ask('log', '-1', '--format=%s', target()), subjectOf(sandbox.commits.clean));
    assert.match(
      ask('log', '-1', '--format=%B', target()),
      new RegExp(`\\(cherry picked from commit ${sandbox.commits.clean}\\)`),
    );
  });

  it('says so when the same commit is picked again', async () => {
    const rows = await dryRun('Graft Commits: Cherry-Pick Commit…', sandbox.commits.clean, target());
    assert.equal(rows[0], 'Already there');
    await ui.closeQuickInput();
  });

  it('cherry-picks with a message that was edited', async () => {
    const [sha = ''] = pickable();
    const rows = await dryRun('Graft Commits: Cherry-Pick Commit…', sha, target());
    assert.equal(rows[0], `Cherry-pick onto ${target()}`);
    await ui.pick('Edit the message first…');
    await ui.tab('Cherry-pick');
    await poll(async () => (await ui.editorLines()).join('\n').includes('cherry picked from commit'), {
      what: 'the message in the editor',
    });
    await ui.page.locator('.statusbar-item', { hasText: 'Commit Message of Cherry-Pick' }).waitFor();
    const buttons = ui.page.locator('.editor-group-container.active .editor-actions .action-label');
    await poll(async () => (await buttons.count()) > 1, { what: 'the buttons of the editor' });
    const labels = await buttons.evaluateAll((each) => each.map((button) => button.getAttribute('aria-label') ?? ''));
    assert.ok(
      labels.some((label) => /^Cherry-Pick/.test(label)),
      labels.join(),
    );
    const inEditor = ui.page.locator('.editor-group-container.active .overlayWidgets', { hasText: 'Commit' });
    assert.equal(await inEditor.count(), 0, 'the button of git messages');
    await picture('edit-message');
    await ui.press('Control+a');
    await ui.page.keyboard.type('Backport with words of my own');
    await ui.press('Control+Enter');
    await poll(() => ask('log', '-1', '--format=%B', target()) === 'Backport with words of my own', {
      what: 'the new commit in the repository',
    });
    await ui.notification(`Cherry-picked onto ${target()} as ${ask('rev-parse', target()).slice(0, 8)}`);
    await picture('applied-with-message');
  });

  it('reverts a commit on its branch', async () => {
    const tip = ask('rev-parse', target());
    await ui.command('View: Close All Editors');
    await ui.command('Graft Commits: Revert Commit…');
    await ui.pick('Backport with words of my own', { filter: tip });
    await ui.pick(target(), { filter: target() });
    await ui.pick(`Revert on ${target()}`);
    await ui.notification(/Reverted on release\/1\.0 as/);
    assert.equal(ask('log', '-1', '--format=%s', target()), 'Revert "Backport with words of my own"');
    assert.equal(ask('rev-parse', `${target()}^{tree}`), ask('rev-parse', `${tip}^^{tree}`));
    await picture('reverted');
  });

  it('opens, picks and applies by the keyboard alone', async () => {
    const [sha = ''] = pickable();
    const before = ask('rev-parse', target());
    const run = async (title: string): Promise<void> => {
      await ui.press('F1');
      await ui.quickInputBox.and(ui.page.locator(':focus')).waitFor();
      await ui.page.keyboard.type(title);
      await choose(title);
    };
    const choose = async (row: string): Promise<void> => {
      await ui.quickInput.locator('.monaco-list-row.focused', { hasText: row }).waitFor();
      await ui.press('Enter');
    };
    const asked = (words: string): Promise<unknown> =>
      poll(async () => (await ui.quickInputTitle()).placeholder.includes(words), { what: `the question for ${words}` });
    await run('Graft Commits: Open Commit…');
    await asked('Search the loaded commits');
    await ui.page.keyboard.type(sha);
    await choose(sha.slice(0, 8));
    await ui.webview('h1', { text: subjectOf(sha) });
    // the commit one is looking at
    await run('Graft Commits: Cherry-Pick Commit…');
    await asked('Target branch');
    await ui.page.keyboard.type(target());
    await choose(target());
    await asked('Nothing has changed yet');
    await choose(`Cherry-pick onto ${target()}`);
    await poll(() => ask('rev-parse', target()) !== before, { what: 'the new commit in the repository' });
    assert.equal(ask('rev-parse', `${target()}^`), before);
    assert.equal(ask('log', '-1', '--format=%s', target()), subjectOf(sha));
    await picture('by-keyboard');
  });

  it('shows the protection rules and who may push', async () => {
    const pane = await ui.openPane('Protected Branches');
    // above the rules there is a row of the current branch, of the same name
    const row = pane.locator('.monaco-list-row', { hasText: /main.*push: / }).first();
    await ui.expand(row);
    await ui.findRow('May push', pane);
    await picture('protected-branches');
  });

  it('keeps the account over a reload of the window', async () => {
    await ui.reload();
    await ui.openContainer('Graft');
    commits = await ui.openPane('Commits');
    await ui.row(subjectOf('main'), commits).waitFor({ timeout: 30_000 });
  });

  /** Commits of main that touch only files the release branch has in the same state: they pick cleanly. */
  const pickable = (): string[] =>
    ask('log', '--no-merges', '--format=%H', 'main', '-60')
      .split('\n')
      .filter((sha) => sha !== sandbox.commits.clean && ask('rev-list', '--count', `${target()}..${sha}`) !== '0')
      .filter((sha) => appliesCleanly(sha));

  const appliesCleanly = (sha: string): boolean => {
    const names = ask('diff-tree', '--no-commit-id', '--name-status', '-r', sha).split('\n');
    return names.every((line) => {
      const [status = '', file = ''] = line.split('\t');
      const blob = (ref: string): string => ask('ls-tree', ref, file);
      return status === 'M' ? blob(target()) !== '' && blob(target()) === blob(`${sha}^`) : false;
    });
  };
});
