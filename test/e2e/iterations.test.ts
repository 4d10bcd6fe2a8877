import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FaultRequest } from '../../src/sandbox/faults.ts';
import { setFaultsAt } from '../support/sandboxControl.ts';
import { type RunningSandbox, startSandbox } from '../support/startSandbox.ts';
import type { Ui } from '../support/hands.ts';
import { picturesOf } from '../support/pictures.ts';
import { poll } from '../support/poll.ts';
import { cloneSample, type SampleClone } from '../support/sampleClone.ts';
import { type SampleDays, sampleDays } from '../support/sampleDays.ts';
import { otherThemes, pictureTheme } from '../support/themes.ts';
import { type Session, startSession } from '../support/userSession.ts';

describe('iterations, with the packaged extension', function () {
  this.timeout(120_000);
  let sandbox: RunningSandbox;
  let clone: SampleClone;
  let session: Session;
  let ui: Ui;
  let pane: Locator;
  let days: SampleDays;

  const picture = picturesOf('iterations', () => ui);
  const setFaults = (...faults: readonly FaultRequest[]): Promise<void> => setFaultsAt(sandbox.url, faults);
  /** Waits until a row of the view says something. */
  const says = (words: RegExp | (() => string)): Promise<string> => {
    const isMeant = (line: string): boolean => (words instanceof RegExp ? words.test(line) : line.includes(words()));
    return poll(async () => (await ui.treeLines(pane)).find(isMeant), {
      what: `a row that says ${words instanceof RegExp ? String(words) : words()}`,
      timeoutMs: 30_000,
    });
  };
  /** The row that says something. */
  const rowOf = (words: RegExp): Locator =>
    pane.locator('.monaco-list-row[role=treeitem]').filter({ hasText: words }).first();

  before(async () => {
    sandbox = await startSandbox({ faults: true });
    days = await sampleDays(sandbox.url, sandbox.tokens.maintainer);
    clone = await cloneSample(sandbox);
    session = await startSession({
      folder: clone.folder,
      viewport: { width: 1300, height: 850 },
      settings: { 'graft.iterations.statusBar': true },
    });
    ui = session.ui;
    await ui.command('Graft: Sign In to GitLab…');
    await ui.input(sandbox.url, { prompt: 'URL of the server' });
    await ui.input(sandbox.tokens.maintainer, { prompt: 'Token for' });
    await ui.notification(/Signed in/);
    await ui.openContainer('Graft');
    for (const other of ['Protected Branches', 'Reviews', 'Commits']) {
      await ui.closePane(other);
    }
    pane = await ui.openPane('Iterations');
  });

  after(async () => {
    await session?.stop();
    clone?.remove();
    await sandbox?.close();
  });

  it('shows the current one with its dates, days left and progress, and the issues below it, mine first', async () => {
    await says(() => `${days.left(10)} · 1/3 done`);
    await picture('view');
    await ui.expand(rowOf(/days left/));
    await says(/A map of the rows · mine · #2/);
    await ui.expand(rowOf(/^Upcoming/));
    await says(() => days.until(11));
    await ui.expand(rowOf(/^Closed/));
    await says(() => days.since(4));
    await picture('expanded');
  });

  it('changes the weight of an issue from its row, after showing it', async () => {
    await ui.contextMenu(rowOf(/A map of the rows/), 'Change Weight or Assignees…');
    await ui.pick('Weight');
    await ui.input('8', { prompt: 'A whole number' });
    await ui.quickRow('Weight').waitFor();
    await picture('change-issue');
    await ui.pick('Change the issue');
    await ui.notification(/was changed\. Weight: .+ → 8\./);
  });

  it('shows at once what others do', async () => {
    const change = async (stateEvent: 'CLOSE' | 'REOPEN'): Promise<void> => {
      const query = 'mutation M($input: UpdateIssueInput!) { updateIssue(input: $input) { errors } }';
      await fetch(`${sandbox.url}/api/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${sandbox.tokens.owner}` },
        body: JSON.stringify({ query, variables: { input: { projectPath: 'acme/orchard', iid: '4', stateEvent } } }),
      });
    };
    const done = async (): Promise<boolean> =>
      (await ui.treeLines(pane)).some((line) => line.includes(`${days.left(10)} · 2/3 done`));
    // nobody tells when the server has begun to tell: until then a change is not heard of
    const isHeard = async (): Promise<boolean> => {
      await change('CLOSE');
      if (await poll(done, { what: 'the change', timeoutMs: 3_000 }).catch(() => false)) return true;
      await change('REOPEN');
      return false;
    };
    await poll(isHeard, { what: 'a change to be heard of', timeoutMs: 40_000 });
    await says(/Weigh crates in ounces · done/);
    await picture('changed-by-others');
    await change('REOPEN');
    await says(() => `${days.left(10)} · 1/3 done`);
  });

  it('tells more in a tooltip', async () => {
    const words = await ui.hover(rowOf(/days left/));
    assert.match(words, /Cadence: Every fortnight/);
    assert.match(words, /1 open issue assigned to you/);
    await picture('tooltip');
  });

  it('opens an issue in the browser', async () => {
    await ui.page.mouse.move(900, 500);
    await ui.page.locator('.monaco-hover:visible, .workbench-hover:visible').waitFor({ state: 'hidden' });
    const opening = ui.page.context().waitForEvent('page', { timeout: 30_000 });
    await rowOf(/A map of the rows/).click();
    const opened = await opening;
    await poll(() => /acme\/orchard\/-\/issues\/2$/.test(opened.url()), { what: 'the page of the issue' });
    await opened.close();
    await ui.page.bringToFront();
  });

  it('says in the status bar what I am on, and lists it on a click', async () => {
    const item = await ui.statusItem(`1 issue · ${days.left(10)}`);
    await item.click();
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'A map of the rows' }).waitFor();
    await picture('mine');
    await ui.press('Escape');
  });

  it('copies an iteration as Markdown', async () => {
    await ui.inlineAction(rowOf(/days left/), 'Copy Iteration as Markdown');
    await ui.statusItem('Copied as Markdown');
    await ui.command('File: New Untitled Text File');
    await ui.press('Control+v');
    await poll(async () => (await ui.editorLines()).some((line) => line.includes('### Mine')), { what: 'the text' });
    await picture('markdown');
    await ui.press('Control+a', 'Delete');
  });

  it('lists those of another group', async () => {
    await ui.paneAction(pane, 'Choose Group for Iterations');
    await ui.quickInputBox.fill('tools');
    // what was found before the search goes when its answer is there
    await ui.quickInput
      .locator('.monaco-list-row', { hasText: 'group of the current project' })
      .waitFor({ state: 'hidden' });
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'acme/tools' }).first().waitFor();
    await picture('groups');
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'Tools' }).first().click();
    await says(() => `Oil the hinges · ${days.left(6)}`);
    await picture('other-group');
  });

  it('searches', async () => {
    await ui.command('Graft Iterations: Filter Iterations…');
    await ui.pick('Title or cadence…');
    await ui.input('tool shed', { prompt: 'Part of the title' });
    await says(/^Sharpen the saws/);
    await picture('search');
    await ui.command('Graft Iterations: Clear Search and Filter');
    await says(/^Current/);
    await says(() => `${days.left(10)} · no issues`);
  });

  it('goes back to the group of the project', async () => {
    await ui.paneAction(pane, 'Choose Group for Iterations');
    await ui.quickInput.locator('.monaco-list-row', { hasText: 'group of the current project' }).first().click();
    await says(() => `${days.left(10)} · 1/3 done`);
    await ui.expand(rowOf(/days left/));
    await says(/A map of the rows/);
    await ui.expand(rowOf(/^Upcoming/));
  });

  for (const theme of otherThemes) {
    it(`is pictured in ${theme}`, async () => {
      await pictureTheme(ui, theme);
      await picture(theme);
    });
  }

  it('says why there are none, and what to do', async () => {
    await setFaults({ operation: 'T1', fault: 'status', status: 403, body: { message: '403 Forbidden' } });
    await ui.command('Graft: Refresh Iterations');
    await says(/The plan of acme does not include iterations/);
    await picture('no-plan');
    await setFaults({ operation: 'T1', fault: 'status', status: 503 });
    await ui.command('Graft: Refresh Iterations');
    await says(/Iterations could not be loaded/);
    await picture('server-in-trouble');
    await setFaults({
      operation: 'graphql',
      fault: 'status',
      status: 403,
      body: { errors: [{ message: 'API not accessible for user' }] },
    });
    await ui.command('Graft: Refresh Iterations');
    await says(/progress unknown/);
    await picture('progress-unknown');
    await setFaults();
    await ui.command('Graft: Refresh Iterations');
    await says(() => `${days.left(10)} · 1/3 done`);
  });
});
