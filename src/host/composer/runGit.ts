import { execFile, type ExecFileException } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunGit, ScratchIndex } from '../../model/composer/workingTree.ts';
import { ownObjects } from '../ownObjects.ts';

const largestOutputBytes = 512 * 1024 * 1024;

/** Runs a git program in a folder. */
export const runGit =
  (program: string, cwd: string): RunGit =>
  (args, { env = {}, input, signal } = {}) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        program,
        [...args],
        {
          cwd,
          encoding: 'buffer',
          maxBuffer: largestOutputBytes,
          signal,
          env: { ...process.env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', ...env },
        },
        (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else if (signal?.aborted === true) reject(signal.reason as Error);
          else reject(new Error(wordsOf(args, stderr.toString(), error), { cause: error }));
        },
      );
      // git may end before it has read everything; what it says of that is in its own words
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input ?? '');
    });

/** Git's own words; where it said nothing, because it did not start or said too much, how it ended. */
const wordsOf = (args: readonly string[], stderr: string, error: ExecFileException): string => {
  const said = stderr
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('warning:') && !line.startsWith('hint:'))
    .join(' ');
  const command = args.find((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-c') ?? '';
  return `git ${command}: ${said === '' ? String(error.code ?? error.message) : said}`;
};

/** Does work with a copy of the index and an object folder of its own, and removes both. */
export const withScratch = async <T>(git: RunGit, work: (scratch: ScratchIndex) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'graft-index-'));
  try {
    const top = (await text(git, 'rev-parse', '--show-toplevel')) || '.';
    const index = path.resolve(top, await text(git, 'rev-parse', '--git-path', 'index'));
    const objects = path.resolve(top, await text(git, 'rev-parse', '--git-path', 'objects'));
    const own = path.join(folder, 'objects');
    await mkdir(own);
    await copyIndex(index, path.join(folder, 'index')).catch((error: NodeJS.ErrnoException) => {
      // a repository where nothing was ever added has no index
      if (error.code !== 'ENOENT') throw error;
    });
    return await work({
      env: {
        GIT_INDEX_FILE: path.join(folder, 'index'),
        ...ownObjects(own, objects),
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Keeps the time of an index: git reads files again that were changed when it was written, and trusts the others. */
const copyIndex = async (index: string, copy: string): Promise<void> => {
  const seconds = Math.floor((await stat(index)).mtimeMs / 1000);
  await copyFile(index, copy);
  await utimes(copy, seconds, seconds);
};

const text = async (git: RunGit, ...args: readonly string[]): Promise<string> =>
  Buffer.from(await git(args))
    .toString()
    .trim();
