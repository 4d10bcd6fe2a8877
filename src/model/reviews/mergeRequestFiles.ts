import type { SendOptions } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { type Commit, type DiffEntry, listCommitDiff } from '../../wire/commits.ts';
import {
  getMergeRequestVersion,
  listMergeRequestCommits,
  listMergeRequestDiffs,
  listMergeRequestVersions,
  type MergeRequestVersion,
} from '../../wire/mergeRequestReview.ts';
import { type FileChange, mayBeCut, readFileChange } from '../fileChange.ts';
import { LatestAnswers } from '../latestAnswers.ts';
import { readMergeRequestCommits } from '../mergeRequestCommits.ts';
import { RecentlyUsed } from '../../client/recentlyUsed.ts';
import { type ReviewPlace, placeKey } from './drafts.ts';
import type { DiffRefs } from './newCommentPosition.ts';

export interface DiffVersion extends DiffRefs {
  readonly id: number;
}

export type MergeRequestFiles =
  | {
      readonly kind: 'ready';
      readonly version: DiffVersion;
      readonly files: readonly FileChange[];
      /** Files are missing beyond the server's limit. */
      readonly isCut: boolean;
    }
  /** The server hasn't generated the diff yet. */
  | { readonly kind: 'collecting' };

const pageSize = 100;

/** MR3. */
const readNewestVersion = async (
  { client, project, iid }: ReviewPlace,
  options: SendOptions = {},
): Promise<(DiffVersion & { readonly state: string | undefined }) | undefined> => {
  const parameters = { id: project, merge_request_iid: iid, per_page: 1 };
  const { items } = await client.send(listMergeRequestVersions, parameters, options);
  const [version] = items;
  const refs = version && refsOf(version);
  return refs && { ...refs, id: version.id, state: version.state ?? undefined };
};

/** Undefined while the server has not generated the diff. */
export const refsOf = ({
  base_commit_sha: base,
  start_commit_sha: start,
  head_commit_sha: head,
}: Pick<MergeRequestVersion, 'base_commit_sha' | 'start_commit_sha' | 'head_commit_sha'>): DiffRefs | undefined =>
  base == null || head == null ? undefined : { baseSha: base, startSha: start ?? base, headSha: head };

export interface CommitFiles {
  readonly files: readonly FileChange[];
  /** Files may be missing beyond the server's limit. */
  readonly isCut: boolean;
}

/** Caches files by version and commit, which are immutable. */
export class MergeRequestChanges {
  /** Weight: characters of the diffs. */
  readonly #known = new RecentlyUsed<Extract<MergeRequestFiles, { kind: 'ready' }>>(40_000_000);
  /** Key of the newest version. */
  readonly #newest = new LatestAnswers<string>(2_000);
  readonly #commits = new RecentlyUsed<CommitFiles>(20_000_000);
  /** Weight: commits. */
  readonly #lists = new RecentlyUsed<readonly Commit[]>(20_000);

  known(place: Omit<ReviewPlace, 'client'>): Extract<MergeRequestFiles, { kind: 'ready' }> | undefined {
    const newest = this.#newest.known(placeKey(place));
    return newest === undefined ? undefined : this.#known.get(newest);
  }

  /** MR3 each time; files once per version. */
  async read(place: ReviewPlace, options: SendOptions = {}): Promise<MergeRequestFiles> {
    for (;;) {
      const answered = this.#newest.start();
      const version = await readNewestVersion(place, options);
      if (version === undefined) return { kind: 'collecting' };
      const key = `${placeKey(place)} ${version.id} ${version.headSha}`;
      answered(placeKey(place), key);
      const known = this.#known.get(key);
      if (known) {
        place.client.remembered(listMergeRequestDiffs);
        return known;
      }
      const { entries, pages } = await readEntries(place, version.id, options);
      // pages of two versions don't make one diff
      if (pages > 1 && (await readNewestVersion(place, options))?.id !== version.id) continue;
      const { state, ...rest } = version;
      const files = entries.map(readFileChange);
      const ready = { kind: 'ready', version: rest, files, isCut: /overflow/.test(state ?? '') } as const;
      this.#known.set(key, ready, weightOf(files));
      return ready;
    }
  }

  /** MR12, newest first; once per version, if {@link read} has found one. */
  async readCommits(place: ReviewPlace, options: SendOptions = {}): Promise<readonly Commit[]> {
    const version = this.#newest.known(placeKey(place));
    const known = version === undefined ? undefined : this.#lists.get(version);
    if (known) {
      place.client.remembered(listMergeRequestCommits);
      return known;
    }
    const read = await readMergeRequestCommits(place, options);
    if (version !== undefined) this.#lists.set(version, read, read.length);
    return read;
  }

  knownOfCommit(place: CommitOwner, sha: string): CommitFiles | undefined {
    return this.#commits.get(commitKey(place, sha));
  }

  /** C7, read once. */
  async readOfCommit(place: ReviewPlace, sha: string, options: SendOptions = {}): Promise<CommitFiles> {
    const known = this.knownOfCommit(place, sha);
    if (known) {
      place.client.remembered(listCommitDiff);
      return known;
    }
    const parameters = { id: place.project, sha, per_page: pageSize };
    const entries = await everyItem(eachPage(place.client, listCommitDiff, parameters, options));
    const read = { files: entries.map(readFileChange), isCut: mayBeCut(entries) };
    this.#commits.set(commitKey(place, sha), read, weightOf(read.files));
    return read;
  }
}

type CommitOwner = Pick<ReviewPlace, 'account' | 'project'>;

const commitKey = ({ account, project }: CommitOwner, sha: string): string => `${account} ${project} ${sha}`;

/** Characters, for a cache. */
export const weightOf = (files: readonly FileChange[]): number =>
  files.reduce((sum, { diff }) => sum + diff.length + 200, 0);

/** MR5, paged. Servers before 15.7 only have MR4, which isn't paged. */
const readEntries = async (
  place: ReviewPlace,
  versionId: number,
  options: SendOptions,
): Promise<{ readonly entries: readonly DiffEntry[]; readonly pages: number }> => {
  const { client, project, iid } = place;
  const parameters = { id: project, merge_request_iid: iid };
  try {
    const entries = await everyItem(
      eachPage(client, listMergeRequestDiffs, { ...parameters, per_page: pageSize }, options),
    );
    return { entries, pages: Math.ceil(entries.length / pageSize) };
  } catch (error) {
    if (requestErrorFacts(error, 'notFound')?.serverMember !== 'error') throw error;
    const { diffs } = await client.send(getMergeRequestVersion, { ...parameters, version_id: versionId }, options);
    return { entries: diffs, pages: 1 };
  }
};
