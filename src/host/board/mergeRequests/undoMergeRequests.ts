import * as vscode from '../../vscode.ts';
import type { MergeRequestPlace } from '../../../model/newMergeRequest.ts';
import { type RequestUndo, takeBack, undoOf } from '../../../model/board/mergeRequestUndo.ts';
import { visible } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import type { Log } from '../../shell/log.ts';
import type { MergeRequestReport } from './reports.ts';

/**
 * Closes the merge requests of a report and deletes their branches, after a question. Skips merged ones and branches
 * with new commits.
 */
export const undoMergeRequests = async (
  { log }: { readonly log: Log },
  place: MergeRequestPlace,
  report: MergeRequestReport,
  put: (report: MergeRequestReport) => void,
): Promise<void> => {
  const { t } = vscode.l10n;
  const open = report.runs.filter(({ source }) => !report.undone.includes(source));
  const undoable = await cancellable(t('Reading what can be taken back…'), (signal) =>
    Promise.all(open.map((run) => undoOf(place, run, signal))),
  );
  if (undoable === undefined) return;
  const undos = undoable.filter((undo) => undo !== undefined);
  const possible = undos.filter(({ closes, deletes }) => closes !== undefined || deletes);
  const stays = undos.flatMap((undo) => (undo.stays === undefined ? [] : [staysMessage(undo, undo.stays)]));
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
  const late: string[] = [];
  await cancellable(t('Taking back…'), async (signal) => {
    for (const undo of possible) {
      if (signal.aborted) return;
      const outcome = await takeBack(place, undo, signal);
      if (outcome.kind === 'stays') {
        late.push(staysMessage(undo, outcome.why));
        continue;
      }
      if (outcome.kind !== 'done') throw outcome.cause;
      undone.push(undo.source);
      put({ ...report, undone: [...report.undone, ...undone] });
    }
  });
  log.info(`Taken back: ${undone.join(', ')}.`);
  if (late.length > 0) void vscode.window.showWarningMessage(late.join(' '));
};

const staysMessage = ({ source, target }: RequestUndo, why: 'merged' | 'pushed'): string => {
  const { t } = vscode.l10n;
  return why === 'merged'
    ? t('{0}: merged, and stays. Revert the merge commit instead.', visible(target))
    : t('{0}: someone has pushed to it, and it stays.', visible(source));
};
