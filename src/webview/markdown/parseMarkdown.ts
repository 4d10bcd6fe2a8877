import MarkdownIt, { type Token } from 'markdown-it';
import type { MarkdownNode, MarkdownPlaces, MarkdownTag } from './markdownTree.ts';
import { withReferences } from './references.ts';

type Parser = ReturnType<typeof MarkdownIt>;
type ElementNode = Extract<MarkdownNode, { kind: 'element' }>;

/** A longer text is shown unparsed. */
const maxText = 200_000;

/**
 * Parses Markdown into a closed set of elements. Security boundary: HTML and links other than http, https and mailto
 * stay text.
 */
export const parseMarkdown = (text: string, places: MarkdownPlaces): readonly MarkdownNode[] => {
  if (text.length > maxText) return [{ kind: 'code', text, language: '' }];
  return nodesOf(parserFor(places).parse(text, {}), places);
};

const parsers = new Map<string, Parser>();

const parserFor = (places: MarkdownPlaces): Parser => {
  const key = JSON.stringify(places);
  const known = parsers.get(key);
  if (known) return known;
  const parser = new MarkdownIt({ html: false, linkify: true, breaks: false, typographer: false });
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const normalize = parser.normalizeLink.bind(parser);
  parser.normalizeLink = (url) => normalize(absolute(url, places));
  parser.validateLink = (url) => safeAddress(url) !== undefined;
  parsers.set(key, parser);
  return parser;
};

/** Resolves paths like GitLab: uploads in the project, other absolute paths in the instance. */
const absolute = (url: string, { project, instance }: MarkdownPlaces): string => {
  if (!url.startsWith('/') || url.startsWith('//') || url.startsWith('/\\')) return url;
  return `${url.startsWith('/uploads/') ? project : instance}${url}`;
};

const allowed: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** A web or mail address without password. */
const safeAddress = (url: string | number | null | undefined): string | undefined => {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { protocol, password } = new URL(url);
  return allowed.has(protocol) && password === '' ? url : undefined;
};

const tags: Readonly<Record<string, MarkdownTag>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  bullet_list: 'ul',
  ordered_list: 'ol',
  list_item: 'li',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  em: 'em',
  strong: 'strong',
  s: 's',
};

const headings: readonly MarkdownTag[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

interface Open {
  readonly token: Token | undefined;
  readonly children: MarkdownNode[];
}

/** Builds the tree. Unknown tokens are dropped, their content is kept. */
const nodesOf = (tokens: readonly Token[], places: MarkdownPlaces, inLink = false): MarkdownNode[] => {
  const root: Open = { token: undefined, children: [] };
  const stack: Open[] = [root];
  for (const token of tokens) {
    const top = stack.at(-1) ?? root;
    if (token.nesting === 1) {
      stack.push({ token, children: [] });
    } else if (token.nesting === -1) {
      if (stack.length === 1) continue;
      stack.pop();
      (stack.at(-1) ?? root).children.push(...closed(top));
    } else {
      const isInLink = inLink || stack.some((open) => open.token?.type === 'link_open');
      top.children.push(...leaf(token, places, isInLink));
    }
  }
  while (stack.length > 1) {
    const top = stack.pop();
    if (top) (stack.at(-1) ?? root).children.push(...closed(top));
  }
  return root.children;
};

const closed = ({ token, children }: Open): readonly MarkdownNode[] => {
  if (token === undefined) return children;
  if (token.type === 'link_open') {
    const href = safeAddress(token.attrGet('href'));
    return href === undefined ? children : [{ kind: 'link', href, children }];
  }
  // paragraphs of a tight list
  if (token.hidden) return children;
  const name = token.type.replace(/_open$/, '');
  const tag = name === 'heading' ? headings.find((each) => each === token.tag) : tags[name];
  if (tag === undefined) return children;
  const element: ElementNode = { kind: 'element', tag, children };
  if (tag === 'li') return [asTask({ ...element, line: token.map?.[0] })];
  if (tag === 'ol') return [{ ...element, start: Number(token.attrGet('start') ?? 1) || 1 }];
  if (tag === 'th' || tag === 'td') return [withAlign(element, token)];
  return [element];
};

const withAlign = (element: ElementNode, token: Token): MarkdownNode => {
  const [, align] = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? '')) ?? [];
  return align === 'left' || align === 'center' || align === 'right' ? { ...element, align } : element;
};

/** `[ ]` or `[x]` begins a task. */
const asTask = (item: ElementNode): MarkdownNode => {
  const [first, ...rest] = item.children;
  if (typeof first === 'object' && first.kind === 'element' && first.tag === 'p') {
    const inner = asTask({ kind: 'element', tag: 'li', children: first.children });
    if (typeof inner !== 'object' || inner.kind !== 'element' || inner.task === undefined) return item;
    return { ...item, task: inner.task, children: [{ ...first, children: inner.children }, ...rest] };
  }
  const box = typeof first === 'string' ? /^\[([ xX])\]\s+/.exec(first) : null;
  if (typeof first !== 'string' || box === null) return item;
  return { ...item, task: box[1] === ' ' ? 'open' : 'done', children: [first.slice(box[0].length), ...rest] };
};

const leaf = (token: Token, places: MarkdownPlaces, inLink: boolean): readonly MarkdownNode[] => {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? [], places, inLink);
    case 'text':
    case 'text_special':
    case 'html_inline':
    case 'html_block':
      return token.content === '' ? [] : inLink ? [token.content] : withReferences(token.content, places);
    case 'softbreak':
      return ['\n'];
    case 'hardbreak':
      return [{ kind: 'element', tag: 'br', children: [] }];
    case 'hr':
      return [{ kind: 'element', tag: 'hr', children: [] }];
    case 'code_inline':
      return [{ kind: 'element', tag: 'code', children: [token.content] }];
    case 'code_block':
      return [{ kind: 'code', text: token.content, language: '' }];
    case 'fence':
      return [fence(token)];
    case 'image':
      return image(token);
    default:
      return token.content === '' ? [] : [token.content];
  }
};

const fence = ({ info, content }: Token): MarkdownNode => {
  const suggestion = /^suggestion(?::-(\d{1,3})\+(\d{1,3}))?\s*$/.exec(info.trim());
  if (suggestion !== null) {
    const [, above = '0', below = '0'] = suggestion;
    return { kind: 'suggestion', text: content, above: Number(above), below: Number(below) };
  }
  return { kind: 'code', text: content, language: /^[\w+#.-]{1,40}/.exec(info.trim())?.[0] ?? '' };
};

const image = (token: Token): readonly MarkdownNode[] => {
  const href = safeAddress(token.attrGet('src'));
  const alt = token.content.trim();
  if (href === undefined) return alt === '' ? [] : [alt];
  return [{ kind: 'image', href, alt }];
};
