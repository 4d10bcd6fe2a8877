/** Where the files of a page come from, and what it may do. */
export interface PolicyParts {
  /** Source of style sheets, fonts and pictures of the extension. */
  readonly source: string;
  readonly nonce: string;
  /** Whether pictures of other servers may be loaded. */
  readonly pictures: boolean;
}

/**
 * The policy of a page: scripts by nonce only, styles and fonts of the extension only, no other base for addresses, no
 * forms, and no network except for pictures in comments where the user allows them.
 */
export const pagePolicy = ({ source, nonce, pictures }: PolicyParts): string =>
  [
    "default-src 'none'",
    `style-src ${source}`,
    `font-src ${source}`,
    `img-src ${source} blob:${pictures ? ' https:' : ''}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
