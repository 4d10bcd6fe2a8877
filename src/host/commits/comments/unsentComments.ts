import * as vscode from '../../vscode.ts';
import type { CommitsArea } from '../area.ts';
import { age, shortSha, visibleLabel } from '../../kit/words/format.ts';
import { confirmDiscard } from '../../kit/questions/confirmDiscard.ts';
import { pickRow } from '../../kit/questions/pickRow.ts';
import { readProject } from '../../kit/requireProject.ts';
import type { UnsentComment } from './commentTexts.ts';
import { placeMessage } from '../commitPage/conversationOfPage.ts';

/** Lists the unsaved comments; the chosen one opens where it was written. */
export const unsentComments = async (area: CommitsArea): Promise<void> => {
  const { t } = vscode.l10n;
  const { commentTexts: texts } = area;
  if (texts.all().length === 0) {
    void vscode.window.showInformationMessage(t('There are no unsaved comments.'));
    return;
  }
  const copy: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('copy'), tooltip: t('Copy the text') };
  const discard: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Discard the text') };
  const rows = texts
    .all()
    .map((comment) => ({
      label: visibleLabel(comment.text.trim().split('\n', 1)[0] ?? ''),
      description: visibleLabel(`${shortSha(comment.sha)} · ${placeMessage(comment.where)}`),
      detail: visibleLabel(`${age(comment.changedAtMs)} · ${comment.refusal ?? t('not sent yet')}`),
      buttons: [copy, discard],
      comment,
    }));
  const pressed: (() => Promise<void>)[] = [];
  const chosen = await pickRow(rows, {
    title: t('Unsaved comments'),
    placeholder: t('Choose a comment to continue writing'),
    pressed: ({ comment }, button) => pressed.push(() => (button === copy ? copyText(comment) : drop(area, comment))),
  });
  if (chosen) return open(area, chosen.comment);
  for (const act of pressed) await act();
  if (pressed.length > 0 && texts.all().length > 0) await unsentComments(area);
};

const copyText = async ({ text }: UnsentComment): Promise<void> => {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Text copied'), 2_000);
};

const drop = async ({ commentTexts }: CommitsArea, comment: UnsentComment): Promise<void> => {
  if (await confirmDiscard(comment.text)) await commentTexts.remove(comment);
};

/** Without its account the text can only be copied. */
const open = async (area: CommitsArea, comment: UnsentComment): Promise<void> => {
  const { t } = vscode.l10n;
  const account = area.accounts.get(comment.account);
  if (!account) {
    const copy = t('Copy the Text');
    const words = t('The account of this comment has been removed. Add it again to continue.');
    if ((await vscode.window.showWarningMessage(words, copy)) === copy) await copyText(comment);
    return;
  }
  const subject = { open: await readProject(area, account, comment.project), sha: comment.sha };
  area.commitPages.showText(subject, comment.where);
};
