import * as vscode from '../../vscode.ts';
import { apply, type Applied, type CommitPick } from '../../../model/pick/pick.ts';
import { shortSha } from '../../kit/words/format.ts';
import { cancellable } from '../../kit/progress.ts';
import type { OpenProject } from '../../shell/currentProject.ts';

/** Note that the branch moved since the dry run. */
export const movedNote = (pick: CommitPick, from: string, to: string): string =>
  vscode.l10n.t(
    '{0} has moved from {1} to {2} since the check. It was checked again.',
    pick.branch,
    shortSha(from),
    shortSha(to),
  );

/** Applies with progress; undefined when nothing was sent. */
export const applyWithProgress = (
  { open }: { readonly open: OpenProject },
  pick: ProjectPick,
  wanted: { readonly tip: string; readonly message: string | undefined },
): Promise<Applied | undefined> => {
  const { t } = vscode.l10n;
  const title =
    pick.action === 'cherryPick'
      ? t('Cherry-picking {0} onto {1}…', shortSha(pick.sha), pick.branch)
      : t('Reverting {0} on {1}…', shortSha(pick.sha), pick.branch);
  // cancelled before sending: no message; later `apply` reads the outcome
  return cancellable(title, (signal) => apply(open.client, pick, wanted, signal));
};

export type ProjectPick = CommitPick & { readonly project: number };
