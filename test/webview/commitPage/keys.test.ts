import assert from 'node:assert/strict';
import type { ToCommitPage } from '../../../src/messages/commitPage.ts';
import { conversation, useConversationPages, type ConversationPage } from '../conversation/conversationPages.ts';
import { commitView, emptyParts, fileView, longDiff, manyFiles } from './sampleViews.ts';

const commit: ToCommitPage = { type: 'commit', commit: commitView() };
const filled = async (opened: ConversationPage, files = manyFiles(20, 60)): Promise<void> => {
  await opened.send(commit, { type: 'files', files, restart: false, complete: true });
  await opened.posted();
};
const press = async (opened: ConversationPage, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    await opened.page.keyboard.press(key);
    await opened.drawn();
  }
};
/** Accessible name of the focused element. */
const focused = (opened: ConversationPage): Promise<string> =>
  opened.page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });
const topOfFocused = (opened: ConversationPage): Promise<number> =>
  opened.page.evaluate(() => Math.round(document.activeElement?.getBoundingClientRect().top ?? -1));

describe('keys of the commit page', () => {
  const open = useConversationPages();

  for (const [next, previous] of [
    ['n', 'p'],
    [']', '['],
  ] as const) {
    it(`goes from file to file by ${next} and ${previous}`, async () => {
      const opened = await open();
      await filled(opened);
      await press(opened, next);
      assert.match(await focused(opened), /part0\.ts/);
      await press(opened, next, next);
      assert.match(await focused(opened), /part2\.ts/);
      assert.equal(await topOfFocused(opened), 30, 'its bar is right below the toolbar');
      await press(opened, previous);
      assert.match(await focused(opened), /part1\.ts/);
    });
  }

  it('goes on from where the reader has scrolled to', async () => {
    const opened = await open();
    await filled(opened);
    await press(opened, 'n');
    await opened.page.$eval('.page', (page) => page.scrollTo(0, 12_400));
    await opened.drawn();
    const at = await opened.page.evaluate(() => {
      const bar = document.elementsFromPoint(300, 60).find((each) => each.classList.contains('fileBar'));
      return Number(/part(\d+)\.ts/.exec(bar?.textContent ?? '')?.[1]);
    });
    await press(opened, 'n');
    assert.match(await focused(opened), new RegExp(`part${at + 1}\\.ts`));
    await press(opened, 'p', 'p');
    assert.match(await focused(opened), new RegExp(`part${at - 1}\\.ts`));
  });

  it('goes from hunk to hunk by j and k', async () => {
    const opened = await open();
    await filled(opened);
    await press(opened, 'j');
    assert.match(await focused(opened), /@@ -1,\d+ \+1,\d+ @@/);
    await press(opened, 'j', 'j', 'j');
    const fourth = await focused(opened);
    await press(opened, 'j', 'k');
    assert.equal(await focused(opened), fourth);
    const bar = 34;
    assert.equal(await topOfFocused(opened), 40 + bar);
  });

  it('opens the file by o and a line by Enter', async () => {
    const opened = await open();
    await filled(opened, [fileView(), fileView({ newPath: 'src/b.ts' })]);
    await press(opened, 'n', 'n', 'o', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    assert.deepEqual(await opened.posted(), [
      { type: 'openFile', newPath: 'src/b.ts', line: undefined },
      { type: 'openFile', newPath: 'src/b.ts', line: 11 },
    ]);
  });

  it('cherry-picks by c', async () => {
    const opened = await open();
    await filled(opened);
    await press(opened, 'c');
    assert.deepEqual(await opened.posted(), [{ type: 'cherryPick' }]);
  });

  it('leaves keys with a modifier to the editor', async () => {
    const opened = await open();
    await filled(opened);
    await press(opened, 'Control+c', 'Alt+n', 'Control+Enter');
    assert.deepEqual(await opened.posted(), []);
  });

  it('explains the keys by ?', async () => {
    const opened = await open();
    await filled(opened);
    await press(opened, '?');
    const dialog = opened.page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
    assert.match(await dialog.innerText(), /Next file/);
    await press(opened, 'c');
    assert.deepEqual(await opened.posted(), [], 'keys rest while they are explained');
    await press(opened, 'Escape');
    assert.equal(await dialog.count(), 0);
  });

  it('jumps to a file by its name', async () => {
    const opened = await open();
    await filled(opened);
    await press(opened, 'f');
    await opened.page.keyboard.type('module PART1');
    const options = opened.page.getByRole('option');
    assert.equal(await options.count(), 11);
    await press(opened, 'ArrowDown', 'ArrowDown', 'Enter');
    assert.match(await focused(opened), /part11\.ts/);
    assert.equal(await options.count(), 0);
  });

  it('closes the list of files by Escape and by a click elsewhere', async () => {
    const opened = await open();
    await filled(opened);
    const list = opened.page.getByRole('listbox');
    await press(opened, 'f', 'Escape');
    assert.equal(await list.count(), 0);
    assert.equal((await focused(opened)).trim(), 'Go to File');
    await press(opened, 'f');
    await opened.page.locator('h1').click();
    assert.equal(await list.count(), 0);
  });

  it('moves by line and by screen like a tree of the editor', async () => {
    const opened = await open();
    await filled(opened, [fileView({ diff: longDiff(500) })]);
    await press(opened, 'n', 'ArrowDown', 'ArrowDown');
    assert.match(await focused(opened), /^Line 1/);
    await press(opened, 'PageDown');
    const index = (): Promise<number> =>
      opened.page.evaluate(() => Number(document.activeElement?.getAttribute('aria-rowindex')));
    assert.ok((await index()) > 30);
    await press(opened, 'End');
    assert.equal(await index(), 521);
    await press(opened, 'Home');
    assert.equal(await index(), 1);
  });

  it('collapses and expands a focused file', async () => {
    const opened = await open();
    await filled(opened);
    const expanded = (): Promise<string | null | undefined> =>
      opened.page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'));
    await press(opened, 'n', 'ArrowLeft');
    assert.equal(await expanded(), 'false');
    await press(opened, 'ArrowRight');
    assert.equal(await expanded(), 'true');
    await press(opened, 'Enter');
    assert.equal(await expanded(), 'false');
    await press(opened, ' ');
    assert.equal(await expanded(), 'true');
    await press(opened, 'ArrowDown', 'ArrowDown', 'x');
    assert.equal(await expanded(), 'false', 'the focus goes to the header when its row is hidden');
  });

  it('scrolls by the usual keys before anything has the focus', async () => {
    const opened = await open();
    await filled(opened);
    const top = (): Promise<number> => opened.page.$eval('.page', (page) => page.scrollTop);
    const tops = [await top()];
    for (const key of ['PageDown', 'ArrowDown', 'End', 'Home'] as const) {
      // smooth scrolling may drop keys pressed before it ends
      const settled = await opened.page
        .$('.page')
        .then((page) =>
          page?.evaluateHandle((element) => ({
            scroll: new Promise<void>((resolve) =>
              element.addEventListener('scrollend', () => resolve(), { once: true }),
            ),
          })),
        );
      await opened.page.keyboard.press(key);
      await settled?.evaluate(({ scroll }) => scroll);
      tops.push(await top());
    }
    const [start = 0, screen = 0, line = 0, end = 0, home = 0] = tops;
    assert.deepEqual([start, home], [0, 0]);
    assert.ok(start < screen && screen < line && line < end, tops.join(', '));
  });

  it('holds the focus of a row that is scrolled away', async () => {
    const opened = await open();
    await filled(opened);
    await press(opened, 'n', 'ArrowDown', 'ArrowDown');
    const before = await focused(opened);
    await opened.page.$eval('.page', (page) => page.scrollTo(0, 15_000));
    await opened.drawn();
    assert.equal(await focused(opened), before);
    await press(opened, 'ArrowDown');
    assert.ok((await topOfFocused(opened)) > 0);
  });

  it('reaches everything by Tab: actions, toolbar, then one row with its buttons', async () => {
    const opened = await open();
    await filled(opened);
    // loading parts get a button to cancel after a while
    await opened.send(...emptyParts, conversation([]));
    const reached: string[] = [];
    for (let presses = 0; presses < 28; presses++) {
      await opened.page.keyboard.press('Tab');
      const name = (await focused(opened)).trim();
      if (reached.includes(name)) break;
      reached.push(name);
    }
    const expected = [
      ...[
        'Copy the full SHA',
        'Cherry-Pick…',
        'Revert…',
        'Open All Changes',
        'Open in browser',
        'Copy link',
        'a0b1c2d3',
        'Set Status…',
        'Comment on the commit',
        'Refresh comments',
      ],
      ...['Go to File', 'Previous file (p)', 'Next file (n)', 'Collapse all files', 'Expand all files'],
      ...['Side by side (s)', 'Hide whitespace-only changes (w)', 'List of files (b)'],
      ...['Find in the commit (Ctrl+F)', 'Keyboard shortcuts (?)'],
    ];
    assert.deepEqual(reached.slice(0, expected.length), expected);
    assert.match(reached[expected.length] ?? '', /^packages\/module0\/src\/part0\.ts, modified/);
    assert.deepEqual(reached.slice(expected.length + 1, expected.length + 4), [
      'Collapse packages/module0/src/part0.ts',
      'Copy a link to packages/module0/src/part0.ts',
      'Open packages/module0/src/part0.ts in the diff editor',
    ]);
  });
});
