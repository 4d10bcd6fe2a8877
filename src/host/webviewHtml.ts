import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** What a page is made of. */
export interface PageParts {
  /** Name of the bundle in `dist` and of the style sheet in `media`, without ending. */
  readonly name: string;
  readonly title: string;
  /** Given to the page, which keeps it over a reload of the window. */
  readonly state: unknown;
}

/** Folders a page may read from. */
export const pageRoots = (extension: vscode.Uri): vscode.Uri[] => [
  vscode.Uri.joinPath(extension, 'dist'),
  vscode.Uri.joinPath(extension, 'media'),
];

/** The document of a page: scripts by nonce only, styles and fonts of the extension only, no network. */
export const pageHtml = (webview: vscode.Webview, extension: vscode.Uri, parts: PageParts): string => {
  const nonce = randomBytes(16).toString('base64');
  const uri = (...path: string[]): string => webview.asWebviewUri(vscode.Uri.joinPath(extension, ...path)).toString();
  const source = webview.cspSource;
  const policy = `default-src 'none'; style-src ${source}; font-src ${source}; img-src ${source}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${uri('dist', 'codicon.css')}">
<link rel="stylesheet" href="${uri('media', `${parts.name}.css`)}">
<title>${escapeHtml(parts.title)}</title>
</head>
<body data-state="${escapeHtml(JSON.stringify(parts.state))}">
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
