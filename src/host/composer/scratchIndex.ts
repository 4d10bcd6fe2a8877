import { copyFile, mkdir, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ScratchIndex } from '../../model/composer/workingTree.ts';
import type { RunGit } from '../../model/git/git.ts';
import { scratchObjects } from '../shell/git.ts';

/** Calls `work` with a copy of the index and a scratch object directory, then removes both. */
export const withScratchIndex = async <T>(git: RunGit, work: (index: ScratchIndex) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'graft-index-'));
  try {
    const top = textOf(await git(['rev-parse', '--show-toplevel'])) || '.';
    const index = path.resolve(top, textOf(await git(['rev-parse', '--git-path', 'index'])));
    const objects = path.resolve(top, textOf(await git(['rev-parse', '--git-path', 'objects'])));
    const scratch = path.join(folder, 'objects');
    await mkdir(scratch);
    await copyIndex(index, path.join(folder, 'index')).catch((error: NodeJS.ErrnoException) => {
      // a repository without any added file has no index
      if (error.code !== 'ENOENT') throw error;
    });
    return await work({ env: { GIT_INDEX_FILE: path.join(folder, 'index'), ...scratchObjects(scratch, objects) } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Copies the mtime too: git compares the content of files that are not older than the index. */
const copyIndex = async (index: string, copy: string): Promise<void> => {
  const seconds = Math.floor((await stat(index)).mtimeMs / 1000);
  await copyFile(index, copy);
  await utimes(copy, seconds, seconds);
};

const textOf = (output: Uint8Array): string => Buffer.from(output).toString().trim();
