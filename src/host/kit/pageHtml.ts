/** Where the files of a page come from, and what it may do. */
export interface PolicyOptions {
  /** Source of style sheets, fonts and pictures of the extension. */
  readonly source: string;
  readonly nonce: string;
  /** Whether pictures of other servers may be loaded. */
  readonly pictures: boolean;
}

/** What the document of a page is made of. */
export interface PageDocument extends PolicyOptions {
  /** Name of the bundle in `dist`, without ending. */
  readonly bundle: string;
  /** Names of style sheets in `dist` beside `page.css`, without ending. */
  readonly styles: readonly string[];
  readonly title: string;
  /** Given to the page, which keeps it over a reload of the window. */
  readonly state: unknown;
  /** The language of its texts. */
  readonly language: string;
  /** Texts in that language by the English ones; what is missing is English. */
  readonly texts: Readonly<Record<string, string>>;
  /** The address of a file in `dist`. */
  readonly addressOf: (file: string) => string;
}

/**
 * The policy of a page: scripts by nonce only, styles and fonts of the extension only, no other base for addresses, no
 * forms, and no network except for pictures in comments where the user allows them.
 */
export const pagePolicy = ({ source, nonce, pictures }: PolicyOptions): string =>
  [
    "default-src 'none'",
    `style-src ${source}`,
    `font-src ${source}`,
    `img-src ${source} blob:${pictures ? ' https:' : ''}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The document of a page under its policy: its script has the nonce, and may import modules. */
export const pageHtml = (page: PageDocument): string => `<!DOCTYPE html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy(page)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${['codicon', 'page', ...page.styles].map((style) => `<link rel="stylesheet" href="${page.addressOf(`${style}.css`)}">`).join('\n')}
<title>${escapeHtml(page.title)}</title>
</head>
<body data-state="${escapeHtml(JSON.stringify(page.state))}"${page.pictures ? ' data-pictures="load"' : ''}>
<div id="page"></div>
<script type="application/json" id="texts">${JSON.stringify(page.texts).replaceAll('<', '\\u003c')}</script>
<script type="module" nonce="${page.nonce}" src="${page.addressOf(`${page.bundle}.js`)}"></script>
</body>
</html>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
