import type { CellPlace } from '../../messages/board.ts';
import type { PlannedCommit } from '../../model/board/applying.ts';
import type { Board } from '../../model/board/board.ts';
import { type BoardCommit, changesOf, isStale, mayRequest } from '../../model/board/cells.ts';
import type { CommitPick } from '../../model/pick.ts';
import type { RequestPlan } from '../../model/board/requesting.ts';
import { findRequest, type KnownRequest, readBranch } from '../../model/newMergeRequest.ts';
import {
  branchNameOf,
  descriptionOf,
  originalOf,
  type RequestSubject,
  type RequestTemplate,
  titleOf,
} from '../../model/board/requestTemplate.ts';
import { listCommitMergeRequests } from '../../wire/commits.ts';
import type { MergeRequest } from '../../wire/mergeRequests.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { RequestOrigins } from './requestSettings.ts';

/** The commits that are to go to one branch, or whose reverts are; none for a branch that has them already. */
export interface RequestTarget {
  readonly action: CommitPick['action'];
  readonly target: string;
  readonly commits: readonly PlannedCommit[];
  /** The commits that the merge request is about, where its branch has them already. */
  readonly about?: RequestSubject['commits'];
  /** Whether a dry run has found all of them clean; else they are tested on the new branch. */
  readonly isTested: boolean;
}

/** What is under the name of a new branch already. */
export interface Existing {
  readonly tip: string;
  readonly request: KnownRequest | undefined;
}

/** The name of a new branch, what there is of that name, and whether that is to be used. */
export interface NamedSource {
  readonly source: string;
  readonly existing: Existing | undefined;
  readonly isUsed: boolean;
}

/** Everything that is asked about merge requests before they are made. */
export interface RequestAnswers {
  /** One for each merge request. */
  readonly parts: readonly (RequestTarget & NamedSource)[];
  readonly template: RequestTemplate;
  readonly labels: readonly string[];
  readonly squash: boolean;
  readonly removesSource: boolean;
  readonly assignsMe: boolean;
  /** Whether milestone and reviewers of the original merge request are taken over. */
  readonly takesOver: boolean;
  /** Whether the original merge requests get a comment that names the new ones. */
  readonly comments: boolean;
  readonly isOneEach: boolean;
  /** Where each of them comes from, until it is changed. */
  readonly origins: RequestOrigins;
}

/** A commit of a board with the message it is sent with. */
export const plannedCommit = (board: Board, { sha, title, trailers }: BoardCommit): PlannedCommit => ({
  sha,
  title,
  message: board.sentMessage(sha),
  trailers,
});

/** The part of chosen cells that can go by a merge request: clean ones, and those of which nothing is known because one may not push there. */
export const targetsOf = (board: Board, cells: readonly CellPlace[]): readonly RequestTarget[] =>
  board.branches.flatMap((target) => {
    const column = board.column(target);
    if (column.kind !== 'read') return [];
    const chosen = board.commits.flatMap((commit) => {
      const cell = board.cell({ sha: commit.sha, branch: target });
      const isWanted = cells.some(({ sha, branch }) => sha === commit.sha && branch === target);
      const result = isStale(cell, column) ? undefined : cell.result;
      return isWanted && mayRequest(result) ? [{ commit, isClean: changesOf(result) === 'clean' }] : [];
    });
    if (chosen.length === 0) return [];
    const commits = chosen.map(({ commit }) => plannedCommit(board, commit));
    return [{ action: 'cherryPick', target, commits, isTested: chosen.every(({ isClean }) => isClean) }];
  });

/** As many targets as there are to be merge requests. */
export const splitTargets = (targets: readonly RequestTarget[], isOneEach: boolean): readonly RequestTarget[] =>
  isOneEach ? targets.flatMap((each) => each.commits.map((commit) => ({ ...each, commits: [commit] }))) : targets;

/** The merge requests that commits came with, by hash (C13). At the first commit whose merge requests cannot be read it stops and calls `failed`. */
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

/** Reads what there is under the name of a branch, and whether an open merge request of it goes to the target. */
export const readExisting = async (
  { client, project }: OpenProject,
  { source, target }: Pick<RequestPlan, 'source' | 'target'>,
  signal?: AbortSignal,
): Promise<Existing | undefined> => {
  const place = { client, project: project.id };
  const branch = await readBranch(place, source, signal);
  if (branch === undefined) return undefined;
  const request = await findRequest(place, { source, target }, signal);
  return {
    tip: branch.commit.id,
    request: request && { iid: request.iid, webUrl: request.web_url ?? undefined },
  };
};

/** What a template is filled with for one merge request. */
export const subjectOf = (
  { target, commits, about = commits }: Pick<RequestTarget, 'target' | 'commits' | 'about'>,
  originals: ReadonlyMap<string, MergeRequest>,
): RequestSubject => ({
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

/** A name for the branch of a merge request that no other of them has. */
export const proposedSource = (
  template: RequestTemplate,
  part: RequestTarget,
  originals: ReadonlyMap<string, MergeRequest>,
): string => branchNameOf(template.branch, subjectOf(part, originals));

/** What is sent, from what was answered. */
export const plansOf = (
  answers: RequestAnswers,
  originals: ReadonlyMap<string, MergeRequest>,
  userId: number,
): readonly RequestPlan[] =>
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

/** What merge requests of reverts are made of. */
export const revertTemplate: RequestTemplate = {
  branch: 'revert-{sha}-{branch}',
  title: 'Revert "{title}"',
  description: 'Reverts {original} on `{branch}`.\n\n{commits}',
};
