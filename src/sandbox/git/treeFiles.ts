import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from './command.ts';
import type { Repository } from './repository.ts';

/** Mode as git writes it (`100644`). */
export interface TreeFile {
  readonly mode: string;
  readonly blob: string;
}

/** By path, recursively. */
export const readTreeFiles = async (repository: Repository, tree: string): Promise<Map<string, TreeFile>> => {
  const { stdout } = await git(repository.directory, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  const files = new Map<string, TreeFile>();
  for (const row of stdout.toString('utf8').split('\0')) {
    const split = row.indexOf('\t');
    if (split === -1) continue;
    const [mode = '', , blob = ''] = row.slice(0, split).split(' ');
    files.set(row.slice(split + 1), { mode, blob });
  }
  return files;
};

export const writeBlob = async (repository: Repository, content: Uint8Array): Promise<string> => {
  const { stdout } = await git(repository.directory, ['hash-object', '-w', '--stdin'], { input: content });
  return stdout.toString('utf8').trim();
};

/** Writes a copy of `tree` by a scratch index; null removes a file. Returns its SHA. */
export const writeChangedTree = async (
  repository: Repository,
  tree: string,
  changes: ReadonlyMap<string, TreeFile | null>,
): Promise<string> => {
  const scratch = await mkdtemp(join(tmpdir(), 'graft-index-'));
  const environment = { GIT_INDEX_FILE: join(scratch, 'index') };
  try {
    await git(repository.directory, ['read-tree', tree], { environment });
    // removals first, as a folder may replace a removed file
    const removed = [...changes].filter(([, file]) => file === null).map(([path]) => `0 ${'0'.repeat(40)}\t${path}\0`);
    const written = [...changes].map(([path, file]) => (file === null ? '' : `${file.mode} ${file.blob}\t${path}\0`));
    await git(repository.directory, ['update-index', '-z', '--index-info'], {
      environment,
      input: [...removed, ...written].join(''),
    });
    const { stdout } = await git(repository.directory, ['write-tree'], { environment });
    return stdout.toString('utf8').trim();
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

export const fileMode = async (repository: Repository, tree: string, path: string): Promise<string | undefined> => {
  const { stdout } = await git(repository.directory, ['ls-tree', '-z', '--full-tree', tree, '--', path]);
  return /^(\d{6}) /.exec(stdout.toString('utf8'))?.[1];
};

/** Lines of a commit's files that contain a word, as `path:line:text`, at most `most`; `path` is a file or folder. */
export const linesWith = async (
  { directory }: Repository,
  { sha, word, path }: { readonly sha: string; readonly word: string; readonly path: string },
  most: number,
): Promise<readonly string[]> => {
  const args = ['grep', '-n', '-I', '-F', '-e', word, sha, '--', path];
  // 128 for a path outside
  const { stdout } = await git(directory, args, { expected: [0, 1, 128] });
  const lines = stdout.toString('utf8').split('\n').filter(Boolean);
  return lines.slice(0, most).map((line) => line.slice(sha.length + 1));
};
