import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How often a window looks whether it is its turn, in milliseconds. */
const lookEveryMs = 50;
/** A claim that is older has no owner, even where a process has its number: no request takes as long. In milliseconds. */
const longestMs = 10 * 60_000;

/**
 * Does a piece of work while no other window does that of the same name. A window claims its turn by a file with the next
 * free number and its process id. It removes no file but its own, so that two windows cannot both inherit from one that
 * ended with its work undone.
 */
export const inOneWindow = async <T>(folder: string, name: string, work: () => Promise<T>): Promise<T> => {
  await mkdir(folder, { recursive: true });
  for (;;) {
    const claim = await claimed(folder, name);
    if (claim === undefined) {
      await delay(lookEveryMs);
      continue;
    }
    try {
      return await work();
    } finally {
      await rm(claim, { force: true });
    }
  }
};

/** The file of our claim; undefined while another window has one. */
const claimed = async (folder: string, name: string): Promise<string | undefined> => {
  const numbers = (await readdir(folder))
    .filter((each) => each.startsWith(`${name}.`))
    .map((each) => Number(each.slice(name.length + 1)));
  const last = Math.max(0, ...numbers);
  if (last > 0 && (await isOwned(join(folder, `${name}.${last}`)))) return undefined;
  const mine = join(folder, `${name}.${last + 1}`);
  try {
    const file = await open(mine, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return mine;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
};

const isOwned = async (file: string): Promise<boolean> => {
  try {
    if (Date.now() - (await stat(file)).mtimeMs > longestMs) return false;
    const owner = Number(await readFile(file, 'utf8'));
    // it has been made and not yet written
    if (owner === 0) return true;
    process.kill(owner, 0);
    return true;
  } catch (error) {
    // it is there, and belongs to another user
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
