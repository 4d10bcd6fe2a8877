import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { RunningSandbox } from '../support/servers/startSandbox.ts';
import { git } from '../support/git.ts';
import type { Ui } from '../support/window/hands.ts';
import { picturesOf } from '../support/window/pictures.ts';
import { poll } from '../support/poll.ts';
import { type SampleSession, startSampleSession } from '../support/window/sampleSession.ts';
import { isStored } from '../support/window/windowStorage.ts';

const title = 'Forecast the week a fruit is ripe';

describe('writing a review by keyboard in the diff editor, with the packaged extension', function () {
  this.timeout(120_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let reviews: Locator;

  const picture = picturesOf('review-writing', () => ui);

  const drafts = async (): Promise<string> => {
    const address = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/merge_requests/5/draft_notes`;
    return (await fetch(address, { headers: { 'private-token': sandbox.tokens.maintainer } })).text();
  };

  const widget = (text: string | RegExp): Locator =>
    ui.page.locator('.review-widget', { hasText: text }).filter({ visible: true }).first();

  const box = async (): Promise<Locator> => {
    const focused = ui.page.locator('.review-widget .monaco-editor.focused').first();
    await focused.waitFor({ timeout: 15_000 });
    return focused;
  };

  /** Focuses the file, which is new and so has no diff. */
  const intoFile = async (): Promise<void> => {
    await ui.command('View: Focus Active Editor Group');
    await ui.page.locator('.editor-instance:visible > .monaco-editor.focused').first().waitFor();
  };

  before(async () => {
    sample = await startSampleSession({
      viewport: { width: 1400, height: 900 },
      signIn: 'byHand',
      prepare: (_, { folder }) => void git(folder, 'switch', '--quiet', 'feature/ripeness-forecast'),
    });
    ({ sandbox, ui } = sample);
    await ui.openContainer('Graft');
  });

  after(() => sample?.stop());

  it('shows the merge requests, and below one its drafts and files', async () => {
    await ui.closePane('Commits');
    reviews = await ui.openPane('Reviews');
    const row = await ui.findRow(title, reviews);
    await poll(async () => (await ui.treeLines(reviews)).some((line) => /!5 · ready · 3 pending/.test(line)), {
      what: 'the number of drafts',
    });
    await picture('view');
    await ui.expand(row);
    await ui.findRow('forecast.ts', reviews);
    await picture('view-expanded');
  });

  it('opens a file with its threads and drafts', async () => {
    await (await ui.findRow('forecast.ts', reviews)).click();
    await widget('Does a week begin on Monday here?').waitFor({ timeout: 20_000 });
    await widget('Could the share be a parameter?').locator('text=Pending').first().waitFor();
    assert.equal(
      await ui.page.locator('.monaco-diff-editor:visible').count(),
      0,
      'a line that was never there is shown',
    );
    await picture('file');
  });

  it('offers what was typed and not sent again after the window was reloaded', async () => {
    await intoFile();
    await ui.goTo(3);
    await ui.press('Control+k', 'Control+Alt+c');
    await box();
    await ui.page.keyboard.type('Half a thought');
    await poll(() => isStored(ui.page, 'Half a thought'), { what: 'the text to be stored' });
    await ui.reload();
    await widget('Half a thought').waitFor({ timeout: 30_000 });
    await widget('Half a thought').locator('text=Unsaved comment').first().waitFor();
    await picture('not-saved');
    assert.ok(!(await drafts()).includes('Half a thought'));
  });
});
