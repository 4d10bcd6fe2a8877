export interface PolicyOptions {
  /** CSP source of the extension's files. */
  readonly source: string;
  readonly nonce: string;
  /** Allows images of other servers. */
  readonly pictures: boolean;
}

export interface PageDocument extends PolicyOptions {
  /** In `dist`, without extension. */
  readonly bundle: string;
  /** In `dist`, without extension, beside `page.css`. */
  readonly styles: readonly string[];
  readonly title: string;
  /** The page keeps it over a reload of the window. */
  readonly state: unknown;
  readonly language: string;
  /** Translations by English text. */
  readonly texts: Readonly<Record<string, string>>;
  /** URL of a file in `dist`. */
  readonly addressOf: (file: string) => string;
}

/** Scripts by nonce, styles and fonts of the extension, no network except for allowed images. */
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
