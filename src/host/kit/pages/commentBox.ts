import type * as vscode from '../../vscode.ts';

/** True for comment boxes of any extension. */
export const isCommentBox = ({ uri }: vscode.TextDocument): boolean => uri.scheme === 'comment';

/** A new comment or reply; `extensionId` in lower case. The box of an edited comment names no extension. */
export const isReplyBox = (document: vscode.TextDocument, extensionId: string): boolean =>
  isCommentBox(document) && decodeURIComponent(document.uri.toString()).toLowerCase().includes(extensionId);
