import * as vscode from '../../vscode.ts';
import type { GroupedThread, ThreadGroup } from '../../../model/reviews/threadGroups.ts';
import { writtenNotes } from '../../../model/reviews/threads.ts';
import { age } from '../../kit/words/format.ts';
import { authorOf } from '../threads/comments.ts';
import { noteTitle } from '../threads/noteTitle.ts';
import { mergeRequestId, type ThreadGroupItem, type ThreadItem, type ThreadsItem } from './rows.ts';
import { whereMessage } from '../threads/whereMessage.ts';

export const threadsItem = ({ parent, count }: ThreadsItem): vscode.TreeItem => {
  const { t } = vscode.l10n;
  const item = new vscode.TreeItem(t('Threads'), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `threads ${mergeRequestId(parent)}`;
  if (count) item.description = t('{0} of {1} unresolved', count.unresolved, count.of);
  item.iconPath = new vscode.ThemeIcon('comment-discussion');
  return item;
};

export const threadGroupItem = ({ parent, group, below }: ThreadGroupItem): vscode.TreeItem => {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(groupMessage(group), group === 'resolved' ? Collapsed : Expanded);
  item.id = `threads ${group} ${mergeRequestId(parent.parent)}`;
  item.description = String(below.length);
  return item;
};

const groupMessage = (group: ThreadGroup): string => {
  const { t } = vscode.l10n;
  if (group === 'waiting') return t('Waiting for my answer');
  if (group === 'unresolved') return t('Unresolved');
  return group === 'outdated' ? t('Outdated') : t('Resolved');
};

const icons: Readonly<Record<ThreadGroup, readonly [icon: string, color: string]>> = {
  waiting: ['reply', 'commentsView.unresolvedIcon'],
  unresolved: ['comment-unresolved', 'commentsView.unresolvedIcon'],
  outdated: ['history', 'commentsView.unresolvedIcon'],
  resolved: ['pass', 'commentsView.resolvedIcon'],
};

/** The tooltip is resolved on hover. */
export const threadItem = (row: ThreadItem): vscode.TreeItem => {
  const { many, t } = vscode.l10n;
  const { discussion, group, isOutdated, spot } = row.thread;
  const notes = writtenNotes(discussion);
  const title = noteTitle(notes[0]?.body ?? '');
  const item = new vscode.TreeItem(title);
  item.id = `thread ${group} ${discussion.id} ${mergeRequestId(row.parent.parent.parent)}`;
  const replies = notes.length - 1;
  item.description = [
    authorOf(notes[0]?.author).name,
    whereMessage(spot?.position, spot?.commit),
    isOutdated ? t('outdated') : undefined,
    replies > 0 ? many(replies, '{0} reply', '{0} replies') : undefined,
  ]
    .filter((each) => each !== undefined)
    .join(' · ');
  const [icon, color] = icons[group];
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
  // otherwise screen readers read the tooltip
  item.accessibilityInformation = { label: `${title}, ${item.description}` };
  item.contextValue = group === 'resolved' ? 'threadResolved' : 'threadUnresolved';
  item.command = { command: 'graft.reviews.openThread', title: t('Open Thread'), arguments: [row] };
  return item;
};

/** Authors, times and texts, as plain text. */
export const threadTooltip = ({ discussion }: GroupedThread): string =>
  writtenNotes(discussion)
    .map(({ author, created_at: at, body }) =>
      [`${authorOf(author).name}${at == null ? '' : `, ${age(at)}`}`, body.slice(0, 2_000)].join('\n'),
    )
    .join('\n\n')
    .slice(0, 10_000);
