import assert from 'node:assert/strict';
import type { Frame, Page } from 'playwright-core';
import { boardPageKind, boardView } from './board/boardPages.ts';
import { jobPageKind, jobView } from './jobPage/jobPages.ts';
import { type OpenPage, type PageKind, usePages } from './pageHarness.ts';
import { draftView, reviewView, shown } from './mergeRequestPage/review/reviewPages.ts';
import { requestPageKind } from './mergeRequestPage/mergeRequestPages.ts';

/** A page, its messages before and after losing the focus, and the element focused before. */
interface Case {
  readonly kind: PageKind;
  /** One message, or several. */
  readonly first: object;
  readonly later: object;
  readonly held: string;
}

const connection = (isRunning: boolean) => {
  const step = { icon: 'pass', tone: 'good', state: 'passed', title: 'Proxy', host: 'gitlab.example.com' };
  const steps = [{ ...step, sentence: 'None.', actions: [{ name: 'changeUrl', label: 'Change URL…' }] }];
  return { type: 'check', summary: 'A step failed.', isRunning, actions: [], steps };
};

const cases: Readonly<Record<string, Case>> = {
  job: {
    kind: jobPageKind,
    first: { type: 'job', job: jobView() },
    later: { type: 'job', job: jobView({ title: 'Another title' }) },
    held: 'button:has-text("Cancel…")',
  },
  review: {
    kind: requestPageKind,
    first: shown(reviewView([draftView(1), draftView(2)])),
    later: { type: 'review', review: reviewView([draftView(1), draftView(2), draftView(3)]) },
    held: '[id^=draft] button',
  },
  board: {
    kind: boardPageKind,
    first: { type: 'board', board: boardView([['clean'], ['conflict']]) },
    later: { type: 'board', board: boardView([['clean'], ['conflict'], ['clean']]) },
    held: '[data-place="1 0"]',
  },
  'connection check': {
    kind: { name: 'connectionPage', styles: [], state: { title: 'Connection to gitlab.example.com' } },
    first: connection(true),
    later: connection(false),
    held: 'button:has-text("Change URL…")',
  },
};

/** Opens the page in a frame beside an input, as VS Code does. */
const openBeside = async (open: OpenPage<object, object>): Promise<{ readonly page: Page; readonly frame: Frame }> => {
  const { page } = await open();
  const address = page.url();
  // a document without CSP may have frames
  await page.goto(new URL('/nothing', address).href);
  await page.setContent(`<input id="elsewhere"><iframe src="${address}" width="900" height="600"></iframe>`);
  const frame = (await (await page.waitForSelector('iframe')).contentFrame()) ?? assert.fail('no frame');
  await frame.waitForFunction(() => (window as unknown as { readonly isListening?: boolean }).isListening);
  return { page, frame };
};

describe('a page that is drawn again while the keyboard is elsewhere', () => {
  for (const [name, { kind, first, later, held }] of Object.entries(cases)) {
    describe(name, () => {
      const open = usePages<object, object>(kind);

      it('leaves the keyboard there', async () => {
        const { page, frame } = await openBeside(open);
        const draw = (message: object): Promise<void> =>
          frame.evaluate(async (sent) => {
            window.postMessage(sent, '*');
            await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
          }, message);
        for (const message of [first].flat()) await draw(message);
        await frame.locator(held).first().focus();
        assert.ok(await frame.evaluate(() => document.hasFocus()));
        await page.locator('#elsewhere').click();
        await draw(later);
        await page.keyboard.type('here');
        assert.equal(await page.locator('#elsewhere').inputValue(), 'here');
      });
    });
  }
});
