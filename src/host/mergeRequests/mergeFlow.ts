import * as vscode from '../vscode.ts';
import { requestErrorFacts } from '../../client/errors.ts';
import { isSquashed, squashing } from '../../model/mergeRequests/squashing.ts';
import { mergeability, type MergeWay, waitsForPipeline } from '../../model/mergeRequests/mergeability.ts';
import { isMergeAsAsked, keepCommits, merge, type WantedMerge } from '../../model/mergeRequests/writing.ts';
import { isResolvable, isResolved } from '../../model/reviews/threads.ts';
import { WithoutEffect } from '../../model/writeOnce.ts';
import { askText } from '../kit/questions/askText.ts';
import { explain } from '../kit/words/explain.ts';
import { type Summary, confirmAndSend, type Sent } from '../kit/questions/summary.ts';
import { sendSteps, step } from '../kit/questions/sendSteps.ts';
import { reasonMessage } from '../kit/words/mergeReasons.ts';
import { pipelineMessage } from '../kit/words/pipelineState.ts';
import { squashRuleMessage } from '../kit/words/squashRule.ts';
import { waysToMerge } from './actionViews.ts';
import { approvalsMessage } from './views.ts';
import type { ActedOn } from './actedOn.ts';

type MergeChoice = Omit<WantedMerge, 'sha'>;
type Part = 'when' | 'squash' | 'source' | 'message' | 'squashMessage';

/** Confirms the options, then merges once. */
export const mergeShown = async (on: ActedOn): Promise<void> => {
  const { t } = vscode.l10n;
  const { area, subject, place, mergeRequest, reload } = on;
  const ways = waysToMerge(subject.open, mergeRequest, area.clients);
  const reference = `!${mergeRequest.iid}`;
  const sha = mergeRequest.sha ?? mergeRequest.diff_refs?.head_sha ?? undefined;
  const { project } = subject.open;
  const recorded = squashing(project, mergeRequest);
  const first: MergeChoice = {
    way: ways[0] ?? 'now',
    squash: recorded.isOn,
    removeSource: (mergeRequest.force_remove_source_branch ?? mergeRequest.should_remove_source_branch) === true,
  };
  await confirmAndSend<MergeChoice, Part>(area, first, {
    show: (choice) => mergeSummary(on, ways, choice),
    // a row that sends nothing
    first: 'squash',
    change: async (choice, part) => {
      if (part === 'message' || part === 'squashMessage')
        return { ...choice, [part]: await askMessage(on, choice, part) };
      return {
        ...choice,
        ...(part === 'when' ? { way: ways[(ways.indexOf(choice.way) + 1) % ways.length] ?? choice.way } : {}),
        ...(part === 'squash' && recorded.isChoice ? { squash: !choice.squash } : {}),
        ...(part === 'source' ? { removeSource: !choice.removeSource } : {}),
      };
    },
    send: async (choice): Promise<Sent> => {
      const saving = step(
        () => keepCommits(place),
        () => ({ words: commitsMessage(false), isAsAsked: true }),
      );
      const merging = step(
        () => merge(place, { ...choice, sha }),
        (after) => {
          const words =
            after.state === 'merged'
              ? t('It was merged into {0}.', mergeRequest.target_branch)
              : waitsMessage(choice.way, mergeRequest);
          const isAsAsked = isMergeAsAsked(after, choice);
          const squashed = isSquashed(after) ?? choice.squash;
          return squashed === choice.squash
            ? { words, isAsAsked }
            : { words: `${words} ${commitsMessage(squashed)}`, isAsAsked: false };
        },
      );
      try {
        return await sendSteps(
          area,
          reference,
          recorded.isOn && !choice.squash ? [saving, merging] : [merging],
          reload,
        );
      } catch (error) {
        const words = whyNotMerged(mergeRequest, error);
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

/** Undefined for errors that aren't specific to merging. */
const whyNotMerged = ({ iid, target_branch: target }: ActedOn['mergeRequest'], error: unknown): string | undefined => {
  const { t } = vscode.l10n;
  const reference = `!${iid}`;
  if (error instanceof WithoutEffect) return t('Nothing was merged: GitLab squashes the commits of {0}.', reference);
  switch (requestErrorFacts(error)?.status) {
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

const waitsMessage = (way: MergeWay, mergeRequest: ActedOn['mergeRequest']): string => {
  const { t } = vscode.l10n;
  if (way === 'train') return t('The merge train will merge it.');
  return waitsForPipeline(mergeability(mergeRequest).reasons)
    ? t('It will be merged when the pipeline succeeds.')
    : t('It will be merged when all checks pass.');
};

const wayLabel = (way: MergeWay, mergeRequest: ActedOn['mergeRequest']): string => {
  const { t } = vscode.l10n;
  const { reasons } = mergeability(mergeRequest);
  if (way === 'now') return t('Merge now');
  if (way === 'train') return reasons.length === 0 ? t('Add to merge train') : t('Add to merge train when checks pass');
  return waitsForPipeline(reasons) ? t('Merge when the pipeline succeeds') : t('Merge when all checks pass');
};

/** First line as GitLab writes it without templates. */
const usualMessage = ({ mergeRequest }: ActedOn, part: 'message' | 'squashMessage'): string =>
  part === 'squashMessage'
    ? mergeRequest.title
    : `Merge branch '${mergeRequest.source_branch}' into '${mergeRequest.target_branch}'`;

/** Undefined for the project's own message. */
const askMessage = async (
  on: ActedOn,
  choice: MergeChoice,
  part: 'message' | 'squashMessage',
): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const usual = usualMessage(on, part);
  const text = await askText({
    title: part === 'message' ? t('Merge Commit Message') : t('Squash Commit Message'),
    prompt: t('Leave it empty for the message of the project.'),
    placeholder: usual,
    value: choice[part] ?? usual,
    problem: () => undefined,
  });
  if (text === undefined) return choice[part];
  return text === '' || text === usual ? undefined : text;
};

/** State of threads, approvals and pipeline; the reasons against a merge come as warnings. */
const stateNotes = ({ area, place, mergeRequest, approvals }: ActedOn): readonly string[] => {
  const { t } = vscode.l10n;
  const store = area.reviews.stores.known(place);
  const open = store?.discussions.filter((each) => isResolvable(each) && !isResolved(each)).length;
  return [
    ...(open === undefined ? [] : [t('Unresolved threads: {0}', open)]),
    ...(approvals === undefined ? [] : [approvalsMessage(approvals)]),
    pipelineMessage(mergeRequest.head_pipeline?.status),
    ...(mergeRequest.has_conflicts === false ? [t('No conflicts with {0}.', mergeRequest.target_branch)] : []),
  ];
};

const mergeSummary = (on: ActedOn, ways: readonly MergeWay[], choice: MergeChoice): Summary<Part> => {
  const { t } = vscode.l10n;
  const { mergeRequest, subject, train } = on;
  const { project } = subject.open;
  const { source_branch: source, target_branch: target } = mergeRequest;
  const yesNo = (isOn: boolean): string => (isOn ? t('yes') : t('no'));
  const { isOn, isChoice } = squashing(project, mergeRequest);
  const messages = [
    ...(choice.squash ? [{ part: 'squashMessage' as const, label: t('Squash commit message') }] : []),
    ...(project.merge_method === 'ff' ? [] : [{ part: 'message' as const, label: t('Merge commit message') }]),
  ];
  return {
    title: t('Merge !{0}', mergeRequest.iid),
    placeholder: t('Select the first row to merge, or another one to change it'),
    start: {
      label: wayLabel(choice.way, mergeRequest),
      value: t('{0} → {1}', source, target),
      detail: [
        commitsMessage(choice.squash),
        ...(choice.removeSource ? [t('The branch {0} is deleted.', source)] : []),
      ].join(' '),
      icon: 'git-merge',
    },
    rows: [
      ...(ways.length > 1
        ? [
            {
              part: 'when' as const,
              icon: 'watch',
              label: t('When'),
              value: wayLabel(choice.way, mergeRequest),
              isSwitch: true,
            },
          ]
        : []),
      {
        part: 'squash',
        icon: 'git-commit',
        label: t('Squash commits'),
        value: yesNo(choice.squash),
        detail: isChoice ? undefined : squashRuleMessage(isOn ? 'always' : 'never'),
        isSwitch: true,
      },
      ...(choice.way === 'train'
        ? []
        : [
            {
              part: 'source' as const,
              icon: 'trash',
              label: t('Delete source branch'),
              value: yesNo(choice.removeSource),
              isSwitch: true,
            },
            ...messages.map(({ part, label }) => ({
              part,
              label,
              icon: 'edit',
              value: choice[part] ?? t('of the project'),
            })),
          ]),
    ],
    warnings: [
      ...mergeability(mergeRequest).reasons.map(reasonMessage),
      ...(choice.way === 'now' && ways.includes('train')
        ? [t('Merging now skips the merge train ({0} waiting)', train?.size ?? '?')]
        : []),
    ],
    notes: [
      ...stateNotes(on),
      ...(mergeRequest.sha == null
        ? []
        : [t('Merges commit {0}; if someone pushes meanwhile, nothing is merged.', mergeRequest.sha.slice(0, 8))]),
    ],
  };
};
