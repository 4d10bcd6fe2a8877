import assert from 'node:assert/strict';
import type { CommitView, ToCommitPage } from '../../../src/messages/commitPage.ts';
import { conversation, note, thread, useConversationPages } from '../conversation/conversationPages.ts';
import { useCommitPages, type CommitPage } from './commitPages.ts';
import { commitView, fileView, manyFiles } from './sampleViews.ts';

/** A page beside the side bar in a window of 1440×900. */
const viewport = { width: 1092, height: 800 };
const paragraph = 'The token is renewed before the upload begins again, so that no part is sent twice. '
  .repeat(4)
  .trim();
const body = Array.from({ length: 12 }, (_, index) => `${index + 1}. ${paragraph}`).join('\n\n');

const commit = (own: Partial<CommitView> = {}): ToCommitPage => ({
  type: 'commit',
  commit: commitView({ body, committer: { name: 'GitLab', email: 'noreply@example.com', at: undefined }, ...own }),
});
const refs: ToCommitPage = {
  type: 'part',
  part: {
    name: 'refs',
    view: {
      state: 'ready',
      value: {
        branches: ['main', 'release/1.0', ...Array.from({ length: 90 }, (_, index) => `feature/number-${index}`)],
        tags: ['v1.0.0', 'v1.1.0'],
        more: true,
      },
    },
  },
};
const allFiles: ToCommitPage = {
  type: 'files',
  files: [fileView(), ...manyFiles(3, 60)],
  restart: false,
  complete: true,
};

const bottomOf = async (opened: CommitPage, selector: string): Promise<number> => {
  const box = await opened.page.locator(selector).first().boundingBox();
  assert.ok(box, `${selector} is drawn`);
  return box.y + box.height;
};

describe('what is in sight on the commit page', () => {
  const open = useCommitPages();

  it('is the first file, below a long message and many branches', async () => {
    const opened = await open({ viewport });
    await opened.send(commit(), refs, allFiles);
    assert.ok((await bottomOf(opened, '.row')) < viewport.height);
    await opened.page.getByRole('button', { name: 'Show more' }).click();
    assert.ok((await bottomOf(opened, '.messageBody pre')) > viewport.height);
    await opened.page.getByRole('button', { name: 'Show less' }).click();
    assert.ok((await bottomOf(opened, '.row')) < viewport.height);
  });

  it('is a message of a few lines as a whole', async () => {
    const opened = await open({ viewport });
    await opened.send(commit({ body: 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight' }));
    assert.equal(await opened.page.getByRole('button', { name: 'Show more' }).count(), 0);
  });

  it('is what was found in the message, also where it is folded, before what was found in the files', async () => {
    const opened = await open({ viewport });
    await opened.send(commit({ body: `${body}\n\nneedle\u202e at the end`, title: 'Needles do not get lost' }), {
      ...allFiles,
      files: [fileView({ diff: '@@ -1 +1 @@\n+needle\n' })],
    });
    const { page } = opened;
    const current = page.locator('.found.current');
    const counts = (text: string): Promise<unknown> =>
      page.waitForFunction((count) => document.querySelector('.findCount')?.textContent === count, text);
    await page.keyboard.press('Control+f');
    // the field is focused once drawn
    await opened.drawn();
    await page.keyboard.type('needle');
    await counts('1 of 3');
    assert.equal(await current.locator('xpath=..').innerText(), 'Needles do not get lost');
    await page.keyboard.press('Enter');
    await counts('2 of 3');
    // the match is scrolled to after the count is drawn
    await opened.drawn();
    assert.match(await page.locator('.messageBody').innerText(), /needleU\+202E at the end/);
    const colour = (): Promise<string> => current.evaluate((found) => getComputedStyle(found).backgroundColor);
    const colourAbove = await colour();
    const box = await current.boundingBox();
    const bar = await page.locator('.findBar').boundingBox();
    assert.ok(box && bar && box.y >= bar.y + bar.height && box.y + box.height <= viewport.height);
    assert.ok(bar.y >= 0 && bar.y < viewport.height / 4, 'the field stays at the top');
    await page.keyboard.press('Enter');
    await counts('3 of 3');
    await opened.drawn();
    assert.equal(await page.locator('.row .found.current').innerText(), 'needle');
    assert.equal(await colour(), colourAbove);
    await page.keyboard.press('Enter');
    await counts('1 of 3');
    await opened.drawn();
    const top = await current.boundingBox();
    assert.ok(top && top.y > 0, 'it goes back up');
  });
});

describe('a field for a comment', () => {
  const open = useConversationPages();

  const areInSight = async (opened: CommitPage): Promise<void> => {
    const { page } = opened;
    await page.locator('.writer textarea:focus').waitFor();
    const box = await page.locator('.writer').boundingBox();
    const toolbar = await page.locator('.toolbar').boundingBox();
    assert.ok(box && toolbar);
    assert.ok(box.y + box.height <= viewport.height, `its buttons end at ${box.y + box.height}`);
    assert.ok(box.y >= 0);
    if (toolbar.y === 0) assert.ok(box.y >= toolbar.height);
  };

  it('opens in sight with its buttons on the last line one sees', async () => {
    const opened = await open({ viewport });
    await opened.send(commit(), refs, allFiles, conversation([]));
    const rows = opened.page.locator('.row.line');
    const lowest = await rows.evaluateAll(
      (all, height) => all.findLastIndex((row) => row.getBoundingClientRect().bottom <= height),
      viewport.height,
    );
    await rows.nth(lowest).focus();
    await opened.page.keyboard.press('m');
    await areInSight(opened);
  });

  it('opens in sight with its buttons below many threads', async () => {
    const opened = await open({ viewport });
    const threads = Array.from({ length: 12 }, (_, index) => thread(`t${index}`, undefined, note('A remark')));
    await opened.send(commit(), refs, allFiles, conversation(threads));
    await opened.page.getByRole('button', { name: 'Comment on the commit' }).click();
    await areInSight(opened);
  });
});
