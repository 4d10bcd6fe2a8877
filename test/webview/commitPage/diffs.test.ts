import assert from 'node:assert/strict';
import type { FileView, ToCommitPage } from '../../../src/messages/commitPage.ts';
import { useCommitPages, type CommitPage } from './commitPages.ts';
import { commitView, fileView, longDiff, manyFiles } from './sampleViews.ts';

const commit: ToCommitPage = { type: 'commit', commit: commitView() };
const files = (of: readonly FileView[], own: { restart?: boolean; complete?: boolean } = {}): ToCommitPage => ({
  type: 'files',
  files: of,
  restart: false,
  complete: true,
  ...own,
});

/** What a row reads as, its cells parted by `|`. */
const rowTexts = (opened: CommitPage): Promise<string[]> =>
  opened.page.$$eval('.row', (rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('.number, .sign, .code, .noteText')].map((cell) => cell.textContent).join('|'),
    ),
  );
const headers = (opened: CommitPage): Promise<string[]> =>
  opened.page.$$eval('.fileBar', (bars) =>
    bars.map((bar) => (bar as HTMLElement).innerText.replaceAll('\n', ' ').trim()),
  );

const scrollTop = (opened: CommitPage): Promise<number> =>
  opened.page.$eval('.page', (page) => Math.round(page.scrollTop));
const scrollTo = async (opened: CommitPage, top: number, left = 0): Promise<void> => {
  await opened.page.$eval('.page', (page, [x, y]) => page.scrollTo(x ?? 0, y ?? 0), [left, top]);
  await opened.drawn();
};
/** The text of the line at the middle of the screen and how far down it is. */
const lineAtMiddle = (opened: CommitPage): Promise<{ text: string; top: number }> =>
  opened.page.evaluate(() => {
    const row = document.elementsFromPoint(300, 500).find((each) => each.classList.contains('row'));
    return { text: row?.getAttribute('aria-label') ?? '', top: Math.round(row?.getBoundingClientRect().top ?? -1) };
  });
/** The header below the toolbar. */
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

describe('diffs of the commit page', () => {
  const open = useCommitPages();

  it('shows lines with their numbers on both sides and their signs', async () => {
    const opened = await open();
    await opened.send(commit, files([fileView()]));
    assert.deepEqual(await rowTexts(opened), [
      '@@ -10,3 +10,5 @@export function upload()',
      ...['10|10| |a', '11||-|b', '|11|+|c', '|12|+|d', '|13|+|e', '12|14| |f'],
    ]);
  });

  it('says what happened to each file', async () => {
    const opened = await open();
    await opened.send(
      commit,
      files([
        fileView({ newPath: 'src/a.ts', change: 'added', diff: '@@ -0,0 +1 @@\n+a\n' }),
        fileView({ newPath: 'b.ts', change: 'deleted', diff: '@@ -1 +0,0 @@\n-b\n' }),
        fileView({ oldPath: 'old/c.ts', newPath: 'new/c.ts', change: 'renamed', diff: '' }),
        fileView({ newPath: 'd.sh', modes: { old: '100644', new: '100755' }, diff: '' }),
        fileView({ newPath: 'e.bin', note: 'Binary file.', diff: '' }),
      ]),
    );
    assert.deepEqual(await headers(opened), [
      'src/ a.ts Added +1',
      'b.ts Deleted −1',
      'new/ c.ts old/ c.ts Renamed',
      'd.sh 100644 → 100755',
      'e.bin',
    ]);
    assert.deepEqual((await rowTexts(opened)).slice(-3), [
      'Renamed without changes.',
      'Only the mode changed.',
      'Binary file.Open the file',
    ]);
  });

  it('opens a file by its header, by a line number and by its note', async () => {
    const opened = await open();
    await opened.send(commit, files([fileView(), fileView({ newPath: 'e.bin', note: 'Binary file.' })]));
    await opened.posted();
    await opened.page.getByRole('button', { name: 'Open src/upload.ts in the diff editor' }).click();
    await opened.page.locator('.row.added .number').nth(1).click();
    await opened.page.getByRole('button', { name: 'Open the file', exact: true }).click();
    assert.deepEqual(await opened.posted(), [
      { type: 'openFile', newPath: 'src/upload.ts', line: undefined },
      { type: 'openFile', newPath: 'src/upload.ts', line: 11 },
      { type: 'openFile', newPath: 'e.bin', line: undefined },
    ]);
  });

  it('shows a path that could deceive as it is', async () => {
    const opened = await open();
    await opened.send(
      commit,
      files([fileView({ newPath: 'bin/pic\u202egnp.exe' }), fileView({ newPath: 'a b/אב/ג.ts' })]),
    );
    assert.equal((await headers(opened))[0], 'bin/ picU+202Egnp.exe +3 −1');
    const steps = await opened.page.$$eval('.fileRow:last-child, .file:last-child .fileRow', (rows) =>
      [...(rows.at(-1)?.querySelectorAll('bdi') ?? [])].map((step) => step.textContent),
    );
    assert.deepEqual(steps, ['a b/', 'אב/', 'ג.ts']);
  });

  it('shows carriage returns only where line ends differ', async () => {
    const opened = await open();
    await opened.send(
      commit,
      files([
        fileView({ newPath: 'mixed', diff: '@@ -1 +1 @@\n-a\r\n+a\n' }),
        fileView({ newPath: 'windows', diff: '@@ -1 +1 @@\n-b\r\n+c\r\n' }),
      ]),
    );
    assert.deepEqual(
      (await rowTexts(opened)).filter((text) => !text.startsWith('@@')),
      ['1||-|aU+000D', '|1|+|a', '1||-|b', '|1|+|c'],
    );
  });

  it('cuts a line of 2 MB and offers the file instead', async () => {
    const opened = await open();
    await opened.send(commit, files([fileView({ diff: `@@ -0,0 +1 @@\n+${'x'.repeat(2_000_000)}\n` })]));
    const button = opened.page.getByRole('button', { name: '… 1,998,000 more characters, open the file' });
    assert.equal(await button.count(), 1);
    await button.evaluate((element) => (element as HTMLElement).click());
    assert.deepEqual((await opened.posted()).at(-1), { type: 'openFile', newPath: 'src/upload.ts', line: 1 });
  });

  it('says how far the files have come, and that there are none', async () => {
    const opened = await open();
    const end = opened.page.locator('.filesEnd');
    assert.match(await end.innerText(), /^\s*Loading files…(\s*Cancel)?\s*$/);
    await opened.send(commit, files([fileView()], { complete: false }));
    assert.match(await end.innerText(), /^\s*Loading files… 1 so far(\s*Cancel)?\s*$/);
    assert.equal(await opened.page.locator('.toolbar h2').innerText(), '1 changed file so far');
    await opened.send(files([], { restart: true }));
    assert.equal(await end.innerText(), 'This commit changes no files');
  });

  it('keeps the files that came when the rest fails, and asks for them again', async () => {
    const opened = await open();
    await opened.send(commit, files([fileView()], { complete: false }), {
      type: 'filesFailed',
      failure: { message: 'Bad gateway', retryable: true },
    });
    assert.equal((await headers(opened)).length, 1);
    assert.match(await opened.page.locator('.toolbar').innerText(), /1 changed file so far[^]*incomplete/);
    await opened.page.locator('.filesEnd').getByRole('button', { name: 'Retry' }).click();
    assert.deepEqual((await opened.posted()).at(-1), { type: 'retry', what: 'files' });
    assert.match(await opened.page.locator('.filesEnd').innerText(), /Loading files… 1 so far/);
  });

  it('stops loading files by keyboard, keeps those that came, and goes on when asked', async () => {
    const opened = await open();
    await opened.send(commit, files([fileView()], { complete: false }));
    const end = opened.page.locator('.filesEnd');
    await end.getByRole('button', { name: 'Cancel loading files' }).press('Enter');
    assert.deepEqual((await opened.posted()).at(-1), { type: 'stop', what: 'files' });
    const failure = { message: 'Not read to the end: you cancelled it.', retryable: true, stopped: true } as const;
    await opened.send({ type: 'filesFailed', failure });
    assert.match(await opened.page.locator('.toolbar').innerText(), /1 changed file so far[^]*incomplete/);
    assert.match(await end.innerText(), /Not read to the end: you cancelled it\./);
    await opened.page.keyboard.press('Enter');
    assert.deepEqual((await opened.posted()).at(-1), { type: 'retry', what: 'files' });
  });

  it('says when the server has left out files of a large commit', async () => {
    const opened = await open();
    const stats = { additions: 9_000, deletions: 1_000 };
    const thousand = Array.from({ length: 1_000 }, (_, index) => fileView({ newPath: `many/${index}.ts` }));
    await opened.send({ type: 'commit', commit: commitView({ stats }) }, files(thousand));
    assert.match(await opened.page.locator('.toolbar').innerText(), /1,000 changed files[^]*incomplete/);
    assert.match(
      await opened.page.locator('.filesEnd').innerText(),
      /The server lists no more than these 1,000 files of so large a commit\..*git show --stat 4f1c2d3e/,
    );
  });

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
    // the head may end between two pixels
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
    await scrollTo(opened, 9000);
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
