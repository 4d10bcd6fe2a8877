import { isAncestor, mergeBase } from '../git/ancestry.ts';
import { emptyTree } from '../git/diff.ts';
import { mergeTrees } from '../git/mergeTree.ts';
import { branchTip } from '../git/refs.ts';
import { readCommit, type Repository } from '../git/repository.ts';
import { isAtLeast } from '../edition.ts';
import type { RequestContext } from '../handling.ts';
import type { MergeRequestState, Pipeline, ProjectState } from '../world/records.ts';
import { approvalsLeft } from './approvals.ts';
import { sourceTip } from './requestSource.ts';
import { waitsForChanges } from './reviewerStates.ts';

/** `status` is the first failing check, as in `detailed_merge_status`. */
export interface MergeChecks {
  readonly status:
    | 'not_open'
    | 'draft_status'
    | 'commits_status'
    | 'requested_changes'
    | 'not_approved'
    | 'conflict'
    | 'need_rebase'
    | 'mergeable';
  readonly hasConflicts: boolean;
}

/** Trees for a three-way merge. */
export const treesOf = async (repository: Repository, source: string, target: string) => {
  const base = await mergeBase(repository, target, source);
  const tree = async (sha: string | undefined): Promise<string> =>
    sha === undefined ? emptyTree : (await readCommit(repository, sha)).tree;
  return { base: await tree(base), ours: await tree(target), theirs: await tree(source) };
};

/** Cached, as commits are immutable. */
const conflicts = async (repository: Repository, source: string, target: string): Promise<boolean> => {
  const key = `merge ${source} ${target}`;
  const known = repository.lists.get(key);
  if (known !== undefined) return known.length > 0;
  const outcome = await mergeTrees(repository, await treesOf(repository, source, target), { keep: false });
  const isConflict = outcome.kind === 'conflict';
  repository.lists.set(key, isConflict ? ['conflict'] : []);
  return isConflict;
};

/** In GitLab's order. `project` and `request` must be current. */
export const mergeChecks = async (
  visitor: Pick<RequestContext, 'edition'>,
  { project, repository }: { readonly project: ProjectState; readonly repository: Repository },
  request: MergeRequestState,
): Promise<MergeChecks> => {
  if (request.state !== 'opened') return { status: 'not_open', hasConflicts: false };
  const [source, target] = await Promise.all([
    sourceTip(repository, request),
    branchTip(repository, request.targetBranch),
  ]);
  const isThere = source !== undefined && target !== undefined && request.commits.length > 0;
  const hasConflicts = isThere && (await conflicts(repository, source, target));
  const needsFastForward = (project.mergeMethod ?? 'merge') !== 'merge';
  const failing: readonly (readonly [MergeChecks['status'], boolean])[] = [
    ['draft_status', request.isDraft],
    ['commits_status', !isThere],
    ['requested_changes', waitsForChanges(visitor, project, request)],
    ['not_approved', approvalsLeft(visitor, project, request) > 0],
    ['conflict', hasConflicts],
    ['need_rebase', needsFastForward && isThere && !(await isAncestor(repository, target, source))],
  ];
  return { status: failing.find(([, fails]) => fails)?.[0] ?? 'mergeable', hasConflicts };
};

const underWay = ['created', 'waiting_for_resource', 'preparing', 'pending', 'running', 'scheduled'];

/** Auto-merge waits for the pipeline and, since 17.7, for all checks that need no new commit. */
export const canWait = (
  { edition }: Pick<RequestContext, 'edition'>,
  { status, hasConflicts }: MergeChecks,
  pipeline: Pipeline | undefined,
): boolean => {
  if (['not_open', 'commits_status', 'need_rebase'].includes(status) || hasConflicts) return false;
  const isRunning = pipeline !== undefined && underWay.includes(pipeline.status);
  return status === 'mergeable' ? isRunning : isAtLeast(edition, '17.7');
};
