import assert from 'node:assert/strict';
import type { ToJobPage } from '../../../src/messages/jobPage.ts';
import type { OpenOptions } from '../pageHarness.ts';
import { endedView, failedView, type JobPage, jobView, relation, relations, useJobPages } from './jobPages.ts';

const transfer = {
  direction: 'receiving',
  share: 0.42,
  amount: '850 MB of 2 GB',
  percent: '42%',
  rate: '12.4 MB/s',
  left: '2 min left',
} as const;

describe('the page of a job', () => {
  const openPage = useJobPages();
  const open = async (
    messages: readonly ToJobPage[] = [{ type: 'job', job: jobView() }],
    options: OpenOptions = {},
  ): Promise<JobPage> => {
    const opened = await openPage(options);
    assert.deepEqual(await opened.posted(), [{ type: 'ready' }]);
    await opened.send(...messages);
    return opened;
  };
  const withFailures = (count: number): Promise<JobPage> =>
    open([
      { type: 'failed', relations: relations(count) },
      { type: 'job', job: failedView() },
    ]);
  const firstCells = ({ page }: JobPage): Promise<string[]> =>
    page.locator('.failedTable tbody td.number').allInnerTexts();

  it('says what, from where, to where, with which account and how far', async () => {
    const { page } = await open();
    const text = await page.locator('main').innerText();
    for (const words of [
      'Import from GitHub: acme/orchard',
      'Running on the server',
      'github.com/hedge/orchard',
      'acme/orchard on gitlab.example.com',
      'Olive Marsh (@olive)',
    ]) {
      assert.ok(text.includes(words), words);
    }
  });

  it('leaves alone what was not sent by the extension', async () => {
    const { page, drawn } = await open();
    for (const other of [undefined, null, 'job', {}, { type: 1 }, { type: 'toString' }]) {
      await page.evaluate((message) => window.postMessage(message, '*'), other);
    }
    await drawn();
    await page.getByRole('heading', { name: 'Import from GitHub: acme/orchard' }).waitFor();
  });

  it('shows the states in their order, how long each took and how long the last takes so far', async () => {
    const { page } = await open();
    const steps = await page.locator('.story li').allInnerTexts();
    assert.equal(steps.length, 3);
    assert.match(steps[0] ?? '', /Requesting[^]*2 s/);
    assert.match(steps[1] ?? '', /Scheduled[^]*2 min 58 s/);
    assert.match(steps[2] ?? '', /Running[^]*so far/);
    assert.equal(await page.locator('.story li[aria-current=step]').count(), 1);
  });

  it('draws a bar for each kind, those it does not know too, and says at the end what is missing', async () => {
    const { page, send } = await open();
    const bar = page.getByRole('progressbar', { name: 'Pull requests: 1,410 of 3,204' });
    assert.equal(await bar.evaluate((element: HTMLProgressElement) => element.value / element.max), 1410 / 3204);
    const kinds = await page.locator('.bars tbody th').allInnerTexts();
    assert.deepEqual(kinds, ['Issues', 'Pull requests', 'Comments on diffs', 'Labels', 'Quantum review']);
    assert.equal(await page.getByText('missing').count(), 0);
    await send({ type: 'job', job: endedView() });
    await page.getByText('1,794 missing').waitFor();
    await page.getByText('complete').waitFor();
  });

  it('follows bytes under way, and shows a walking bar while nobody knows how many there are', async () => {
    const { page, send } = await open([
      { type: 'transfer', transfer },
      { type: 'job', job: jobView({ counters: undefined }) },
    ]);
    const bar = page.getByRole('progressbar', { name: 'Download' });
    assert.equal(await bar.evaluate((element: HTMLProgressElement) => element.value), 0.42);
    assert.equal(await bar.getAttribute('aria-valuetext'), '850 MB of 2 GB, 42%, 12.4 MB/s, 2 min left');
    assert.match(
      await page.locator('.figures').innerText(),
      /Received\s+850 MB of 2 GB\s+42%\s+12\.4 MB\/s\s+2 min left/,
    );
    await send({ type: 'transfer', transfer: { ...transfer, share: undefined, percent: undefined, amount: '850 MB' } });
    assert.equal(await bar.evaluate((element: HTMLProgressElement) => element.matches(':indeterminate')), true);
    await send({ type: 'transfer', transfer: undefined });
    assert.equal(await bar.count(), 0);
  });

  it('tells when it is looked at next, and looks at once when asked to', async () => {
    const opened = await open();
    const { page, send, posted } = opened;
    assert.match(await page.locator('.lookLine').innerText(), /Checked 1\d s ago · next check in \d+ s/);
    await page.getByRole('button', { name: 'Check Now' }).press('Enter');
    assert.deepEqual(await posted(), [{ type: 'checkNow' }]);
    await send({ type: 'looking', isPolling: true });
    await page.getByRole('button', { name: 'Checking…' }).press('Enter');
    assert.deepEqual(await posted(), []);
    // the focused button stays, which keeps the focus
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Checking…');
  });

  it('tells why looks fail', async () => {
    const error = {
      title: 'Last check failed',
      words: 'gitlab.example.com did not answer in time.',
      status: undefined,
    };
    const { page } = await open([
      {
        type: 'job',
        job: jobView({ poll: { does: 'look', lastAtMs: undefined, nextAtMs: undefined, failures: 3, error } }),
      },
    ]);
    assert.match(
      await page.locator('.look').innerText(),
      /Not checked yet[^]*The last 3 checks failed\. gitlab\.example\.com/,
    );
  });

  it('asks for what its buttons say, and only for what is offered', async () => {
    const { page, posted } = await open([{ type: 'job', job: failedView() }]);
    const buttons = await page.getByRole('group', { name: 'Actions' }).getByRole('button').allInnerTexts();
    assert.deepEqual(
      buttons.map((each) => each.trim()),
      ['Try Again…', 'Copy Report', 'Remove from List'],
    );
    await page.getByRole('button', { name: 'Try Again…' }).press('Enter');
    assert.deepEqual(await posted(), [{ type: 'act', action: 'graft.imports.again' }]);
  });

  it('keeps the keyboard when the button that had it goes', async () => {
    const { page, send } = await open();
    await page.getByRole('button', { name: 'Cancel…' }).focus();
    await send({ type: 'job', job: endedView() });
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'MAIN');
  });

  it('tells a change of phase to screen readers, and nothing while bytes and seconds go by', async () => {
    const { page, send } = await open([
      { type: 'transfer', transfer },
      { type: 'job', job: jobView() },
    ]);
    const said = await page.evaluateHandle(() => {
      const words: string[] = [];
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          const live = element?.closest('[role=status], [role=alert], [aria-live]');
          if (live) words.push(live.textContent ?? '');
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
      return words;
    });
    await send({ type: 'transfer', transfer: { ...transfer, share: 0.5, percent: '50%' } });
    const poll = {
      does: 'look',
      lastAtMs: Date.now(),
      nextAtMs: Date.now() + 9_000,
      failures: 0,
      error: undefined,
    } as const;
    await send({ type: 'job', job: jobView({ poll }) });
    assert.deepEqual(await said.jsonValue(), []);
    await send({ type: 'job', job: endedView() });
    assert.match((await said.jsonValue()).join(' '), /All items were imported/);
  });

  it('shows the server’s error in its own words', async () => {
    const { page } = await open([{ type: 'job', job: failedView() }]);
    const box = page.getByRole('region', { name: 'Server message (status 422)' });
    assert.match(await box.innerText(), /Milestone dates overlap"\}\ncorrelation 01HXYZ/);
  });

  it('explains why a job is not there any more', async () => {
    const { page, posted, send } = await open([{ type: 'gone' }]);
    assert.match(await page.getByRole('status').innerText(), /no longer in the list/);
    await page.getByRole('button', { name: 'Close' }).press('Enter');
    assert.deepEqual(await posted(), [{ type: 'close' }]);
    await send({ type: 'job', job: jobView() });
    assert.equal(await page.getByText('not in the list').count(), 0);
  });

  it('says so where nothing has failed or been counted yet', async () => {
    const { page, send } = await open([{ type: 'job', job: jobView({ counters: [] }) }]);
    await page.getByText('None so far.').waitFor();
    await page.getByText('No counts yet.').waitFor();
    await send({ type: 'job', job: endedView({ counters: undefined, reportsFailures: false }) });
    assert.equal(await page.getByRole('heading', { name: 'Failed items' }).count(), 0);
  });

  it('says that GitLab tells of a hundred failures at most', async () => {
    const opened = await withFailures(100);
    await opened.page.getByText('GitLab reports at most 100').waitFor();
    await opened.send({ type: 'failed', relations: relations(99) });
    assert.equal(await opened.page.getByText('GitLab tells of 100').count(), 0);
  });

  it('sorts failures by keyboard, and says by what', async () => {
    const opened = await withFailures(4);
    const { page } = opened;
    const header = page.getByRole('columnheader', { name: 'Line' });
    assert.equal(await header.getAttribute('aria-sort'), 'none');
    await header.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    assert.equal(await header.getAttribute('aria-sort'), 'descending');
    assert.deepEqual(await firstCells(opened), ['21', '14', '7', '0']);
    await page.keyboard.press('Enter');
    assert.equal(await header.getAttribute('aria-sort'), 'none');
  });

  it('filters failures, says how many are left and copies those in the order they are seen in', async () => {
    const opened = await withFailures(12);
    const { page, posted } = opened;
    await page.getByRole('searchbox').fill('recordinvalid');
    await page.getByText('6 of 12 shown').waitFor({ state: 'attached' });
    await page.getByRole('combobox', { name: 'Relation' }).selectOption({ label: 'CI pipelines (3)' });
    await page.getByRole('columnheader', { name: 'Line' }).getByRole('button').dblclick();
    await page.getByRole('button', { name: 'Copy as CSV' }).press('Enter');
    await page.getByRole('button', { name: 'Copy as Markdown' }).press('Enter');
    const ids = [1010, 1006, 1002];
    assert.deepEqual(await posted(), [
      { type: 'copyFailed', as: 'csv', ids },
      { type: 'copyFailed', as: 'markdown', ids },
    ]);
    await page.getByRole('searchbox').fill('nothing has this');
    await page.getByRole('button', { name: 'Show all 12' }).press('Enter');
    assert.equal((await firstCells(opened)).length, 12);
  });

  it('keeps filter and order over a reload', async () => {
    const opened = await withFailures(12);
    await opened.page.getByRole('searchbox').fill('issues');
    await opened.page.getByRole('columnheader', { name: 'Line' }).getByRole('button').dblclick();
    assert.deepEqual(await opened.kept(), {
      job: 'job-1',
      table: { filter: 'issues', sort: 'line', direction: 'descending' },
    });
    await opened.page.reload();
    await opened.send({ type: 'failed', relations: relations(12) }, { type: 'job', job: failedView() });
    assert.deepEqual(await firstCells(opened), ['63', '35', '7']);
    assert.equal(await opened.page.getByRole('searchbox').inputValue(), 'issues');
  });

  it('shows the whole of a long message when the user asks for it', async () => {
    const message = `PG::Error\n${'word '.repeat(2_000)}end`;
    const { page } = await open([
      { type: 'failed', relations: [relation(1, { message })] },
      { type: 'job', job: failedView() },
    ]);
    assert.ok(!(await page.locator('.failedMessage').innerText()).includes('end'));
    const button = page.getByRole('button', { name: 'Show all 10,013 characters' });
    await button.press('Enter');
    assert.ok((await page.locator('.failedMessage').innerText()).endsWith('end'));
    const less = page.getByRole('button', { name: 'Show less' });
    assert.equal(await less.getAttribute('aria-expanded'), 'true');
    await less.press('Enter');
    assert.ok(!(await page.locator('.failedMessage').innerText()).includes('end'));
  });

  it('shows characters that deceive by their codes, and does not break on endless names', async () => {
    const name = `acme/${'very_long_'.repeat(40)}orchard`;
    const { page } = await open(
      [
        {
          type: 'failed',
          relations: [
            relation(1, { message: `a\u202Ecba\u0007\n<b>bold</b> ${'x'.repeat(150)}`, source: 'x'.repeat(300) }),
          ],
        },
        {
          type: 'job',
          job: failedView({
            title: `Project import: ${name}\u202Egpj.exe`,
            facts: [{ label: 'Project', value: `\u05D0\u05D1 ${name}`, isPath: false }],
          }),
        },
      ],
      { viewport: { width: 640, height: 800 } },
    );
    const text = await page.locator('main').innerText();
    assert.ok(text.includes('U+202E') && text.includes('U+0007') && text.includes('<b>bold</b>'));
    assert.ok(!text.includes('\u202e'));
    const wider = await page.evaluate(() =>
      ['main', '.failedMessage', '.failedTable td.code', 'h1', '.facts dd']
        .flatMap((selector) => [...document.querySelectorAll(selector)])
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map(({ className, tagName }) => `${tagName} ${className}`),
    );
    assert.deepEqual(wider, []);
  });

  it('draws a hundred failures of ten kilobytes each, and filters them letter by letter', async () => {
    const heavy = relations(100, { message: `Error: ${'\u05D0 \u202E x '.repeat(1_700)}` });
    const opened = await open([
      { type: 'job', job: failedView() },
      { type: 'failed', relations: heavy },
    ]);
    assert.equal((await firstCells(opened)).length, 100);
    await opened.page.locator('input[type=search]').pressSequentially('merge');
    await opened.drawn();
    assert.equal((await firstCells(opened)).length, 25);
  });
});
