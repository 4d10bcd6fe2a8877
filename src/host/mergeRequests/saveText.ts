import * as vscode from '../vscode.ts';
import { partsOfText, textOf } from '../../model/mergeRequests/creating.ts';
import { changeMergeRequest, readMergeRequest } from '../../model/mergeRequests/writing.ts';
import { placeKey } from '../../model/reviews/drafts.ts';
import { hasQuickActions } from '../../model/reviews/quickActions.ts';
import { beforeWrite } from '../../model/writeOnce.ts';
import type { MergeRequestDetail } from '../../wire/mergeRequestReview.ts';
import { projectOf } from '../kit/requireProject.ts';
import { requireWriting, sendSteps, step } from '../kit/questions/sendSteps.ts';
import type { MergeRequestsArea } from './area.ts';
import { formInFront } from './create/create.ts';

/** Saves title and description of the active editor once; asks if they changed on the server meanwhile. */
export const saveText = async (area: MergeRequestsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const inFront = formInFront(area);
  const open = inFront && (await projectOf(area, inFront));
  if (inFront?.edits === undefined || open === undefined) {
    void vscode.window.showInformationMessage(t('Open the text of a merge request first.'));
    return;
  }
  requireWriting(open.account);
  const form = await area.forms.withTyped(inFront);
  const { iid, base } = inFront.edits;
  const { title, description } = partsOfText(form.text);
  if (title === '') throw new Error(t('Enter a title in the first line.'));
  const reference = `!${iid}`;
  const place = { client: open.client, account: open.account.id, project: open.project.id, iid };
  const now = await beforeWrite(() => readMergeRequest(place));
  if (textOf(now) !== base) {
    const isOther = now.title !== partsOfText(base).title;
    const what = isOther ? t('title: {0}', now.title) : t('description');
    const words = t('Nothing was sent: someone else has changed {0} ({1}).', reference, what);
    const yes = t('Replace with My Text');
    if ((await vscode.window.showWarningMessage(words, yes)) !== yes) return;
    await area.forms.keep({ ...form, edits: { iid, base: textOf(now) } });
    return saveText(area);
  }
  // security: quick actions written by others would run with the user's role
  if (hasQuickActions(now.description ?? ''))
    throw new Error(t('Edit it in the browser: GitLab could carry out quick actions of the description.'));
  const isDone = (after: MergeRequestDetail): boolean => after.title === title && textOf(after) === form.text.trim();
  const write = step(
    () => changeMergeRequest(place, { title, description }, isDone),
    (after) => ({ words: t('Title and description are saved.'), isAsAsked: after.title === title }),
  );
  const sent = await sendSteps(area, reference, [write], () => area.forms.discard(form));
  if (sent === 'done') await area.mergeRequestPages.sessions.find(({ key }) => key === placeKey(place))?.load();
};
