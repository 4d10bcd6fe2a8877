import * as vscode from '../../vscode.ts';
import { hasOtherState, searchStates } from '../../../model/reviews/mergeRequestSearch.ts';
import { askText } from '../../kit/questions/askText.ts';
import { requireProject } from '../../kit/requireProject.ts';
import type { ReviewsArea } from '../area.ts';
import { showView } from '../../kit/areaCommands.ts';

/** Asks for search terms and shows the results as a group of the view; empty removes the group. */
export const searchMergeRequests = async (area: ReviewsArea): Promise<void> => {
  const { t } = vscode.l10n;
  if (!(await requireProject(area))) return;
  const { view } = area.reviews;
  const text = await askText({
    title: t('Search Merge Requests'),
    prompt: t('Words, {0}. Leave empty to clear', 'author:name, label:"name", state:merged'),
    value: view.search,
    problem: (typed) => (hasOtherState(typed) ? t('State: {0}', searchStates.join(', ')) : undefined),
  });
  if (text === undefined) return;
  await view.searchFor(text);
  await showView('graft.reviews');
};
