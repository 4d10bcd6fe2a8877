import assert from 'node:assert/strict';
import { poll } from '../../../support/poll.ts';
import type { DraftView } from '../../../../src/messages/review.ts';
import { type OpenedRequest, requestView } from '../mergeRequestPages.ts';
import { draftView, fullReview, reviewView, show, useReviewPages } from './reviewPages.ts';

const three = (): DraftView[] => [draftView(1), draftView(2), draftView(3)];
const focused = ({ page }: OpenedRequest): Promise<string> =>
  page.evaluate(() => document.activeElement?.id || (document.activeElement?.tagName ?? ''));
const press = async ({ page, drawn }: OpenedRequest, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
  await drawn();
};
const dialogText = ({ page }: OpenedRequest): Promise<string> => page.locator('dialog[open]').innerText();

describe('the review by keyboard', () => {
  const open = useReviewPages();

  it('walks through the drafts, and stays at both ends', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    const walked: string[] = [];
    for (const key of ['j', 'j', 'j', 'j', 'k', 'k', 'k']) {
      await press(opened, key);
      walked.push(await focused(opened));
    }
    assert.deepEqual(walked, ['draft1', 'draft2', 'draft3', 'draft3', 'draft2', 'draft1', 'draft1']);
  });

  it('brings a draft that is far away into sight', async () => {
    const opened = await open();
    await show(opened, reviewView(Array.from({ length: 60 }, (_, index) => draftView(index + 1))));
    for (let count = 0; count < 40; count++) await press(opened, 'j');
    const box = await opened.page.locator('#draft40').boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 800, JSON.stringify(box));
  });

  it('says above its drafts why they could not be read again, and as of when they are', async () => {
    const opened = await open();
    const stale = { message: 'There is no network.', retryable: true, asOfMs: Date.now() };
    await show(opened, { ...reviewView(three()), stale });
    assert.match(await opened.page.getByRole('alert').innerText(), /no network\. Shown as of \d\d:\d\d\s[AP]M\./);
    await opened.page.getByRole('button', { name: 'Retry: review' }).press('Enter');
    assert.deepEqual(await opened.posted(), [{ type: 'refresh' }]);
  });

  it('edits, keeps every change, and saves', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    await press(opened, 'j', 'e');
    assert.equal(await focused(opened), 'TEXTAREA');
    await opened.page.keyboard.type(' More.');
    await press(opened, 'Control+Enter');
    const text = 'What about leap years? (1) More.';
    assert.deepEqual((await opened.posted()).slice(-2), [
      { type: 'keep', what: 1, text },
      { type: 'save', id: 1, text, base: 'What about leap years? (1)' },
    ]);
    await opened.send({ type: 'saved', id: 1 }, { type: 'review', review: reviewView([draftView(1, { text })]) });
    assert.equal(await focused(opened), 'draft1', 'the focus is back at the draft');
    assert.match(await opened.page.locator('#draft1').innerText(), /More\./);
  });

  it('keeps what is typed while typing goes on, and all of it a moment after the last change', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    await press(opened, 'j', 'e');
    const typed = await opened.page.evaluate(async () => {
      const area = document.querySelector<HTMLTextAreaElement>('.draft textarea');
      const { posted } = window as unknown as { posted: readonly unknown[] };
      if (!area) throw new Error('there is no editor');
      let keys = 0;
      while (posted.length === 0 && keys < 200) {
        keys += 1;
        area.value += 'x';
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return { keys, text: area.value };
    });
    assert.ok(typed.keys < 200, 'nothing was kept as long as typing went on');
    const last = await poll(
      async () => (await opened.posted()).find((message) => 'text' in message && message.text === typed.text),
      { what: 'the whole text' },
    );
    assert.equal(last.type, 'keep');
  });

  it('leaves the editor with Escape: unchanged it closes, changed it stays with its text', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    await press(opened, 'j', 'e', 'Escape');
    assert.equal(await focused(opened), 'draft1');
    assert.equal(await opened.page.locator('.draft textarea').count(), 0);
    await press(opened, 'e');
    await opened.page.keyboard.type('x');
    await press(opened, 'Escape');
    assert.equal(await focused(opened), 'draft1');
    assert.equal(await opened.page.locator('.draft textarea').inputValue(), 'What about leap years? (1)x');
    await press(opened, 'e');
    assert.equal(await focused(opened), 'TEXTAREA');
  });

  it('asks before it throws away what was typed', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    await press(opened, 'j', 'e');
    await opened.page.keyboard.type('x');
    await opened.page.locator('.editor').getByRole('button', { name: 'Cancel' }).click();
    assert.match(await dialogText(opened), /Discard your changes\?[^]*Keep Editing/);
    await press(opened, 'Enter');
    await opened.drawn();
    assert.deepEqual((await opened.posted()).at(-1), { type: 'forget', id: 1 });
    assert.equal(await focused(opened), 'draft1');
    assert.equal(await opened.page.locator('.draft textarea').count(), 0);
  });

  it('asks once before it deletes, goes to the next draft, and brings it back', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    await press(opened, 'j', 'j', 'd');
    assert.match(await dialogText(opened), /Delete this draft \(Line 12\)\?/);
    await press(opened, 'Escape');
    assert.deepEqual(await opened.posted(), []);
    assert.equal(await focused(opened), 'draft2', 'the focus is back where it was');
    await press(opened, 'd', 'Enter');
    assert.deepEqual(await opened.posted(), [{ type: 'delete', id: 2 }]);
    await opened.send(
      { type: 'review', review: reviewView([draftView(1), draftView(3)]) },
      { type: 'deleted', undoKey: 7, what: 'Deleted the draft at Line 12.' },
    );
    assert.equal(await focused(opened), 'draft3');
    await press(opened, 'u');
    assert.deepEqual(await opened.posted(), [{ type: 'undoDelete', undoKey: 7 }]);
  });

  it('goes to the place of a draft that is deleted or brought back by the mouse, too', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    const deleted = { type: 'deleted', undoKey: 7, what: 'Deleted the draft at Line 12.' } as const;
    await opened.page.locator('#draft2').getByRole('button', { name: 'Delete (d)' }).click();
    await opened.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await opened.send({ type: 'review', review: reviewView([draftView(1), draftView(3)]) }, deleted);
    assert.equal(await focused(opened), 'draft3');
    await opened.page.getByRole('button', { name: 'Undo' }).click();
    // revealed before it is loaded
    await opened.send({ type: 'reveal', id: 4 });
    await opened.send({ type: 'review', review: reviewView([draftView(1), draftView(4), draftView(3)]) });
    await opened.drawn();
    assert.equal(await focused(opened), 'draft4');
  });

  it('asks before it publishes one', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    await press(opened, 'j', 'p', 'Enter');
    assert.deepEqual(await opened.posted(), [{ type: 'publish', ids: [1] }]);
  });

  it('publishes all with count and confirmation, without those that cannot be', async () => {
    const opened = await open();
    await show(opened, fullReview());
    await opened.page.getByLabel('Approve merge request').check();
    await press(opened, 'Shift+P');
    const text = await dialogText(opened);
    assert.match(text, /Publish 3 drafts\?/);
    assert.match(text, /Your summary will be added/);
    assert.match(text, /will be approved/);
    assert.match(text, /1 draft has a warning/);
    assert.match(text, /1 draft can't be published and will stay/);
    await opened.posted();
    await press(opened, 'Enter');
    assert.deepEqual(await opened.posted(), [
      { type: 'publishAll', ids: [1, 2, 4], summary: 'Looks good so far', verdict: 'approve' },
    ]);
  });

  it('takes one verdict, and a summary that only members see', async () => {
    const opened = await open();
    await show(opened, fullReview());
    await opened.page.getByLabel('Approve merge request').check();
    await opened.page.getByLabel('Request changes').check();
    assert.equal(await opened.page.getByLabel('Approve merge request').isChecked(), false);
    await opened.page.getByLabel('Internal summary').check();
    assert.deepEqual(await opened.posted(), [
      { type: 'verdict', verdict: 'approve' },
      { type: 'verdict', verdict: 'requestChanges' },
      { type: 'internal', internal: true },
    ]);
    await show(opened, { ...fullReview(), isInternal: true });
    await press(opened, 'Shift+P');
    assert.match(await dialogText(opened), /added as an internal comment[^]*Changes will be requested/);
    await press(opened, 'Enter');
    assert.partialDeepStrictEqual(await opened.posted(), [{ type: 'publishAll', verdict: 'requestChanges' }]);
  });

  it('says why nothing can be published at all', async () => {
    const opened = await open();
    const words = 'Your token is read-only.';
    const findings = [{ kind: 'readOnlyToken', severity: 'blocker' as const, words, moveTo: undefined }];
    await show(opened, reviewView(three(), { findings }));
    for (const keys of [['Shift+P'], ['j', 'p']]) {
      await press(opened, ...keys);
      assert.equal(await opened.page.locator('dialog[open]').count(), 0);
      assert.match(await opened.page.locator('.bar').innerText(), /is read-only/);
    }
  });

  it('says so when there is nothing to send', async () => {
    const opened = await open();
    await show(opened, reviewView([]));
    await press(opened, 'Shift+P');
    assert.equal(await opened.page.locator('dialog[open]').count(), 0);
    assert.match(await opened.page.locator('.bar').innerText(), /Nothing to send yet/);
    assert.deepEqual(await opened.posted(), []);
  });

  it('says why a draft cannot be published', async () => {
    const opened = await open();
    await show(opened, fullReview());
    await press(opened, 'j', 'j', 'j', 'p');
    assert.match(await dialogText(opened), /cannot be published[^]*It says nothing/);
  });

  it('sends nothing more while something is being sent, and says so', async () => {
    for (const key of ['p', 'd', 'e', 'Shift+P']) {
      const opened = await open();
      await show(opened, reviewView(three(), { sending: 'Publishing 3 drafts…' }));
      await press(opened, 'j', key);
      assert.equal(await opened.page.locator('dialog[open]').count(), 0);
      assert.match(await opened.page.locator('.bar').innerText(), /Wait until it is done/, key);
      assert.deepEqual(await opened.posted(), []);
    }
  });

  it('lets the summary be written while something is being sent, and keeps what was not part of it', async () => {
    const opened = await open();
    await show(opened, reviewView(three(), { sending: 'Looking…', summary: 'Sent' }));
    await press(opened, 's');
    assert.equal(await focused(opened), 'summary');
    const value = (): Promise<string> => opened.page.locator('#summary').inputValue();
    await show(opened, reviewView([], { summary: '' }));
    assert.equal(await value(), '', 'what the server has is taken away, wherever the focus is');
    await opened.page.keyboard.type('More');
    await show(opened, reviewView([], { summary: 'Mo' }));
    await show(opened, reviewView([], { summary: '' }));
    assert.equal(await value(), 'More');
  });

  it('stops what is being sent when asked to', async () => {
    const opened = await open();
    await show(opened, reviewView(three(), { sending: 'Publishing draft 2 of 3…' }));
    await opened.page.getByRole('button', { name: 'Stop' }).click();
    assert.deepEqual(await opened.posted(), [{ type: 'cancelSending' }]);
    await show(opened, reviewView(three()));
    assert.equal(await opened.page.getByRole('button', { name: 'Stop' }).count(), 0);
  });

  it('warns before it publishes a draft that is being edited', async () => {
    const opened = await open();
    const typed = { text: 'Other words', refusal: undefined };
    await show(opened, reviewView([draftView(1, { typed })]));
    await opened.page.locator('#draft1').focus();
    await press(opened, 'p');
    assert.match(await dialogText(opened), /unsaved changes are not published/);
  });

  it('moves and jumps where that is possible', async () => {
    const opened = await open();
    await show(opened, fullReview());
    await press(opened, 'j', 'm', 'o', 'j', 'm', 'j', 'j', 'o');
    assert.deepEqual(await opened.posted(), [
      { type: 'jump', id: 1 },
      { type: 'move', id: 2 },
    ]);
  });

  it('keeps its keys to itself while text is typed', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    await press(opened, 's');
    assert.equal(await focused(opened), 'summary');
    await opened.page.keyboard.type('jkedpP?');
    assert.equal(await opened.page.locator('#summary').inputValue(), 'jkedpP?');
    assert.equal(await opened.page.locator('dialog[open]').count(), 0);
  });

  it('explains its keys and gives the focus back', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    await press(opened, 'j', '?');
    assert.match(await dialogText(opened), /Publish all drafts/);
    await press(opened, 'Escape');
    await opened.drawn();
    assert.equal(await focused(opened), 'draft1');
  });

  it('gives the focus to the page when the last draft has gone', async () => {
    const opened = await open();
    await show(opened, reviewView([draftView(1)]));
    await press(opened, 'j');
    await show(opened, reviewView([]));
    assert.equal(await focused(opened), 'MAIN');
  });
});

describe('the review, live', () => {
  const open = useReviewPages();

  it('opens editors again with what was typed before a reload', async () => {
    const opened = await open();
    const typed = { text: 'Half a sent', refusal: 'The server was away.' };
    await show(opened, reviewView([draftView(1, { typed }), draftView(2)]));
    assert.equal(await opened.page.locator('#draft1 textarea').inputValue(), 'Half a sent');
    assert.match(await opened.page.locator('#draft1').innerText(), /Unsaved changes\.\s+The server was away/);
  });

  it('shows theirs against mine when a draft is changed elsewhere while it is edited', async () => {
    const opened = await open();
    await show(opened, reviewView([draftView(1)]));
    await press(opened, 'j', 'e');
    await opened.page.keyboard.type(' mine');
    await show(opened, reviewView([draftView(1, { text: 'Their words' })]));
    const theirs = opened.page.locator('.theirs');
    assert.match(await theirs.innerText(), /changed elsewhere[^]*Their words/);
    assert.equal(await opened.page.locator('#draft1 textarea').inputValue(), 'What about leap years? (1) mine');
    await opened.posted();
    await theirs.getByRole('button', { name: 'Overwrite with Mine' }).click();
    const sent = (await opened.posted()).find(({ type }) => type === 'save');
    assert.deepEqual(sent, { type: 'save', id: 1, text: 'What about leap years? (1) mine', base: 'Their words' });
  });

  it('opens the editor of a draft when the extension asks for it, with what was typed elsewhere', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    const typed = { text: 'Begun in the diff editor', refusal: undefined };
    await show(opened, reviewView([draftView(1), draftView(2, { typed }), draftView(3)]));
    await opened.send({ type: 'edit', id: 2 });
    assert.equal(await focused(opened), 'TEXTAREA');
    assert.equal(await opened.page.locator('#draft2 textarea').inputValue(), 'Begun in the diff editor');
  });

  it('takes theirs when asked', async () => {
    const opened = await open();
    await show(opened, reviewView([draftView(1)]));
    await press(opened, 'j', 'e');
    await opened.send({ type: 'notSaved', id: 1, words: 'It was changed elsewhere.', theirs: 'Their words' });
    await opened.page.getByRole('button', { name: 'Use Server Version' }).click();
    assert.equal(await opened.page.locator('#draft1 textarea').inputValue(), 'Their words');
  });

  it('keeps the text of an editor whose draft has gone', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    await press(opened, 'j', 'e');
    await opened.page.keyboard.type('!');
    await opened.send({ type: 'review', review: reviewView([draftView(2), draftView(3)]) });
    const kept = await poll(
      async () => {
        const posted = await opened.posted();
        return posted.length > 0 && posted;
      },
      { what: 'the text to be kept' },
    );
    assert.deepEqual(kept, [{ type: 'keep', what: 1, text: 'What about leap years? (1)!' }]);
    assert.equal(await focused(opened), 'draft2');
  });

  it('offers texts the server does not have, and the report, until they are dismissed', async () => {
    const opened = await open();
    await show(opened, fullReview());
    const { page } = opened;
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    await page.getByRole('button', { name: 'Choose Line…' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await press(opened, 'Enter');
    await page.getByRole('button', { name: 'Open in browser: Line 3 of forecast.ts' }).click();
    await page.getByRole('button', { name: 'Show draft: Line 11 of forecast.ts' }).click();
    assert.equal(await focused(opened), 'draft1');
    await page.getByRole('button', { name: 'Dismiss: Line 3 of forecast.ts' }).click();
    await page.getByRole('button', { name: 'Dismiss All' }).click();
    assert.deepEqual(await opened.posted(), [
      { type: 'sendLeft', key: 'k1', text: 'A thought that was refused' },
      { type: 'placeLeft', key: 'k1' },
      { type: 'dropLeft', key: 'k1' },
      { type: 'openOutcome', key: 'o1' },
      { type: 'dismiss', key: 'o1' },
      { type: 'dismiss', key: undefined },
    ]);
  });

  it('keeps its place over a reload, also in a tab of an earlier release, and takes the verdict that was kept', async () => {
    const opened = await open();
    const { page, send } = opened;
    await show(opened, fullReview());
    await press(opened, 'j', 'j');
    const kept = { account: 'lena', project: '7', iid: 5, reading: { current: 2, isReviewing: true } };
    assert.partialDeepStrictEqual(await opened.kept(), kept);
    for (const reading of [undefined, { current: 2, verdict: 'none' }]) {
      if (reading)
        await page.evaluate((state) => sessionStorage.setItem('kept', state), JSON.stringify({ ...kept, reading }));
      await page.reload();
      await send({ type: 'request', request: requestView() });
      assert.deepEqual(await opened.posted(), [{ type: 'ready' }, { type: 'openReview' }]);
      await send({ type: 'review', review: { ...fullReview(), verdict: 'approve' } });
      assert.equal(await focused(opened), 'draft2');
      assert.ok(await page.getByLabel('Approve merge request').isChecked());
    }
  });

  it('makes way for the rest of the page and comes back with what was typed', async () => {
    const opened = await open();
    await show(opened, reviewView(three()));
    await press(opened, 's');
    await opened.page.keyboard.type('Half a summary');
    const back = opened.page.getByRole('button', { name: 'Merge Request', exact: true });
    await back.press('Enter');
    assert.deepEqual(await opened.page.locator('.draft:visible, #summary:visible').count(), 0);
    await press(opened, 'j');
    assert.match(await opened.page.locator(':focus').innerText(), /^Description/);
    await press(opened, 's');
    assert.equal(await opened.page.locator('#summary').inputValue(), 'Half a summary');
    await press(opened, 'j');
    assert.equal(await focused(opened), 'draft1');
    await press(opened, 'Escape');
    assert.equal(await opened.page.locator('.draft:visible').count(), 0);
  });

  it('shows hostile text as text', async () => {
    const opened = await open();
    await show(opened, reviewView([draftView(1, { text: '<img src=x onerror=alert(1)> \u202eabc' })]));
    await opened.send({ type: 'request', request: requestView({ title: '<b>x</b>' }) });
    assert.equal(await opened.page.locator('#draft1 img').count(), 0);
    assert.match(await opened.page.locator('#draft1').innerText(), /U\+202E/);
    assert.match(await opened.page.locator('h1').innerText(), /<b>x<\/b>/);
  });
});
