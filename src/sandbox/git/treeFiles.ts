import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from './command.ts';
import type { Repository } from './repository.ts';

/** A file of a tree: its mode as git writes it (`100644`) and the hash of its content. */
export interface TreeFile {
  readonly mode: string;
  readonly blob: string;
}

/** Every file of a tree by its path, folders left out. */
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

/** Writes content into the repository; answers its hash. */
export const writeBlob = async (repository: Repository, content: Uint8Array): Promise<string> => {
  const { stdout } = await git(repository.directory, ['hash-object', '-w', '--stdin'], { input: content });
  return stdout.toString('utf8').trim();
};

/**
 * Writes a tree that differs from another one by some files (null: the file goes), without a working tree: an index
 * in a scratch folder is filled and written. Answers the hash of the tree.
 */
export const writeChangedTree = async (
  repository: Repository,
  tree: string,
  changes: ReadonlyMap<string, TreeFile | null>,
): Promise<string> => {
  const scratch = await mkdtemp(join(tmpdir(), 'graft-index-'));
  const environment = { GIT_INDEX_FILE: join(scratch, 'index') };
  try {
    await git(repository.directory, ['read-tree', tree], { environment });
    // files that go make room first: a folder may take the place of one
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

/** The mode of one file as git writes it; undefined when there is none. */
export const fileMode = async (repository: Repository, tree: string, path: string): Promise<string | undefined> => {
  const { stdout } = await git(repository.directory, ['ls-tree', '-z', '--full-tree', tree, '--', path]);
  return /^(\d{6}) /.exec(stdout.toString('utf8'))?.[1];
};
