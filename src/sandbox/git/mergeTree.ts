import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { git, gitVersion } from './command.ts';
import type { MergeOutcome, Repository } from './repository.ts';

/** The difference from `base` to `theirs` is applied to `ours`. */
export interface Trees {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

let asked: Promise<boolean> | undefined;

const knowsMergeBase = (): Promise<boolean> => {
  asked ??= gitVersion().then(([major, minor]) => major > 2 || (major === 2 && minor >= 45));
  return asked;
};

const objectName = (type: string, content: Uint8Array): string =>
  createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');

/** Returns the SHA, without starting git. */
const writeLooseObject = async (folder: string, type: string, content: Uint8Array): Promise<string> => {
  const name = objectName(type, content);
  await mkdir(join(folder, name.slice(0, 2)), { recursive: true });
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  await writeFile(join(folder, name.slice(0, 2), name.slice(2)), deflateSync(whole));
  return name;
};

const nobody = 'Nobody <nobody@localhost> 0 +0000';

const dangling = (folder: string, tree: string, parents: readonly string[]): Promise<string> => {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${nobody}`,
    `committer ${nobody}`,
  ];
  return writeLooseObject(folder, 'commit', Buffer.from(`${lines.join('\n')}\n\nscratch\n`));
};

/**
 * `--merge-base` accepts trees since git 2.45; older versions get scratch commits that give the trees a common
 * ancestor.
 */
const mergeArguments = async (scratch: string, { base, ours, theirs }: Trees): Promise<readonly string[]> => {
  if (await knowsMergeBase()) return [`--merge-base=${base}`, ours, theirs];
  const ancestor = await dangling(scratch, base, []);
  return Promise.all([dangling(scratch, ours, [ancestor]), dangling(scratch, theirs, [ancestor])]);
};

const merge = async (
  repository: Repository,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly lines: readonly string[] }> => {
  const command = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', ...args];
  const { code, stdout } = await git(repository.directory, command, { environment, expected: [0, 1] });
  return { code, lines: stdout.toString('utf8').split('\0') };
};

/** Writes to a scratch folder; only with `keep` and a clean result is the tree written to the repository. */
export const mergeTrees = async (
  repository: Repository,
  trees: Trees,
  { keep }: { readonly keep: boolean },
): Promise<MergeOutcome> => {
  const key = `${trees.base} ${trees.ours} ${trees.theirs}`;
  // trees are immutable
  const known = repository.merges.get(key);
  if (known !== undefined && (!keep || known.kind !== 'clean')) return known;
  const scratch = await mkdtemp(join(tmpdir(), 'graft-merge-'));
  // separate folders: git doesn't write objects that an alternate already has
  const [ancestors, results] = [join(scratch, 'ancestors'), join(scratch, 'results')];
  try {
    await Promise.all([mkdir(ancestors), mkdir(results)]);
    const args = await mergeArguments(ancestors, trees);
    const tried = async (): Promise<MergeOutcome> => {
      const { code, lines } = await merge(repository, args, {
        GIT_OBJECT_DIRECTORY: results,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: [join(repository.directory, 'objects'), ancestors].join(delimiter),
      });
      const [tree = '', ...files] = lines;
      if (code === 1) return { kind: 'conflict', files: files.filter(Boolean) };
      return tree === trees.ours ? { kind: 'empty' } : { kind: 'clean', tree };
    };
    const outcome = known ?? (await tried());
    repository.merges.set(key, outcome);
    if (keep && outcome.kind === 'clean' && (await repository.objects.info(outcome.tree)) === undefined) {
      await merge(repository, args, { GIT_ALTERNATE_OBJECT_DIRECTORIES: ancestors });
    }
    return outcome;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

/** Returns the SHA; updates no ref. */
export const writeCommit = async (
  repository: Repository,
  commit: {
    readonly tree: string;
    readonly parents: readonly string[];
    readonly author: string;
    readonly committer: string;
    readonly message: string;
  },
): Promise<string> => {
  const headers = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${commit.author}`,
    `committer ${commit.committer}`,
  ];
  const { stdout } = await git(repository.directory, ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    input: `${headers.join('\n')}\n\n${commit.message}`,
  });
  return stdout.toString('utf8').trim();
};
