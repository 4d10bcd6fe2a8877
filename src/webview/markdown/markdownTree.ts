/** Elements a note may be drawn with; none of them can run, load or cover anything. */
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

/** A piece of a note: text, or one of a closed set of elements. */
export type MarkdownNode =
  | string
  | {
      readonly kind: 'element';
      readonly tag: MarkdownTag;
      readonly children: readonly MarkdownNode[];
      /** Of a table's cells. */
      readonly align?: 'left' | 'center' | 'right';
      /** First number of an ordered list. */
      readonly start?: number;
      /** Of an item of a task list. */
      readonly task?: 'open' | 'done';
      /** Of an item of a list: the line of the text that it begins on, 0-based. */
      readonly line?: number | undefined;
    }
  /** `href` is http, https or mailto, always. */
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly MarkdownNode[] }
  /** A picture: a link with words, unless the user lets pictures be loaded. */
  | { readonly kind: 'image'; readonly href: string; readonly alt: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  /** What a reviewer proposes in place of a line, `above` lines before it and `below` lines after it. */
  | { readonly kind: 'suggestion'; readonly text: string; readonly above: number; readonly below: number };

/** Where references in notes lead: addresses without trailing slash. */
export interface MarkdownPlaces {
  /** The project's page, such as `https://gitlab.example.com/group/project`. */
  readonly project: string;
  /** The instance, such as `https://gitlab.example.com`. */
  readonly instance: string;
}

/** What the bundle of its own gives to pages. */
export type ParseMarkdown = (text: string, places: MarkdownPlaces) => readonly MarkdownNode[];
