import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { RunningSandbox } from '../support/startSandbox.ts';
import type { DraftNote } from '../../src/wire/draftNotes.ts';
import { git } from '../support/git.ts';
import type { Ui } from '../support/hands.ts';
import { picturesOf } from '../support/pictures.ts';
import { poll } from '../support/poll.ts';
import { type SampleSession, startSampleSession } from '../support/sampleSession.ts';
import { isStored } from '../support/windowStorage.ts';

const title = 'Forecast the week a fruit is ripe';

describe('writing a review by keyboard in the diff editor, with the packaged extension', function () {
  this.timeout(120_000);
  let sample: SampleSession | undefined;
  let sandbox: RunningSandbox;
  let ui: Ui;
  let reviews: Locator;

  const picture = picturesOf('review-writing', () => ui);

  const drafts = async (): Promise<readonly DraftNote[]> => {
    const address = `${sandbox.url}/api/v4/projects/${encodeURIComponent(sandbox.project)}/merge_requests/5/draft_notes`;
    const answer = await fetch(address, { headers: { 'private-token': sandbox.tokens.maintainer } });
    return (await answer.json()) as DraftNote[];
  };
  const draft = (text: RegExp): Promise<DraftNote> =>
    poll(async () => (await drafts()).find(({ note }) => text.test(note)), { what: `the draft ${String(text)}` });

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

  const says = (line: RegExp): Promise<unknown> =>
    poll(async () => (await ui.treeLines(reviews)).some((each) => line.test(each)), { what: `a row ${String(line)}` });

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

  it('marks a file as viewed by its checkbox, and says how many were', async () => {
    const row = await ui.findRow('forecast.ts', reviews);
    await row.locator('.monaco-checkbox').click();
    await says(/!5 · ready · 3 pending · 1 of \d+ viewed/);
    await row.locator('.monaco-checkbox[aria-checked="true"]').waitFor();
    await picture('viewed');
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
    assert.ok(!(await drafts()).some(({ note }) => note.includes('Half a thought')));
  });

  it('does not say on which line a text was typed where nobody knows, and asks for it', async () => {
    await intoFile();
    await ui.goTo(1);
    // VS Code's own command does not give the line
    await ui.command('Comments: Add Comment on Current Selection');
    await box();
    await ui.page
      .locator('.editor-instance:visible .view-line', { hasText: /import.type/ })
      .first()
      .click();
    await ui.page.locator('.review-widget:not(:has(.review-comment)) .monaco-editor').first().click();
    await box();
    await ui.page.keyboard.type('On which line was this');
    await poll(() => isStored(ui.page, 'On which line was this'), { what: 'the text to be stored' });
    await ui.reload();
    const left = widget('On which line was this');
    await left.waitFor({ timeout: 30_000 });
    await left.locator('text=Line unknown').first().waitFor();
    await picture('line-not-known');
    await left.locator('.review-comment').first().hover();
    await left.locator('.action-label[aria-label^="Choose Line"]').first().click();
    await ui.pick('src/ripening/forecast.ts');
    await ui.pick('The whole file');
    const made = await draft(/^On which line was this$/);
    assert.equal(made.position?.position_type, 'file');
    await widget('On which line was this').locator('text=Whole file').first().waitFor();
    const first = ui.page.locator('.editor-instance:visible .view-line', { hasText: /import.*ripeOn/ }).first();
    const isAbove = async (): Promise<boolean> => {
      const [thread, line] = [await widget('On which line was this').boundingBox(), await first.boundingBox()];
      return thread !== null && line !== null && thread.y < line.y;
    };
    await poll(isAbove, { what: 'the draft to stand above the first line, and not on it' });
    await picture('whole-file');
  });

  it('writes a suggestion into the box whose button is pressed, on lines of its own', async () => {
    await intoFile();
    await ui.goTo(1);
    await ui.press('Control+k', 'Control+Alt+c');
    await box();
    await ui.page.keyboard.type('Rather like this');
    const typed = widget('Rather like this');
    await typed.locator('.form-actions .monaco-button', { hasText: 'Insert Suggestion' }).click();
    await typed.getByText('suggestion:-0+0').waitFor();
    await picture('suggestion-by-button');
    await typed.locator('.form-actions .monaco-button:not(.disabled)', { hasText: 'Add to Review' }).click();
    const made = await draft(/^Rather like this/);
    assert.equal(made.note, "Rather like this\n```suggestion:-0+0\nimport { ripeOn } from './ripeOn.ts';\n```");
    assert.equal(made.position?.new_line, 1);
  });

  it('writes about the whole merge request in an editor of its own, which a reload brings back', async () => {
    // menus get no row while the draft before is still being drawn
    await says(/!5 · ready · 5 pending/);
    await ui.contextMenu(await ui.findRow(title, reviews), 'Comment on Merge Request…');
    const tab = ui.page.locator('.tab', { hasText: 'Comment on !5' });
    const written = async (): Promise<string> => (await ui.editorLines()).join('\n');
    await ui.statusItem('Merge Request Comment');
    await ui.page.locator('.monaco-editor.focused').first().waitFor();
    await ui.page.keyboard.type('On the whole:\n\nGood work');
    await poll(async () => /Good work/.test(await written()), { what: 'the text' });
    await picture('whole-comment');
    await poll(() => isStored(ui.page, 'Good work'), { what: 'the text to be stored' });
    await ui.reload();
    await ui.statusItem('Merge Request Comment');
    await tab.waitFor();
    await poll(async () => /Good work/.test(await written()), { what: 'the text after the reload' });
    await intoFile();
    await ui.press('Control+End');
    await ui.page.keyboard.type(' so far');
    await poll(async () => /so far/.test(await written()), { what: 'the end of the text' });
    await ui.press('Control+Enter');
    assert.equal((await draft(/^On the whole/)).note, 'On the whole:\n\nGood work so far');
    await ui.statusItem('Draft added to your review');
    await tab.waitFor({ state: 'hidden' });
    await picture('whole-comment-sent');
  });
});
