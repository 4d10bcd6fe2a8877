import type { CommitPick } from '../../../model/pick/pick.ts';
import type { BranchMergeRequest } from '../../kit/areaCommands.ts';
import { readExisting, type MergeRequestAnswers, type MergeRequestTarget, revertTemplate } from './plans.ts';

/** The existing branch, and answers to the other questions about its merge request. */
export const wantedBranch = async (
  wanted: BranchMergeRequest,
): Promise<{ readonly part: MergeRequestTarget; readonly own: Partial<MergeRequestAnswers> }> => {
  const { open, source, target, of } = wanted;
  const existing = await readExisting(open, { source, target });
  const branch = { source, existing, isUsed: existing !== undefined };
  const there = { target, commits: [], isTested: true };
  if (typeof of === 'string') {
    const part: MergeRequestTarget = { ...there, action: 'cherryPick' };
    const [title = '', ...body] = of.trim().split('\n');
    const template = { branch: source, title, description: body.join('\n').trim() };
    return { part, own: { template, parts: [{ ...part, ...branch }] } };
  }
  const { action, ...commit } = of;
  const part: MergeRequestTarget = { ...there, action, about: [commit] };
  return { part, own: { ...ownAnswers(action), parts: [{ ...part, ...branch }] } };
};

/** Overrides for reverts: the settings are for cherry-picks. */
export const ownAnswers = (action: CommitPick['action']): Partial<MergeRequestAnswers> =>
  action === 'revert' ? { template: revertTemplate, takesOver: false } : {};
