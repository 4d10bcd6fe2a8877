import path from 'node:path';
import type { Ui } from './hands.ts';
import { outFolder, picturesVariable } from './paths.ts';

/** Whether pictures are taken of each step: of files that are run by name, and with `--pictures`. */
export const arePicturesTaken = process.env[picturesVariable] !== undefined;

/** Where pictures of a suite go. */
export const pictureFolder = (suite: string): string => path.join(outFolder, 'screenshots', suite);

/** Takes pictures of what a user sees, numbered in their order, into `out/screenshots/<suite>/`; see {@link arePicturesTaken}. */
export const picturesOf = (suite: string, ui: () => Ui): ((name: string) => Promise<void>) => {
  let step = 0;
  return async (name) => {
    step += 1;
    if (!arePicturesTaken) return;
    await ui().screenshot(path.join(pictureFolder(suite), `${String(step).padStart(2, '0')}-${name}.png`));
  };
};
