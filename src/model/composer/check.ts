import type { Client } from '../../client/client.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import type { Commit } from '../../wire/commits.ts';
import { getCommit } from '../../wire/commits.ts';
import { type Branch, getBranch, listBranches } from '../../wire/projects.ts';
import { compareRefs, getFile } from '../../wire/repositoryFiles.ts';
import { createQueue } from '../queue.ts';
import { askedPaths, type CommitDraft, type ServerFile, type ServerFiles } from './draft.ts';

/** Relevant server state. */
export interface Seen {
  /** Target, if it exists. */
  readonly branch: Branch | undefined;
  /** No branch yet. */
  readonly isEmpty: boolean;
  /** Parent SHA; undefined in an empty project, or without a valid start. */
  readonly base: string | undefined;
  readonly files: ServerFiles;
  /** Commits lost by overwriting the branch, newest first. */
  readonly lost: readonly Commit[];
  /** Incomplete, as the server timed out. */
  readonly lostMore: boolean;
}

/** Determines {@link Seen}. */
export type Place = Pick<CommitDraft, 'project' | 'branch' | 'start' | 'startProject' | 'actions'>;

export type Progress = (read: number, of: number) => void;

const filesAtOnce = 4;

export const seeServer = async (
  client: Client,
  draft: Place,
  options: { readonly signal: AbortSignal; readonly progress?: Progress },
): Promise<Seen> => {
  const { signal } = options;
  const source = draft.startProject ?? draft.project;
  const [branch, base] = await Promise.all([
    findBranch(client, draft.project, draft.branch, signal),
    findStart(client, source, draft, signal),
  ]);
  const isEmpty = base === undefined && branch === undefined && (await hasNoBranch(client, draft.project, signal));
  const files =
    base === undefined ? new Map<string, ServerFile>() : await readFiles(client, { source, base }, draft, options);
  const isOverwriting = draft.start !== undefined && branch !== undefined && base !== undefined;
  const lost =
    isOverwriting && source === draft.project ? await lostCommits(client, draft, base, branch, signal) : none;
  return { branch, isEmpty, base, files, ...lost };
};

const none = { lost: [], lostMore: false } as const;

const findBranch = async (
  client: Client,
  project: number,
  name: string,
  signal: AbortSignal,
): Promise<Branch | undefined> => {
  if (name === '') return undefined;
  try {
    return await client.send(getBranch, { id: project, branch: name }, { signal });
  } catch (error) {
    if (requestErrorFacts(error, 'notFound')) return undefined;
    throw error;
  }
};

const findStart = async (
  client: Client,
  source: number,
  { branch, start }: Place,
  signal: AbortSignal,
): Promise<string | undefined> => {
  if (start?.kind !== 'sha') {
    return (await findBranch(client, source, start?.name ?? branch, signal))?.commit.id;
  }
  try {
    return (await client.send(getCommit, { id: source, sha: start.sha, stats: false }, { signal })).id;
  } catch (error) {
    if (requestErrorFacts(error, 'notFound')) return undefined;
    throw error;
  }
};

const hasNoBranch = async (client: Client, project: number, signal: AbortSignal): Promise<boolean> => {
  try {
    const { items } = await client.send(listBranches, { id: project, per_page: 1 }, { signal });
    return items.length === 0;
  } catch (error) {
    // nor does a project without a repository
    if (requestErrorFacts(error, 'notFound')) return true;
    throw error;
  }
};

const readFiles = async (
  client: Client,
  { source, base }: { readonly source: number; readonly base: string },
  { actions }: Place,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress?: Progress },
): Promise<ServerFiles> => {
  const paths = askedPaths(actions);
  const queue = createQueue(filesAtOnce);
  let read = 0;
  progress?.(0, paths.length);
  const found = await Promise.all(
    paths.map((path) =>
      queue(async () => {
        signal.throwIfAborted();
        const file = await readFile(client, source, path, base, signal);
        progress?.((read += 1), paths.length);
        return [path, file] as const;
      }),
    ),
  );
  return new Map(found.flatMap(([path, file]) => (file === undefined ? [] : [[path, file]])));
};

/** Undefined if missing. */
export const readFile = async (
  client: Client,
  project: number,
  path: string,
  ref: string,
  signal: AbortSignal,
): Promise<ServerFile | undefined> => {
  try {
    const file = await client.send(getFile, { id: project, file_path: path, ref }, { signal, limitBytes: maxFile });
    return { blob: file.blob_id, lastCommit: file.last_commit_id, executable: file.execute_filemode ?? undefined };
  } catch (error) {
    if (requestErrorFacts(error, 'notFound')) return undefined;
    throw error;
  }
};

/** Metadata includes the content. */
const maxFile = 256 * 1024 * 1024;

const lostCommits = async (
  client: Client,
  { project }: Place,
  base: string,
  branch: Branch,
  signal: AbortSignal,
): Promise<{ readonly lost: readonly Commit[]; readonly lostMore: boolean }> => {
  const between = { id: project, from: base, to: branch.commit.id };
  const { commits, compare_timeout: isCut } = await client.send(compareRefs, between, { signal });
  return { lost: [...commits].reverse(), lostMore: isCut === true };
};
