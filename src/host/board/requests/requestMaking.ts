import * as vscode from '../../vscode.ts';
import { makeRequests, readRequestState, type RequestRun, runsOf } from '../../../model/board/requesting.ts';
import { sendSummary } from '../../../model/reviews/publishVerdict.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { visible } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { reviewAndSend } from '../../kit/questions/review.ts';
import type { BoardArea } from '../area.ts';
import { type Asking, namedParts, requestReview } from './askRequests.ts';
import { changeRequests } from './changeRequests.ts';
import { plansOf, readOriginals, type RequestAnswers, type RequestTarget, subjectOf } from './requestPlans.ts';
import { readRequestFile, requestSettings } from './requestSettings.ts';
import { type OriginalComment, requestOf, type RequestReport } from './requestReports.ts';

/** Receives progress of creating merge requests. */
export interface RequestSink {
  /** False, after a message, when it can't start. `abort` stops it. */
  begin(abort: AbortController): boolean;
  put(report: RequestReport): void;
  end(): void;
}

/** Previews merge requests and creates them on confirmation. */
export const askAndMake = async (
  area: Pick<BoardArea, 'log'>,
  open: OpenProject,
  targets: readonly RequestTarget[],
  { own = {}, sink }: { readonly own?: Partial<RequestAnswers>; readonly sink: RequestSink },
): Promise<void> => {
  const { t } = vscode.l10n;
  const begun = await cancellable(t('Reading the original merge requests…'), async (signal) => {
    const shas = [...new Set(targets.flatMap(({ commits, about = commits }) => about.map(({ sha }) => sha)))];
    const failed = (words: string) => (error: unknown) => area.log.error(words, error);
    const [originals, file] = await Promise.all([
      readOriginals(open, shas, { signal, failed: failed('The merge requests of a commit could not be read.') }),
      readRequestFile(open, { signal, failed: failed('The project’s graft.yml could not be read.') }),
    ]);
    const settings = requestSettings(open.root, file);
    const asking: Asking = { open, targets, originals, file, settings };
    const taken = targets.flatMap((target) => subjectOf(target, originals).originals);
    const labels = [...new Set([...settings.labels, ...taken.flatMap((original) => original.labels ?? [])])];
    const isOwn = { branch: 'asked', title: 'asked', description: 'asked' } as const;
    const origins = own.template === undefined ? settings.origins : { ...settings.origins, ...isOwn };
    const first = { ...settings, labels, takesOver: true, isOneEach: false, ...own, origins };
    return { asking, answers: { ...first, parts: own.parts ?? (await namedParts(asking, first, signal)) } };
  });
  if (begun === undefined) return;
  const { asking } = begun;
  await reviewAndSend<RequestAnswers, string>(area, begun.answers, {
    show: (answers) => requestReview(asking, answers),
    change: (answers, part) => changeRequests(asking, answers, part),
    send: async (answers) => ((await make(area, asking, answers, sink)) ? 'done' : 'left'),
  });
};

const make = async (
  area: Pick<BoardArea, 'log'>,
  asking: Asking,
  answers: RequestAnswers,
  sink: RequestSink,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const { open } = asking;
  const place = { client: open.client, project: open.project.id };
  const plans = plansOf(answers, asking.originals, open.account.userId);
  const abort = new AbortController();
  if (!sink.begin(abort)) return false;
  const isRunning = true;
  let report: RequestReport = { id: Date.now(), runs: runsOf(plans), comments: [], isRunning, states: [], undone: [] };
  const put = (change: Partial<RequestReport>): void => {
    report = { ...report, ...change };
    sink.put(report);
  };
  put({});
  try {
    await cancellable(t('Creating merge requests'), async (signal, showProgress) => {
      signal.addEventListener('abort', () => abort.abort(signal.reason), { once: true });
      await makeRequests(place, plans, {
        signal: abort.signal,
        changed(index, run) {
          put({ runs: report.runs.map((each, at) => (at === index ? run : each)) });
          showProgress({ message: `${visible(run.target)} (${index + 1}/${plans.length})` });
        },
      });
      if (answers.comments) {
        const made = { parts: answers.parts, runs: report.runs };
        await commentOnOriginals(asking, made, abort.signal, (comments) => put({ comments }));
      }
      for (const run of report.runs) {
        const known = requestOf(run);
        if (known === undefined) continue;
        put({ states: [...report.states, await readRequestState(place, known.iid)] });
      }
    });
  } catch (error) {
    // the merge requests exist; their states are read with the next poll
    area.log.error('The state of a new merge request could not be read.', error);
  } finally {
    put({ isRunning: false });
    sink.end();
  }
  for (const { target, request, branch } of report.runs) {
    for (const each of [branch, request]) {
      if ('cause' in each) area.log.error(`${target}: a merge request ended in ${each.kind}.`, each.cause);
    }
    if (request.kind === 'made') area.log.info(`${target}: merge request !${request.value.iid}.`);
  }
  return true;
};

/** Comments once on each original merge request; one failure doesn't stop the others. */
const commentOnOriginals = async (
  { open: { client, project, account }, originals }: Asking,
  { parts, runs }: Pick<RequestAnswers, 'parts'> & { readonly runs: readonly RequestRun[] },
  signal: AbortSignal,
  changed: (comments: readonly OriginalComment[]) => void,
): Promise<void> => {
  const { t } = vscode.l10n;
  let comments: readonly OriginalComment[] = [];
  const put = (comment: OriginalComment): void => {
    comments = [...comments.filter(({ iid }) => iid !== comment.iid), comment];
    changed(comments);
  };
  const numbers = new Set([...originals.values()].map(({ iid }) => iid));
  for (const iid of numbers) {
    const lines = parts.flatMap((part, index) => {
      const run = runs[index];
      const known = run && requestOf(run);
      const isAbout = subjectOf(part, originals).originals.some((original) => original.iid === iid);
      return known && isAbout ? [`- \`${run.target}\`: !${known.iid}`] : [];
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
