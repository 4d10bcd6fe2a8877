import type {
  getMergeRequest,
  getMergeRequestVersion,
  listMergeRequestCommits,
  listMergeRequestDiffs,
  listMergeRequestVersions,
  MergeRequestDetail,
} from '../../wire/mergeRequestReview.ts';
import type { Operation, ParametersOf } from '../../wire/operation.ts';
import { countMissing } from '../git/ancestry.ts';
import { changesBetween } from '../git/diff.ts';
import { branchTip } from '../git/refs.ts';
import type { FileChange } from '../git/commitObject.ts';
import type { Repository } from '../git/repository.ts';
import { ok, openCode, type Handler, type HandlerContext, type RequestContext } from '../handling.ts';
import { countedPage, rowsOnPage } from '../pages.ts';
import { notFound } from '../refusals.ts';
import { canUpdate } from '../world/access.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { diffRecord } from './commitDiffs.ts';
import { currentRequest, mergeRequestRecord } from './mergeRequests.ts';
import { versionCommits, versionHashes, versionsOf, type Version } from './mergeRequestVersions.ts';
import { pipelineRecord } from './pipelines.ts';
import { headPipelineOf, sourceTip } from './requestSource.ts';

export interface OpenedRequest {
  readonly project: ProjectState;
  readonly repository: Repository;
  readonly request: MergeRequestState;
}

/** Throws 404. */
export const openRequest = <O extends Operation>(
  visit: HandlerContext<O>,
): OpenedRequest & { readonly given: ParametersOf<O> } => {
  const { project, repository } = openCode(visit);
  const given = visit.parameters();
  const iid = Number(visit.path['merge_request_iid']);
  const request = project.mergeRequests.find((candidate) => candidate.iid === iid);
  if (request === undefined) throw notFound();
  return { project, repository, request, given };
};

const filesOf = (visit: RequestContext, { repository }: OpenedRequest, { base, head }: Version) =>
  changesBetween(repository, base, head, visit.diffLimits);

/** Record of a single merge request in its current state. */
export const requestDetail = async (visit: RequestContext, opened: OpenedRequest): Promise<MergeRequestDetail> => {
  const { repository, request } = opened;
  const project = visit.world.state.projects.find(({ id }) => id === opened.project.id) ?? opened.project;
  const [newest] = await versionsOf(repository, request);
  const files = await filesOf(visit, opened, newest);
  const head = headPipelineOf(visit.world, project, request, newest.head);
  const pipelineShown = head === undefined ? null : pipelineRecord(visit, head.owner, head.pipeline);
  const record: MergeRequestDetail & Record<string, unknown> = {
    ...(await mergeRequestRecord(visit, project, await currentRequest(repository, request))),
    subscribed: visit.person?.id === request.authorId,
    changes_count: String(files.length),
    diff_refs: { base_sha: newest.base, head_sha: newest.head, start_sha: newest.start },
    head_pipeline: pipelineShown,
    pipeline: pipelineShown,
    merge_error: request.mergeError ?? null,
    first_contribution: false,
    user: {
      can_merge: visit.person !== undefined && canUpdate(visit.world, visit.person, project, request.targetBranch),
    },
  };
  return record;
};

/** MR2. `diff_refs` are those of the newest version. A rebase counts as running until its progress was requested once. */
export const handleGetMergeRequest: Handler<typeof getMergeRequest> = async (visit) => {
  const opened = openRequest(visit);
  const { repository, request } = opened;
  const base = await branchTip(repository, request.targetBranch);
  const detail: MergeRequestDetail = {
    ...(await requestDetail(visit, opened)),
    ...(opened.given.include_diverged_commits_count === true && {
      diverged_commits_count: await countMissing(repository, base, await sourceTip(repository, request)),
    }),
  };
  if (opened.given.include_rebase_in_progress !== true) return ok(detail);
  const { id, isRebasing = false } = opened.request;
  if (isRebasing) {
    await visit.world.updateProject(opened.project.id, (state) => ({
      ...state,
      mergeRequests: state.mergeRequests.map((one) => (one.id === id ? { ...one, isRebasing: false } : one)),
    }));
  }
  return ok({ ...detail, rebase_in_progress: isRebasing });
};

const versionRecord = (request: MergeRequestState, version: Version, files: readonly FileChange[]) => {
  const record = {
    id: version.id,
    head_commit_sha: version.head,
    base_commit_sha: version.base,
    start_commit_sha: version.start,
    created_at: version.createdAt,
    merge_request_id: request.id,
    state: files.length === 0 ? 'empty' : 'collected',
    real_size: String(files.length),
    patch_id_sha: null,
  };
  return record;
};

/** MR3. Newest first; each push to the source branch creates one. */
export const handleListMergeRequestVersions: Handler<typeof listMergeRequestVersions> = async (visit) => {
  const opened = openRequest(visit);
  const { given } = opened;
  const versions = await versionsOf(opened.repository, opened.request);
  const items = await Promise.all(
    rowsOnPage(given, versions).map(async (version) =>
      versionRecord(opened.request, version, await filesOf(visit, opened, version)),
    ),
  );
  return countedPage(given, versions.length, items);
};

/** MR4. With commits and files. */
export const handleGetMergeRequestVersion: Handler<typeof getMergeRequestVersion> = async (visit) => {
  const opened = openRequest(visit);
  const { version_id: id } = opened.given;
  const versions = await versionsOf(opened.repository, opened.request);
  const version = versions.find((candidate) => candidate.id === id);
  if (version === undefined) throw notFound();
  const files = await filesOf(visit, opened, version);
  const commits = await versionCommits(visit, opened, await versionHashes(opened.repository, version));
  return ok({
    ...versionRecord(opened.request, version, files),
    commits,
    diffs: files.map((file) => diffRecord(file, opened.given)),
  });
};

/** MR5. Files of the newest version. */
export const handleListMergeRequestDiffs: Handler<typeof listMergeRequestDiffs> = async (visit) => {
  const opened = openRequest(visit);
  const { given } = opened;
  const [newest] = await versionsOf(opened.repository, opened.request);
  const files = await filesOf(visit, opened, newest);
  return countedPage(
    given,
    files.length,
    rowsOnPage(given, files).map((file) => diffRecord(file, given)),
  );
};

/** MR12. Commits of the newest version, newest first. */
export const handleListMergeRequestCommits: Handler<typeof listMergeRequestCommits> = async (visit) => {
  const opened = openRequest(visit);
  const { given } = opened;
  const [newest] = await versionsOf(opened.repository, opened.request);
  const hashes = await versionHashes(opened.repository, newest);
  return countedPage(given, hashes.length, await versionCommits(visit, opened, rowsOnPage(given, hashes)));
};
