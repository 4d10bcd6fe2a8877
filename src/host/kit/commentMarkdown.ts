import * as vscode from '../vscode.ts';

/** Whether pictures in comments are loaded from where they are, which tells their server who reads them when. */
export const picturesAllowed = (): boolean =>
  vscode.workspace.getConfiguration('graft.comments').get('pictures', false);

/**
 * A note as the editor draws it: no HTML, no commands, and unless pictures are allowed each is a link instead. A text
 * holds a picture only where `![` can be followed by an address or a name of one; in others the two characters stay.
 */
export const commentMarkdown = (text: string): vscode.MarkdownString => {
  const mayHoldPicture = text.includes('![') && /\]\s*[([:]/.test(text);
  const markdown = new vscode.MarkdownString(mayHoldPicture && !picturesAllowed() ? text.replaceAll('![', '[') : text);
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  markdown.supportThemeIcons = false;
  return markdown;
};
