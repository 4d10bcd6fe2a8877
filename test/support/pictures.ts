import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Ui } from './hands.ts';
import { poll } from './poll.ts';
import { outFolder, picturesVariable, readmeVariable, rootFolder } from './paths.ts';

/** Whether pictures are taken of each step: of files that are run by name, and with `--pictures`. */
export const arePicturesTaken = process.env[picturesVariable] !== undefined;

/** What README.md shows: a step of a suite, the file of `test/e2e` that has it, and the name of the picture. */
interface ReadmePicture {
  readonly name: string;
  readonly file: string;
  readonly suite: string;
  readonly step: string;
}

/** The pictures README.md shows; taken anew with `--readme`. */
export const readmePictures: readonly ReadmePicture[] = [
  { name: 'dry-run', file: 'mainJob', suite: 'main-job', step: 'conflict' },
  { name: 'board', file: 'board', suite: 'board', step: 'conflict' },
  { name: 'readiness', file: 'board', suite: 'board', step: 'readiness-list' },
  { name: 'merge-request', file: 'reviewRoundTrip', suite: 'review-round-trip', step: 'merge-request' },
  { name: 'review-page', file: 'reviewRoundTrip', suite: 'review-round-trip', step: 'review-page' },
];

/** The size of a window in README.md, where it is drawn smaller: words have to be read all the same. */
const readmeSize = { width: 1280, height: 800 };

/** Where a picture of README.md goes. */
export const readmeFile = (name: string): string => path.join(rootFolder, 'media', 'screenshots', `${name}.webp`);

/** Where pictures of a suite go. */
export const pictureFolder = (suite: string): string => path.join(outFolder, 'screenshots', suite);

/** Takes pictures of what a user sees, numbered in their order, into `out/screenshots/<suite>/`; see {@link arePicturesTaken}. */
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

/** A picture of the window as README.md shows it: without notifications and title, in the format that is smallest. */
async function readmePicture(page: Page, file: string): Promise<void> {
  const size = page.viewportSize();
  // the title names the build of the editor that tests have, and a caret blinks
  const hidden = '.notifications-toasts, .window-title { visibility: hidden !important; }';
  const quiet = await page.addStyleTag({ content: `${hidden} input { caret-color: transparent !important; }` });
  await page.setViewportSize(readmeSize);
  const session = await page.context().newCDPSession(page);
  let before = '';
  // the window is drawn anew in its size: it is done when nothing changes any more
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
