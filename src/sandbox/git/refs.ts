import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refNameProblem } from '../../wire/refName.ts';
import { git } from './command.ts';
import type { Repository } from './repository.ts';

/** `sha` is that of the commit, also for an annotated tag. */
export interface Ref {
  readonly name: string;
  readonly sha: string;
}

const listRefs = async (repository: Repository, prefix: string, filters: readonly string[]): Promise<Ref[]> => {
  const format = '--format=%(refname)%00%(objectname)%00%(*objectname)';
  const { stdout } = await git(repository.directory, ['for-each-ref', format, ...filters, prefix]);
  return stdout
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [name = '', sha = '', peeled = ''] = line.split('\0');
      return { name: name.slice(prefix.length), sha: peeled === '' ? sha : peeled };
    });
};

export const listBranchRefs = async (repository: Repository): Promise<readonly Ref[]> =>
  listRefs(repository, 'refs/heads/', []);

export interface TagRef extends Ref {
  /** The commit's for a lightweight tag. */
  readonly tag: string;
  readonly message: string | null;
  /** Date of the tag, or of the commit for a lightweight one; Unix time. */
  readonly seconds: number;
}

/** All tags that point to a commit. */
export const listTagRefs = async (repository: Repository): Promise<readonly TagRef[]> => {
  const fields = ['refname', 'objectname', 'objecttype', '*objectname', '*objecttype', 'creatordate:unix', 'contents'];
  const format = `--format=${fields.map((field) => `%(${field})%00`).join('')}%01`;
  const { stdout } = await git(repository.directory, ['for-each-ref', format, 'refs/tags/']);
  return stdout
    .toString('utf8')
    .split('\u0001\n')
    .filter(Boolean)
    .flatMap((record) => {
      const [name = '', tag = '', type, peeled = '', peeledType, seconds, message = ''] = record.split('\0');
      if ((peeledType === '' ? type : peeledType) !== 'commit') return [];
      const isAnnotated = type === 'tag';
      return {
        name: name.slice('refs/tags/'.length),
        sha: isAnnotated ? peeled : tag,
        tag,
        message: isAnnotated ? message.trimEnd() : null,
        seconds: Number(seconds),
      };
    });
};

export const refsContaining = async (
  repository: Repository,
  kind: 'heads' | 'tags',
  sha: string,
): Promise<readonly Ref[]> => listRefs(repository, `refs/${kind}/`, [`--contains=${sha}`]);

/** Branches whose tip is reachable from a commit. */
export const branchesMergedInto = async (repository: Repository, sha: string): Promise<readonly string[]> =>
  (await listRefs(repository, 'refs/heads/', [`--merged=${sha}`])).map(({ name }) => name);

export const branchTip = async (repository: Repository, name: string): Promise<string | undefined> => {
  const found = await repository.objects.info(`refs/heads/${name}`);
  return found?.type === 'commit' ? found.sha : undefined;
};

/** Returns false if the tip is no longer `from`; `noTip` creates the branch. */
export const moveBranch = async (repository: Repository, name: string, to: string, from: string): Promise<boolean> => {
  const args = ['update-ref', `refs/heads/${name}`, to, from];
  const { code } = await git(repository.directory, args, { expected: [0, 1, 128] });
  return code === 0;
};

/** Checks the usual default branch first, to avoid listing. */
export const hasNoBranch = async (repository: Repository, usual: string): Promise<boolean> =>
  (await branchTip(repository, usual)) === undefined && (await listBranchRefs(repository)).length === 0;

/** Returns false if the tip is no longer `tip`. */
export const deleteBranchRef = async (repository: Repository, name: string, tip: string): Promise<boolean> => {
  const { code } = await git(repository.directory, ['update-ref', '-d', `refs/heads/${name}`, tip], {
    expected: [0, 1, 128],
  });
  return code === 0;
};

export const noTip = '0'.repeat(40);

/** git's rules, and not the name of another ref. */
export const isBranchName = (name: string): boolean =>
  refNameProblem(name) === undefined && name !== 'HEAD' && !/^refs\/(?:heads|remotes)\//.test(name);

/** Reflog entry; Unix time. */
interface Standing {
  readonly sha: string;
  readonly seconds: number;
}

/** Reflog of a branch, oldest first; empty for worlds of releases that recorded none. */
export const branchLog = async (repository: Repository, name: string): Promise<readonly Standing[]> => {
  let text: string;
  try {
    text = await readFile(join(repository.directory, 'logs', 'refs', 'heads', ...name.split('/')), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap((line) => {
    const found = /^[0-9a-f]{40} ([0-9a-f]{40}) .*> (\d+) [+-]\d{4}(?:\t|$)/.exec(line);
    return found === null ? [] : [{ sha: found[1] ?? '', seconds: Number(found[2]) }];
  });
};
