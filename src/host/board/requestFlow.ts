import * as vscode from '../vscode.ts';
import type { CellPlace } from '../../messages/board.ts';
import {
  makeRequests,
  mergeRequest,
  readRequestState,
  type RequestRun,
  type RequestState,
  runsOf,
  takeBack,
  undoOf,
} from '../../model/board/requesting.ts';
import { sendSummary } from '../../model/reviews/publishVerdict.ts';
import { explain } from '../kit/explain.ts';
import { visible } from '../kit/format.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { pipelineMessage } from '../kit/pipelineState.ts';
import { cancellable } from '../kit/progress.ts';
import { reviewAndSend, type Sent } from '../kit/review.ts';
import { haveBeenRead, isBusy } from './applyFlow.ts';
import type { BoardArea } from './area.ts';
import { type Asking, changeRequests, existingReader, namedParts, requestReview } from './askRequests.ts';
import { plansOf, readOriginals, type RequestAnswers, settingsOf, subjectOf, targetsOf } from './requestPlans.ts';
import { type OriginalComment, requestOf, type RequestReport, stateMessage } from './requestReports.ts';
import { placeOf, refreshRequests } from './requestStates.ts';
import type { BoardSession } from './session.ts';

/** Shows what merge requests for the chosen cells would be, and makes them once the user says so. */
export const requestCells = async (
  area: BoardArea,
  session: BoardSession,
  cells: readonly CellPlace[],
): Promise<void> => {
  const { t } = vscode.l10n;
  if (isBusy(session) || !(await haveBeenRead(session, cells))) return;
  const { board, open } = session;
  const targets = targetsOf(board, cells);
  if (targets.length === 0) {
    const words = t('None of the selected cells can become a merge request. Select clean or blocked cells.');
    void vscode.window.showInformationMessage(words);
    return;
  }
  const reading = new AbortController();
  const begun = await cancellable(t('Reading the original merge requests…'), async (signal) => {
    signal.addEventListener('abort', () => reading.abort(signal.reason), { once: true });
    const shas = [...new Set(targets.flatMap(({ commits }) => commits.map(({ sha }) => sha)))];
    const originals = await readOriginals(open, shas, {
      signal,
      failed: (error) => area.log.error('The merge requests of a commit could not be read.', error),
    });
    const settings = settingsOf(open.root);
    const asking: Asking = { open, targets, originals, existing: existingReader(open, reading.signal) };
    const taken = targets.flatMap((target) => subjectOf(target, originals).originals);
    const labels = [...new Set([...settings.labels, ...taken.flatMap((original) => original.labels ?? [])])];
    const first: Omit<RequestAnswers, 'parts'> = { ...settings, labels, takesOver: true, isOneEach: false };
    return { asking, answers: { ...first, parts: await namedParts(asking, first) } };
  });
  if (begun === undefined) return;
  const { asking } = begun;
  await reviewAndSend<RequestAnswers, string>(area, begun.answers, {
    show: (answers) => requestReview(asking, answers),
    change: (answers, part) => changeRequests(asking, answers, part),
    send: (answers) => (isBusy(session) ? Promise.resolve('left') : carryOut(area, session, asking, answers)),
  });
};

const carryOut = async (
  area: BoardArea,
  session: BoardSession,
  asking: Asking,
  answers: RequestAnswers,
): Promise<Sent> => {
  const { t } = vscode.l10n;
  const plans = plansOf(answers, asking.originals, session.open.account.userId);
  const abort = new AbortController();
  session.applying = abort;
  session.testing.cancel();
  let report: RequestReport = {
    id: Date.now(),
    runs: runsOf(plans),
    comments: [],
    isRunning: true,
    states: [],
    undone: [],
  };
  const put = (change: Partial<RequestReport>): void => {
    report = { ...report, ...change };
    session.setRequestReport(report);
  };
  put({});
  try {
    await cancellable(t('Creating merge requests'), async (signal, showProgress) => {
      signal.addEventListener('abort', () => abort.abort(signal.reason), { once: true });
      await makeRequests(placeOf(session), plans, {
        signal: abort.signal,
        changed(index, run) {
          put({ runs: report.runs.map((each, at) => (at === index ? run : each)) });
          showProgress({ message: `${visible(run.target)} (${index + 1}/${plans.length})` });
        },
      });
      if (answers.comments)
        await commentOnOriginals(session, asking, report.runs, abort.signal, (comments) => put({ comments }));
    });
  } finally {
    session.applying = undefined;
    put({ isRunning: false });
  }
  for (const { target, request, branch } of report.runs) {
    for (const each of [branch, request]) {
      if ('cause' in each) area.log.error(`${target}: a merge request ended in ${each.kind}.`, each.cause);
    }
    if (request.kind === 'made') area.log.info(`${target}: merge request !${request.value.iid}.`);
  }
  await refreshRequests(area, session);
  return 'done';
};

/** One comment on each merge request the commits came with; one that fails keeps none of the others from being sent. */
const commentOnOriginals = async (
  session: BoardSession,
  { originals }: Asking,
  runs: readonly RequestRun[],
  signal: AbortSignal,
  changed: (comments: readonly OriginalComment[]) => void,
): Promise<void> => {
  const { t } = vscode.l10n;
  const { client, project, account } = session.open;
  let comments: readonly OriginalComment[] = [];
  const put = (comment: OriginalComment): void => {
    comments = [...comments.filter(({ iid }) => iid !== comment.iid), comment];
    changed(comments);
  };
  const numbers = new Set([...originals.values()].map(({ iid }) => iid));
  for (const iid of numbers) {
    const about = runs.filter(({ picks }) => picks.some(({ sha }) => originals.get(sha)?.iid === iid));
    const lines = about.flatMap((run) => {
      const known = requestOf(run);
      return known === undefined ? [] : [`- \`${run.target}\`: !${known.iid}`];
    });
    if (lines.length === 0 || signal.aborted) continue;
    put({ iid, outcome: { kind: 'making' } });
    const place = { client, account: account.id, project: project.id, iid };
    const text = `${t('Backported by:')}\n\n${lines.join('\n')}`;
    try {
      const sent = await sendSummary(place, { text, userId: account.userId }, signal);
      put({
        iid,
        outcome:
          sent.kind === 'done'
            ? { kind: 'made', value: undefined, confirmed: sent.confirmed }
            : sent.kind === 'notDone'
              ? { kind: 'notMade', cause: sent.cause }
              : sent.kind === 'unknown'
                ? { kind: 'unknown', cause: sent.cause }
                : { kind: 'made', value: undefined, confirmed: 'answered' },
      });
    } catch (cause) {
      put({ iid, outcome: { kind: 'failed', cause } });
    }
  }
};

/** Opens a merge request of the board in the browser. */
export const openRequest = (session: BoardSession, iid: number): Promise<void> => {
  const { web_url: projectUrl } = session.open.project;
  const known = session.requestReports
    .flatMap(({ runs }) => runs)
    .map(requestOf)
    .find((each) => each?.iid === iid);
  return openInBrowser(known?.webUrl ?? `${projectUrl}/-/merge_requests/${iid}`);
};

/** Merges a merge request of the board, now or when its pipeline has succeeded, after showing how it stands. */
export const mergeOnBoard = async (area: BoardArea, session: BoardSession, iid: number): Promise<void> => {
  const { t } = vscode.l10n;
  const found = session.requestReports
    .flatMap((report) => report.runs.map((run) => ({ report, run })))
    .find(({ run }) => requestOf(run)?.iid === iid);
  if (found === undefined) return;
  const { run, report } = found;
  const put = (state: RequestState): void => session.setRequestState(report.id, state);
  const state = await cancellable(t('Reading the merge request…'), (signal) => {
    session.open.client.beginAnew();
    return readRequestState(placeOf(session), iid, signal);
  });
  if (state === undefined) return;
  put(state);
  if (state.state !== 'opened') {
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
        pipelineMessage(state.pipeline),
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
    const words =
      merged.value.state === 'merged'
        ? t('!{0} is merged into {1}.', iid, visible(run.target))
        : `!${iid}: ${stateMessage(merged.value)}`;
    void vscode.window.showInformationMessage(words);
    void area.commits.refresh();
    return;
  }
  area.log.error(`Merging !${iid} ended in ${merged.kind}.`, merged.cause);
  const words =
    merged.kind === 'notDone'
      ? t('!{0} is not merged. It was not sent again.', iid)
      : t('It is unknown whether !{0} is merged. Check it on the server.', iid);
  void vscode.window.showWarningMessage(`${words} ${explain(merged.cause)}`);
};

/** Closes the merge requests of a report and deletes their branches, after showing which. What was merged or pushed to stays. */
export const undoRequests = async (area: BoardArea, session: BoardSession, report: RequestReport): Promise<void> => {
  const { t } = vscode.l10n;
  if (isBusy(session)) return;
  const open = report.runs.filter(({ source }) => !report.undone.includes(source));
  const looked = await cancellable(t('Reading what can be taken back…'), (signal) =>
    Promise.all(open.map((run) => undoOf(placeOf(session), run, signal))),
  );
  if (looked === undefined) return;
  const undos = looked.filter((undo) => undo !== undefined);
  const possible = undos.filter(({ closes, deletes }) => closes !== undefined || deletes);
  const stays = undos.flatMap(({ stays: why, source, target }) =>
    why === 'merged'
      ? [t('{0}: merged, and stays. Revert the merge commit instead.', visible(target))]
      : why === 'pushed'
        ? [t('{0}: someone has pushed to it, and it stays.', visible(source))]
        : [],
  );
  if (possible.length === 0) {
    void vscode.window.showInformationMessage([t('There is nothing left to take back.'), ...stays].join(' '));
    return;
  }
  const lines = possible.flatMap(({ closes, deletes, source }) => [
    ...(closes === undefined ? [] : [t('Close !{0}', closes.iid)]),
    ...(deletes ? [t('Delete the branch {0}', visible(source))] : []),
  ]);
  const take = t('Take Back');
  const detail = [...lines, ...stays].join('\n');
  const question = t('Take back these merge requests?');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, take)) !== take) return;
  const undone: string[] = [];
  await cancellable(t('Taking back…'), async (signal) => {
    for (const undo of possible) {
      if (signal.aborted) return;
      const outcome = await takeBack(placeOf(session), undo, signal);
      if (outcome.kind !== 'done') throw outcome.cause;
      undone.push(undo.source);
      const latest = session.requestReports.find(({ id }) => id === report.id);
      if (latest) session.setRequestReport({ ...latest, undone: [...latest.undone, undo.source] });
    }
  });
  area.log.info(`Taken back: ${undone.join(', ')}.`);
};
