import type { Client } from '../../client/client.ts';
import { eachPage } from '../../client/eachPage.ts';
import { listCommits } from '../../wire/commits.ts';
import { listMergeRequests } from '../../wire/mergeRequests.ts';
import { mergeRequestOf } from '../pick/traces.ts';
import type { MissingRow } from './missing.ts';
import type { HistoryCommit } from './presence.ts';
import { maxListed, type ReadRef, TooFarApart } from './missingRanges.ts';

/** Missing members don't filter. */
export interface MissingFilter {
  /** Labels of the merge request, comma-separated. */
  readonly label?: string;
  /** Title of the merge request's milestone. */
  readonly milestone?: string;
  /** Part of name or email. */
  readonly author?: string;
  readonly path?: string;
  /** Trailer, such as `Changelog` or `Changelog: fixed`. */
  readonly trailer?: string;
}

export interface FilterPlace {
  readonly client: Client;
  readonly project: number;
  readonly source: ReadRef;
  readonly branches: readonly ReadRef[];
}

/** A merge matches if any of its commits does. Reads merge requests (MR1) and paths (C1). */
export const filteredRows = async (
  rows: readonly MissingRow[],
  filter: MissingFilter,
  place: FilterPlace,
  signal: AbortSignal,
): Promise<readonly MissingRow[]> => {
  const { label, milestone, author, path, trailer } = filter;
  const ofRequests =
    label === undefined && milestone === undefined ? undefined : await merged(rows, filter, place, signal);
  const onPath = path === undefined ? undefined : await changing(path, place, signal);
  const fits = (commit: HistoryCommit): boolean =>
    (author === undefined || isIn(author, `${commit.author_name} ${commit.author_email}`)) &&
    (trailer === undefined || hasTrailer(commit, trailer)) &&
    (onPath === undefined || onPath.has(commit.id));
  return rows.filter(({ commit, mergedCommits }) => {
    const all = [commit, ...mergedCommits];
    return all.some(fits) && (ofRequests === undefined || all.some(ofRequests));
  });
};

const isIn = (part: string, text: string): boolean => text.toLowerCase().includes(part.toLowerCase());

const hasTrailer = ({ message }: HistoryCommit, wanted: string): boolean => {
  const [key = '', value = ''] = wanted.split(/:(.*)/s).map((part) => part.trim().toLowerCase());
  return message.split('\n').some((line) => {
    const [, name = '', trailer = ''] = /^([\w-]+):(.*)$/s.exec(line) ?? [];
    return name.toLowerCase() === key && trailer.toLowerCase().includes(value);
  });
};

/** Commits of matching merge requests (MR1). */
const merged = async (
  rows: readonly MissingRow[],
  { label, milestone }: MissingFilter,
  { client, project, source }: FilterPlace,
  signal: AbortSignal,
): Promise<(commit: HistoryCommit) => boolean> => {
  const oldest = rows.reduce((least, { commit }) => Math.min(least, Date.parse(commit.created_at)), Date.now());
  const known = new Set<string>();
  const parameters = {
    id: project,
    state: 'merged',
    target_branch: source.name,
    // merging updates `updated_at`
    updated_after: new Date(oldest).toISOString(),
    per_page: 100,
    ...(label === undefined ? {} : { labels: label }),
    ...(milestone === undefined ? {} : { milestone }),
  } as const;
  for await (const { items } of eachPage(client, listMergeRequests, parameters, { signal }))
    for (const { iid, sha, merge_commit_sha: merge, squash_commit_sha: squash } of items)
      for (const name of [`!${iid}`, sha, merge, squash]) if (typeof name === 'string') known.add(name);
  return (commit) => known.has(commit.id) || known.has(mergeRequestOf(commit)?.replace(/^.*(?=!)/, '') ?? '');
};

const changing = async (
  path: string,
  { client, project: id, source, branches }: FilterPlace,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const { sha } of branches) {
    const parameters = { id, ref_name: `${sha}..${source.sha}`, path, per_page: 100 };
    let read = 0;
    for await (const { items } of eachPage(client, listCommits, parameters, { signal })) {
      for (const { id: each } of items) found.add(each);
      read += items.length;
      if (read > maxListed) throw new TooFarApart();
    }
  }
  return found;
};
