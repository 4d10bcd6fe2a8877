import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { setFaultsAt } from '../support/sandboxControl.ts';
import { type RunningSandbox, startSandbox } from '../support/startSandbox.ts';
import type { ProtectedBranch } from '../../src/wire/protectedBranches.ts';
import type { Ui } from '../support/hands.ts';
import { picturesOf } from '../support/pictures.ts';
import { poll } from '../support/poll.ts';
import { pictureTheme, themeNames } from '../support/themes.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';

describe('protected branches, as a user meets them with the packaged extension', function () {
  this.timeout(120_000);
  let sandbox: RunningSandbox;
  let session: SampleSession;
  let ui: Ui;
  let pane: Locator;

  const picture = picturesOf('protected-branches', () => ui);
  const rules = async (): Promise<ProtectedBranch[]> => {
    const address = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/protected_branches?per_page=100`;
    const answer = await fetch(address, { headers: { 'private-token': sandbox.tokens.maintainer } });
    assert.ok(answer.ok);
    return (await answer.json()) as ProtectedBranch[];
  };
  const rule = async (name: string): Promise<ProtectedBranch | undefined> =>
    (await rules()).find((each) => each.name === name);
  const roles = (list: ProtectedBranch['push_access_levels']): unknown[] => list.map((entry) => entry.access_level);
  const titled = (text: string): Promise<unknown> =>
    poll(async () => (await ui.quickInputTitle()).title.includes(text), { what: `the question “${text}”` });
  const dialog = (): Locator => ui.page.locator('.monaco-dialog-box');

  before(async () => {
    sandbox = await startSandbox({ faults: true });
    session = await startSampleSession({ sandbox, token: sandbox.tokens.maintainer, signIn: 'preset' });
    ui = session.ui;
    // nothing of Graft was opened yet: the repository is what loads it
    await ui.statusItem('Push allowed');
    await ui.openContainer('Graft');
    pane = await ui.openPane('Protected Branches');
    await ui.row('release/*', pane).waitFor({ timeout: 30_000 });
    for (const other of ['Commits', 'Reviews', 'Administration']) {
      const header = ui.pane(other).locator('.pane-header');
      if ((await header.count()) > 0 && (await header.getAttribute('aria-expanded')) === 'true') await header.click();
    }
  });

  after(async () => {
    await session?.stop();
    await sandbox?.close();
  });

  it('says in the view and in the status bar whether the current branch takes a push, and why', async () => {
    await ui.statusItem('Push allowed');
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
    await picture('view');
    const text = await ui.hover(await ui.statusItem('Push allowed'));
    assert.match(text, /You may push to main: allowed for Maintainers \(rule main\)\./);
    await picture('status');
  });

  it('answers for the current branch at a click on the status bar, and for any name that is typed', async () => {
    await (await ui.statusItem('Push allowed')).click();
    await titled('You may push to main');
    await picture('answer');
    await ui.pick('Another branch…');
    await titled('Can I Push Here?');
    await ui.quickInputBox.fill('release/9.9');
    await ui.quickRow('release/9.9').waitFor();
    await picture('typed');
    await ui.pick('release/9.9');
    await titled('You may push to release/9.9');
    const items = await ui.quickPickItems();
    assert.ok(items.some(({ label }) => label === 'This branch is not on the server yet.'));
    await picture('answer-typed');
    await ui.closeQuickInput();
  });

  it('protects a wildcard, with the branches it covers listed while it is typed', async () => {
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
    await dialog().waitFor();
    await picture('question');
    const { message, detail } = await ui.modal('Protect');
    assert.match(message, /Protect feature\/\* in acme\/orchard\?/);
    assert.match(detail, /May push: Developers \+ Maintainers/);
    await ui.row('feature/*', pane).waitFor();
    assert.deepEqual(roles((await rule('feature/*'))?.push_access_levels ?? []), [30]);
    await ui.notification('feature/* is protected.');
    await picture('protected');
    await ui.command('Notifications: Clear All Notifications');
  });

  it('edits levels after showing before and after, and Undo brings the former ones back', async () => {
    const row = await ui.findRow('feature/*', pane);
    await ui.inlineAction(row, 'Edit Protection Rule…');
    await titled('Edit the Rule feature/*');
    await ui.pick('May merge');
    await titled('May merge');
    await ui.pick('Developers + Maintainers');
    await ui.pick('Done');
    await titled('Edit the Rule feature/*');
    await ui.pick('Force push');
    await poll(
      async () =>
        (await ui.quickPickItems()).some(({ label, description }) => label === 'Force push' && /yes/.test(description)),
      {
        what: 'the switch',
      },
    );
    await picture('changed');
    await ui.pick('Review and save…');
    await dialog().waitFor();
    await picture('before-after');
    const { detail } = await ui.modal('Save');
    assert.match(detail, /May merge: Maintainers → Developers \+ Maintainers, Maintainers/);
    assert.match(detail, /Force push: no → yes/);
    await ui.notification('The rule feature/* was changed.');
    assert.equal((await rule('feature/*'))?.allow_force_push, true);
    assert.deepEqual(roles((await rule('feature/*'))?.merge_access_levels ?? []).sort(), [30, 40]);
    await picture('undo');
    await ui.answer('The rule feature/* was changed.', 'Undo');
    await poll(async () => (await rule('feature/*'))?.allow_force_push === false, { what: 'the former rule' });
    assert.deepEqual(roles((await rule('feature/*'))?.merge_access_levels ?? []), [40]);
    await ui.command('Notifications: Clear All Notifications');
  });

  it('finds a rule among many, and shows who it lets', async () => {
    await ui.paneAction(pane, 'Find Protection Rule…');
    await titled('Find Protection Rule');
    await ui.quickInputBox.fill('stag');
    await ui.quickRow('release/*').waitFor({ state: 'hidden' });
    await picture('find');
    await ui.pick('staging/*');
    await poll(async () => (await ui.treeLines(pane)).some((line) => /^ {2}May push · Maintainers, Deniz/.test(line)), {
      what: 'who the rule lets',
    });
    await picture('found');
  });

  it('leads from the rule to its levels, to who is let, and back, in every theme', async () => {
    const row = await ui.findRow('staging/*', pane);
    await ui.expand(row);
    for (const label of themeNames) {
      await pictureTheme(ui, label);
      await picture(`view-${label}`);
      await ui.command('Graft Branches: Edit Protection Rule…');
      await titled('Edit Protection Rule');
      await ui.quickRow('staging/*').waitFor();
      await ui.pick('staging/*');
      await titled('Edit the Rule staging/*');
      await picture(`levels-${label}`);
      await ui.pick('May push');
      await titled('May push');
      await picture(`grantees-${label}`);
      // leads back to the rule
      await ui.press('Escape');
      await titled('Edit the Rule staging/*');
      await ui.closeQuickInput();
      await (await ui.statusItem('Push allowed')).click();
      await titled('You may push to main');
      await picture(`answer-${label}`);
      await ui.closeQuickInput();
    }
    await pictureTheme(ui, 'dark');
  });

  it('unprotects after saying what that means', async () => {
    const row = await ui.findRow('feature/*', pane);
    await ui.contextMenu(row, 'Unprotect…');
    await dialog().waitFor();
    await picture('unprotect');
    const { detail } = await ui.modal('Unprotect');
    assert.match(detail, /Covers \d+ branches now/);
    await ui.notification('Protection of feature/* removed.');
    assert.equal(await rule('feature/*'), undefined);
    await ui.row('feature/*', pane).waitFor({ state: 'detached' });
    await picture('unprotected');
  });

  it('says that it does not know, in every place, when the rules cannot be read', async () => {
    await setFaultsAt(
      sandbox.url,
      ['P1', 'R4'].map((operation) => ({ operation, fault: 'status', status: 500 })),
    );
    await ui.paneAction(pane, 'Refresh Protected Branches');
    await ui.statusItem('Push: unknown');
    await ui.row('Protected branches could not be loaded', pane).waitFor();
    await picture('unknown');
    await setFaultsAt(sandbox.url, []);
    await ui.paneAction(pane, 'Refresh Protected Branches');
    await ui.statusItem('Push allowed');
  });
});
