import * as vscode from '../../vscode.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import {
  mergeRequest,
  type MergeRefusal,
  readMergeRequestState,
  type MergeRequestRun,
  type MergeRequestState,
} from '../../../model/board/mergeRequests.ts';
import { explain } from '../../kit/words/explain.ts';
import { visible } from '../../kit/words/format.ts';
import { openMergeRequest } from '../../kit/openMergeRequest.ts';
import { pipelineMessage } from '../../kit/words/pipelineState.ts';
import { cancellable } from '../../kit/progress.ts';
import type { BoardArea } from '../area.ts';
import { canMerge, mergeRequestOf, stateMessage } from './reports.ts';
import { placeOf } from './states.ts';
import type { BoardSession } from '../session.ts';
import { refreshTips } from '../tips.ts';

/** Opens the page of a merge request of the board. */
export const openReported = async ({ open, requestReports }: BoardSession, iid: number): Promise<void> => {
  const run = requestReports.flatMap(({ runs }) => runs).find((each) => mergeRequestOf(each)?.iid === iid);
  const known = run && mergeRequestOf(run);
  if (run && known) await openMergeRequest(open, { iid, title: run.title, web_url: known.webUrl });
};

/** Shows a merge request's state and merges it, now or when its pipeline succeeds. */
export const mergeOnBoard = async (area: BoardArea, session: BoardSession, iid: number): Promise<void> => {
  const { t } = vscode.l10n;
  const found = session.requestReports
    .flatMap((report) => report.runs.map((run) => ({ report, run })))
    .find(({ run }) => mergeRequestOf(run)?.iid === iid);
  if (found === undefined) return;
  const { run, report } = found;
  const put = (state: MergeRequestState): void => session.setMergeRequestState(report.id, state);
  const state = await cancellable(t('Reading the merge request…'), (signal) => {
    session.open.client.stopSharing();
    return readMergeRequestState(placeOf(session), iid, signal);
  });
  if (state === undefined) return;
  put(state);
  if (!canMerge(state)) {
    void vscode.window.showInformationMessage(`!${iid}: ${stateMessage(state)}`);
    return;
  }
  const now = t('Merge');
  const later = t('Merge When Pipeline Succeeds');
  const isRunning =
    state.pipeline !== undefined &&
    ['created', 'pending', 'running', 'preparing', 'waiting_for_resource'].includes(state.pipeline);
  const answer = await vscode.window.showWarningMessage(
    t('Merge !{0} into {1}?', iid, visible(run.target)),
    {
      modal: true,
      detail: [
        visible(run.title),
        `${visible(run.source)} → ${visible(run.target)}`,
        stateMessage(state),
        ...(state.willMerge ? [pipelineMessage(state.pipeline)] : []),
      ].join('\n'),
    },
    ...(isRunning ? [later, now] : [now]),
  );
  if (answer !== now && answer !== later) return;
  const merged = await cancellable(t('Merging !{0}…', iid), (signal) =>
    mergeRequest(placeOf(session), state, answer === later, signal),
  );
  if (merged === undefined) return;
  if (merged.kind === 'done') {
    put(merged.value);
    if (merged.value.state === 'merged') void refreshTips(session, new AbortController().signal);
    const words =
      merged.value.state === 'merged'
        ? t('!{0} is merged into {1}.', iid, visible(run.target))
        : `!${iid}: ${stateMessage(merged.value)}`;
    void vscode.window.showInformationMessage(words);
    void area.commits.refresh();
    return;
  }
  area.log.error(`Merging !${iid} ended in ${merged.kind}.`, merged.cause);
  if ('now' in merged) {
    put(merged.now);
    await reportRefusal(session, run, merged);
    return;
  }
  const words =
    merged.kind === 'notDone'
      ? t('!{0} is not merged. It was not sent again.', iid)
      : t('It is unknown whether !{0} is merged. Check it on the server.', iid);
  void vscode.window.showWarningMessage(`${words} ${explain(merged.cause)}`);
};

const reportRefusal = async (
  session: BoardSession,
  { target, source }: MergeRequestRun,
  { kind, cause, now }: MergeRefusal,
): Promise<void> => {
  const { t } = vscode.l10n;
  const facts = requestErrorFacts(cause);
  const message = visible(facts?.serverMessage ?? String(facts?.status ?? ''));
  const words =
    kind === 'mayNot'
      ? t(
          '!{0} is not merged: you may not merge into {1}. Ask someone who may. Server response: {2}',
          now.iid,
          visible(target),
          message,
        )
      : kind === 'moved'
        ? t(
            '!{0} is not merged: someone has pushed to {1}. Check the new commits, then merge again.',
            now.iid,
            visible(source),
          )
        : t('!{0} is not merged. {1}. Server response: {2}', now.iid, stateMessage(now), message);
  const open = t('Open in Browser');
  const answer = await vscode.window.showWarningMessage(words, open);
  if (answer === open) await openReported(session, now.iid);
};
