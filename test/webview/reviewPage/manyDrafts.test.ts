import assert from 'node:assert/strict';
import { draftView, reviewView, useReviewPages } from './reviewPages.ts';

describe('the review page with 200 drafts', () => {
  const open = useReviewPages();
  const review = (changed?: number) =>
    reviewView(
      Array.from({ length: 200 }, (_, index) =>
        draftView(index + 1, index === changed ? { text: 'Changed elsewhere' } : {}),
      ),
    );

  it('draws them all, follows a change of one, and keeps every key', async () => {
    const { page, send, posted } = await open();
    const texts = (): Promise<string[]> => page.locator('.draft').allTextContents();
    await send({ type: 'review', review: review() });
    const before = await texts();
    assert.equal(before.length, 200);
    before.forEach((text, index) => assert.ok(text.includes(`What about leap years? (${index + 1})`), text));

    await send({ type: 'review', review: review(99) });
    const after = await texts();
    assert.equal(after.length, 200);
    assert.deepEqual(
      after.flatMap((text, index) => (text === before[index] ? [] : [index])),
      [99],
    );
    assert.match(after[99] ?? '', /Changed elsewhere/);

    await page.keyboard.press('j');
    await page.keyboard.press('e');
    const keys = 'abcdefghij'.repeat(5);
    await page.keyboard.type(keys);
    await page.keyboard.press('Control+Enter');
    const base = 'What about leap years? (1)';
    const text = `${base}${keys}`;
    assert.deepEqual((await posted()).at(-1), { type: 'save', id: 1, text, base });
    assert.equal(await page.locator('.draft textarea').inputValue(), text);
  });
});
