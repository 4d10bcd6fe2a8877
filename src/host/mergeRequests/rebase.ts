import * as vscode from '../vscode.ts';
import { awaitRebase, startRebase } from '../../model/mergeRequests/rebasing.ts';
import { shortSha } from '../kit/format.ts';
import { cancellable } from '../kit/progress.ts';
import { lostMessage } from '../kit/sendSteps.ts';
import type { ActedOn } from './actedOn.ts';

/** Makes GitLab rebase the source branch, once, and follows it to its end. */
export const rebaseShown = async ({ area, place, request, reload }: ActedOn): Promise<void> => {
  const { t } = vscode.l10n;
  const reference = `!${request.iid}`;
  const started = await startRebase(place, request);
  if (started.kind !== 'done') {
    void vscode.window.showWarningMessage(lostMessage({ log: area.log, reference }, started));
    return;
  }
  const after = await cancellable(t('Rebasing {0}…', reference), (signal) => awaitRebase(place, signal));
  await reload();
  if (after === undefined) {
    void vscode.window.showInformationMessage(t('GitLab goes on rebasing {0}.', reference));
  } else if (after.merge_error != null && after.sha === request.sha) {
    void vscode.window.showWarningMessage(t('{0} was not rebased. GitLab says: {1}', reference, after.merge_error));
  } else {
    const words = t('{0} is rebased. Its newest commit is {1}.', reference, shortSha(after.sha ?? ''));
    void vscode.window.showInformationMessage(words);
  }
};
