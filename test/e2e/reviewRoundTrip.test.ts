import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { git } from '../support/git.ts';
import type { Ui } from '../support/window/hands.ts';
import { type KeyboardHands, keyboardHands } from '../support/window/keyboardHands.ts';
import { picturesOf } from '../support/window/pictures.ts';
import { poll } from '../support/poll.ts';
import { type RunningSandbox, startSandbox } from '../support/servers/startSandbox.ts';
import { type SampleSession, startSampleSession } from '../support/window/sampleSession.ts';

const title = 'Forecast the week a fruit is ripe';
const file = 'src/ripening/forecast.ts';
const branch = 'feature/ripeness-forecast';
const former = '/** The calendar week in which a fruit is ripe enough to be picked. */';
const suggested = '/** The week in which a fruit is ripe enough to be picked, counted from the first day. */';
const question = 'Where does the 0.9 come from?';
const answer = 'From the growers in Kent.';

interface Person {
  readonly session: SampleSession;
  readonly ui: Ui;
  readonly keys: KeyboardHands;
  readonly picture: (name: string) => Promise<void>;
}

describe('a review from its request to the approval, by two people with the keyboard alone', function () {
  this.timeout(120_000);
  // each step continues the one before
  this.bail(true);
  let sandbox: RunningSandbox;
  let author: Person;
  let reviewer: Person;

  let inFront: Ui;
  const shoot = picturesOf('review-round-trip', () => inFront);
  const sit = async (token: string): Promise<Person> => {
    const session = await startSampleSession({ sandbox, token, signIn: 'preset' });
    const { ui } = session;
    const keys = keyboardHands(ui);
    await keys.fold('Commits');
    const picture = (name: string): Promise<void> => {
      inFront = ui;
      return shoot(name);
    };
    return { session, ui, keys, picture };
  };
  const inRepository = (ref: string): string => git(sandbox.repository, 'show', `${ref}:${file}`);

  const requestPage = async ({ ui }: Person): Promise<Frame> => {
    const page = await ui.webview('.mergeRequestPage .requestHead');
    await ui.focusPage();
    return page;
  };
  const threadOf = (page: Frame, text: string) => page.locator('.requestThread', { hasText: text });
  const toThread = async ({ ui }: Person, page: Frame, text: string): Promise<void> => {
    const thread = threadOf(page, text);
    await thread.waitFor();
    await poll(
      async () => {
        if (await thread.evaluate((element) => element === document.activeElement)) return true;
        await ui.press('n');
        return false;
      },
      { what: `the keyboard to be on the thread "${text}"` },
    );
  };

  before(async () => {
    sandbox = await startSandbox();
    [author, reviewer] = await Promise.all([sit(sandbox.tokens.developer), sit(sandbox.tokens.owner)]);
  });

  after(async () => {
    await author?.session.stop();
    await reviewer?.session.stop();
    await sandbox?.close();
  });

  it('is requested by the author', async () => {
    const { ui, keys, picture } = author;
    await keys.row(title);
    await keys.menu('Change Reviewers…');
    await ui.quickRow('Olive Marsh').waitFor();
    await picture('request');
    await keys.pick('Olive Marsh');
    await ui.notification(/^!5 was changed\. Reviewers: .*Olive Marsh\./);
  });

  it('is in the list of the reviewer, who reads what it is about', async () => {
    const { ui, keys, picture } = reviewer;
    await ui.commandByKeyboard('Graft: Refresh Reviews');
    await keys.row(title);
    await picture('requested');
    await keys.menu('Open Merge Request');
    const page = await requestPage(reviewer);
    await page.locator('.requestSection', { hasText: 'Says in which week to hire people.' }).waitFor();
    await page.locator('.rows', { hasText: 'Olive Marsh' }).first().waitFor();
  });

  it('is written on the lines of a file', async () => {
    const { ui, keys, picture } = reviewer;
    const page = await requestPage(reviewer);
    await keys.tabTo(page, file);
    await ui.press('Enter');
    await ui.tab('forecast.ts (!5');
    await writeOn(6, 'Control+Alt+c', async () => ui.page.keyboard.type(question));
    await writeOn(4, 'Control+Alt+g', async () => {
      const box = ui.page.locator('.review-widget .monaco-editor.focused').first();
      await box.getByText('suggestion:-0+0').waitFor();
      await ui.press('Control+Home', 'ArrowDown', 'Shift+End');
      await ui.page.keyboard.type(suggested);
      await picture('suggesting');
    });
    await picture('drafts');
  });

  const writeOn = async (line: number, key: string, write: () => Promise<void>): Promise<void> => {
    const { ui } = reviewer;
    // an empty box has the same label
    const pending = ui.page.locator('.review-widget:visible', { hasText: 'Pending · visible only to you' });
    const count = await pending.count();
    await ui.page.locator('.editor-instance:visible > .monaco-editor.focused').first().waitFor();
    await ui.goTo(line);
    await ui.press('Control+k', key);
    await ui.page.locator('.review-widget .monaco-editor.focused').first().waitFor();
    await write();
    await ui.page
      .locator('.review-widget .form-actions .monaco-button:not(.disabled)', { hasText: 'Add to Review' })
      .filter({ visible: true })
      .first()
      .waitFor();
    await ui.press('Control+Enter');
    await poll(async () => (await pending.count()) === count + 1, { what: 'the draft' });
  };

  it('is published with a summary and asks for changes', async () => {
    const { ui, keys, picture } = reviewer;
    await ui.commandByKeyboard('Graft Review: Submit Review…');
    const page = await ui.webview('.submitReview .finish');
    await ui.focusPage();
    await poll(async () => (await page.locator('.draft').count()) === 2, { what: 'both drafts' });
    await picture('review-page');
    await ui.press('s');
    await page.locator('#summary:focus').waitFor();
    await ui.page.keyboard.type('Nearly there.');
    await keys.tabTo(page, 'Comment');
    await ui.press('ArrowDown', 'ArrowDown', 'Shift+P');
    await page
      .locator('dialog[open]', { hasText: 'Publish 2 drafts?' })
      .getByText('Changes will be requested')
      .waitFor();
    await picture('publish');
    await ui.press('Enter');
    await page.locator('.report', { hasText: 'Changes requested' }).waitFor();
    await picture('published');
  });

  it('is answered by the author, who sees that changes are requested and applies what was suggested', async () => {
    const { ui, keys, picture } = author;
    await ui.commandByKeyboard('Graft: Refresh Reviews');
    await keys.row(title);
    await keys.menu('Open Merge Request');
    const page = await requestPage(author);
    await page.locator('.rows li', { hasText: 'Olive Marsh' }).getByText('requested changes').first().waitFor();
    await picture('merge-request');
    await toThread(author, page, question);
    await keys.tabTo(page, 'Reply');
    await ui.press('Enter');
    await page.locator('textarea:focus').waitFor();
    await ui.page.keyboard.type(answer);
    await ui.press('Control+Enter');
    await threadOf(page, question).getByText(answer).waitFor();
    await page.locator('textarea').waitFor({ state: 'detached' });
    await toThread(author, page, suggested);
    await keys.tabTo(page, 'Apply Suggestion…');
    await ui.press('Enter');
    await ui.quickRow(`+ ${suggested}`).waitFor();
    await picture('suggestion');
    await keys.pick(`Commit to ${branch}`);
    await page.getByText('2 resolved threads').waitFor();
    await poll(() => inRepository(branch).includes(suggested), { what: 'the commit' });
  });

  it('goes on with what has changed since', async () => {
    const { ui, keys, picture } = reviewer;
    await ui.commandByKeyboard('Graft: Refresh Reviews');
    await keys.expand(title);
    await keys.expand('Since my last review');
    await picture('since');
    const rows = await ui.treeLines(ui.pane('Reviews'));
    const at = rows.findIndex((line) => line.includes('Since my last review'));
    assert.deepEqual(
      rows.slice(at + 1).filter((line) => /^ {6}\S/.test(line)),
      ['      forecast.ts · src/ripening'],
    );
    await ui.press('ArrowDown', 'Enter');
    await ui.tab('forecast.ts (!5 since my last review)');
    const diff = await poll(
      async () => {
        // threads drawn above later may push it out of view
        await ui.press('Alt+F5');
        const drawn = await ui.diff();
        const isDrawn = [drawn.original, drawn.modified].every((side) => side.some((line) => line.startsWith('/**')));
        return drawn.insertedLines > 0 && isDrawn && drawn;
      },
      { what: 'the change' },
    );
    assert.deepEqual([diff.deletedLines, diff.insertedLines], [1, 1]);
    assert.deepEqual(
      diff.original.filter((line) => line.startsWith('/**')),
      [former],
    );
    assert.deepEqual(
      diff.modified.filter((line) => line.startsWith('/**')),
      [suggested],
    );
    await picture('since-diff');
  });

  it('ends with a resolved thread and an approval', async () => {
    const { ui, keys, picture } = reviewer;
    await ui.commandByKeyboard('Graft Review: Open Merge Request');
    const page = await requestPage(reviewer);
    await toThread(reviewer, page, question);
    await keys.tabTo(page, 'Resolve thread');
    await ui.press('Enter');
    await poll(async () => !(await threadOf(page, question).isVisible()), { what: 'the thread to be folded' });
    await ui.press('r');
    await keys.tabTo(page, 'Approve');
    await ui.press('Enter');
    await page.locator('.requestActions').getByText('Revoke Approval').waitFor();
    await picture('approved');
  });
});
