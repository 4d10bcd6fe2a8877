import { basename, dirname, resolve } from 'node:path';
import { git, GitError } from '../git/command.ts';
import { WorldError } from './world.ts';

export interface LocalRepository {
  /** Git directory; that of the main worktree for a linked one. */
  readonly directory: string;
  /** Folder name without `.git`. */
  readonly name: string;
  /** Source refs by branch name. */
  readonly branches: ReadonlyMap<string, string>;
  /** Default branch of `origin`, else the current branch, else a common name. */
  readonly defaultBranch: string;
}

const linesOf = async (folder: string, args: readonly string[], expected = [0]): Promise<readonly string[]> => {
  const { stdout } = await git(undefined, ['-C', folder, ...args], {
    expected,
    // never fetch the missing objects of a partial clone
    environment: { GIT_NO_LAZY_FETCH: '1' },
  });
  return stdout.toString('utf8').split('\n').filter(Boolean);
};

const gitDirectory = async (folder: string): Promise<string> => {
  let answers;
  const question = ['--path-format=absolute', '--git-common-dir', '--is-shallow-repository', '--show-object-format'];
  try {
    answers = await linesOf(folder, ['rev-parse', ...question]);
  } catch (error) {
    if (error instanceof GitError) throw new WorldError(`${folder} is not in a git repository.`, { cause: error });
    throw error;
  }
  const [directory = '', isShallow, format] = answers;
  if (isShallow === 'true')
    throw new WorldError(`${folder} is in a shallow clone. Run "git fetch --unshallow" there first.`);
  if (format !== 'sha1') throw new WorldError(`${folder} is in a repository with ${format} hashes; SHA-1 is needed.`);
  const partial = await linesOf(folder, ['config', '--get-regexp', '^remote\\..*\\.promisor$'], [0, 1]);
  if (partial.length > 0) throw new WorldError(`${folder} is in a partial clone, which lacks a part of its history.`);
  return directory;
};

/** Git can't store both `a` and `a/b`. */
const collides = (taken: ReadonlySet<string>, folders: ReadonlySet<string>, name: string): boolean =>
  folders.has(name) || foldersOf(name).some((folder) => taken.has(folder));

const foldersOf = (name: string): readonly string[] =>
  name.split('/').flatMap((_, index, parts) => (index === 0 ? [] : [parts.slice(0, index).join('/')]));

/** The first ref of a name wins. */
const branchesOf = (named: readonly (readonly [name: string, ref: string])[]): ReadonlyMap<string, string> => {
  const branches = new Map<string, string>();
  const [taken, folders] = [new Set<string>(), new Set<string>()];
  for (const [name, ref] of named) {
    if (taken.has(name) || collides(taken, folders, name)) continue;
    branches.set(name, ref);
    taken.add(name);
    for (const folder of foldersOf(name)) folders.add(folder);
  }
  return branches;
};

/**
 * Finds local and remote-tracking branches (`origin` first). Read-only, without network. Throws `WorldError` unless all
 * history is there.
 */
export const readLocalRepository = async (given: string): Promise<LocalRepository> => {
  const folder = resolve(given);
  const directory = await gitDirectory(folder);
  const remotes = (await linesOf(folder, ['remote'])).toSorted(
    (one, other) => Number(other === 'origin') - Number(one === 'origin'),
  );
  const prefixes = ['refs/heads/', ...remotes.map((remote) => `refs/remotes/${remote}/`)];
  const refs = await linesOf(folder, ['for-each-ref', '--format=%(refname) %(symref)', 'refs/heads', 'refs/remotes']);
  const links = new Map(refs.map((line) => line.split(' ') as [string, string]));
  const named = prefixes.flatMap((prefix) =>
    [...links].flatMap(([ref, target]): readonly (readonly [string, string])[] =>
      ref.startsWith(prefix) && (target === '' || prefix === 'refs/heads/') ? [[ref.slice(prefix.length), ref]] : [],
    ),
  );
  const branches = branchesOf(named);
  if (branches.size === 0) throw new WorldError(`The repository of ${folder} has no commits on a branch yet.`);
  const [head] = await linesOf(folder, ['symbolic-ref', '--quiet', 'HEAD'], [0, 1]);
  const heads = [...prefixes.slice(1).map((prefix) => links.get(`${prefix}HEAD`)), head];
  const wanted = heads.map((ref = '') => ref.slice(prefixes.find((each) => ref.startsWith(each))?.length));
  return {
    directory,
    name: basename(basename(directory) === '.git' ? dirname(directory) : directory).replace(/\.git$/i, ''),
    branches,
    defaultBranch:
      [...wanted, 'main', 'master'].find((name) => branches.has(name)) ?? [...branches.keys()][0] ?? 'main',
  };
};

export const copyRepository = async (directory: string, from: LocalRepository): Promise<void> => {
  const refspecs = [...from.branches].map(([name, ref]) => `+${ref}:refs/heads/${name}\n`);
  const fetch = ['fetch', '--quiet', '--stdin', '--no-tags', '--no-write-fetch-head', '--update-head-ok'];
  // upload-pack runs without our configuration; reading is safe with any owner
  const uploadPack = '--upload-pack=git -c safe.directory=* upload-pack';
  await git(directory, ['symbolic-ref', 'HEAD', `refs/heads/${from.defaultBranch}`]);
  await git(directory, ['-c', 'fetch.unpackLimit=1', ...fetch, uploadPack, from.directory], {
    input: `${refspecs.join('')}+refs/tags/*:refs/tags/*\n`,
  });
};
