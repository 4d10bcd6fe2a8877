import assert from 'node:assert/strict';
import { useCommitPages, type CommitPage } from './commitPages.ts';
import { commit, commitView, fileView, files } from './sampleViews.ts';

/** Cells joined by `|`. */
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
      'Binary file.Open File',
    ]);
  });

  it('opens a file by its header, by a line number and by its note', async () => {
    const opened = await open();
    await opened.send(commit, files([fileView(), fileView({ newPath: 'e.bin', note: 'Binary file.' })]));
    await opened.posted();
    await opened.page.getByRole('button', { name: 'Open src/upload.ts in the diff editor' }).click();
    await opened.page.locator('.row.added .number').nth(1).click();
    await opened.page.getByRole('button', { name: 'Open File', exact: true }).click();
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
    const failure = { message: 'Loaded in part: you cancelled.', retryable: true, stopped: true } as const;
    await opened.send({ type: 'filesFailed', failure });
    assert.match(await opened.page.locator('.toolbar').innerText(), /1 changed file so far[^]*incomplete/);
    assert.match(await end.innerText(), /Loaded in part: you cancelled\./);
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
});
