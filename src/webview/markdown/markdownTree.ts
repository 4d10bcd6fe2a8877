/** Harmless elements: they can't run, load or cover anything. */
export type MarkdownTag =
  | 'p'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'blockquote'
  | 'ul'
  | 'ol'
  | 'li'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'em'
  | 'strong'
  | 's'
  | 'code'
  | 'hr'
  | 'br';

/** Text, or one of a closed set of elements. */
export type MarkdownNode =
  | string
  | {
      readonly kind: 'element';
      readonly tag: MarkdownTag;
      readonly children: readonly MarkdownNode[];
      /** Table cells. */
      readonly align?: 'left' | 'center' | 'right';
      /** First number of an ordered list. */
      readonly start?: number;
      /** Task list items. */
      readonly task?: 'open' | 'done';
      /** List items: first line in the text, 0-based. */
      readonly line?: number | undefined;
    }
  /** `href` is always http, https or mailto. */
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly MarkdownNode[] }
  /** A link, unless images are allowed. */
  | { readonly kind: 'image'; readonly href: string; readonly alt: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  /** Suggested change of a line, with `above` lines before and `below` lines after it. */
  | { readonly kind: 'suggestion'; readonly text: string; readonly above: number; readonly below: number };

/** Base URLs of references, without trailing slash. */
export interface MarkdownPlaces {
  /** Such as `https://gitlab.example.com/group/project`. */
  readonly project: string;
  /** Such as `https://gitlab.example.com`. */
  readonly instance: string;
}

export type ParseMarkdown = (text: string, places: MarkdownPlaces) => readonly MarkdownNode[];
