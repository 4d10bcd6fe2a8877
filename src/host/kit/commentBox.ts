import type * as vscode from '../vscode.ts';

/** Whether a document is the text box of a comment, of whatever extension. */
export const isCommentBox = ({ uri }: vscode.TextDocument): boolean => uri.scheme === 'comment';

/**
 * Whether a document is the box of a new comment or a reply of an extension, by its id in lower case. A box in which a
 * comment is edited names no extension.
 */
export const isReplyBox = (document: vscode.TextDocument, extensionId: string): boolean =>
  isCommentBox(document) && decodeURIComponent(document.uri.toString()).toLowerCase().includes(extensionId);
