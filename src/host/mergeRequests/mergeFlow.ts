import * as vscode from '../vscode.ts';
import { requestFailure } from '../../client/errors.ts';
import { isMergeAsAsked, merge, type MergeWish } from '../../model/mergeRequests/writing.ts';
import { explain } from '../kit/explain.ts';
import { type Review, reviewAndSend, type Sent } from '../kit/review.ts';
import { sendSteps, step } from '../kit/sendSteps.ts';
import { isPipelineUnderWay } from './actionViews.ts';
import type { ActedOn } from './actedOn.ts';

type Wish = Omit<MergeWish, 'sha'>;
type Part = 'when' | 'squash' | 'source';

/** Merges what the page shows: says what will be sent, has it changed, and sends it once. */
export const mergeShown = async ({ area, place, request, reload }: ActedOn): Promise<void> => {
  const { t } = vscode.l10n;
  const reference = `!${request.iid}`;
  const sha = request.sha ?? request.diff_refs?.head_sha ?? undefined;
  const first: Wish = {
    afterPipeline: isPipelineUnderWay(request),
    squash: (request.squash_on_merge ?? request.squash) === true,
    removeSource: (request.force_remove_source_branch ?? request.should_remove_source_branch) === true,
  };
  await reviewAndSend<Wish, Part>(area, first, {
    show: (wish) => mergeReview(request, wish),
    change: (wish, part) =>
      Promise.resolve({
        ...wish,
        ...(part === 'when' ? { afterPipeline: !wish.afterPipeline } : {}),
        ...(part === 'squash' ? { squash: !wish.squash } : {}),
        ...(part === 'source' ? { removeSource: !wish.removeSource } : {}),
      }),
    send: async (wish): Promise<Sent> => {
      const merging = step(
        () => merge(place, { ...wish, sha }),
        (after) => ({
          words:
            after.state === 'merged'
              ? t('It was merged into {0}.', request.target_branch)
              : t('It will be merged when the pipeline succeeds.'),
          isAsAsked: isMergeAsAsked(after, wish),
        }),
      );
      try {
        return await sendSteps(area, reference, [merging], reload);
      } catch (error) {
        const status = requestFailure(error)?.status;
        if (status !== 409 && status !== 405) throw error;
        area.log.error(`${reference} was not merged.`, error);
        const words =
          status === 409
            ? t('Nothing was merged: {0} has new commits. Look at them before you merge.', reference)
            : t('Nothing was merged: GitLab does not allow it now.');
        void vscode.window.showWarningMessage(`${words} ${explain(error)}`);
        await reload();
        return 'left';
      }
    },
  });
};

const mergeReview = (request: ActedOn['request'], wish: Wish): Review<Part> => {
  const { t } = vscode.l10n;
  const { source_branch: source, target_branch: target } = request;
  const sentences = [
    wish.squash ? t('All commits become one.') : undefined,
    wish.removeSource ? t('The branch {0} is deleted.', source) : undefined,
  ].filter((each) => each !== undefined);
  const yesNo = (isOn: boolean): string => (isOn ? t('yes') : t('no'));
  return {
    title: t('Merge !{0}', request.iid),
    start: {
      label: wish.afterPipeline ? t('Merge when the pipeline succeeds') : t('Merge now'),
      value: t('{0} → {1}', source, target),
      ...(sentences.length === 0 ? {} : { detail: sentences.join(' ') }),
      icon: 'git-merge',
    },
    rows: [
      ...(isPipelineUnderWay(request)
        ? [
            {
              part: 'when' as const,
              icon: 'watch',
              label: t('Wait for the pipeline'),
              value: yesNo(wish.afterPipeline),
              isSwitch: true,
            },
          ]
        : []),
      { part: 'squash', icon: 'git-commit', label: t('Squash commits'), value: yesNo(wish.squash), isSwitch: true },
      {
        part: 'source',
        icon: 'trash',
        label: t('Delete source branch'),
        value: yesNo(wish.removeSource),
        isSwitch: true,
      },
    ],
    notes: request.sha == null ? [] : [t('Only while the newest commit is {0}.', request.sha.slice(0, 8))],
  };
};
