import assert from 'node:assert/strict';
import type { FileView } from '../../../src/messages/commitPage.ts';
import { quickest } from '../../support/quickest.ts';
import { useCommitPages, type CommitPage } from './commitPages.ts';
import { commitView, fileView, longDiff, manyFiles } from './sampleViews.ts';

/** What was measured on the page, in milliseconds but for `nodes`. */
interface Figures {
  readonly firstRows: number;
  readonly longestTask: number;
  readonly slowestFrame: number;
  readonly nodes: number;
}

/** Shows the files, then scrolls through them all in steps larger than a screen; a frame for each. */
async function measure(opened: CommitPage, files: readonly FileView[]): Promise<Figures> {
  await opened.send({ type: 'commit', commit: commitView() });
  return opened.page.evaluate(async (sent) => {
    const tasks: number[] = [0];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
      type: 'longtask',
    });
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const start = performance.now();
    window.postMessage({ type: 'files', files: sent, restart: false, complete: true }, '*');
    while (document.querySelectorAll('.row').length < 20) await frame();
    const firstRows = performance.now() - start;
    while (document.querySelector('.filesEnd')?.textContent.includes('Loading')) await frame();
    const scroller = document.querySelector('.page');
    if (!scroller) throw new Error('there is no page');
    const steps = 120;
    const step = scroller.scrollHeight / steps;
    let [slowestFrame, nodes, before] = [0, 0, await frame()];
    for (let count = 0; count < steps; count++) {
      scroller.scrollTop += step;
      const now = await frame();
      slowestFrame = Math.max(slowestFrame, now - before);
      nodes = Math.max(nodes, document.querySelectorAll('*').length);
      before = now;
    }
    await new Promise((resolve) => setTimeout(resolve));
    return { firstRows, longestTask: Math.max(...tasks), slowestFrame, nodes };
  }, files);
}

// Limits leave room for a busy machine; a quiet one stays below a fifth of the times.
const cases: readonly (readonly [what: string, files: () => FileView[], limitMs: number])[] = [
  ['20,000 lines in 60 files', () => manyFiles(60, 334), 400],
  ['75,000 lines in 260 files', () => manyFiles(260, 289), 800],
  ['75,000 lines in one file', () => [fileView({ diff: longDiff(75_000) })], 800],
  ['2,000 lines of 5,000 characters', () => [fileView({ diff: wideDiff(2_000, 5_000) })], 1_000],
];

function wideDiff(lines: number, width: number): string {
  const line = 'const value = "wide"; '.repeat(Math.ceil(width / 22)).slice(0, width);
  return `@@ -0,0 +1,${lines} @@\n${`+${line}\n`.repeat(lines)}`;
}

describe('speed of the commit page', () => {
  const open = useCommitPages();

  for (const [what, files, limitMs] of cases) {
    it(`shows and scrolls ${what} with few elements and no long pause`, async function () {
      this.timeout(60_000);
      const sent = files();
      let last: Figures | undefined;
      await quickest(
        limitMs,
        async () => {
          last = await measure(await open(), sent);
          return Math.max(last.firstRows, last.longestTask, last.slowestFrame);
        },
        3,
      );
      assert.ok(last);
      const { firstRows, longestTask, slowestFrame, nodes } = last;
      const figures = `first rows ${Math.round(firstRows)} ms, longest task ${Math.round(longestTask)} ms, slowest frame ${Math.round(slowestFrame)} ms, ${nodes} elements`;
      if (process.env['FIGURES']) console.log(`      ${figures}`);
      assert.ok(nodes < 800, figures);
      assert.ok(firstRows < limitMs, figures);
      assert.ok(longestTask < limitMs, figures);
      assert.ok(slowestFrame < limitMs, figures);
    });
  }

  it('lets go of the rows that were scrolled out of sight', async function () {
    this.timeout(60_000);
    const { page, send } = await open();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const held = async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'Nodes')?.value ?? Number.NaN;
    };
    await send({ type: 'commit', commit: commitView() });
    await send({ type: 'files', files: manyFiles(24, 300), restart: false, complete: true });
    const before = await held();
    // in steps smaller than a screen: rows that leave were drawn beside rows that stay
    await page.evaluate(async () => {
      const scroller = document.querySelector('.page');
      if (!scroller) throw new Error('there is no page');
      while (scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1) {
        scroller.scrollTop += scroller.clientHeight / 2;
        await new Promise(requestAnimationFrame);
      }
    });
    const after = await held();
    // a few screens of rows are always held; all rows there were would be more than 60,000 nodes
    assert.ok(after < 10_000, `${before} nodes before, ${after} after`);
  });
});
