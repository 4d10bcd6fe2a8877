import * as vscode from '../vscode.ts';
import { registerCommands } from '../kit/commands.ts';
import type { RowsFirst } from '../kit/idleWork.ts';
import { late, lateFiles, lateTree } from '../kit/late.ts';
import { whenWanted } from '../kit/whenWanted.ts';
import type { Shell } from '../shell/shell.ts';
import type { MergeRequestPagesDeps, ReviewsArea, ReviewsWith } from './area.ts';
import type { ReviewRow } from './view/rows.ts';
import { hasInterruptedPublication } from './publish/publicationKey.ts';
import { offerGoBack } from './branch/previousBranch.ts';

/**
 * Registers the area. Its code is loaded on first use, at once to report an interrupted publication, or, with
 * `graft.reviews.notifications`, after the rows of visible views.
 */
export const createReviews = <Pages extends MergeRequestPagesDeps>(
  shell: Shell,
  firstRows: RowsFirst,
  loadPages: () => Promise<(area: ReviewsArea) => Pages>,
): (() => Promise<ReviewsWith<Pages>>) => {
  const { own, context } = shell;
  const load = late(async (): Promise<ReviewsWith<Pages>> => {
    const [{ createReviewParts }, pagesOf] = await Promise.all([import('./parts.ts'), loadPages()]);
    return createReviewParts(shell, { view, rows: firstRows, pagesOf });
  });
  const rows = async () => (await load()).reviews.view;
  const view = lateTree<ReviewRow>(own, 'graft.reviews', rows, async (item, row) =>
    (await rows()).resolveTreeItem(item, row),
  );
  own(lateFiles('graft-review', async () => (await load()).reviews.files, { isReadonly: true }));
  own(lateFiles('graft-reviewed', async () => (await load()).reviews.reviewed, { isReadonly: true }));
  const shownTexts = { provideTextDocumentContent: ({ query }: vscode.Uri): string => query };
  own(vscode.workspace.registerTextDocumentContentProvider('graft-suggestion', shownTexts));
  own(
    registerCommands(shell, 'reviews', async () => {
      const [area, { reviewCommands }] = await Promise.all([load(), import('./parts.ts')]);
      return [area, reviewCommands];
    }),
  );
  whenWanted(shell, 'reviews.notifications', firstRows, async () => (await load()).reviews.todos.start());
  offerGoBack(context.workspaceState);
  if (hasInterruptedPublication(context.workspaceState)) {
    load().catch((error: unknown) => shell.log.error('The result of a publication could not be read.', error));
  }
  return load;
};
