import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Ui } from './hands.ts';
import { outFolder } from './paths.ts';

/** Takes pictures of what a user sees, numbered in their order, into `out/screenshots/<suite>/`. */
export const picturesOf = (suite: string, ui: () => Ui): ((name: string) => Promise<void>) => {
  const folder = path.join(outFolder, 'screenshots', suite);
  let step = 0;
  return async (name) => {
    mkdirSync(folder, { recursive: true });
    step += 1;
    await ui().screenshot(path.join(folder, `${String(step).padStart(2, '0')}-${name}.png`));
  };
};
