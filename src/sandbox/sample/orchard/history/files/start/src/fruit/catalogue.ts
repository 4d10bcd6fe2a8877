import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Variety } from './variety.ts';

const folder = 'data/varieties';

/** Reads every variety there is. */
export const catalogue = async (): Promise<Variety[]> => {
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Variety));
};
