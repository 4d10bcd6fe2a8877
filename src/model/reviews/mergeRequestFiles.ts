import type { SendOptions } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { requestFailure } from '../../client/errors.ts';
import { type DiffEntry, listCommitDiff } from '../../wire/commits.ts';
import {
  getMergeRequestVersion,
  listMergeRequestDiffs,
  listMergeRequestVersions,
  type MergeRequestVersion,
} from '../../wire/mergeRequestReview.ts';
import { type FileChange, mayBeCut, readFileChange } from '../fileChange.ts';
import { LatestAnswers } from '../latestAnswers.ts';
import { RecentlyUsed } from '../../client/recentlyUsed.ts';
import { type ReviewPlace, placeKey } from './drafts.ts';
import type { DiffRefs } from './position.ts';

/** A state of a merge request's diff. */
export interface DiffVersion extends DiffRefs {
  readonly id: number;
}

/** The files of the newest version, or why there are none. */
export type MergeRequestFiles =
  | {
      readonly kind: 'ready';
      readonly version: DiffVersion;
      readonly files: readonly FileChange[];
      /** Whether the server left files out, because there are too many. */
      readonly isCut: boolean;
    }
  /** The server is still collecting the diff of a merge request that was made just now. */
  | { readonly kind: 'collecting' };

const pageSize = 100;

/** MR3: the newest version; undefined while there is none. */
export const readNewestVersion = async (
  { client, project, iid }: ReviewPlace,
  options: SendOptions = {},
): Promise<(DiffVersion & { readonly state: string | undefined }) | undefined> => {
  const parameters = { id: project, merge_request_iid: iid, per_page: 1 };
  const { items } = await client.send(listMergeRequestVersions, parameters, options);
  return items[0] && readVersion(items[0]);
};

const readVersion = (version: MergeRequestVersion) => {
  const { id, state, base_commit_sha: base, start_commit_sha: start, head_commit_sha: head } = version;
  // a version without its commits has not been collected yet
  if (base == null || head == null) return undefined;
  return { id, baseSha: base, startSha: start ?? base, headSha: head, state: state ?? undefined };
};

/** The files one commit of a merge request changed, compared with its first parent. */
export interface CommitFiles {
  readonly files: readonly FileChange[];
  /** Whether the server may have left files out, because there are too many. */
  readonly isCut: boolean;
}

/** Reads the files of merge requests and of their commits, and remembers them; those of a version never change. */
export class MergeRequestChanges {
  /** Weighed by the length of the diffs, in characters. */
  readonly #known = new RecentlyUsed<Extract<MergeRequestFiles, { kind: 'ready' }>>(40_000_000);
  /** The key of the newest version, by merge request. */
  readonly #newest = new LatestAnswers<string>(2_000);
  /** By account, project and commit; weighed as the others. */
  readonly #commits = new RecentlyUsed<CommitFiles>(20_000_000);

  /** What was read last of a merge request. */
  known(place: Omit<ReviewPlace, 'client'>): Extract<MergeRequestFiles, { kind: 'ready' }> | undefined {
    const newest = this.#newest.known(placeKey(place));
    return newest === undefined ? undefined : this.#known.get(newest);
  }

  /** The files of the newest version: MR3 tells which that is, the files are asked for once. */
  async read(place: ReviewPlace, options: SendOptions = {}): Promise<MergeRequestFiles> {
    for (;;) {
      const answered = this.#newest.begin();
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
      // pages of two versions make a diff that never was
      if (pages > 1 && (await readNewestVersion(place, options))?.id !== version.id) continue;
      const { state, ...rest } = version;
      const files = entries.map(readFileChange);
      const ready = { kind: 'ready', version: rest, files, isCut: /overflow/.test(state ?? '') } as const;
      this.#known.set(key, ready, weightOf(files));
      return ready;
    }
  }

  /** What was read before of a commit. */
  knownOfCommit(place: CommitOwner, sha: string): CommitFiles | undefined {
    return this.#commits.get(commitKey(place, sha));
  }

  /** C7: the files a commit changed, asked for once. */
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

const weightOf = (files: readonly FileChange[]): number => files.reduce((sum, { diff }) => sum + diff.length + 200, 0);

/** MR5, page by page; servers before 15.7 know MR4 only, which answers everything at once. */
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
    if (requestFailure(error, 'notFound')?.serverMember !== 'error') throw error;
    const { diffs } = await client.send(getMergeRequestVersion, { ...parameters, version_id: versionId }, options);
    return { entries: diffs, pages: 1 };
  }
};
