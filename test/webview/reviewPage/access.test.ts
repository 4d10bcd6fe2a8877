import type { AxeResults } from 'axe-core';
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ToReviewPage } from '../../../src/messages/reviewPage.ts';
import { rootFolder } from '../../support/paths.ts';
import type { ThemeName } from '../pageHarness.ts';
import { fullReview, reviewView, useReviewPages, type OpenedReview } from './reviewPages.ts';

const axeFile = path.join(rootFolder, 'node_modules/axe-core/axe.min.js');
const full: readonly ToReviewPage[] = [{ type: 'review', review: fullReview() }];
const press =
  (...keys: readonly string[]) =>
  async ({ page }: OpenedReview): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };

const states: readonly (readonly [
  name: string,
  messages: readonly ToReviewPage[],
  act?: (opened: OpenedReview) => Promise<void>,
])[] = [
  ['is loading', []],
  ['has failed', [{ type: 'failed', failure: { message: 'The server answered 502.', retryable: true } }]],
  ['has no drafts', [{ type: 'review', review: reviewView([]) }]],
  ['shows a review', full],
  ['is at a draft', full, press('j', 'j')],
  [
    'edits a draft that was changed elsewhere',
    full,
    async (opened) => {
      await press('j', 'e')(opened);
      await opened.send({ type: 'notSaved', id: 1, words: 'It was changed elsewhere.', theirs: 'Their words' });
    },
  ],
  ['asks before it publishes all', full, press('Shift+P')],
  ['asks before it publishes a draft with warnings', full, press('j', 'j', 'p')],
  ['asks before it deletes', full, press('j', 'd')],
  ['offers to undo', [...full, { type: 'deleted', undoKey: 1, what: 'Deleted the draft at Line 11.' }]],
  ['explains its keys', full, press('?')],
];

async function findProblems({ page }: OpenedReview): Promise<string[]> {
  await page.evaluate(readFileSync(axeFile, 'utf8'));
  // the colours of code are the editor's own, on the editor's own backgrounds
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: (context: object) => Promise<AxeResults> } }).axe.run({
      exclude: ['[class^="tok-"]'],
    }),
  );
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join('\n  ')}`);
}

describe('accessibility of the review page', () => {
  const open = useReviewPages();

  for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] satisfies ThemeName[]) {
    for (const [name, messages, act] of states) {
      it(`has no problem that axe knows when it ${name} in the theme ${theme}`, async () => {
        const opened = await open({ theme });
        await opened.send(...messages);
        await act?.(opened);
        await opened.drawn();
        if (process.env['PICTURES']) {
          const folder = path.join(rootFolder, 'out/screenshots/reviewPage');
          mkdirSync(folder, { recursive: true });
          await opened.page.screenshot({ path: path.join(folder, `${name.replaceAll(' ', '-')}-${theme}.png`) });
        }
        assert.deepEqual(await findProblems(opened), []);
      });
    }
  }
});
