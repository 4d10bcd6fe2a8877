import { randomBytes } from 'node:crypto';
import { git } from '../git/command.ts';
import { settleDefaultBranch } from '../git/defaultBranch.ts';
import { Failures } from '../transfer/failures.ts';
import { freshIds } from '../world/freshIds.ts';
import type { LoadedProject } from '../transfer/projectLoading.ts';
import type { Transfers } from '../transfer/transfers.ts';
import type { IssueState } from '../world/issueRecords.ts';
import type { MergeRequestState, Person } from '../world/records.ts';
import type { DiscussionState, NotePosition, Subject } from '../world/reviewRecords.ts';
import type { Label, Milestone } from '../world/transferRecords.ts';
import { commitsBetween } from './asking.ts';

/** On a line if it has a `place`. */
export interface OutsideComment {
  readonly author: string;
  readonly body: string;
  readonly at: string;
  readonly place?: { readonly path: string; readonly line: number; readonly isNew: boolean } | undefined;
}

export interface OutsidePull {
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  readonly state: MergeRequestState['state'];
  readonly isDraft: boolean;
  readonly author: string;
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly headSha: string;
  readonly baseSha: string;
  readonly mergeCommitSha: string | null;
  readonly mergedBy: string | null;
  readonly labels: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
  readonly comments: readonly OutsideComment[];
}

export interface OutsideIssue {
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  readonly state: IssueState['state'];
  readonly author: string;
  readonly assignees: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly comments: readonly OutsideComment[];
}

export interface OutsideProject {
  readonly description: string;
  readonly isPrivate: boolean;
  readonly defaultBranch: string;
  readonly labels: readonly Label[];
  readonly milestones: readonly Milestone[];
  readonly pulls: readonly OutsidePull[];
  readonly issues: readonly OutsideIssue[];
}

const positionOf = (
  pull: Pick<OutsidePull, 'baseSha' | 'headSha'>,
  { path, line, isNew }: NonNullable<OutsideComment['place']>,
): NotePosition => ({
  baseSha: pull.baseSha,
  startSha: pull.baseSha,
  headSha: pull.headSha,
  type: 'text',
  oldPath: path,
  newPath: path,
  oldLine: isNew ? null : line,
  newLine: isNew ? line : null,
  range: null,
  picture: null,
});

/**
 * Converts the data of another service to a project. Unknown users are named in the text, with the importer as author.
 * A pull request whose commit is missing becomes a failed relation.
 */
export const assemble = async (
  transfers: Transfers,
  outside: OutsideProject,
  { directory, importer }: { readonly directory: string; readonly importer: Person },
): Promise<LoadedProject> => {
  const { people } = transfers.world.state;
  const failures = new Failures(transfers);
  const ids = freshIds(transfers.world.state);
  const known = (login: string): Person | undefined => people.find(({ username }) => username === login);
  const signed = (login: string, text: string): string =>
    known(login) === undefined ? `*Created by: ${login}*\n\n${text}` : text;
  const mergeRequests: MergeRequestState[] = [];
  const discussions: DiscussionState[] = [];
  const discussed = (subject: Subject, comment: OutsideComment, pull?: OutsidePull): DiscussionState => {
    const position = comment.place === undefined || pull === undefined ? null : positionOf(pull, comment.place);
    return {
      id: randomBytes(20).toString('hex'),
      subject,
      isIndividual: position === null,
      notes: [
        {
          id: ids.note(),
          type: position === null ? null : 'DiffNote',
          body: signed(comment.author, comment.body),
          authorId: (known(comment.author) ?? importer).id,
          createdAt: comment.at,
          updatedAt: comment.at,
          isSystem: false,
          isInternal: false,
          position,
          lineCode: null,
          place: null,
          commitId: null,
          resolution: null,
        },
      ],
    };
  };
  for (const [index, pull] of outside.pulls.entries()) {
    const { stdout } = await git(directory, ['cat-file', '--batch-check=%(objecttype)'], {
      input: `${pull.headSha}\n`,
    });
    if (stdout.toString('utf8').trim() !== 'commit') {
      failures.add('pull_requests', index, `commit ${pull.headSha} of #${pull.iid} is not in the repository`);
      continue;
    }
    const { iid, author, closedAt, state } = pull;
    mergeRequests.push({
      id: ids.mergeRequest(),
      iid,
      title: pull.title,
      description: signed(author, pull.description),
      state,
      sourceBranch: pull.sourceBranch,
      targetBranch: pull.targetBranch,
      authorId: (known(author) ?? importer).id,
      assigneeId: null,
      mergedById: pull.mergedBy === null ? null : (known(pull.mergedBy)?.id ?? null),
      labels: pull.labels,
      isDraft: pull.isDraft,
      sha: pull.headSha,
      mergeCommitSha: pull.mergeCommitSha,
      commits: await commitsBetween(directory, pull.baseSha, pull.headSha),
      createdAt: pull.createdAt,
      updatedAt: pull.updatedAt,
      mergedAt: state === 'merged' ? closedAt : null,
      closedAt: state === 'closed' ? closedAt : null,
    });
    discussions.push(...pull.comments.map((comment) => discussed({ kind: 'mergeRequest', iid }, comment, pull)));
  }
  const issues = outside.issues.map(({ author, assignees, comments, description, ...issue }): IssueState => {
    discussions.push(...comments.map((comment) => discussed({ kind: 'issue', iid: issue.iid }, comment)));
    return {
      ...issue,
      id: ids.issue(),
      description: signed(author, description),
      isConfidential: false,
      authorId: (known(author) ?? importer).id,
      assigneeIds: assignees.flatMap((login) => known(login)?.id ?? []),
      weight: null,
      designs: [],
      versions: [],
    };
  });
  const defaultBranch = await settleDefaultBranch(directory, outside.defaultBranch);
  return {
    failures,
    change: (project) => ({
      ...project,
      description: outside.description,
      visibility: outside.isPrivate ? 'private' : 'public',
      defaultBranch,
      mergeRequests,
      issues,
      review: { discussions, drafts: [], approvals: [] },
      planning: { labels: outside.labels, milestones: outside.milestones, boards: [], badges: [] },
    }),
  };
};
