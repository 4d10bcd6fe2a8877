import { eachPage } from '../../client/eachPage.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import {
  getMergeRequest,
  getMergeRequestVersion,
  listMergeRequestVersions,
  type MergeRequestDetail,
} from '../../wire/mergeRequestReview.ts';
import type { Commit } from '../../wire/commits.ts';
import { readMergeRequestCommits } from '../mergeRequestCommits.ts';
import { type FileChange, readFileChange } from '../fileChange.ts';
import { spotOfDraft } from './spots.ts';
import { type ReviewPlace, placeKey } from './drafts.ts';
import { type MergeRequestChanges, type MergeRequestFiles } from './mergeRequestFiles.ts';
import { diffKey } from './preflight.ts';
import type { ReviewSnapshot } from './reconcile.ts';

export interface ReviewContext {
  readonly mergeRequest: MergeRequestDetail;
  readonly files: MergeRequestFiles;
  /** By `diffKey`, the newest included; empty if unknown to the server. */
  readonly written: ReadonlyMap<string, readonly FileChange[]>;
  /** SHAs; undefined if no draft is on a commit. */
  readonly commits: ReadonlySet<string> | undefined;
}

/** True if a draft's diff wasn't read. */
export const lacksDiffs = ({ written }: ReviewContext, { drafts, discussions }: ReviewSnapshot): boolean =>
  drafts
    .flatMap((draft) => spotOfDraft(draft, discussions) ?? [])
    .some(({ position }) => !written.has(diffKey(position)));

/** Reads the merge request and the diffs of its drafts. */
export class ReviewContexts {
  readonly #changes: MergeRequestChanges;
  /** Immutable; undefined if unknown to the server. */
  readonly #versions = new Map<string, readonly FileChange[] | undefined>();

  constructor(changes: MergeRequestChanges) {
    this.#changes = changes;
  }

  /** Rereads only mutable data. */
  async read(place: ReviewPlace, { drafts, discussions }: ReviewSnapshot, signal: AbortSignal): Promise<ReviewContext> {
    const { client, project, iid } = place;
    const [mergeRequest, files] = await Promise.all([
      client.send(getMergeRequest, { id: project, merge_request_iid: iid }, { signal }),
      this.#changes.read(place, { signal }),
    ]);
    const written = new Map<string, readonly FileChange[]>();
    if (files.kind === 'ready') {
      const { baseSha, headSha } = files.version;
      written.set(diffKey({ base_sha: baseSha, head_sha: headSha }), files.files);
    }
    const spots = drafts.flatMap((draft) => spotOfDraft(draft, discussions) ?? []);
    const ofCommits = new Map(
      spots.flatMap(({ position, commit }) => (commit === undefined ? [] : [[commit, diffKey(position)]])),
    );
    await Promise.all(
      [...ofCommits].map(async ([commit, key]) => written.set(key, await this.#filesOf(place, commit, signal))),
    );
    const wanted = new Set(spots.map(({ position }) => diffKey(position)).filter((key) => !written.has(key)));
    const [commits] = await Promise.all([
      ofCommits.size === 0 ? undefined : idsOf(readMergeRequestCommits(place, { signal })),
      this.#readVersions(place, wanted, signal),
    ]);
    for (const key of wanted) written.set(key, this.#versions.get(`${placeKey(place)} ${key}`) ?? []);
    return { mergeRequest, files, written, commits };
  }

  /** Empty if the commit no longer exists. */
  async #filesOf(place: ReviewPlace, commit: string, signal: AbortSignal): Promise<readonly FileChange[]> {
    try {
      return (await this.#changes.readOfCommit(place, commit, { signal })).files;
    } catch (error) {
      if (requestErrorFacts(error, 'notFound')) return [];
      throw error;
    }
  }

  async #readVersions(place: ReviewPlace, keys: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const { client, project, iid } = place;
    const parameters = { id: project, merge_request_iid: iid };
    const missing = new Set([...keys].filter((key) => !this.#versions.has(`${placeKey(place)} ${key}`)));
    if (missing.size === 0) return;
    const pages = eachPage(client, listMergeRequestVersions, { ...parameters, per_page: 100 }, { signal });
    for await (const { items } of pages) {
      for (const version of items) {
        const key = diffKey({ base_sha: version.base_commit_sha, head_sha: version.head_commit_sha });
        if (!missing.delete(key)) continue;
        const named = { ...parameters, version_id: version.id };
        const { diffs } = await client.send(getMergeRequestVersion, named, { signal });
        this.#versions.set(`${placeKey(place)} ${key}`, diffs.map(readFileChange));
      }
      if (missing.size === 0) return;
    }
    for (const key of missing) this.#versions.set(`${placeKey(place)} ${key}`, undefined);
  }
}

const idsOf = async (commits: Promise<readonly Commit[]>): Promise<ReadonlySet<string>> =>
  new Set((await commits).map(({ id }) => id));
