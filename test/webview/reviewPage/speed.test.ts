import assert from 'node:assert/strict';
import { draftView, reviewView, useReviewPages } from './reviewPages.ts';

// Limits leave room for a busy machine; a quiet one stays below a third of the times.
describe('speed of the review page with 200 drafts', () => {
  const open = useReviewPages();
  const review = (changed?: number) =>
    reviewView(
      Array.from({ length: 200 }, (_, index) =>
        draftView(index + 1, index === changed ? { text: 'Changed elsewhere' } : {}),
      ),
    );

  it('paints them soon, types without delay and follows a change', async function () {
    this.timeout(60_000);
    const opened = await open();
    const firstPaint = await opened.page.evaluate(async (sent) => {
      const start = performance.now();
      window.postMessage({ type: 'review', review: sent }, '*');
      while (document.querySelectorAll('.draft').length < 200) await new Promise(requestAnimationFrame);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - start;
    }, review());
    const follow = await opened.page.evaluate(async (sent) => {
      const start = performance.now();
      window.postMessage({ type: 'review', review: sent }, '*');
      while (!document.getElementById('draft100')?.textContent?.includes('Changed'))
        await new Promise(requestAnimationFrame);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - start;
    }, review(99));
    await opened.page.keyboard.press('j');
    await opened.page.keyboard.press('e');
    const slowestKey = await opened.page.evaluate(async () => {
      const area = document.querySelector<HTMLTextAreaElement>('.draft textarea');
      if (!area) throw new Error('there is no editor');
      let slowest = 0;
      for (let count = 0; count < 50; count++) {
        const start = performance.now();
        area.value += 'x';
        area.dispatchEvent(new InputEvent('input', { bubbles: true }));
        void area.offsetHeight;
        slowest = Math.max(slowest, performance.now() - start);
        await new Promise(requestAnimationFrame);
      }
      return slowest;
    });
    const figures = `first paint ${Math.round(firstPaint)} ms, a change ${Math.round(follow)} ms, slowest key ${slowestKey.toFixed(1)} ms`;
    if (process.env['FIGURES']) console.log(`      ${figures}`);
    assert.ok(firstPaint < 1_500, figures);
    assert.ok(follow < 500, figures);
    assert.ok(slowestKey < 50, figures);
  });
});
