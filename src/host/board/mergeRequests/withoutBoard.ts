import * as vscode from '../../vscode.ts';
import { trailerKeys } from '../../../model/text/trailers.ts';
import type { WantedMergeRequest } from '../../kit/areaCommands.ts';
import { visible } from '../../kit/words/format.ts';
import { openMergeRequest } from '../../kit/openMergeRequest.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import type { MergeRequestRun } from '../../../model/board/mergeRequests.ts';
import type { BackportPlace } from '../../commits/area.ts';
import type { BoardArea } from '../area.ts';
import { ownAnswers, wantedBranch } from './branchMergeRequest.ts';
import { askAndMake } from './createMergeRequests.ts';
import {
  canTakeBack,
  mergeRequestOf,
  type MergeRequestReport,
  mergeRequestReportView,
  stateMessage,
} from './reports.ts';
import { undoMergeRequests } from './undoMergeRequests.ts';

/** Asks, creates one merge request outside a board, and reports the outcome. */
export const createWithoutBoard = async (area: BoardArea, wantedMergeRequest: WantedMergeRequest): Promise<void> => {
  const { open } = wantedMergeRequest;
  const { part, own } = await wanted(wantedMergeRequest);
  let made: MergeRequestReport | undefined;
  await askAndMake(area, open, [part], {
    own,
    sink: {
      start: () => true,
      put(report) {
        made = report;
      },
      end: () => undefined,
    },
  });
  if (made !== undefined) await showReport(area, open, made);
};

const wanted = async (wantedMergeRequest: WantedMergeRequest): ReturnType<typeof wantedBranch> => {
  if (!('commit' in wantedMergeRequest)) return wantedBranch(wantedMergeRequest);
  const { action, branch, commit, message, isTested = false } = wantedMergeRequest;
  const commits = [{ sha: commit.id, title: commit.title, message, trailers: trailerKeys(commit.message ?? '') }];
  return { part: { action, target: branch, commits, isTested }, own: ownAnswers(action) };
};

const showReport = async (area: BoardArea, open: OpenProject, report: MergeRequestReport): Promise<void> => {
  const { t } = vscode.l10n;
  const [run] = report.runs;
  const known = run && mergeRequestOf(run);
  if (run && known) {
    const show = t('Open Merge Request');
    const words = t('!{0} asks to merge {1} into {2}.', known.iid, visible(run.source), visible(run.target));
    const state = report.states.find(({ iid }) => iid === known.iid);
    const answer = await vscode.window.showInformationMessage(`${words} ${stateMessage(state)}.`, show);
    if (answer === show) await openMergeRequest(open, { iid: known.iid, title: run.title, web_url: known.webUrl });
    return;
  }
  const steps = mergeRequestReportView(report).branches.flatMap((branch) => branch.steps);
  const bad = steps.find(({ tone }) => tone === 'bad' || tone === 'warning');
  const words =
    bad === undefined ? t('The merge request was not created.') : `${bad.title}: ${bad.word}. ${bad.detail}`;
  const resolve = t('Resolve…');
  const back = t('Take Back…');
  const place = run && inConflict(open, run);
  const next = [...(place ? [resolve] : []), ...(canTakeBack(report) ? [back] : [])];
  const answer = await vscode.window.showWarningMessage(words, ...next);
  if (answer === resolve && place) return area.boards.singlePick.resolve(place);
  if (answer !== back) return;
  await undoMergeRequests(area, { client: open.client, project: open.project.id }, report, () => undefined);
};

/** The conflicting pick; the new branch starts at the tip of its target. */
const inConflict = (
  open: OpenProject,
  { action, branch, target, picks }: MergeRequestRun,
): BackportPlace | undefined => {
  const [first] = picks;
  const isConflict = first?.outcome.kind === 'refused' && first.outcome.refusal.kind === 'conflict';
  if (!isConflict || branch.kind !== 'made' || branch.confirmed === 'used') return undefined;
  return { open, action, sha: first.sha, branch: target, tip: branch.value.tip };
};
