import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Ui } from './hands.ts';
import { outFolder, picturesVariable, readmeVariable, rootFolder } from './paths.ts';

/** Whether pictures are taken of each step: of files that are run by name, and with `--pictures`. */
export const arePicturesTaken = process.env[picturesVariable] !== undefined;

/** The steps whose pictures README.md shows, by suite; taken anew with `--readme`. */
const readmeSteps: Readonly<Record<string, string>> = {
  'main-job': 'conflict',
  board: 'conflict',
  backportQueue: 'readiness-list',
  'review-page': 'open',
};

/** Where pictures of a suite go. */
export const pictureFolder = (suite: string): string => path.join(outFolder, 'screenshots', suite);

/** Takes pictures of what a user sees, numbered in their order, into `out/screenshots/<suite>/`; see {@link arePicturesTaken}. */
export const picturesOf = (suite: string, ui: () => Ui): ((name: string) => Promise<void>) => {
  let step = 0;
  return async (name) => {
    step += 1;
    if (!arePicturesTaken) return;
    await ui().screenshot(path.join(pictureFolder(suite), `${String(step).padStart(2, '0')}-${name}.png`));
    if (process.env[readmeVariable] !== undefined && readmeSteps[suite] === name)
      await readmePicture(ui().page, path.join(rootFolder, 'media', 'screenshots', `${suite}.webp`));
  };
};

/** A picture of the window as README.md shows it: without notifications, in the format that is smallest. */
async function readmePicture(page: Page, file: string): Promise<void> {
  const show = (display: string): Promise<void> =>
    page.evaluate((value) => {
      for (const toasts of document.querySelectorAll<HTMLElement>('.notifications-toasts'))
        toasts.style.visibility = value;
    }, display);
  await show('hidden');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await session.detach();
  await show('');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, data, 'base64');
}
