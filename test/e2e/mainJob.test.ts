import assert from 'node:assert/strict';
import path from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import type { ProtectedBranch } from '../../src/wire/protectedBranches.ts';
import type { RunningSandbox } from '../support/servers/startSandbox.ts';
import type { Ui } from '../support/window/hands.ts';
import { poll } from '../support/poll.ts';
import { git } from '../support/git.ts';
import { readManifest } from '../support/paths.ts';
import { picturesOf } from '../support/window/pictures.ts';
import { type SampleSession, startSampleSession } from '../support/window/sampleSession.ts';

describe('the main job, as a user does it with the packaged extension', function () {
  this.timeout(120_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let commits: Locator;

  const picture = picturesOf('main-job', () => ui);
  const ask = (...args: readonly string[]): string => git(sandbox.repository, ...args);
  const target = (): string => sandbox.branches.target;
  const titled = (text: string): Promise<unknown> =>
    poll(async () => (await ui.quickInputTitle()).title.includes(text), { what: `the question “${text}”` });
  const subjectOf = (sha: string): string => ask('log', '-1', '--format=%s', sha);

  const dryRun = async (command: string, sha: string, branch: string): Promise<string[]> => {
    // a commit page in front would be the default
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

  /** Also a row added after the dry run. */
  const cardRow = (text: string | RegExp): Locator =>
    ui.quickInput.locator('.monaco-list-row', { hasText: text }).first();

  before(async () => {
    // in a browser VS Code autosaves after a second
    sample = await startSampleSession({ settings: { 'files.autoSave': 'off' } });
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
    // offered because of the folder's remote
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'GitLab responds' }).waitFor();
    await picture('servers');
    await ui.pick('Another Server…');
    await ui.input('ftp://gitlab.example.com', { prompt: 'URL of the server' });
    await poll(async () => (await ui.quickInputMessage()).includes('must start with https://'), {
      what: 'the remark about the scheme',
    });
    await picture('bad-address');
    await ui.input(`${sandbox.url}/${sandbox.project}/-/commits/main`);
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'Paste a Token' }).waitFor();
    await picture('ways');
    await ui.pick('Paste a Token');
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
    // pages load from the extension's folder only
    const loaded = await page.evaluate(async () => {
      await document.fonts.load('16px codicon');
      return performance.getEntriesByType('resource').map((each) => each.name);
    });
    const { publisher, name, version } = readManifest();
    assert.match(loaded.join('\n'), /\/dist\/codicon\.ttf/);
    assert.deepEqual(
      loaded.filter((address) => !address.includes(`/${publisher}.${name}-${version}`)),
      [],
    );
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
    // the first action
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

  it('opens, picks and applies by the keyboard alone', async () => {
    const [sha = ''] = pickable();
    const before = ask('rev-parse', target());
    const choose = async (row: string): Promise<void> => {
      await ui.quickInput.locator('.monaco-list-row.focused', { hasText: row }).waitFor();
      await ui.press('Enter');
    };
    const asked = (words: string): Promise<unknown> =>
      poll(async () => (await ui.quickInputTitle()).placeholder.includes(words), { what: `the question for ${words}` });
    await ui.commandByKeyboard('Graft Commits: Open Commit…');
    await asked('Search the loaded commits');
    await ui.page.keyboard.type(sha);
    await choose(sha.slice(0, 8));
    await ui.webview('h1', { text: subjectOf(sha) });
    // the commit of the open page
    await ui.commandByKeyboard('Graft Commits: Cherry-Pick Commit…');
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

  it('says in the view and in the status bar whether the current branch takes a push, and why', async () => {
    for (const other of ['Commits', 'Reviews']) await ui.closePane(other);
    const pane = await ui.openPane('Protected Branches');
    await poll(async () => (await ui.treeLines(pane)).some((line) => line === 'main · you may push · current branch'), {
      what: 'the answer for main',
    });
    await ui.expand(ui.row('main', pane));
    const lines = await poll(
      async () => {
        const drawn = await ui.treeLines(pane);
        return drawn.some((line) => line.includes('Your role')) ? drawn : undefined;
      },
      { what: 'the reasons' },
    );
    assert.ok(lines.includes('  Push · Yes: allowed for Maintainers (rule main)'), lines.join('\n'));
    await picture('rules');
    const text = await ui.hover(await ui.statusItem('Push allowed'));
    assert.match(text, /You may push to main: allowed for Maintainers \(rule main\)\./);
    await picture('may-push');
  });

  it('protects a wildcard, with the branches it covers listed while it is typed', async () => {
    const pane = await ui.openPane('Protected Branches');
    await ui.paneAction(pane, 'Protect Branches…');
    await titled('Protect Branches');
    await ui.quickInputBox.fill('feature/*');
    await ui.quickRow('Protect feature/*').waitFor();
    const items = await ui.quickPickItems();
    assert.match(items[0]?.detail ?? '', /^Covers \d+ branches now: /);
    assert.ok(items.some(({ label }) => label === 'feature/ripeness-forecast'));
    await picture('wildcard');
    await ui.pick('Protect feature/*');
    await titled('Protect feature/*');
    await picture('levels');
    await ui.pick('May push');
    await titled('May push');
    await ui.pick('Developers + Maintainers');
    await ui.pick('Maintainers');
    await picture('grantees');
    await ui.pick('Done');
    await titled('Protect feature/*');
    await ui.pick('Review and protect…');
    await ui.page.locator('.monaco-dialog-box').waitFor();
    await picture('protect');
    const { message, detail } = await ui.modal('Protect');
    assert.match(message, /Protect feature\/\* in acme\/orchard\?/);
    assert.match(detail, /May push: Developers \+ Maintainers/);
    await ui.row('feature/*', pane).waitFor();
    const headers = { 'private-token': sandbox.tokens.maintainer };
    const address = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/protected_branches/feature%2F*`;
    const rule = (await (await fetch(address, { headers })).json()) as ProtectedBranch;
    assert.deepEqual(
      rule.push_access_levels.map((entry) => entry.access_level),
      [30],
    );
    await ui.notification('feature/* is protected.');
    await picture('protected');
    await ui.command('Notifications: Clear All Notifications');
    await ui.closePane('Protected Branches');
    for (const other of ['Commits', 'Reviews']) await ui.openPane(other);
  });

  /** Commits of main whose files are equal on the release branch, so that they apply cleanly. */
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
