import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Ui } from './hands.ts';
import { poll } from '../poll.ts';
import { outFolder, picturesVariable, readmeVariable, rootFolder } from '../paths.ts';

/** With `--pictures`, or if test files are named. */
export const arePicturesTaken = process.env[picturesVariable] !== undefined;

interface ReadmePicture {
  readonly name: string;
  readonly file: string;
  readonly suite: string;
  readonly step: string;
}

export const readmePictures: readonly ReadmePicture[] = [
  { name: 'dry-run', file: 'mainJob', suite: 'main-job', step: 'conflict' },
  { name: 'board', file: 'board', suite: 'board', step: 'conflict' },
  { name: 'readiness', file: 'board', suite: 'board', step: 'readiness-list' },
  { name: 'merge-request', file: 'reviewRoundTrip', suite: 'review-round-trip', step: 'merge-request' },
  { name: 'review-page', file: 'reviewRoundTrip', suite: 'review-round-trip', step: 'review-page' },
];

/** Small: README.md scales it down. */
const readmeSize = { width: 1280, height: 800 };

export const readmeFile = (name: string): string => path.join(rootFolder, 'media', 'screenshots', `${name}.webp`);

export const pictureFolder = (suite: string): string => path.join(outFolder, 'screenshots', suite);

/** Takes numbered screenshots; see {@link arePicturesTaken}. */
export const picturesOf = (suite: string, ui: () => Ui): ((name: string) => Promise<void>) => {
  let step = 0;
  return async (name) => {
    step += 1;
    if (!arePicturesTaken) return;
    await ui().screenshot(path.join(pictureFolder(suite), `${String(step).padStart(2, '0')}-${name}.png`));
    const shown = readmePictures.find((each) => each.suite === suite && each.step === name);
    if (process.env[readmeVariable] !== undefined && shown !== undefined)
      await readmePicture(ui().page, readmeFile(shown.name));
  };
};

async function readmePicture(page: Page, file: string): Promise<void> {
  const size = page.viewportSize();
  const hidden = '.notifications-toasts, .window-title { visibility: hidden !important; }';
  const quiet = await page.addStyleTag({ content: `${hidden} input { caret-color: transparent !important; }` });
  await page.setViewportSize(readmeSize);
  const session = await page.context().newCDPSession(page);
  let before = '';
  // after resizing, wait until two screenshots are equal
  const picture = await poll(
    async () => {
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
      const isSettled = data === before;
      before = data;
      return isSettled && data;
    },
    { what: 'a window that stays as it is', everyMs: 500 },
  );
  await session.detach();
  if (size !== null) await page.setViewportSize(size);
  await quiet.evaluate((element) => (element as HTMLElement).remove());
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, picture, 'base64');
}
