import * as vscode from '../../vscode.ts';

/** Loading images discloses the reader to their server. */
export const picturesAllowed = (): boolean =>
  vscode.workspace.getConfiguration('graft.comments').get('pictures', false);

/** A note without HTML and commands; images become links unless allowed. `![` stays where no image can follow. */
export const commentMarkdown = (text: string): vscode.MarkdownString => {
  const mayHoldPicture = text.includes('![') && /\]\s*[([:]/.test(text);
  const markdown = new vscode.MarkdownString(mayHoldPicture && !picturesAllowed() ? text.replaceAll('![', '[') : text);
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  markdown.supportThemeIcons = false;
  return markdown;
};
