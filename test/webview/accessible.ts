import type { AxeResults } from 'axe-core';
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { outFolder, rootFolder } from '../support/paths.ts';
import type { OpenedPage, OpenPage, ThemeName } from './pageHarness.ts';

const axeFile = path.join(rootFolder, 'node_modules/axe-core/axe.min.js');

/** A state of a page: what it is sent, and what the reader does then. */
export type PageSituation<To, From> = readonly [
  name: string,
  messages: readonly To[],
  act?: (opened: OpenedPage<To, From>) => Promise<unknown>,
];

/**
 * Tests that axe finds nothing wrong with a page, whatever it shows, in every theme. A picture of each is left in
 * `out/screenshots`, in a folder of the page's own, to be looked at. Call inside `describe`.
 */
export const provesAccessible = <To, From>(
  open: OpenPage<To, From>,
  folder: string,
  situations: readonly PageSituation<To, From>[],
): void => {
  const pictures = path.join(outFolder, 'screenshots', folder);
  before(() => mkdirSync(pictures, { recursive: true }));
  for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] satisfies ThemeName[]) {
    for (const [name, messages, act] of situations) {
      it(`has no problem that axe knows when it ${name} in the theme ${theme}`, async () => {
        const opened = await open({ theme });
        await opened.send(...messages);
        await act?.(opened);
        await opened.drawn();
        await opened.page.screenshot({ path: path.join(pictures, `${name.replaceAll(' ', '-')}-${theme}.png`) });
        assert.deepEqual(await findProblems(opened.page), []);
      });
    }
  }
};

/** What axe finds wrong, one line a rule, with the elements. */
const findProblems = async (page: Page): Promise<string[]> => {
  await page.evaluate(readFileSync(axeFile, 'utf8'));
  // code has the editor's own colours on the editor's own colours of changes: as in its diffs, some are close
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: (context: unknown) => Promise<AxeResults> } }).axe.run({
      exclude: ['[class^="tok-"]'],
    }),
  );
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join('\n  ')}`);
};
