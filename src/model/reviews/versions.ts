import type { SendOptions } from '../../client/client.ts';
import { eachPage, everyItem } from '../../client/eachPage.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { RecentlyUsed } from '../../client/recentlyUsed.ts';
import { getMergeRequestVersion, listMergeRequestVersions } from '../../wire/mergeRequestReview.ts';
import { type FileChange, readFileChange } from '../fileChange.ts';
import { placeKey, type ReviewPlace } from './drafts.ts';
import { type DiffVersion, refsOf, weightOf } from './mergeRequestFiles.ts';
import type { DiffRefs } from './newCommentPosition.ts';

export interface ListedVersion extends DiffVersion {
  /** As on GitLab's pages; the oldest is 1. */
  readonly number: number;
  readonly createdAtMs: number | undefined;
}

export interface VersionFiles extends DiffRefs {
  readonly id: number;
  readonly files: readonly FileChange[];
  /** SHAs. */
  readonly commits: readonly string[];
  /** Files are missing beyond the server's limit. */
  readonly isCut: boolean;
}

/** MR3, all pages: generated versions, newest first. */
export const readVersions = async (
  { client, project, iid }: ReviewPlace,
  options: SendOptions = {},
): Promise<readonly ListedVersion[]> => {
  const parameters = { id: project, merge_request_iid: iid, per_page: 100 };
  const all = await everyItem(eachPage(client, listMergeRequestVersions, parameters, options));
  return all.flatMap((version, index) => {
    const refs = refsOf(version);
    const at = version.created_at == null ? Number.NaN : Date.parse(version.created_at);
    const createdAtMs = Number.isNaN(at) ? undefined : at;
    return refs ? [{ ...refs, id: version.id, number: all.length - index, createdAtMs }] : [];
  });
};

/** Caches files of versions, which are immutable. */
export class MergeRequestVersions {
  readonly #known = new RecentlyUsed<VersionFiles>(20_000_000);

  /** MR4. Undefined if the server no longer has it. */
  async read(place: ReviewPlace, id: number, options: SendOptions = {}): Promise<VersionFiles | undefined> {
    const key = `${placeKey(place)} ${id}`;
    const known = this.#known.get(key);
    if (known) {
      place.client.remembered(getMergeRequestVersion);
      return known;
    }
    try {
      const { client, project, iid } = place;
      const parameters = { id: project, merge_request_iid: iid, version_id: id };
      const version = await client.send(getMergeRequestVersion, parameters, options);
      const refs = refsOf(version);
      if (refs === undefined || version.state === 'without_files') return undefined;
      const files = version.diffs.map(readFileChange);
      const commits = version.commits.map((commit) => commit.id);
      const read = { ...refs, id, files, commits, isCut: /overflow/.test(version.state ?? '') };
      this.#known.set(key, read, weightOf(files) + commits.length * 40);
      return read;
    } catch (error) {
      if (requestErrorFacts(error, 'notFound')) return undefined;
      throw error;
    }
  }
}
