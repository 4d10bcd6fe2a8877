import type { CellPlace } from '../../../messages/board.ts';
import type { PlannedCommit } from '../../../model/board/applying.ts';
import type { Board } from '../../../model/board/board.ts';
import { changesOf, mayCreateMergeRequest } from '../../../model/pick/answers.ts';
import { type BoardCommit, isStale } from '../../../model/board/cells.ts';
import type { CommitPick } from '../../../model/pick/pick.ts';
import type { MergeRequestPlan } from '../../../model/board/mergeRequests.ts';
import { findMergeRequest, type KnownMergeRequest, readBranch } from '../../../model/newMergeRequest.ts';
import {
  branchNameOf,
  descriptionOf,
  originalOf,
  type TemplateSubject,
  type MergeRequestTemplate,
  titleOf,
} from '../../../model/board/mergeRequestTemplate.ts';
import { listCommitMergeRequests } from '../../../wire/commits.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { MergeRequestOrigins } from './settings.ts';

/** Commits to pick or revert on one branch; none if the branch has them already. */
export interface MergeRequestTarget {
  readonly action: CommitPick['action'];
  readonly target: string;
  readonly commits: readonly PlannedCommit[];
  /** Commits the merge request is about, when `commits` is empty. */
  readonly about?: TemplateSubject['commits'];
  /** Dry runs were clean for all; otherwise they are tested on the new branch. */
  readonly isTested: boolean;
}

/** Branch that already has the chosen name. */
export interface Existing {
  readonly tip: string;
  readonly request: KnownMergeRequest | undefined;
}

/** Name of a new branch; `isUsed` to continue an existing one. */
export interface NamedSource {
  readonly source: string;
  readonly existing: Existing | undefined;
  readonly isUsed: boolean;
}

/** Answers to all questions about the merge requests. */
export interface MergeRequestAnswers {
  /** One per merge request. */
  readonly parts: readonly (MergeRequestTarget & NamedSource)[];
  readonly template: MergeRequestTemplate;
  readonly labels: readonly string[];
  readonly squash: boolean;
  readonly removesSource: boolean;
  readonly assignsMe: boolean;
  /** Copies milestone and reviewers of the original merge request. */
  readonly takesOver: boolean;
  /** Comments on the original merge requests. */
  readonly comments: boolean;
  readonly isOneEach: boolean;
  readonly origins: MergeRequestOrigins;
}

export const plannedCommit = (board: Board, { sha, title, trailers }: BoardCommit): PlannedCommit => ({
  sha,
  title,
  message: board.sentMessage(sha),
  trailers,
});

/** Selected cells that can become merge requests: clean ones, and untestable ones where the user may not push. */
export const targetsOf = (board: Board, cells: readonly CellPlace[]): readonly MergeRequestTarget[] =>
  board.branches.flatMap((target) => {
    const column = board.column(target);
    if (column.kind !== 'read') return [];
    const chosen = board.commits.flatMap((commit) => {
      const cell = board.cell({ sha: commit.sha, branch: target });
      const isWanted = cells.some(({ sha, branch }) => sha === commit.sha && branch === target);
      const result = isStale(cell, column) ? undefined : cell.result;
      return isWanted && mayCreateMergeRequest(result) ? [{ commit, isClean: changesOf(result) === 'clean' }] : [];
    });
    if (chosen.length === 0) return [];
    const commits = chosen.map(({ commit }) => plannedCommit(board, commit));
    return [{ action: 'cherryPick', target, commits, isTested: chosen.every(({ isClean }) => isClean) }];
  });

/** One target per merge request. */
export const splitTargets = (
  targets: readonly MergeRequestTarget[],
  isOneEach: boolean,
): readonly MergeRequestTarget[] =>
  isOneEach ? targets.flatMap((each) => each.commits.map((commit) => ({ ...each, commits: [commit] }))) : targets;

/** C13: merge requests of commits, by SHA. Stops at the first failure, after calling `failed`. */
export const readOriginals = async (
  { client, project }: OpenProject,
  shas: readonly string[],
  { signal, failed }: { readonly signal: AbortSignal; readonly failed: (error: unknown) => void },
): Promise<ReadonlyMap<string, MergeRequest>> => {
  const found = new Map<string, MergeRequest>();
  for (const sha of shas) {
    try {
      const { items } = await client.send(listCommitMergeRequests, { id: project.id, sha }, { signal });
      const original = originalOf(items);
      if (original !== undefined) found.set(sha, original);
    } catch (error) {
      signal.throwIfAborted();
      failed(error);
      return found;
    }
  }
  return found;
};

/** Reads a branch and its open merge request to the target. */
export const readExisting = async (
  { client, project }: OpenProject,
  { source, target }: Pick<MergeRequestPlan, 'source' | 'target'>,
  signal?: AbortSignal,
): Promise<Existing | undefined> => {
  const place = { client, project: project.id };
  const branch = await readBranch(place, source, signal);
  if (branch === undefined) return undefined;
  const mergeRequest = await findMergeRequest(place, { source, target }, signal);
  return {
    tip: branch.commit.id,
    request: mergeRequest && { iid: mergeRequest.iid, webUrl: mergeRequest.web_url ?? undefined },
  };
};

/** Input of a template for one merge request. */
export const subjectOf = (
  { target, commits, about = commits }: Pick<MergeRequestTarget, 'target' | 'commits' | 'about'>,
  originals: ReadonlyMap<string, MergeRequest>,
): TemplateSubject => ({
  target,
  commits: about,
  originals: [
    ...new Map(
      about.flatMap(({ sha }) => {
        const original = originals.get(sha);
        return original === undefined ? [] : [[original.iid, original] as const];
      }),
    ).values(),
  ],
});

export const proposedSource = (
  template: MergeRequestTemplate,
  part: MergeRequestTarget,
  originals: ReadonlyMap<string, MergeRequest>,
): string => branchNameOf(template.branch, subjectOf(part, originals));

export const plansOf = (
  answers: MergeRequestAnswers,
  originals: ReadonlyMap<string, MergeRequest>,
  userId: number,
): readonly MergeRequestPlan[] =>
  answers.parts.map((part) => {
    const subject = subjectOf(part, originals);
    const [only, ...others] = subject.originals;
    const taken = answers.takesOver && others.length === 0 ? only : undefined;
    return {
      action: part.action,
      target: part.target,
      source: part.source,
      commits: part.commits,
      existing: part.isUsed ? part.existing : undefined,
      details: {
        title: titleOf(answers.template.title, subject),
        description: descriptionOf(answers.template.description, subject),
        labels: answers.labels,
        milestoneId: taken?.milestone?.id,
        assigneeIds: answers.assignsMe ? [userId] : [],
        reviewerIds: (taken?.reviewers ?? []).map(({ id }) => id),
        squash: answers.squash,
        removesSource: answers.removesSource,
      },
    };
  });

export const revertTemplate: MergeRequestTemplate = {
  branch: 'revert-{sha}-{branch}',
  title: 'Revert "{title}"',
  description: 'Reverts {original} on `{branch}`.\n\n{commits}',
};
