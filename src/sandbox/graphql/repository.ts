import { GraphQLError } from 'graphql';
import { connectionPageSize, globalId } from '../../wire/graphql.ts';
import type { CommitObject } from '../git/commitObject.ts';
import { git } from '../git/command.ts';
import { listCommitHashes } from '../git/history.ts';
import { hasNoBranch } from '../git/refs.ts';
import { findCommit, readCommit, type Repository } from '../git/repository.ts';
import type { ProjectState } from '../world/records.ts';
import { commitNode } from './commits.ts';
import { connection, type PageArguments } from './connections.ts';
import type { Session } from './session.ts';

type CommitArguments = Pick<PageArguments, 'first' | 'after'> & {
  readonly ref: string;
  readonly query?: string | null;
  readonly author?: string | null;
  readonly committedAfter?: string | null;
  readonly committedBefore?: string | null;
};

interface TreeRow {
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
  readonly path: string;
}

/** Cursors hold the SHA, so that they survive pushes. */
const commitCursor = (sha: string): string => Buffer.from(sha).toString('base64url');

const commits = async (session: Session, project: ProjectState, given: CommitArguments) => {
  const repository = session.world.repository(project);
  const all = await listCommitHashes(repository, {
    revision: given.ref,
    all: false,
    author: given.author ?? undefined,
    since: given.committedAfter ?? undefined,
    until: given.committedBefore ?? undefined,
    firstParent: false,
    topological: false,
    skip: 0,
    most: 100_000,
  });
  const start = given.after == null ? 0 : all.findIndex((sha) => commitCursor(sha) === given.after) + 1;
  if (given.after != null && start === 0) throw new GraphQLError('Please provide a valid cursor');
  const wanted = given.query?.toLowerCase();
  const size = Math.min(connectionPageSize, Math.max(0, given.first ?? connectionPageSize));
  const page: CommitObject[] = [];
  let next = start;
  for (; next < all.length && page.length < size; next += 1) {
    const commit = await readCommit(repository, all[next] ?? '');
    if (wanted === undefined || commit.message.toLowerCase().includes(wanted)) page.push(commit);
  }
  const cursors = page.map(({ sha }) => commitCursor(sha));
  return {
    nodes: () => page.map((commit) => commitNode(session, project, commit)),
    edges: () =>
      page.map((commit, index) => ({ cursor: cursors[index] ?? '', node: commitNode(session, project, commit) })),
    pageInfo: {
      startCursor: cursors[0] ?? null,
      endCursor: cursors.at(-1) ?? null,
      hasNextPage: next < all.length,
      hasPreviousPage: start > 0,
    },
  };
};

const treeRows = async (repository: Repository, sha: string, path: string): Promise<readonly TreeRow[]> => {
  const folder = path.replace(/^\/+|(?<!\/)\/+$/g, '');
  const { stdout, code } = await git(
    repository.directory,
    ['ls-tree', '-z', folder === '' ? sha : `${sha}:${folder}`],
    { expected: [0, 128] },
  );
  if (code !== 0) return [];
  return stdout
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, mode, type, object, name] = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
      if (mode === undefined || type === undefined || object === undefined || name === undefined) return [];
      return [{ mode, type, sha: object, path: folder === '' ? name : `${folder}/${name}` }];
    });
};

const entriesOf = (kind: 'blob' | 'tree', rows: () => Promise<readonly TreeRow[]>) => async (page: PageArguments) =>
  connection(
    (await rows()).filter(({ type }) => type === kind),
    page,
    {
      keyOf: ({ path }) => path,
      nodeOf: ({ mode, sha, path }) => ({
        id: globalId('Gitlab::Graphql::Representation::TreeEntry', sha),
        mode,
        name: path.slice(path.lastIndexOf('/') + 1),
        path,
        sha,
      }),
    },
  );

const tree = async (
  session: Session,
  project: ProjectState,
  { ref, path }: { readonly ref: string; readonly path: string },
) => {
  const repository = session.world.repository(project);
  const commit = await findCommit(repository, ref === 'head' ? project.defaultBranch : ref);
  if (commit === undefined) return null;
  const rows = (): Promise<readonly TreeRow[]> => treeRows(repository, commit.sha, path);
  return {
    lastCommit: async () => {
      const query = { all: false, firstParent: false, topological: false, skip: 0, most: 1 };
      const [sha] =
        path === '' ? [commit.sha] : await listCommitHashes(repository, { ...query, revision: commit.sha, path });
      return sha === undefined ? null : commitNode(session, project, await readCommit(repository, sha));
    },
    blobs: entriesOf('blob', rows),
    trees: entriesOf('tree', rows),
  };
};

export const repositoryNode = (session: Session, project: ProjectState) => {
  const isEmpty = (): Promise<boolean> => hasNoBranch(session.world.repository(project), project.defaultBranch);
  return {
    exists: true,
    empty: isEmpty,
    rootRef: async () => ((await isEmpty()) ? null : project.defaultBranch),
    commits: (given: CommitArguments) => commits(session, project, given),
    tree: (given: { readonly ref: string; readonly path: string }) => tree(session, project, given),
  };
};
