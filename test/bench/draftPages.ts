import type { FromReviewPage, ToReviewPage } from '../../src/messages/reviewPage.ts';
import { startHarness } from '../webview/pageHarness.ts';
import { draftView, reviewPageKind, reviewView } from '../webview/reviewPage/reviewPages.ts';
import { median } from './processes.ts';

/** What the review page did with many drafts, in milliseconds. */
export interface DraftResult {
  readonly drafts: number;
  readonly rounds: number;
  readonly firstPaint: number;
  /** A draft that was changed elsewhere is seen. */
  readonly change: number;
  /** From a key to the end of what it set going, layout included: the middle and the slowest. */
  readonly key: number;
  readonly slowestKey: number;
}

const drafts = 200;
const keys = 50;

/** Shows a review of 200 drafts and types into one of them. Medians over the rounds. */
export const measureDraftPage = async (rounds: number): Promise<DraftResult> => {
  const harness = await startHarness<ToReviewPage, FromReviewPage>(reviewPageKind);
  const review = (changed?: number) =>
    reviewView(
      Array.from({ length: drafts }, (_, index) =>
        draftView(index + 1, index === changed ? { text: 'Changed elsewhere' } : {}),
      ),
    );
  try {
    const all: Omit<DraftResult, 'drafts' | 'rounds'>[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const { page } = await harness.open({});
      const shown = await page.evaluate(
        async ([before, after, count]) => {
          const show = async (sent: unknown, isThere: () => boolean): Promise<number> => {
            const start = performance.now();
            window.postMessage({ type: 'review', review: sent }, '*');
            while (!isThere()) await new Promise(requestAnimationFrame);
            await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
            return performance.now() - start;
          };
          const firstPaint = await show(before, () => document.querySelectorAll('.draft').length >= count);
          const change = await show(
            after,
            () => document.getElementById('draft100')?.textContent?.includes('Changed') === true,
          );
          return { firstPaint, change };
        },
        [review(), review(99), drafts] as const,
      );
      await page.keyboard.press('j');
      await page.keyboard.press('e');
      const times = await page.evaluate(async (count) => {
        const area = document.querySelector<HTMLTextAreaElement>('.draft textarea');
        if (!area) throw new Error('there is no editor');
        const found: number[] = [];
        for (let done = 0; done < count; done += 1) {
          const start = performance.now();
          area.value += 'x';
          area.dispatchEvent(new InputEvent('input', { bubbles: true }));
          void area.offsetHeight;
          found.push(performance.now() - start);
          await new Promise(requestAnimationFrame);
        }
        return found;
      }, keys);
      await page.close();
      // the first page a browser shows is slow
      if (round >= 0) all.push({ ...shown, key: median(times), slowestKey: Math.max(...times) });
    }
    const middle = (name: keyof (typeof all)[number]): number => median(all.map((each) => each[name]));
    return {
      drafts,
      rounds,
      firstPaint: middle('firstPaint'),
      change: middle('change'),
      key: middle('key'),
      slowestKey: middle('slowestKey'),
    };
  } finally {
    await harness.close();
  }
};
