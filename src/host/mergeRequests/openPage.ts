import * as vscode from '../vscode.ts';
import type { MergeRequestsArea } from './area.ts';

/** Opens the page of a merge request: of a row, of the review that is in front, or of the one the user chooses. */
export const openPage = async (area: MergeRequestsArea, argument: unknown): Promise<void> => {
  const inFront = argument === undefined ? area.reviewPages.focused?.subject : undefined;
  const title = vscode.l10n.t('Open which merge request?');
  const subject = inFront ?? (await area.reviewSubject(argument, title));
  if (subject) area.mergeRequestPages.show(subject);
};
