import { git } from './command.ts';
import { emptyTree } from './diff.ts';
import { resolveCommit, type Repository } from './repository.ts';

/** Parameters of a commit list as in C1. */
export interface HistoryQuery {
  /** Revision or range (`a..b`, `a...b`); ignored with `all`. */
  readonly revision: string;
  readonly all: boolean;
  readonly path?: string | undefined;
  readonly author?: string | undefined;
  /** Fixed string, case-insensitive. */
  readonly message?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly firstParent: boolean;
  readonly topological: boolean;
  readonly skip: number;
  readonly most: number;
}

/**
 * Resolves a revision or range to SHAs; undefined if a side doesn't exist. A range from the empty tree becomes its end.
 */
export const resolveRange = async (repository: Repository, revision: string): Promise<string | undefined> => {
  const dots = revision.includes('...') ? '...' : revision.includes('..') ? '..' : undefined;
  if (dots === undefined) return resolveCommit(repository, revision);
  const [from = '', to = ''] = revision.split(dots);
  if (from === emptyTree && dots === '..') return resolveCommit(repository, to === '' ? 'HEAD' : to);
  const [fromSha, toSha] = await Promise.all([
    resolveCommit(repository, from === '' ? 'HEAD' : from),
    resolveCommit(repository, to === '' ? 'HEAD' : to),
  ]);
  return fromSha === undefined || toSha === undefined ? undefined : `${fromSha}${dots}${toSha}`;
};

/** Unix time, as git parses dates of distant years differently. */
const gitTime = (moment: string): string => `@${Math.max(0, Math.floor(Date.parse(moment) / 1000))} +0000`;

const argumentsOf = (query: HistoryQuery, range: readonly string[]): string[] => [
  'rev-list',
  `--max-count=${query.most}`,
  `--skip=${query.skip}`,
  ...(query.since === undefined ? [] : [`--since=${gitTime(query.since)}`]),
  ...(query.until === undefined ? [] : [`--until=${gitTime(query.until)}`]),
  ...(query.author === undefined ? [] : [`--author=${query.author}`]),
  ...(query.message === undefined ? [] : ['--fixed-strings', '--regexp-ignore-case', `--grep=${query.message}`]),
  ...(query.firstParent ? ['--first-parent'] : []),
  ...(query.topological ? ['--topo-order'] : []),
  ...range,
  '--',
  ...(query.path === undefined ? [] : [query.path]),
];

/**
 * In order. Unknown revisions, paths outside the repository and invalid author patterns give an empty list, as Gitaly
 * does.
 */
export const listCommitHashes = async (repository: Repository, query: HistoryQuery): Promise<readonly string[]> => {
  const range = query.all ? undefined : await resolveRange(repository, query.revision);
  if (!query.all && range === undefined) return [];
  const args = argumentsOf(query, range === undefined ? ['--exclude=refs/merge-requests/*', '--all'] : [range]);
  const key = args.join('\0');
  const known = query.all ? undefined : repository.lists.get(key);
  if (known !== undefined) return known;
  const { stdout, code } = await git(repository.directory, args, { expected: [0, 128, 129] });
  const hashes = code === 0 ? stdout.toString('utf8').split('\n').filter(Boolean) : [];
  if (!query.all) repository.lists.set(key, hashes);
  return hashes;
};

/** By SHA, in order; one process for all uncached commits. */
export const readTrailers = async (
  repository: Repository,
  shas: readonly string[],
): Promise<ReadonlyMap<string, readonly (readonly [string, string])[]>> => {
  const missing = shas.filter((sha) => repository.trailers.get(sha) === undefined);
  if (missing.length > 0) {
    const format = '%H%x01%(trailers:only,unfold,separator=%x01,key_value_separator=%x02)';
    const args = ['log', '--no-walk=unsorted', '--stdin', `--format=${format}`];
    const { stdout } = await git(repository.directory, args, { input: `${missing.join('\n')}\n` });
    for (const line of stdout.toString('utf8').split('\n')) {
      const [sha = '', ...fields] = line.split('\x01');
      if (sha === '') continue;
      const pairs = fields.filter(Boolean).map((field): readonly [string, string] => {
        const [key = '', value = ''] = field.split('\x02');
        return [key, value];
      });
      repository.trailers.set(sha, pairs);
    }
  }
  return new Map(shas.map((sha) => [sha, repository.trailers.get(sha) ?? []]));
};
