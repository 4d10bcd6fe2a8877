import type { Page } from 'playwright-core';
import type { FromBoardPage, ToBoardPage } from '../../src/messages/board.ts';
import type { FileView, FromCommitPage, ToCommitPage } from '../../src/messages/commitPage.ts';
import type { FromJobPage, ToJobPage } from '../../src/messages/jobPage.ts';
import type { FromReviewPage, ToReviewPage } from '../../src/messages/reviewPage.ts';
import { boardPageKind, cellView, largeBoard, progress } from '../webview/board/boardPages.ts';
import { commitPageKind } from '../webview/commitPage/commitPages.ts';
import { commit, fileView, files, longDiff } from '../webview/commitPage/sampleViews.ts';
import { failedView, relations } from '../webview/jobPage/jobPages.ts';
import { type OpenedPage, type PageKind, startHarness } from '../webview/pageHarness.ts';
import { draftView, reviewPageKind, reviewView } from '../webview/reviewPage/reviewPages.ts';

/** Times in milliseconds by what was measured; the names are those of the full size, whatever the share of it is. */
export type Times = Readonly<Record<string, number>>;

/** Measures at a share of the full size. */
export type Measure = (share: number) => Times | Promise<Times>;

/** A page that can be measured until it is closed. */
export interface LargePage {
  readonly measure: Measure;
  readonly close: () => Promise<void>;
}

const largePage =
  <To, From>(kind: PageKind, measure: (opened: OpenedPage<To, From>, share: number) => Promise<Times>) =>
  async (): Promise<LargePage> => {
    const harness = await startHarness<To, From>(kind);
    return {
      async measure(share) {
        const opened = await harness.open({});
        try {
          return await measure(opened, share);
        } finally {
          await opened.page.close();
        }
      },
      close: () => harness.close(),
    };
  };

/** What is to be in the page: as many elements, with a text in them. */
interface Wanted {
  readonly selector: string;
  readonly count?: number;
  readonly text?: string;
}

/** From sending a message to having in the page what it leads to, laid out; painting it is up to the browser. */
const drawnAfter = (
  page: Page,
  message: ToBoardPage | ToCommitPage | ToJobPage | ToReviewPage,
  wanted: Wanted,
): Promise<number> =>
  page.evaluate(
    async ([sent, { selector, count = 1, text = '' }]) => {
      const isThere = (): boolean =>
        [...document.querySelectorAll(selector)].filter((each) => text === '' || each.textContent.includes(text))
          .length >= count;
      const drawn = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
      });
      const startedAt = performance.now();
      window.postMessage(sent, '*');
      await drawn;
      void document.body.offsetHeight;
      return performance.now() - startedAt;
    },
    [message, wanted] as const,
  );

/** The mean time of a key: from its event to the end of what it sets going, layout included. */
const typed = (page: Page, selector: string, keys: string): Promise<number> =>
  page.evaluate(
    async ([field, letters]) => {
      const input = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(field);
      if (!input) throw new Error('there is nothing to type in');
      let spentMs = 0;
      for (const letter of letters) {
        const startedAt = performance.now();
        input.value += letter;
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        // what has changed is drawn after the event
        await Promise.resolve();
        void document.body.offsetHeight;
        spentMs += performance.now() - startedAt;
        await new Promise(requestAnimationFrame);
      }
      return spentMs / letters.length;
    },
    [selector, keys] as const,
  );

const jumps = 12;

/** Goes through all of a page in jumps, until the last one is drawn. */
const scrolledThrough = (page: Page): Promise<number> =>
  page.evaluate(async (count) => {
    const scroller = document.querySelector('.page');
    if (!scroller) throw new Error('there is nothing to scroll');
    const step = scroller.scrollHeight / count;
    const startedAt = performance.now();
    for (let done = 0; done < count; done += 1) {
      scroller.scrollTop += step;
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    }
    return performance.now() - startedAt;
  }, jumps);

const wideDiff = (lines: number, width: number): string =>
  `@@ -0,0 +1,${lines} @@\n${`+${''.padEnd(width, 'const value = "wide"; ')}\n`.repeat(lines)}`;

const diffPage = (what: string, file: (share: number) => FileView) =>
  largePage<ToCommitPage, FromCommitPage>(commitPageKind, async ({ page, send, drawn }, share) => {
    await send(commit);
    const first = await drawnAfter(page, files([file(share)]), { selector: '.row', count: 20 });
    await drawn();
    return {
      [`The first rows of ${what} drawn`]: first,
      [`${jumps} jumps through ${what}, a frame for each`]: await scrolledThrough(page),
    };
  });

const reviewPage = largePage<ToReviewPage, FromReviewPage>(reviewPageKind, async ({ page, drawn }, share) => {
  const count = 200 * share;
  const review = (change?: string): ToReviewPage => ({
    type: 'review',
    review: reviewView(
      Array.from({ length: count }, (_, index) =>
        draftView(index + 1, change !== undefined && index === 49 ? { text: change } : {}),
      ),
    ),
  });
  const first = await drawnAfter(page, review(), { selector: '.draft', count });
  await drawn();
  const changes: number[] = [];
  for (const text of ['First change', 'Second change', 'Third change', 'Fourth change', 'Fifth change'])
    changes.push(await drawnAfter(page, review(text), { selector: '#draft50', text }));
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await drawn();
  return {
    'A review of 200 drafts drawn': first,
    'One change in a review of 200 drafts drawn': Math.min(...changes),
    'A key typed in a review of 200 drafts': await typed(page, '.draft textarea', 'x'.repeat(50)),
  };
});

const boardPage = largePage<ToBoardPage, FromBoardPage>(boardPageKind, async ({ page, send }, share) => {
  const board = largeBoard(40 * share, 20);
  await send({ type: 'board', board });
  const place = { sha: board.rows[5]?.sha ?? '', branch: board.columns[10]?.branch ?? '' };
  const times: number[] = [];
  for (let count = 0; count < 10; count += 1) {
    const [kind, text] = count % 2 === 0 ? (['refused', 'Refused'] as const) : (['clean', 'Clean'] as const);
    const change = { type: 'changes', cells: [{ place, cell: cellView(kind) }], columns: [], progress } as const;
    times.push(await drawnAfter(page, change, { selector: '[data-place="5 10"]', text }));
  }
  return { 'One cell changed on a board of 40 × 20 drawn': Math.min(...times) };
});

const jobPage = largePage<ToJobPage, FromJobPage>(
  { name: 'jobPage', styles: ['jobPage'], state: { job: 'job-1' } },
  async ({ page, send, drawn }, share) => {
    const count = 100 * share;
    await send({ type: 'job', job: failedView() });
    const failed = relations(count, { message: `Error: ${'\u05D0 \u202E x '.repeat(1_700)}` });
    const all = await drawnAfter(
      page,
      { type: 'failed', relations: failed },
      { selector: '.failedTable tbody tr', count },
    );
    await drawn();
    return {
      '100 failed relations of 10 kB drawn': all,
      'A letter typed that filters them': await typed(page, 'input[type=search]', 'merge'),
    };
  },
);

/** Pages with as much in them as they are made for. */
export const largePages: readonly (() => Promise<LargePage>)[] = [
  diffPage('75,000 lines in one file', (share) => fileView({ diff: longDiff(75_000 * share) })),
  diffPage('2,000 lines of 5,000 characters', (share) => fileView({ diff: wideDiff(2_000 * share, 5_000) })),
  reviewPage,
  boardPage,
  jobPage,
];
