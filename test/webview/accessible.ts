import type { AxeResults } from 'axe-core';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { rootFolder } from '../support/paths.ts';
import { arePicturesTaken, pictureFolder } from '../support/window/pictures.ts';
import type { OpenedPage, OpenPage, ThemeName } from './pageHarness.ts';

const axeFile = path.join(rootFolder, 'node_modules/axe-core/axe.min.js');

/** A state of a page: messages, then interactions. */
export type PageSituation<To, From> = readonly [
  name: string,
  messages: readonly To[],
  act?: (opened: OpenedPage<To, From>) => Promise<unknown>,
];

/** Tests a page with axe in every theme, with screenshots if enabled. Call inside `describe`. */
export const provesAccessible = <To, From>(
  open: OpenPage<To, From>,
  folder: string,
  situations: readonly PageSituation<To, From>[],
): void => {
  for (const [name, messages, act] of situations) {
    it(`has no problem that axe knows when it ${name}, in any theme`, async () => {
      const opened = await open({ theme: 'dark' });
      await opened.send(...messages);
      await act?.(opened);
      await opened.drawn();
      for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] satisfies ThemeName[]) {
        if (theme !== 'dark') await opened.changeTheme(theme);
        const file = path.join(pictureFolder(folder), `${name.replaceAll(' ', '-')}-${theme}.png`);
        if (arePicturesTaken) await opened.page.screenshot({ path: file });
        assert.deepEqual(await findProblems(opened.page, theme === 'dark' ? 'all' : 'colours'), [], theme);
      }
    });
  }
};

/** Only these depend on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

const findProblems = async (page: Page, rules: 'all' | 'colours'): Promise<string[]> => {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(readFileSync(axeFile, 'utf8'));
  // code has VS Code's own colors, some of which are close on its diff backgrounds
  const { violations } = await page.evaluate(
    (only) => {
      type Axe = { run: (context: unknown, options: unknown) => Promise<AxeResults> };
      const { axe } = window as unknown as { axe: Axe };
      return axe.run({ exclude: ['[class^="tok-"]'] }, only === undefined ? {} : { runOnly: only });
    },
    rules === 'all' ? undefined : colourRules,
  );
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join('\n  ')}`);
};
