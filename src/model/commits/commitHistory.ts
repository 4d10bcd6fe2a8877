import type { Client } from '../../client/client.ts';
import { requestFailure } from '../../client/errors.ts';
import { listCommits, searchCommits } from '../../wire/commits.ts';
import { branchRef, defaultRef } from '../../wire/refName.ts';
import type { PageAt } from './boundedList.ts';
import { activeFilters, type CommitFilter, filterParameters } from './commitFilter.ts';
import { type CommitLine, commitLine } from './commitLine.ts';
import type { FileChange } from '../fileChange.ts';
import { findCommit, namedRange } from '../namedRef.ts';

/** Where a history goes on: a page of a filter, and the last commit before it. */
export interface HistoryPlace {
  readonly page: number;
  readonly filter: CommitFilter;
  readonly last: Pick<CommitLine, 'id' | 'parent_ids'> | undefined;
}

/** The history a filter asks for. */
export interface HistorySource {
  readonly client: Client;
  readonly project: number;
  readonly perPage: number;
  /** The files a commit changed, for following a path through renames. */
  changes(sha: string, signal: AbortSignal): Promise<readonly FileChange[]>;
}

/** Where the history of a filter begins. */
export const historyStart = (filter: CommitFilter): HistoryPlace => ({ page: 1, filter, last: undefined });

/** The filter with a branch or tag by its full name: filters that were saved long ago may have the bare one. */
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

/**
 * Reads one page of C1, or of a search where the filter has words of the message. Where the filter follows its path and
 * the history under that name has ended, the commit that ended it is looked at: if it gave the path its name, the history
 * goes on before it, under the old one.
 */
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
  // an empty page would end the list: the page under the old name is given in its place
  return items.length === 0 ? readHistory(source, older, signal) : { items, next: older };
};

/**
 * Reads the first page of a filter that names no ref: on a branch, or on the default branch where the server does not have
 * that one, as `isThere` tells.
 */
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
    // an unknown ref is answered like one without a match
    const isThere =
      page.items.length > 0 ||
      (isNarrowed && (await findCommit(source.client, source.project, ref, signal)) !== undefined);
    if (isThere) return { ...page, isThere };
  } catch (error) {
    if (!requestFailure(error, 'notFound')) throw error;
  }
  return { ...(await readHistory(source, historyStart(filter), signal)), isThere: false };
};

/** Ref and path under which a history goes on before the commit that renamed it; undefined when that one did not. */
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

/** What a file or folder was called before these changes, if they gave it its name. */
export const nameBefore = (
  changes: readonly Pick<FileChange, 'kind' | 'oldPath' | 'newPath'>[],
  path: string,
): string | undefined => {
  const folder = `${path.replace(/(?<!\/)\/+$/, '')}/`;
  for (const { kind, oldPath, newPath } of changes) {
    if (kind !== 'renamed') continue;
    if (newPath === path) return oldPath;
    const inside = newPath.startsWith(folder) ? newPath.slice(folder.length - 1) : undefined;
    // `a/b/file` that was `c/file` tells that folder `a/b` was `c`
    if (inside !== undefined && oldPath.endsWith(inside) && !oldPath.startsWith(folder)) {
      return oldPath.slice(0, oldPath.length - inside.length) || undefined;
    }
  }
  return undefined;
};
