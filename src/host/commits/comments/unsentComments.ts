import * as vscode from '../../vscode.ts';
import type { CommitsArea } from '../area.ts';
import { age, shortSha, visibleLabel } from '../../kit/words/format.ts';
import { confirmDiscard } from '../../kit/questions/confirmDiscard.ts';
import { readProject } from '../../kit/requireProject.ts';
import type { UnsentComment } from './commentTexts.ts';
import { placeMessage } from '../page/conversationOfPage.ts';

interface Item extends vscode.QuickPickItem {
  readonly comment: UnsentComment;
}

/** Lists the unsaved comments; the chosen one opens where it was written. */
export const unsentComments = async (area: CommitsArea): Promise<void> => {
  const { t } = vscode.l10n;
  if (area.commentTexts.all().length === 0) {
    void vscode.window.showInformationMessage(t('There are no unsaved comments.'));
    return;
  }
  const chosen = await choose(area);
  if (chosen === undefined) return;
  const { comment } = chosen;
  if (!chosen.isUnwanted) return open(area, comment);
  if (await confirmDiscard(comment.text)) await area.commentTexts.forget(comment);
  if (area.commentTexts.all().length > 0) await unsentComments(area);
};

/** `isUnwanted` means discard. */
interface Chosen {
  readonly comment: UnsentComment;
  readonly isUnwanted: boolean;
}

const choose = (area: CommitsArea): Promise<Chosen | undefined> =>
  new Promise((resolve) => {
    const { t } = vscode.l10n;
    const copy: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('copy'), tooltip: t('Copy the text') };
    const discard: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon('trash'),
      tooltip: t('Discard the text'),
    };
    const picker = vscode.window.createQuickPick<Item>();
    picker.title = t('Unsaved comments');
    picker.placeholder = t('Choose a comment to continue writing');
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    picker.items = area.commentTexts.all().map((comment) => ({
      label: visibleLabel(comment.text.trim().split('\n', 1)[0] ?? ''),
      description: visibleLabel(`${shortSha(comment.sha)} · ${placeMessage(comment.where)}`),
      detail: visibleLabel(`${age(comment.changedAtMs)} · ${comment.refusal ?? t('not sent yet')}`),
      buttons: [copy, discard],
      comment,
    }));
    picker.onDidTriggerItemButton(async ({ button, item: { comment } }) => {
      if (button === copy) {
        await vscode.env.clipboard.writeText(comment.text);
        vscode.window.setStatusBarMessage(t('$(check) Text copied'), 2_000);
        return;
      }
      resolve({ comment, isUnwanted: true });
      picker.hide();
    });
    picker.onDidAccept(() => {
      const [chosen] = picker.selectedItems;
      resolve(chosen && { comment: chosen.comment, isUnwanted: false });
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });

/** Without its account the text can only be copied. */
const open = async (area: CommitsArea, comment: UnsentComment): Promise<void> => {
  const { t } = vscode.l10n;
  const account = area.accounts.get(comment.account);
  if (!account) {
    const copy = t('Copy the Text');
    const words = t('The account of this comment has been removed. Add it again to continue.');
    if ((await vscode.window.showWarningMessage(words, copy)) === copy)
      await vscode.env.clipboard.writeText(comment.text);
    return;
  }
  const subject = { open: await readProject(area, account, comment.project), sha: comment.sha };
  area.commitPages.showText(subject, comment.where);
};
