import * as vscode from '../vscode.ts';
import { requestFailure } from '../../client/errors.ts';
import { isSquashed, squashing } from '../../model/mergeRequests/squashing.ts';
import { isMergeAsAsked, keepCommits, merge, type MergeWish } from '../../model/mergeRequests/writing.ts';
import { WithoutEffect } from '../../model/writeOnce.ts';
import type { Project } from '../../wire/projects.ts';
import { explain } from '../kit/explain.ts';
import { type Review, reviewAndSend, type Sent } from '../kit/review.ts';
import { sendSteps, step } from '../kit/sendSteps.ts';
import { squashRuleMessage } from '../kit/squashRule.ts';
import { isPipelineUnderWay } from './actionViews.ts';
import type { ActedOn } from './actedOn.ts';

type Wish = Omit<MergeWish, 'sha'>;
type Part = 'when' | 'squash' | 'source';

/** Merges what the page shows: says what will be sent, has it changed, and sends it once. */
export const mergeShown = async ({ area, subject, place, request, reload }: ActedOn): Promise<void> => {
  const { t } = vscode.l10n;
  const reference = `!${request.iid}`;
  const sha = request.sha ?? request.diff_refs?.head_sha ?? undefined;
  const { project } = subject.open;
  const recorded = squashing(project, request);
  const first: Wish = {
    afterPipeline: isPipelineUnderWay(request),
    squash: recorded.isOn,
    removeSource: (request.force_remove_source_branch ?? request.should_remove_source_branch) === true,
  };
  await reviewAndSend<Wish, Part>(area, first, {
    show: (wish) => mergeReview(request, project, wish),
    change: (wish, part) =>
      Promise.resolve({
        ...wish,
        ...(part === 'when' ? { afterPipeline: !wish.afterPipeline } : {}),
        ...(part === 'squash' && recorded.isChoice ? { squash: !wish.squash } : {}),
        ...(part === 'source' ? { removeSource: !wish.removeSource } : {}),
      }),
    send: async (wish): Promise<Sent> => {
      const keeping = step(
        () => keepCommits(place),
        () => ({ words: commitsMessage(false), isAsAsked: true }),
      );
      const merging = step(
        () => merge(place, { ...wish, sha }),
        (after) => {
          const words =
            after.state === 'merged'
              ? t('It was merged into {0}.', request.target_branch)
              : t('It will be merged when the pipeline succeeds.');
          const isAsAsked = isMergeAsAsked(after, wish);
          const squashed = isSquashed(after) ?? wish.squash;
          return squashed === wish.squash
            ? { words, isAsAsked }
            : { words: `${words} ${commitsMessage(squashed)}`, isAsAsked: false };
        },
      );
      try {
        return await sendSteps(area, reference, recorded.isOn && !wish.squash ? [keeping, merging] : [merging], reload);
      } catch (error) {
        const words = whyNotMerged(request, error);
        if (words === undefined) throw error;
        area.log.error(`${reference} was not merged.`, error);
        void vscode.window.showWarningMessage(words);
        await reload();
        return 'left';
      }
    },
  });
};

const commitsMessage = (isSquashing: boolean): string =>
  isSquashing ? vscode.l10n.t('All commits become one.') : vscode.l10n.t('The commits stay as they are.');

/** Undefined for what is no answer to a merge. */
const whyNotMerged = ({ iid, target_branch: target }: ActedOn['request'], error: unknown): string | undefined => {
  const { t } = vscode.l10n;
  const reference = `!${iid}`;
  if (error instanceof WithoutEffect) return t('Nothing was merged: GitLab squashes the commits of {0}.', reference);
  switch (requestFailure(error)?.status) {
    case 401:
      // the token is good
      return t('Nothing was merged: your role does not allow you to merge into {0}.', target);
    case 405:
      return `${t('Nothing was merged: GitLab does not allow it now.')} ${explain(error)}`;
    case 409: {
      const words = t('Nothing was merged: {0} has new commits. Look at them before you merge.', reference);
      return `${words} ${explain(error)}`;
    }
    default:
      return undefined;
  }
};

const mergeReview = (request: ActedOn['request'], project: Project, wish: Wish): Review<Part> => {
  const { t } = vscode.l10n;
  const { source_branch: source, target_branch: target } = request;
  const yesNo = (isOn: boolean): string => (isOn ? t('yes') : t('no'));
  const { isOn, isChoice } = squashing(project, request);
  return {
    title: t('Merge !{0}', request.iid),
    start: {
      label: wish.afterPipeline ? t('Merge when the pipeline succeeds') : t('Merge now'),
      value: t('{0} → {1}', source, target),
      detail: [
        commitsMessage(wish.squash),
        ...(wish.removeSource ? [t('The branch {0} is deleted.', source)] : []),
      ].join(' '),
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
      {
        part: 'squash',
        icon: 'git-commit',
        label: t('Squash commits'),
        value: yesNo(wish.squash),
        detail: isChoice ? undefined : squashRuleMessage(isOn ? 'always' : 'never'),
        isSwitch: true,
      },
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
