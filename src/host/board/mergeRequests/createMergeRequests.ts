import * as vscode from '../../vscode.ts';
import {
  createMergeRequests,
  readMergeRequestState,
  type MergeRequestRun,
  runsOf,
} from '../../../model/board/mergeRequests.ts';
import { sendSummary } from '../../../model/reviews/publishSummary.ts';
import type { OpenProject } from '../../shell/currentProject.ts';
import { visible } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import { confirmAndSend } from '../../kit/questions/summary.ts';
import type { BoardArea } from '../area.ts';
import { type Asking, namedParts, mergeRequestSummary } from './askMergeRequests.ts';
import { changeMergeRequests } from './changeMergeRequests.ts';
import { plansOf, readOriginals, type MergeRequestAnswers, type MergeRequestTarget, subjectOf } from './plans.ts';
import { readMergeRequestFile, mergeRequestSettings } from './settings.ts';
import { type OriginalComment, mergeRequestOf, type MergeRequestReport } from './reports.ts';

/** Receives progress of creating merge requests. */
export interface MergeRequestSink {
  /** False, after a message, when it can't start. `abort` stops it. */
  start(abort: AbortController): boolean;
  put(report: MergeRequestReport): void;
  end(): void;
}

/** Previews merge requests and creates them on confirmation. */
export const askAndMake = async (
  area: Pick<BoardArea, 'log'>,
  open: OpenProject,
  targets: readonly MergeRequestTarget[],
  { own = {}, sink }: { readonly own?: Partial<MergeRequestAnswers>; readonly sink: MergeRequestSink },
): Promise<void> => {
  const { t } = vscode.l10n;
  const preview = await cancellable(t('Reading the original merge requests…'), async (signal) => {
    const shas = [...new Set(targets.flatMap(({ commits, about = commits }) => about.map(({ sha }) => sha)))];
    const failed = (words: string) => (error: unknown) => area.log.error(words, error);
    const [originals, file] = await Promise.all([
      readOriginals(open, shas, { signal, failed: failed('The merge requests of a commit could not be read.') }),
      readMergeRequestFile(open, { signal, failed: failed('The project’s graft.yml could not be read.') }),
    ]);
    const settings = mergeRequestSettings(open.root, file);
    const asking: Asking = { open, targets, originals, file, settings };
    const taken = targets.flatMap((target) => subjectOf(target, originals).originals);
    const labels = [...new Set([...settings.labels, ...taken.flatMap((original) => original.labels ?? [])])];
    const isOwn = { branch: 'asked', title: 'asked', description: 'asked' } as const;
    const origins = own.template === undefined ? settings.origins : { ...settings.origins, ...isOwn };
    const first = { ...settings, labels, takesOver: true, isOneEach: false, ...own, origins };
    return { asking, answers: { ...first, parts: own.parts ?? (await namedParts(asking, first, signal)) } };
  });
  if (preview === undefined) return;
  const { asking } = preview;
  await confirmAndSend<MergeRequestAnswers, string>(area, preview.answers, {
    show: (answers) => mergeRequestSummary(asking, answers),
    change: (answers, part) => changeMergeRequests(asking, answers, part),
    send: async (answers) => ((await make(area, asking, answers, sink)) ? 'done' : 'left'),
  });
};

const make = async (
  area: Pick<BoardArea, 'log'>,
  asking: Asking,
  answers: MergeRequestAnswers,
  sink: MergeRequestSink,
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const { open } = asking;
  const place = { client: open.client, project: open.project.id };
  const plans = plansOf(answers, asking.originals, open.account.userId);
  const abort = new AbortController();
  if (!sink.start(abort)) return false;
  const isRunning = true;
  let report: MergeRequestReport = {
    id: Date.now(),
    runs: runsOf(plans),
    comments: [],
    isRunning,
    states: [],
    undone: [],
  };
  const put = (change: Partial<MergeRequestReport>): void => {
    report = { ...report, ...change };
    sink.put(report);
  };
  put({});
  try {
    await cancellable(t('Creating merge requests'), async (signal, showProgress) => {
      signal.addEventListener('abort', () => abort.abort(signal.reason), { once: true });
      await createMergeRequests(place, plans, {
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
        const known = mergeRequestOf(run);
        if (known === undefined) continue;
        put({ states: [...report.states, await readMergeRequestState(place, known.iid)] });
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
  { parts, runs }: Pick<MergeRequestAnswers, 'parts'> & { readonly runs: readonly MergeRequestRun[] },
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
      const known = run && mergeRequestOf(run);
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
