import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const checkEveryMs = 50;
/** Claims older than any request are abandoned, even if the process id is in use. */
const maxMs = 10 * 60_000;

/**
 * Mutual exclusion across windows by numbered files that hold process ids. A window removes only its own file, so that
 * two can't both take over an abandoned claim.
 */
export const inOneWindow = async <T>(folder: string, name: string, work: () => Promise<T>): Promise<T> => {
  await mkdir(folder, { recursive: true });
  for (;;) {
    const claim = await claimed(folder, name);
    if (claim === undefined) {
      await delay(checkEveryMs);
      continue;
    }
    try {
      return await work();
    } finally {
      await rm(claim, { force: true });
    }
  }
};

/** Undefined while another window has a claim. */
const claimed = async (folder: string, name: string): Promise<string | undefined> => {
  const numbers = (await readdir(folder))
    .filter((each) => each.startsWith(`${name}.`))
    .map((each) => Number(each.slice(name.length + 1)));
  const last = Math.max(0, ...numbers);
  if (last > 0 && (await isOwned(join(folder, `${name}.${last}`)))) return undefined;
  const own = join(folder, `${name}.${last + 1}`);
  try {
    const file = await open(own, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return own;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
};

const isOwned = async (file: string): Promise<boolean> => {
  try {
    if (Date.now() - (await stat(file)).mtimeMs > maxMs) return false;
    const owner = Number(await readFile(file, 'utf8'));
    // created but not written yet
    if (owner === 0) return true;
    process.kill(owner, 0);
    return true;
  } catch (error) {
    // the process exists and belongs to another user
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
