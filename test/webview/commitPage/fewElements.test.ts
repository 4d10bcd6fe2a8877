import assert from 'node:assert/strict';
import type { FileView } from '../../../src/messages/commitPage.ts';
import { useCommitPages, type CommitPage } from './commitPages.ts';
import { commit, fileView, files, longDiff, manyFiles } from './sampleViews.ts';

/** Extremes over all scroll positions. */
interface Counts {
  /** Maximum, without highlighting, which is added later. */
  readonly elements: number;
  /** Minimum. */
  readonly rows: number;
}

const cases: readonly (readonly [what: string, files: () => FileView[]])[] = [
  ['20,000 lines in 60 files', () => manyFiles(60, 334)],
  ['75,000 lines in 260 files', () => manyFiles(260, 289)],
  ['75,000 lines in one file', () => [fileView({ diff: longDiff(75_000) })]],
  ['2,000 lines of 5,000 characters', () => [fileView({ diff: wideDiff(2_000, 5_000) })]],
];

function wideDiff(lines: number, width: number): string {
  const line = 'const value = "wide"; '.repeat(Math.ceil(width / 22)).slice(0, width);
  return `@@ -0,0 +1,${lines} @@\n${`+${line}\n`.repeat(lines)}`;
}

/** Scrolls in steps far larger than a screen. */
async function scrollThrough({ page, send }: CommitPage, shown: readonly FileView[]): Promise<Counts> {
  await send(commit, files(shown));
  await page.waitForFunction(
    () =>
      document.querySelectorAll('.row').length >= 20 &&
      document.querySelector('.filesEnd')?.textContent.includes('Loading') !== true,
  );
  return page.evaluate(async (steps) => {
    const counted = '*:not(.code [class^="tok-"], .code .changed)';
    const scroller = document.querySelector('.page');
    if (!scroller) throw new Error('there is no page');
    const step = scroller.scrollHeight / steps;
    let [elements, rows] = [0, Number.POSITIVE_INFINITY];
    for (let count = 0; count < steps; count++) {
      scroller.scrollTop += step;
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      elements = Math.max(elements, document.querySelectorAll(counted).length);
      rows = Math.min(rows, document.querySelectorAll('.row').length);
    }
    return { elements, rows };
  }, 12);
}

describe('rows of the commit page', () => {
  const open = useCommitPages();

  for (const [what, shown] of cases) {
    it(`are few elements while one scrolls through ${what}`, async () => {
      const { elements, rows } = await scrollThrough(await open(), shown());
      assert.ok(elements < 800, `${elements} elements`);
      assert.ok(rows >= 20, `${rows} rows`);
    });
  }

  it('are let go of when they were scrolled out of sight', async () => {
    const { page, send } = await open();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const held = async (): Promise<number> => {
      // a collection frees elements, the next their wrappers
      for (let count = 0; count < 3; count++) await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'Nodes')?.value ?? Number.NaN;
    };
    await send(commit, files(manyFiles(6, 300)));
    const before = await held();
    // steps smaller than a screen: old rows leave while neighbours stay
    await page.evaluate(async () => {
      const scroller = document.querySelector('.page');
      if (!scroller) throw new Error('there is no page');
      while (scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1) {
        scroller.scrollTop += scroller.clientHeight * 0.9;
        await new Promise(requestAnimationFrame);
      }
    });
    const after = await held();
    // a few screens of rows remain; all rows would be 40,000 nodes
    assert.ok(after < 2_500, `${before} nodes before, ${after} after`);
  });
});
