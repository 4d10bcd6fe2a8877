import * as vscode from '../../vscode.ts';
import { visible } from '../../kit/words/format.ts';
import { unsentReason } from '../threads/comments.ts';
import { noteTitle } from '../threads/noteTitle.ts';
import { unsentWhereMessage, whereMessage } from '../threads/whereMessage.ts';
import type { DraftItem, UnsentItem } from './rows.ts';

export const draftItem = (row: DraftItem): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const { draft, parent, position } = row;
  const item = new vscode.TreeItem(visible(noteTitle(draft.note)));
  item.id = `draft ${parent.group} ${parent.open.account.id} ${draft.id}`;
  const reply = draft.discussion_id == null ? undefined : t('reply');
  item.description = [t('Pending'), whereMessage(position, draft.commit_id), reply]
    .filter((each) => each !== undefined)
    .join(' · ');
  item.iconPath = new vscode.ThemeIcon('comment-unresolved');
  item.tooltip = draft.note.slice(0, 2_000);
  item.contextValue = 'draft';
  item.command = { command: 'graft.reviews.openDraft', title: t('Show Draft'), arguments: [row] };
  return item;
};

export const unsentItem = (row: UnsentItem): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const { kept, parent } = row;
  const item = new vscode.TreeItem(visible(noteTitle(kept.text)));
  item.id = `kept ${parent.group} ${kept.key}`;
  const of = 'kind' in parent ? [] : [`!${kept.iid}`];
  item.description = [...of, t('Unsaved comment'), unsentWhereMessage(kept)].join(' · ');
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('problemsWarningIcon.foreground'));
  item.tooltip = `${unsentReason(kept)}\n\n${kept.text.slice(0, 2_000)}`;
  item.contextValue = 'kept';
  item.command = { command: 'graft.reviews.openDraft', title: t('Show Draft'), arguments: [row] };
  return item;
};
