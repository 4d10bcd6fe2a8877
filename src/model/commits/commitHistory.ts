import type { Client } from '../../client/client.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { listCommits, searchCommits } from '../../wire/commits.ts';
import { branchRef, defaultRef } from '../../wire/refName.ts';
import type { PageAt } from './boundedList.ts';
import { activeFilters, type CommitFilter, filterParameters } from './commitFilter.ts';
import { type CommitLine, commitLine } from './commitLine.ts';
import type { FileChange } from '../fileChange.ts';
import { findCommit, namedRange } from '../git/namedRef.ts';

export interface HistoryPlace {
  readonly page: number;
  readonly filter: CommitFilter;
  readonly last: Pick<CommitLine, 'id' | 'parent_ids'> | undefined;
}

export interface HistorySource {
  readonly client: Client;
  readonly project: number;
  readonly perPage: number;
  /** Needed to follow renames. */
  changes(sha: string, signal: AbortSignal): Promise<readonly FileChange[]>;
}

export const historyStart = (filter: CommitFilter): HistoryPlace => ({ page: 1, filter, last: undefined });

/** Stored filters of older releases have short ref names. */
const withFullName = async (
  { client, project }: HistorySource,
  filter: CommitFilter,
  signal: AbortSignal,
): Promise<CommitFilter> => {
  const { ref } = filter;
  if (ref === undefined || ref.split(/\.{2,3}/).every(isFullName)) return filter;
  return { ...filter, ref: (await namedRange(client, project, ref, signal)).ref };
};

const isFullName = (ref: string): boolean => /^(?:|HEAD|refs\/.*|[0-9a-f]{40,64}(?:[~^]\d*)*)$/.test(ref);

/** A page of C1 or of a search. `follow` continues with the old name before the commit that renamed the path. */
export const readHistory = async (
  source: HistorySource,
  { page, filter: wanted, last }: HistoryPlace,
  signal: AbortSignal,
): Promise<PageAt<CommitLine, HistoryPlace>> => {
  const { client, project, perPage } = source;
  const filter = page === 1 ? await withFullName(source, wanted, signal) : wanted;
  const paging = { id: project, page, per_page: perPage };
  const { message, ref = defaultRef } = filter;
  const answer = await (message === undefined
    ? client.send(listCommits, { ...paging, ...filterParameters(filter) }, { signal })
    : client.send(searchCommits, { ...paging, scope: 'commits', search: message, ref }, { signal }));
  const path = filter.follow === true ? filter.path : undefined;
  const items = answer.items.map((commit) => commitLine(commit, path));
  const oldest = items.at(-1) ?? last;
  if (answer.next !== undefined && items.length > 0) {
    return { items, next: { page: answer.next, filter, last: oldest } };
  }
  const before =
    path === undefined || oldest === undefined ? undefined : await beforeRename(source, oldest, path, signal);
  if (before === undefined) return { items, next: undefined };
  const older = { page: 1, filter: { ...filter, ...before, all: false }, last: undefined };
  // an empty page would end the list
  return items.length === 0 ? readHistory(source, older, signal) : { items, next: older };
};

/** Uses the default branch if `branch` isn't on the server. */
export const readOnBranch = async (
  source: HistorySource,
  filter: CommitFilter,
  branch: string,
  signal: AbortSignal,
): Promise<PageAt<CommitLine, HistoryPlace> & { readonly isThere: boolean }> => {
  const ref = branchRef(branch);
  const isNarrowed = activeFilters(filter).length > 0;
  try {
    const page = await readHistory(source, historyStart({ ...filter, ref }), signal);
    // the server answers unknown refs with an empty page
    const isThere =
      page.items.length > 0 ||
      (isNarrowed && (await findCommit(source.client, source.project, ref, signal)) !== undefined);
    if (isThere) return { ...page, isThere };
  } catch (error) {
    if (!requestErrorFacts(error, 'notFound')) throw error;
  }
  return { ...(await readHistory(source, historyStart(filter), signal)), isThere: false };
};

const beforeRename = async (
  source: HistorySource,
  { id, parent_ids: [parent] }: Pick<CommitLine, 'id' | 'parent_ids'>,
  path: string,
  signal: AbortSignal,
): Promise<{ readonly ref: string; readonly path: string } | undefined> => {
  if (parent === undefined) return undefined;
  const old = nameBefore(await source.changes(id, signal), path);
  return old === undefined ? undefined : { ref: parent, path: old };
};

/** For files and folders. */
export const nameBefore = (
  changes: readonly Pick<FileChange, 'kind' | 'oldPath' | 'newPath'>[],
  path: string,
): string | undefined => {
  const folder = `${path.replace(/(?<!\/)\/+$/, '')}/`;
  for (const { kind, oldPath, newPath } of changes) {
    if (kind !== 'renamed') continue;
    if (newPath === path) return oldPath;
    const inside = newPath.startsWith(folder) ? newPath.slice(folder.length - 1) : undefined;
    // `c/file` → `a/b/file` means folder `c` → `a/b`
    if (inside !== undefined && oldPath.endsWith(inside) && !oldPath.startsWith(folder)) {
      return oldPath.slice(0, oldPath.length - inside.length) || undefined;
    }
  }
  return undefined;
};
