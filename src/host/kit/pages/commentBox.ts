import * as vscode from '../../vscode.ts';

/** True for comment boxes of any extension. */
export const isCommentBox = ({ uri }: vscode.TextDocument): boolean => uri.scheme === 'comment';

/** A new comment or reply; `extensionId` in lower case. The box of an edited comment names no extension. */
export const isReplyBox = (document: vscode.TextDocument, extensionId: string): boolean =>
  isCommentBox(document) && decodeURIComponent(document.uri.toString()).toLowerCase().includes(extensionId);

/** Argument of a comment box's button. */
export const isReply = (argument: unknown): argument is vscode.CommentReply =>
  typeof argument === 'object' && argument !== null && 'thread' in argument && 'text' in argument;

/** Text of a comment that was edited; undefined, after a message, for an empty one. */
export const editedText = ({ body }: vscode.Comment): string | undefined => {
  const text = typeof body === 'string' ? body : body.value;
  if (text.trim() !== '') return text;
  void vscode.window.showInformationMessage(vscode.l10n.t('A comment cannot be empty. Delete it instead.'));
  return undefined;
};
