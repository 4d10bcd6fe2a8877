import assert from 'node:assert/strict';
import type { ToMergeRequestPage } from '../../../src/messages/mergeRequestPage.ts';
import { poll } from '../../support/poll.ts';
import {
  conversation,
  fullPage,
  offered,
  type OpenedRequest,
  requestPageKind,
  requestView,
  threadView,
  useRequestPages,
  withReactions,
} from './mergeRequestPages.ts';
import { draftView, reviewView } from './review/reviewPages.ts';

const text = ({ page }: OpenedRequest): Promise<string> => page.locator('main').innerText();
const focusedText = ({ page }: OpenedRequest): Promise<string> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? '');
const press = async ({ page, drawn }: OpenedRequest, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
  await drawn();
};
const placeOf = ({ page }: OpenedRequest): Promise<number | undefined> =>
  page.evaluate(() => document.querySelector('main')?.scrollTop);
const numbered = (count: number): ToMergeRequestPage =>
  conversation(Array.from({ length: count }, (_, index) => threadView(`number ${index + 1}`)));
const failure = { message: 'The server answered 502.', retryable: true };

describe('the page of a merge request', () => {
  const open = useRequestPages();
  const full = async (): Promise<OpenedRequest> => {
    const opened = await open();
    await opened.send(...fullPage());
    await opened.posted();
    return opened;
  };

  it('shows the record before anything else has come', async () => {
    const opened = await open();
    await opened.send({ type: 'request', request: requestView() });
    const words = await text(opened);
    for (const each of [
      'Forecast the week a fruit is ripe',
      'Approvals are missing.',
      'clash.ts',
      'Loading approvals…',
      'Harvest 2026',
    ])
      assert.ok(words.includes(each), each);
    // the Markdown parser loads late; until then the source is shown
    await opened.page.locator('.task').first().waitFor();
    assert.equal(await opened.page.locator('.task').count(), 2);
  });

  it('ticks a task of the description by the keyboard, and shows what the extension answers', async () => {
    const opened = await full();
    const boxes = opened.page.locator('.requestSection', { hasText: 'Description' }).getByRole('checkbox');
    await boxes.first().press('Space');
    assert.deepEqual(await opened.posted(), [{ type: 'tick', line: 2, isDone: true }]);
    assert.equal(await boxes.first().isChecked(), false);
    await opened.send({ type: 'request', request: requestView({ description: '\n\n- [x] Ask the growers in Kent' }) });
    assert.equal(await boxes.isChecked(), true);
    await boxes.press('Space');
    assert.deepEqual(await opened.posted(), [{ type: 'tick', line: 2, isDone: false }]);
  });

  it('keeps a part that cannot be read again, says why, and asks for it again', async () => {
    const opened = await full();
    await opened.send({ type: 'part', name: 'commits', view: { state: 'failed', failure } });
    const commits = opened.page.locator('.requestSection', { hasText: 'Commits' });
    assert.match(await commits.innerText(), /502[^]*Forecast/);
    await commits.getByRole('button', { name: 'Retry: commits' }).press('Enter');
    assert.deepEqual(await opened.posted(), [{ type: 'retry', name: 'commits' }]);
    assert.match(await commits.innerText(), /Loading commits…/);
    // no older data is shown
    const again = { ...failure, asOfMs: Date.now() };
    await opened.send({ type: 'part', name: 'commits', view: { state: 'failed', failure: again } });
    assert.match(await commits.innerText(), /502\.\s+Retry/);
  });

  it('says once that nothing could be read, with one Retry, also where parts have nothing to show', async () => {
    const opened = await open();
    await opened.send(...fullPage().filter((message) => message.type !== 'part' || message.name !== 'files'));
    const view = { state: 'failed', failure } as const;
    for (const name of ['commits', 'approvals', 'files'] as const) await opened.send({ type: 'part', name, view });
    await opened.send({ type: 'failed', failure: { ...failure, asOfMs: Date.now() } });
    const words = await text(opened);
    assert.equal(words.split('502').length, 2, words);
    assert.match(words, /502\. Shown as of \d\d:\d\d\s[AP]M\./);
    assert.match(words, /Not loaded/);
    assert.ok(words.includes('Orchard keepers'), words);
    await opened.posted();
    await opened.page.getByRole('button', { name: /^Retry:/ }).press('Enter');
    assert.deepEqual(await opened.posted(), [{ type: 'refresh' }]);
  });

  it('shows the end of a log on request', async () => {
    const opened = await full();
    await opened.page.getByRole('button', { name: 'Show log of unit' }).press('Enter');
    assert.deepEqual(await opened.posted(), [{ type: 'readLog', job: 2 }]);
    await opened.send({ type: 'log', job: 2, view: { state: 'failed', failure } });
    await opened.page.getByRole('button', { name: 'Retry: log' }).press('Enter');
    await opened.send({ type: 'log', job: 2, view: { state: 'ready', value: 'exit code 1' } });
    assert.equal(await opened.page.locator('.log pre').innerText(), 'exit code 1');
    await opened.posted();
    await opened.page.getByRole('button', { name: 'Retry job unit' }).press('Enter');
    assert.deepEqual(await opened.posted(), [{ type: 'retryJob', id: 2 }]);
  });

  it('marks files as viewed and opens them', async () => {
    const opened = await full();
    await opened.page.getByRole('checkbox', { name: 'Viewed: src/new.ts' }).press('Space');
    await opened.page.getByRole('button', { name: 'src/new.ts' }).press('Enter');
    assert.deepEqual(await opened.posted(), [
      { type: 'markViewed', path: 'src/new.ts', isViewed: true },
      { type: 'openFile', path: 'src/new.ts' },
    ]);
  });

  it('has a pencil beside each fact that may be changed', async () => {
    const opened = await full();
    const pencils = opened.page.getByRole('button', { name: /^Edit / });
    const names = await pencils.evaluateAll((all) => all.map((each) => each.ariaLabel?.replace('Edit ', '')).join());
    const switches = 'Draft,Delete the branch after merging';
    assert.equal(names, `Target Branch,Title,Assignees,Labels,Milestone,${switches},Description,Reviewers`);
    for (const pencil of await pencils.all()) await pencil.press('Enter');
    const facts = ['target', 'text', 'assignees', 'labels', 'milestone', 'draft', 'branch', 'text', 'reviewers'];
    assert.deepEqual(
      await opened.posted(),
      facts.map((fact) => ({ type: 'editFact', fact })),
    );
    await opened.send({ type: 'request', request: requestView({ editable: [] }) });
    assert.equal(await pencils.or(opened.page.getByRole('button', { name: /Lena/ })).count(), 0);
  });

  it('asks a reviewer again and removes one beside the name', async () => {
    const opened = await full();
    for (const name of ['Request another review from Lena Maintainer', 'Remove the reviewer Lena Maintainer'])
      await opened.page.getByRole('button', { name }).press('Enter');
    assert.deepEqual(await opened.posted(), [
      { type: 'changeReviewer', change: { again: 'lena' } },
      { type: 'changeReviewer', change: { remove: 'lena' } },
    ]);
  });

  it('walks through sections and threads by keyboard, also into folded ones', async () => {
    const opened = await full();
    await press(opened, 'j');
    assert.match(await focusedText(opened), /^Description/);
    await press(opened, 'j', 'k', 'j');
    assert.match(await focusedText(opened), /^Reviewers/);
    await press(opened, 'n');
    assert.match(await focusedText(opened), /\(one\)/);
    await press(opened, 'n', 'n');
    assert.match(await focusedText(opened), /\(three\)/);
    assert.ok(await opened.page.locator('.resolvedThreads').evaluate((fold) => (fold as HTMLDetailsElement).open));
    await press(opened, 'p');
    assert.match(await focusedText(opened), /\(two\)/);
  });

  it('replies, keeps what was typed, and resolves', async () => {
    const opened = await full();
    const thread = opened.page.locator('.requestThread', { hasText: '(one)' });
    await thread.getByRole('button', { name: 'Reply' }).press('Enter');
    await opened.page.keyboard.type('No idea.');
    const place = { kind: 'thread', id: 'one' } as const;
    await press(opened, 'Control+Enter');
    const sent = { type: 'sendText', place, instead: undefined, text: 'No idea.', form: 'thread' };
    assert.deepEqual((await opened.posted()).at(-1), sent);
    await opened.send({ type: 'textState', place, state: { kind: 'refused', message: 'The server answered 500.' } });
    assert.equal(await thread.locator('textarea').inputValue(), 'No idea.');
    assert.match(await thread.innerText(), /Unsaved\. The server answered 500\./);
    await thread.getByRole('button', { name: 'Resolve thread' }).press('Enter');
    assert.deepEqual((await opened.posted()).at(-1), { type: 'resolve', id: 'one', resolved: true });
  });

  it('takes a comment on a file without text', async () => {
    const opened = await open();
    const place = { kind: 'line', oldPath: 'a.png', newPath: 'a.png', oldLine: undefined, newLine: undefined } as const;
    await opened.send(...fullPage(), { type: 'showText', place });
    await opened.page.locator('textarea:focus').waitFor();
    await opened.page.keyboard.type('Too large');
    await opened.page.getByRole('group', { name: 'Comment on a.png' }).getByText('Add to Review').press('Enter');
    assert.partialDeepStrictEqual((await opened.posted()).at(-1), { type: 'sendText', place, text: 'Too large' });
  });

  it('shows drafts among the threads, leads to them, and takes a reply for the review', async () => {
    const opened = await open();
    const { page, send } = opened;
    await send(...fullPage(), {
      type: 'pending',
      drafts: [
        { id: 1, thread: 'one', place: 'Reply', text: 'Not yet said' },
        { id: 2, thread: undefined, place: 'General comment', text: 'On the whole' },
      ],
    });
    const thread = page.locator('.requestThread', { hasText: '(one)' });
    assert.match(await thread.locator('.pending').innerText(), /^Pending[^]*Not yet said/);
    assert.match(await page.locator('.pending', { hasText: 'On the whole' }).innerText(), /General comment/);
    await thread.getByRole('button', { name: 'Reply' }).press('Enter');
    await page.keyboard.type('Later.');
    await thread.getByRole('button', { name: 'Add to Review' }).press('Enter');
    assert.partialDeepStrictEqual((await opened.posted()).at(-1), { type: 'sendText', text: 'Later.', form: 'draft' });
    await thread.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
    await send({ type: 'review', review: reviewView([draftView(2), draftView(1)]) });
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'draft1');
  });

  it('offers in its head what is due: the review, the merge, or the changes', async () => {
    const opened = await open();
    const due = opened.page.locator('.requestHead .primary');
    const merge = { action: 'merge', label: 'Merge…', why: undefined } as const;
    await opened.send(...fullPage(), { type: 'actions', actions: [{ ...merge, why: 'Approvals are missing.' }] });
    assert.equal(await due.innerText(), 'Review Changes');
    await opened.send({ type: 'actions', actions: [merge] });
    assert.equal(await due.innerText(), 'Merge…');
    await opened.send({ type: 'pending', drafts: [{ id: 1, thread: undefined, place: 'Line 4', text: 'Why?' }] });
    assert.equal(await due.innerText(), 'Submit Review (1)…');
    assert.match(await opened.page.locator('.requestHead').innerText(), /Open[^]*1 draft/);
    await opened.page.locator('main').evaluate((page) => page.scrollTo(0, page.scrollHeight));
    assert.ok(((await opened.page.locator('.requestHead').boundingBox())?.y ?? -1) >= 0);
  });

  it('shows reactions with who gave them, gives one and takes one back by keyboard', async () => {
    const opened = await open();
    const { page } = opened;
    await opened.send({ type: 'request', request: requestView() });
    await opened.send(conversation([withReactions('one')], undefined, offered));
    await opened.posted();
    const shown = page.locator('.reactions').getByRole('button');
    const words = async () =>
      (await shown.all()).reduce(
        async (all, each) => [
          ...(await all),
          [await each.innerText(), await each.getAttribute('aria-pressed'), await each.getAttribute('title')],
        ],
        Promise.resolve<unknown[]>([]),
      );
    const given = [
      ['🎉 2', 'true', 'Lena Maintainer, Dana Developer'],
      ['👍 1', 'false', 'Dana Developer'],
      [':golden_apple: 1', 'true', 'Lena Maintainer'],
    ];
    assert.deepEqual((await words()).slice(0, 3), given);
    await shown.nth(1).press('Enter');
    await shown.first().press('Space');
    assert.equal(await focusedText(opened), '🎉 2');
    const note = 71;
    assert.deepEqual(await opened.posted(), [
      { type: 'react', note, name: 'thumbsup', isGiven: true },
      { type: 'react', note, name: 'tada', isGiven: false },
    ]);
    const adding = page.getByRole('button', { name: 'Add reaction' });
    // removing the last reaction focuses the element beside it
    await shown.nth(2).press('Enter');
    await adding.and(page.locator(':focus')).waitFor();
    await press(opened, 'Enter');
    assert.equal(await adding.getAttribute('aria-expanded'), 'true');
    assert.deepEqual((await words()).slice(4), [['❤️', 'false', 'heart']]);
    await press(opened, 'Tab', 'Escape');
    assert.equal(await shown.count(), 4);
    await press(opened, 'Enter', 'Tab', 'Enter');
    assert.equal(await adding.getAttribute('aria-expanded'), 'false');
    await adding.and(page.locator(':focus')).waitFor();
    assert.deepEqual(await opened.posted(), [
      { type: 'react', note, name: 'golden_apple', isGiven: false },
      { type: 'react', note, name: 'heart', isGiven: true },
    ]);
  });

  it('shows reactions only, where none may be given, and nothing where none are known', async () => {
    const opened = await open();
    await opened.send(
      { type: 'request', request: requestView() },
      conversation([withReactions('one'), threadView('two')], 'May only read.'),
    );
    await opened.posted();
    const buttons = opened.page.locator('.reactions').getByRole('button');
    assert.equal(await buttons.count(), 3);
    await buttons.first().press('Enter');
    assert.equal(await buttons.first().getAttribute('aria-disabled'), 'true');
    assert.deepEqual(await opened.posted(), []);
  });

  it('draws hundreds of threads as one comes to them, by scrolling and by keyboard', async () => {
    const opened = await open();
    const { page } = opened;
    await opened.send({ type: 'request', request: requestView() }, numbered(200));
    const drawn = page.locator('.requestThread');
    const rest = page.getByRole('button', { name: '170 more threads' });
    await rest.waitFor();
    assert.equal(await drawn.count(), 30);
    await rest.scrollIntoViewIfNeeded();
    await drawn.nth(30).waitFor();
    for (let count = await drawn.count(); count < 200; count = await drawn.count()) {
      await page.getByRole('button', { name: `${200 - count} more thread` }).press('Enter');
      await drawn.nth(count).waitFor();
    }
    await page.getByText('What about leap years? (number 200)').waitFor();
    assert.equal(await page.getByRole('button', { name: /more thread/ }).count(), 0);
  });

  it('goes back to where the reader was, below all files and among later threads', async () => {
    const opened = await open();
    const { page, send } = opened;
    const file = { size: '+1 −0', isViewed: false, change: 'added' as const };
    const files = Array.from({ length: 300 }, (_, index) => ({ ...file, path: `${index}.ts`, oldPath: `${index}.ts` }));
    const sent: readonly ToMergeRequestPage[] = [
      { type: 'request', request: requestView() },
      { type: 'part', name: 'files', view: { state: 'ready', value: { files, note: undefined } } },
      numbered(100),
    ];
    await send(...sent);
    for (const number of [30, 60, 75]) {
      await page.getByText(`What about leap years? (number ${number})`).scrollIntoViewIfNeeded();
    }
    const before = await placeOf(opened);
    await poll(async () => JSON.stringify(await opened.kept()).includes(`"top":${before}`), {
      what: 'the place to be kept',
    });
    await page.reload();
    await send(...sent);
    await poll(async () => (await placeOf(opened)) === before, { what: 'the page to be where it was' });
  });

  it('stays where the reader goes while it is not as long as it was', async () => {
    const opened = await open();
    const { page, send } = opened;
    const kept = { ...(requestPageKind.state as object), reading: { top: 5_000 } };
    await page.evaluate((state) => sessionStorage.setItem('kept', state), JSON.stringify(kept));
    await page.reload();
    await send(...fullPage());
    assert.notEqual(await placeOf(opened), 0);
    await page.keyboard.press('Home');
    await poll(async () => (await placeOf(opened)) === 0, { what: 'the top of the page' });
    await send(numbered(100));
    await page.getByRole('button', { name: '70 more threads' }).waitFor();
    assert.equal(await placeOf(opened), 0);
  });

  it('offers what can be done, and says of the rest why not', async () => {
    const opened = await open();
    await opened.send(...fullPage(), {
      type: 'actions',
      actions: [
        { action: 'merge', label: 'Merge…', why: 'Approvals are missing.' },
        { action: 'approve', label: 'Approve', why: undefined },
      ],
    });
    await opened.posted();
    const merge = opened.page.getByRole('button', { name: 'Merge…' });
    assert.deepEqual(
      [await merge.getAttribute('aria-disabled'), await merge.getAttribute('title')],
      ['true', 'Approvals are missing.'],
    );
    await merge.press('Enter');
    await opened.page.getByRole('button', { name: 'Approve', exact: true }).press('Enter');
    assert.deepEqual(await opened.posted(), [{ type: 'act', action: 'approve' }]);
  });
});
