import type { CommitPick } from '../../model/pick.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import { readExisting, type RequestAnswers, type RequestTarget } from './requestPlans.ts';

/** A merge request that is wanted of a branch that has its commits already, with the message of the latest. */
export interface BranchWish {
  readonly open: OpenProject;
  /** What its commits are; cherry-picks where that is not said. */
  readonly action?: CommitPick['action'];
  readonly source: string;
  readonly target: string;
  readonly message: string;
}

/** What is asked about it begins so: with the words of the message, and the branch as it is. */
export const wantedBranch = async ({
  open,
  action = 'cherryPick',
  source,
  target,
  message,
}: BranchWish): Promise<{ readonly part: RequestTarget; readonly own: Partial<RequestAnswers> }> => {
  const [title = '', ...body] = message.trim().split('\n');
  const part: RequestTarget = { action, target, commits: [], isTested: true };
  const existing = await readExisting(open, { source, target });
  return {
    part,
    own: {
      template: { branch: source, title, description: body.join('\n').trim() },
      parts: [{ ...part, source, existing, isUsed: existing !== undefined }],
    },
  };
};
