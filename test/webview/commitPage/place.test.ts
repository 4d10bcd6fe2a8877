import assert from 'node:assert/strict';
import { useCommitPages, type CommitPage } from './commitPages.ts';
import { commit, fileView, files, longDiff, manyFiles } from './sampleViews.ts';

/** Cells joined by `|`. */
const rowTexts = (opened: CommitPage): Promise<string[]> =>
  opened.page.$$eval('.row', (rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('.number, .sign, .code, .noteText')].map((cell) => cell.textContent).join('|'),
    ),
  );

const scrollTop = (opened: CommitPage): Promise<number> =>
  opened.page.$eval('.page', (page) => Math.round(page.scrollTop));
const scrollTo = async (opened: CommitPage, top: number, left = 0): Promise<void> => {
  await opened.page.$eval('.page', (page, [x, y]) => page.scrollTo(x ?? 0, y ?? 0), [left, top]);
  await opened.drawn();
};
const lineAtMiddle = (opened: CommitPage): Promise<{ text: string; top: number }> =>
  opened.page.evaluate(() => {
    const row = document.elementsFromPoint(300, 500).find((each) => each.classList.contains('row'));
    return { text: row?.getAttribute('aria-label') ?? '', top: Math.round(row?.getBoundingClientRect().top ?? -1) };
  });
const pinned = (opened: CommitPage): Promise<{ name: string; expanded: string; top: number }> =>
  opened.page.evaluate(() => {
    const row = document.elementsFromPoint(300, 50).find((each) => each.classList.contains('fileRow'));
    return {
      name: row?.querySelector('.name')?.textContent ?? '',
      expanded: row?.getAttribute('aria-expanded') ?? '',
      top: Math.round(row?.querySelector('.fileBar')?.getBoundingClientRect().top ?? -1),
    };
  });
const boxOf = async (opened: CommitPage, selector: string) => {
  const box = await opened.page.locator(selector).first().boundingBox();
  assert.ok(box, `${selector} is drawn`);
  return box;
};

describe('the place of the reader on the commit page', () => {
  const open = useCommitPages();

  it('stays where it is while more files come and while the list begins anew', async () => {
    const all = manyFiles(30, 50);
    const opened = await open();
    await opened.send(commit, files(all.slice(0, 15), { complete: false }));
    await scrollTo(opened, 9000);
    const before = await lineAtMiddle(opened);
    await opened.send(files(all.slice(15)));
    assert.deepEqual(await lineAtMiddle(opened), before);
    await opened.send(files([], { restart: true, complete: false }));
    assert.deepEqual(await lineAtMiddle(opened), before);
    await opened.send(files(all));
    assert.deepEqual(await lineAtMiddle(opened), before);
  });

  it('stays where it is while the head above grows', async () => {
    const opened = await open();
    await opened.send(commit, files(manyFiles(30, 50)));
    await scrollTo(opened, 9000);
    const before = await lineAtMiddle(opened);
    const branches = Array.from({ length: 12 }, (_, index) => `a-rather-long-name-for-a-branch-${index}`);
    await opened.send({
      type: 'part',
      part: { name: 'refs', view: { state: 'ready', value: { branches, tags: [], more: false } } },
    });
    const after = await lineAtMiddle(opened);
    assert.equal(after.text, before.text);
    // fractional pixels
    assert.ok(Math.abs(after.top - before.top) <= 1, `${before.top} became ${after.top}`);
    assert.ok((await scrollTop(opened)) > 9000, 'the head has grown');
  });

  it('keeps the header of the file at the top of the screen', async () => {
    const opened = await open();
    await opened.send(commit, files(manyFiles(3, 200)));
    await scrollTo(opened, 3000);
    const toolbar = await boxOf(opened, '.toolbar');
    const bar = await boxOf(opened, '.fileBar');
    assert.equal(toolbar.y, 0);
    assert.equal(bar.y, toolbar.height);
  });

  it('scrolls long lines sideways together, under the numbers, with head and headers in place', async () => {
    const opened = await open();
    const diff = `@@ -1 +1 @@\n-${'short'}\n+${'long '.repeat(100)}\n`;
    await opened.send(commit, files([fileView({ diff }), ...manyFiles(10, 50)]));
    const title = await boxOf(opened, 'h1');
    await scrollTo(opened, 0, 900);
    assert.deepEqual(await boxOf(opened, 'h1'), title);
    await scrollTo(opened, 600, 900);
    for (const selector of ['.toolbar', '.fileBar', '.gutter']) assert.equal((await boxOf(opened, selector)).x, 0);
    assert.ok((await boxOf(opened, '.row.line .code')).x < -700);
  });

  it('collapses and expands a file', async () => {
    const opened = await open();
    await opened.send(commit, files([fileView({ newPath: 'a.ts' }), fileView({ newPath: 'b.ts' })]));
    await opened.page.getByRole('button', { name: 'Collapse a.ts' }).click();
    assert.equal((await rowTexts(opened)).length, 7);
    const row = opened.page.locator('.fileRow').first();
    assert.equal(await row.getAttribute('aria-expanded'), 'false');
    await opened.page.getByRole('button', { name: 'Expand a.ts' }).click();
    assert.equal((await rowTexts(opened)).length, 14);
  });

  it('leaves a pinned header in place when its file is collapsed', async () => {
    const opened = await open();
    await opened.send(commit, files(manyFiles(40, 50)));
    // within a file: the header of the next one would push it up
    await scrollTo(opened, 9200);
    const before = await pinned(opened);
    await opened.page.keyboard.press('x');
    await opened.drawn();
    assert.deepEqual(await pinned(opened), { ...before, expanded: 'false' });
    assert.equal(before.expanded, 'true');
  });

  it('collapses and expands all files, staying at the file', async () => {
    const opened = await open();
    await opened.send(commit, files(manyFiles(60, 50)));
    await scrollTo(opened, 20_000);
    const before = (await pinned(opened)).name;
    await opened.page.getByRole('button', { name: 'Collapse all files' }).click();
    await opened.drawn();
    assert.equal((await rowTexts(opened)).length, 0);
    await opened.page.getByRole('button', { name: 'Expand all files' }).click();
    await opened.drawn();
    assert.equal((await pinned(opened)).name, before);
    assert.ok(before);
  });

  it('comes back to where it was after a reload', async () => {
    const all = manyFiles(30, 50);
    const opened = await open();
    await opened.send(commit, files(all));
    await opened.page.getByRole('button', { name: 'Collapse packages/module0/src/part0.ts' }).click();
    await scrollTo(opened, 9000);
    const before = await lineAtMiddle(opened);
    await opened.page.waitForFunction(() => /"in":"files"/.test(sessionStorage.getItem('kept') ?? ''));
    await opened.page.reload();
    await opened.send(commit, files(all.slice(0, 5), { complete: false }));
    await opened.send(files(all.slice(5)));
    await opened.drawn();
    assert.deepEqual(await lineAtMiddle(opened), before);
  });

  it('lets a reader who scrolls stay instead', async () => {
    const all = manyFiles(30, 50);
    const opened = await open();
    await opened.send(commit, files(all));
    await scrollTo(opened, 9000);
    await opened.page.waitForFunction(() => /"in":"files"/.test(sessionStorage.getItem('kept') ?? ''));
    await opened.page.reload();
    await opened.send(commit, files(all.slice(0, 2), { complete: false }));
    await opened.page.mouse.move(400, 400);
    await opened.page.mouse.wheel(0, 50);
    await opened.page.waitForFunction(() => (document.querySelector('.page')?.scrollTop ?? 0) > 0);
    await opened.send(files(all.slice(2)));
    assert.ok((await scrollTop(opened)) < 200);
  });

  it('reveals a file, also one that has not come yet or is collapsed', async () => {
    const all = manyFiles(40, 50);
    const opened = await open();
    await opened.send(commit, files(all.slice(0, 10), { complete: false }));
    await opened.send({ type: 'reveal', path: all[30]?.newPath ?? '' });
    assert.equal(await scrollTop(opened), 0);
    await opened.send(files(all.slice(10)));
    await opened.drawn();
    const focused = (): Promise<string | null | undefined> =>
      opened.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    assert.match((await focused()) ?? '', /part30\.ts/);
    await opened.page.getByRole('button', { name: 'Collapse all files' }).click();
    await opened.send({ type: 'reveal', path: all[3]?.newPath ?? '' });
    await opened.drawn();
    assert.match((await focused()) ?? '', /part3\.ts/);
    assert.ok((await rowTexts(opened)).length > 20);
  });

  it('follows the size of the editor font', async () => {
    const opened = await open();
    await opened.send(commit, files([fileView({ diff: longDiff(200) })]));
    const heightOf = async (): Promise<number> => (await boxOf(opened, '.row')).height;
    assert.equal(await heightOf(), 20);
    await opened.page.evaluate(() => document.documentElement.style.setProperty('--vscode-editor-font-size', '22px'));
    await opened.drawn();
    assert.equal(await heightOf(), 32);
    const [first, second] = await opened.page.$$eval('.row', (rows) =>
      rows.map((row) => row.getBoundingClientRect().top),
    );
    assert.equal((second ?? 0) - (first ?? 0), 32);
  });
});
