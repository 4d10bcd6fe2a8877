import assert from 'node:assert/strict';
import type { FileView, ToCommitPage } from '../../../src/messages/commitPage.ts';
import { useCommitPages, type CommitPage } from './commitPages.ts';
import { commitView, fileView, longDiff, manyFiles } from './sampleViews.ts';

const fill = async (opened: CommitPage, files: readonly FileView[]): Promise<void> => {
  const commit: ToCommitPage = { type: 'commit', commit: commitView() };
  await opened.send(commit, { type: 'files', files, restart: false, complete: true });
  await opened.posted();
};
const press = async (opened: CommitPage, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    await opened.page.keyboard.press(key);
    await opened.drawn();
  }
};
const texts = (opened: CommitPage, selector: string): Promise<string[]> =>
  opened.page.$$eval(selector, (all) => all.map((each) => (each.textContent ?? '').trim()));

const respaced = '@@ -1,4 +1,4 @@\n a\n-if (x) {\n+  if (x)  {\n-  old();\n+  brandNew();\n d\n';

describe('reading the commit page', () => {
  const open = useCommitPages();

  it('colours code once it has been drawn', async () => {
    const opened = await open();
    await fill(opened, [fileView({ diff: '@@ -1 +1 @@\n-const a = "x"; // one\n+const a = 12;\n' })]);
    await opened.page.waitForSelector('.tok-comment');
    assert.deepEqual(await texts(opened, '.row.deleted .tok-keyword, .row.deleted .tok-string'), ['const', '"x"']);
    assert.deepEqual(await texts(opened, '.row.added .tok-number'), ['12']);
    assert.deepEqual(await texts(opened, '.row .code'), [
      ...['@@ -1,1 +1,1 @@', 'const a = "x"; // one', 'const a = 12;'],
    ]);
  });

  it('loads the languages of the files that it shows, each when it is needed', async () => {
    const opened = await open();
    const before = await opened.loaded();
    await fill(opened, [fileView({ newPath: 'a.rs', diff: '@@ -1 +1 @@\n-let a = 1;\n+let b = 1;\n' })]);
    await opened.page.waitForSelector('.tok-keyword');
    const families = async (): Promise<string[]> =>
      (await opened.loaded())
        .filter((name) => !before.includes(name) && !/^(?:chunk|painter)/.test(name))
        .map((name) => name.replace(/-\w+\.js$/, ''));
    assert.deepEqual(await families(), ['compiled']);
    await fill(opened, [fileView({ newPath: 'a.pl', diff: '@@ -1 +1 @@\n-my $a = "x";\n+my $b = "x";\n' })]);
    await opened.page.waitForSelector('.tok-string');
    assert.deepEqual(await families(), ['compiled', 'scripts']);
  });

  it('marks words also where the language does not come', async () => {
    const opened = await open();
    await opened.page.route('**/scripts-*.js', (route) => route.abort());
    await fill(opened, [
      fileView({ newPath: 'a.pl', diff: '@@ -1 +1 @@\n-my $one = "the same";\n+my $two = "the same";\n' }),
    ]);
    await opened.page.waitForSelector('.changed');
    assert.deepEqual(await texts(opened, '.changed'), ['one', 'two']);
    assert.deepEqual(await texts(opened, '.tok-keyword'), []);
  });

  it('marks the words that changed within a line', async () => {
    const opened = await open();
    await fill(opened, [
      fileView({ newPath: 'a.txt', diff: '@@ -1 +1 @@\n-the quick brown fox jumps\n+the quick red fox jumps\n' }),
    ]);
    await opened.page.waitForSelector('.changed');
    assert.deepEqual(await texts(opened, '.changed'), ['brown', 'red']);
  });

  it('shows versions side by side, remembers it, and goes back where there is no room', async () => {
    const opened = await open();
    await fill(opened, [fileView()]);
    await press(opened, 's');
    assert.deepEqual(await texts(opened, '.row.pair'), ['10 a10 a', '11-b11+c', '12+d', '13+e', '12 f14 f']);
    assert.deepEqual(await opened.posted(), [
      { type: 'setView', view: { mode: 'split', hideWhitespace: false, showFiles: false } },
    ]);
    const [first, second] = await opened.page.$$eval('.row.pair', (rows) =>
      rows.slice(1, 3).map((row) => row.getAttribute('aria-label')),
    );
    assert.equal(first, 'Line 11 deleted: b; Line 11 added: c');
    assert.equal(second, 'Line 12 added: d');
    await opened.page.setViewportSize({ width: 600, height: 700 });
    await opened.page.waitForFunction(() => document.querySelector('.row.pair') === null);
  });

  it('keeps the place in the changes when they are laid out anew', async () => {
    const opened = await open();
    await fill(opened, [fileView({ diff: longDiff(3_000) })]);
    await opened.page.$eval('.page', (page) => page.scrollTo(0, 20_000));
    await opened.drawn();
    await opened.drawn();
    const topLine = (): Promise<string> =>
      opened.page.evaluate(() => {
        const row = document.elementsFromPoint(300, 84).find((each) => each.classList.contains('row'));
        return row?.getAttribute('aria-label') ?? '';
      });
    const before = await topLine();
    await press(opened, 's');
    await opened.drawn();
    assert.ok((await topLine()).includes(before));
    await press(opened, 's');
    await opened.drawn();
    assert.equal(await topLine(), before);
  });

  it('scrolls long lines to the side in both halves at once', async () => {
    const opened = await open();
    const long = 'x'.repeat(600);
    await fill(opened, [fileView({ diff: `@@ -1 +1 @@\n-a${long}\n+b${long}\n` })]);
    await press(opened, 's', 'n', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight');
    await opened.drawn();
    const lefts = await opened.page.$$eval('.shifted', (all) =>
      all.map((each) => getComputedStyle(each).transform.replace(/[^-\d,]/g, '')),
    );
    assert.deepEqual(lefts, ['1,0,0,1,-80,0', '1,0,0,1,-80,0']);
  });

  it('hides changes in whitespace alone and says so', async () => {
    const opened = await open();
    await fill(opened, [fileView({ newPath: 'a.txt', diff: respaced })]);
    await press(opened, 'w');
    assert.deepEqual(
      (await texts(opened, '.row')).map((text) => text.replace(/\s+/g, ' ')),
      ['⋯@@ -1,4 +1,4 @@', '11 a', '22 if (x) {', '3- old();', '3+ brandNew();', '44 d'],
    );
    assert.deepEqual(await texts(opened, '.hiddenChanges'), ['1 whitespace-only change hidden']);
    await press(opened, 'w');
    assert.equal((await texts(opened, '.row')).length, 7);
  });

  it('finds text in all files, step by step, also in a collapsed one', async () => {
    const opened = await open();
    await fill(opened, [
      fileView(),
      ...manyFiles(30, 60),
      fileView({ newPath: 'z.ts', diff: '@@ -1 +1 @@\n+NeedLe\n' }),
    ]);
    await press(opened, 'Control+f');
    await opened.page.keyboard.type('needle');
    const count = opened.page.locator('.findCount');
    // searched after each key: the word's beginning matches, too
    await opened.page.waitForFunction(() => document.querySelector('.found.current')?.textContent === 'NeedLe');
    assert.equal(await count.textContent(), '1 of 1');
    assert.deepEqual(await texts(opened, '.found.current'), ['NeedLe']);
    await opened.page.getByRole('button', { name: 'Match case' }).click();
    await opened.page.waitForFunction(() => document.querySelector('.findCount')?.textContent === 'No results');
    await opened.page.getByRole('button', { name: 'Use regular expression' }).click();
    await opened.page.getByRole('textbox', { name: 'Find in the commit' }).fill('value\\d+(');
    assert.equal(await count.textContent(), 'Not a regular expression');
    await opened.page.getByRole('textbox', { name: 'Find in the commit' }).fill('total \\+= ');
    await opened.page.waitForFunction(() => / of \d/.test(document.querySelector('.findCount')?.textContent ?? ''));
    await press(opened, 'Enter', 'Enter', 'Shift+Enter', 'F3');
    const kept = (await opened.kept()) as { readonly reading: { readonly find: { readonly text: string } } };
    assert.equal(kept.reading.find.text, 'total \\+= ');
    await press(opened, 'Escape');
    assert.equal(await count.count(), 0);
  });

  it('brings a find of a collapsed file to the screen', async () => {
    const opened = await open();
    await fill(opened, [...manyFiles(3, 60), fileView({ newPath: 'z.ts', diff: '@@ -1 +1 @@\n+needle\n' })]);
    await opened.page.getByRole('button', { name: 'Collapse all files' }).click();
    await press(opened, '/');
    await opened.page.keyboard.type('needle');
    await opened.page.waitForSelector('.found.current');
    const box = await opened.page.locator('.found.current').boundingBox();
    assert.ok(box && box.y > 40 && box.y < 800);
  });

  it('lists the files by folder, filters them, and goes to one by the keyboard', async () => {
    const opened = await open();
    await fill(opened, manyFiles(20, 10));
    await press(opened, 'b');
    const panel = opened.page.getByRole('complementary', { name: 'Files of this commit' });
    assert.equal(await panel.count(), 1);
    await panel.getByRole('textbox', { name: 'Filter the files' }).fill('part1');
    assert.match(await panel.innerText(), /11 of 20 files/);
    await press(opened, 'ArrowDown', 'End', 'Enter');
    await opened.drawn();
    assert.match(
      await opened.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''),
      /part19|part11/,
    );
  });

  it('holds 5,000 files in its list with few elements', async () => {
    const opened = await open();
    await fill(opened, manyFiles(5_000, 2));
    await press(opened, 'b');
    assert.ok((await opened.page.$$('.filesEntry')).length < 120);
  });

  it('shows images before and after with their sizes, and says why there are none', async () => {
    const opened = await open();
    const files = [fileView({ newPath: 'logo.svg', note: 'Binary file.', diff: '' })];
    await opened.posted();
    await opened.send(
      { type: 'commit', commit: commitView() },
      { type: 'files', files, restart: false, complete: true },
    );
    await opened.page.waitForSelector('.imagePair');
    assert.deepEqual((await opened.posted()).at(-1), { type: 'loadImages', newPath: 'logo.svg' });
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"></svg>');
    await opened.page.evaluate(
      (bytes) => {
        const image = { bytes: new Uint8Array(bytes), mediaType: 'image/svg+xml' };
        const view = { state: 'ready', value: { before: image, after: image } };
        window.postMessage({ type: 'images', newPath: 'logo.svg', view }, '*');
      },
      [...svg],
    );
    await opened.page.waitForFunction(() => document.querySelectorAll('.image img').length === 2);
    await opened.page.waitForFunction(() => /40 × 20 px · 69 bytes/.test(document.body.innerText));
    const failure = { message: 'The image has 30 MB and is not shown.', retryable: false };
    await opened.send({ type: 'images', newPath: 'logo.svg', view: { state: 'failed', failure } });
    assert.match((await texts(opened, '.imagePair')).join(), /The image has 30 MB/);
  });

  it('asks for a diff the server left out, shows that it is being made, and shows it', async () => {
    const opened = await open();
    await fill(opened, [fileView({ newPath: 'big.ts', diff: '', note: 'Too large.', loadable: true })]);
    await opened.page.getByRole('button', { name: 'Load Diff' }).click();
    assert.deepEqual(await opened.posted(), [{ type: 'loadDiff', newPath: 'big.ts' }]);
    await opened.send({ type: 'loadedDiff', newPath: 'big.ts', view: { state: 'loading' } });
    await opened.page.getByRole('button', { name: 'Cancel', exact: true }).click();
    assert.deepEqual(await opened.posted(), [{ type: 'loadDiff', newPath: 'big.ts', cancel: true }]);
    const value = { diff: '@@ -1 +1 @@\n-a\n+b\n' };
    await opened.send({ type: 'loadedDiff', newPath: 'big.ts', view: { state: 'ready', value } });
    assert.deepEqual((await texts(opened, '.row')).slice(1), ['1-a', '1+b']);
  });

  it('bears a line of 2 MB and names that could deceive, in every view', async () => {
    const opened = await open();
    const long = 'word '.repeat(400_000);
    await fill(opened, [
      fileView({ newPath: 'pic\u202egnp.js', diff: `@@ -1 +1 @@\n-${long}old\n+${long}new\n` }),
      fileView({ newPath: 'a\tb\u0007.js' }),
    ]);
    await press(opened, 's', 'w', 'b', '/');
    await opened.page.keyboard.type('word');
    await opened.page.waitForFunction(() => /of 800/.test(document.querySelector('.findCount')?.textContent ?? ''));
    assert.deepEqual(await texts(opened, '.filesEntry .entryName'), ['aU+0009bU+0007.js', 'picU+202Egnp.js']);
    assert.ok((await texts(opened, '.half .code')).every((text) => text.length < 2_100));
  });

  it('goes to a line it is asked to show', async () => {
    const opened = await open();
    await fill(opened, [...manyFiles(3, 60), fileView({ newPath: 'b.ts' })]);
    await opened.send({ type: 'reveal', path: 'b.ts', line: 12, side: 'new' });
    await opened.drawn();
    assert.equal(
      await opened.page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Line 12 added: d',
    );
    await press(opened, 'y');
    assert.deepEqual(await opened.posted(), [{ type: 'copyDeepLink', place: { path: 'b.ts', side: 'new', line: 12 } }]);
  });

  it('goes back and forward by keys', async () => {
    const opened = await open();
    await fill(opened, [fileView()]);
    await press(opened, 'Alt+ArrowLeft', 'Alt+ArrowRight');
    assert.deepEqual(await opened.posted(), [{ type: 'goBack' }, { type: 'goForward' }]);
  });
});
