import { commitAddress } from '../../messages/webAddresses.ts';
import type { MarkdownNode, MarkdownPlaces } from './markdownTree.ts';

/** `@person`, `group/project#12`, `!34`, a SHA; not within a word or URL. */
const reference =
  /(?<![\w/@.#!&-])(?:@(?<person>[A-Za-z0-9_](?:[\w.-]{0,253}[A-Za-z0-9_])?)|(?<path>[A-Za-z0-9_][\w./-]{0,253}[A-Za-z0-9_])?(?<sign>[#!])(?<number>\d{1,9})|(?<sha>[0-9a-f]{8,40}))(?![\w/@])/g;

/** Links references in a text. */
export const withReferences = (text: string, places: MarkdownPlaces): readonly MarkdownNode[] => {
  if (!/[@#!]|[0-9a-f]{8}/.test(text)) return [text];
  const nodes: MarkdownNode[] = [];
  let end = 0;
  for (const match of text.matchAll(reference)) {
    const href = addressOf(match.groups ?? {}, places);
    if (href === undefined) continue;
    if (match.index > end) nodes.push(text.slice(end, match.index));
    nodes.push({ kind: 'link', href, children: [match[0]] });
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
};

const addressOf = (
  { person, path, sign, number, sha }: Readonly<Record<string, string | undefined>>,
  { project, instance }: MarkdownPlaces,
): string | undefined => {
  if (person !== undefined) return `${instance}/${person}`;
  if (sha !== undefined) {
    // avoids words and numbers: a SHA nearly always has letters and digits
    return /\d/.test(sha) && /[a-f]/.test(sha) ? commitAddress(project, sha) : undefined;
  }
  const place = path === undefined ? project : path.includes('/') ? `${instance}/${path}` : undefined;
  if (place === undefined || number === undefined) return undefined;
  return `${place}/-/${sign === '#' ? 'issues' : 'merge_requests'}/${number}`;
};
