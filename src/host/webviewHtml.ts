import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { picturesAllowed } from './commentMarkdown.ts';
import { pagePolicy } from './pagePolicy.ts';

/** What a page is made of. */
export interface PageParts {
  /** Name of the bundle in `dist`, without ending. */
  readonly name: string;
  /** Names of style sheets in `media` beside `page.css`, without ending. */
  readonly styles: readonly string[];
  readonly title: string;
  /** Given to the page, which keeps it over a reload of the window. */
  readonly state: unknown;
}

/** Puts a page into a panel, which keeps its title; scripts run, and only files of the extension can be read. */
export const showPage = (panel: vscode.WebviewPanel, extension: vscode.Uri, parts: PageParts): void => {
  const media = (...path: string[]): vscode.Uri => vscode.Uri.joinPath(extension, 'media', ...path);
  panel.iconPath = { light: media('icons', 'graft-light.svg'), dark: media('icons', 'graft-dark.svg') };
  panel.webview.options = {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extension, 'dist'), media()],
  };
  panel.webview.html = pageHtml(panel.webview, extension, parts);
};

/**
 * The document of a page: scripts by nonce only, styles and fonts of the extension only, and no network except for
 * pictures in comments where the user allows them.
 */
const pageHtml = (webview: vscode.Webview, extension: vscode.Uri, parts: PageParts): string => {
  const nonce = randomBytes(16).toString('base64');
  const uri = (...path: string[]): string => webview.asWebviewUri(vscode.Uri.joinPath(extension, ...path)).toString();
  const pictures = picturesAllowed();
  const policy = pagePolicy({ source: webview.cspSource, nonce, pictures });
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${uri('dist', 'codicon.css')}">
${['page', ...parts.styles].map((style) => `<link rel="stylesheet" href="${uri('media', `${style}.css`)}">`).join('\n')}
<title>${escapeHtml(parts.title)}</title>
</head>
<body data-state="${escapeHtml(JSON.stringify(parts.state))}"${pictures ? ' data-pictures="load"' : ''}>
<div id="page"></div>
<script nonce="${nonce}" src="${uri('dist', `${parts.name}.js`)}"></script>
</body>
</html>`;
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
