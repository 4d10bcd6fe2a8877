import { copyFile, mkdir, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ScratchIndex } from '../../model/composer/workingTree.ts';
import type { RunGit } from '../../model/git/git.ts';
import { scratchObjects } from '../shell/git.ts';

/** Runs work with a copy of the index and a scratch object directory, and removes both. */
export const withScratch = async <T>(git: RunGit, work: (scratch: ScratchIndex) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'graft-index-'));
  try {
    const top = textOf(await git(['rev-parse', '--show-toplevel'])) || '.';
    const index = path.resolve(top, textOf(await git(['rev-parse', '--git-path', 'index'])));
    const objects = path.resolve(top, textOf(await git(['rev-parse', '--git-path', 'objects'])));
    const own = path.join(folder, 'objects');
    await mkdir(own);
    await copyIndex(index, path.join(folder, 'index')).catch((error: NodeJS.ErrnoException) => {
      // a repository without any added file has no index
      if (error.code !== 'ENOENT') throw error;
    });
    return await work({ env: { GIT_INDEX_FILE: path.join(folder, 'index'), ...scratchObjects(own, objects) } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Preserves the mtime, by which git detects files that changed along with the index. */
const copyIndex = async (index: string, copy: string): Promise<void> => {
  const seconds = Math.floor((await stat(index)).mtimeMs / 1000);
  await copyFile(index, copy);
  await utimes(copy, seconds, seconds);
};

const textOf = (printed: Uint8Array): string => Buffer.from(printed).toString().trim();
