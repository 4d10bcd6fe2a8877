import { tokenBeginning } from '../tokenShape.ts';
import { parseUrl, type ParsedUrl } from '../typedUrl.ts';

/** Candidates, most likely first. */
export type TypedAddress =
  | { readonly kind: 'candidates'; readonly baseUrls: readonly string[] }
  | Extract<ParsedUrl, { kind: 'invalid' }>
  /** Must not reach DNS. */
  | { readonly kind: 'invalid'; readonly problem: 'token' };

const tokenStart = new RegExp(String.raw`(?:^|[/@:\s])${tokenBeginning}`, 'i');

const maxCandidates = 4;

/** Defaults to https; the path may be a relative URL root or a project page. From the longest path to the bare host. */
export const readInstanceAddress = (typed: string): TypedAddress => {
  if (tokenStart.test(typed)) return { kind: 'invalid', problem: 'token' };
  const read = parseUrl(typed);
  if (read.kind === 'invalid') return read;
  if (read.url.username !== '') return { kind: 'invalid', problem: 'credentials' };
  return { kind: 'candidates', baseUrls: candidates(read.url) };
};

const candidates = (url: URL): string[] => {
  // `/-/` only occurs in project pages
  const path = url.pathname.split('/-/')[0] ?? '';
  const segments = path
    .replace(/\/api\/v4\/?$/, '')
    .split('/')
    .filter((segment) => segment !== '');
  const first = segments.slice(0, maxCandidates - 1);
  return [...first.map((_, index) => [url.origin, ...first.slice(0, first.length - index)].join('/')), url.origin];
};
