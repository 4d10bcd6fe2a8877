import * as vscode from '../../vscode.ts';
import type { Account } from '../../../model/account.ts';
import type { Reaction } from '../../../model/reviews/reactions.ts';
import { isQuickActionsOnly } from '../../../model/reviews/quickActions.ts';
import type { DraftNote } from '../../../wire/draftNotes.ts';
import type { Note } from '../../../wire/notes.ts';
import type { UserSummary } from '../../../wire/records.ts';
import { commentMarkdown } from '../../kit/pages/commentMarkdown.ts';
import type { UnsentComment } from '../drafts/unsentComments.ts';

type CommentSubject =
  | { readonly kind: 'note'; readonly note: Note }
  | { readonly kind: 'draft'; readonly draft: DraftNote }
  | { readonly kind: 'kept'; readonly kept: UnsentComment };

/** A comment in a diff editor with its subject. */
export interface ReviewComment extends vscode.Comment {
  readonly subject: CommentSubject;
  /** Markdown source. */
  readonly source: string;
}

/** Prepares Markdown for display; the result stays untrusted. */
export type Render = (text: string) => string;

export const noteComment = (
  note: Note,
  {
    render,
    isOwn,
    canApply,
    reactions,
  }: {
    readonly render: Render;
    readonly isOwn: boolean;
    readonly canApply: boolean;
    readonly reactions: readonly Reaction[];
  },
): ReviewComment => ({
  subject: { kind: 'note', note },
  source: note.body,
  body: commentMarkdown(render(note.body)),
  mode: vscode.CommentMode.Preview,
  author: authorOf(note.author),
  contextValue: [isOwn ? 'own' : 'note', canApply ? 'suggestion' : ''].join(' ').trim(),
  ...(note.created_at == null ? {} : { timestamp: new Date(note.created_at) }),
  ...labelOf(note, reactions),
});

/** Reactions as text: VS Code dims reactions that its own button can't toggle. */
const labelOf = (note: Note, reactions: readonly Reaction[]): Pick<vscode.Comment, 'label'> => {
  const isInternal = note.internal === true || note.confidential === true;
  const words = [
    ...(isInternal ? [vscode.l10n.t('Internal')] : []),
    ...reactions.map(({ text, people }) => `${text} ${people.length}`),
  ];
  return words.length > 0 ? { label: words.join(' · ') } : {};
};

export const draftComment = (
  draft: DraftNote,
  { name }: Pick<Account, 'name'>,
  { render, isThreadResolved }: { readonly render: Render; readonly isThreadResolved: boolean },
): ReviewComment => {
  const effect = effectMessage(draft, isThreadResolved);
  return {
    subject: { kind: 'draft', draft },
    source: draft.note,
    body: commentMarkdown([render(draft.note), effect === undefined ? '' : `*${effect}*`].filter(Boolean).join('\n\n')),
    mode: vscode.CommentMode.Preview,
    author: { name },
    contextValue: 'draft',
    label: vscode.l10n.t('Pending'),
  };
};

const effectMessage = (draft: DraftNote, isThreadResolved: boolean): string | undefined => {
  const { t } = vscode.l10n;
  if (draft.discussion_id != null && draft.resolve_discussion) return t('Publishing resolves the thread.');
  if (draft.discussion_id != null && isThreadResolved) return t('Publishing reopens the thread.');
  if (isQuickActionsOnly(draft.note)) return t('Quick actions only: publishing runs them and leaves no comment.');
  return undefined;
};

/** An unsaved comment. */
export const unsentComment = (
  stored: UnsentComment,
  { name }: Pick<Account, 'name'>,
  { render, isSending }: { readonly render: Render; readonly isSending: boolean },
): ReviewComment => ({
  subject: { kind: 'kept', kept: stored },
  source: stored.text,
  body: commentMarkdown(
    [render(stored.text), isSending ? '' : `*${escaped(unsentReason(stored))}*`].filter(Boolean).join('\n\n'),
  ),
  mode: vscode.CommentMode.Preview,
  author: { name },
  contextValue: isSending ? 'sending' : 'kept',
  label: isSending ? vscode.l10n.t('Sending…') : vscode.l10n.t('Unsaved comment'),
});

export const unsentReason = ({ refusal, maybeSent, isGuess }: UnsentComment): string => {
  const { t } = vscode.l10n;
  if (refusal !== undefined) return refusal;
  if (maybeSent) return t('The window closed before the server answered. Sending again checks the server first.');
  return isGuess
    ? t('Recovered text. Its line is unknown: choose one before sending.')
    : t('Recovered text, not sent yet.');
};

const escaped = (text: string): string => text.replace(/[\\`*_{}[\]()#+!|<>]/g, '\\$&');

/** Without an avatar, which would need a request per user. */
export const authorOf = (user: Pick<UserSummary, 'name'> | null | undefined): vscode.CommentAuthorInformation => ({
  name: user?.name ?? vscode.l10n.t('Unknown user'),
});
