import { tokenBeginning } from '../tokenShape.ts';
import { readTypedUrl, type TypedUrl } from '../typedUrl.ts';

/** Candidate addresses, most likely first, or the problem. */
export type TypedAddress =
  | { readonly kind: 'candidates'; readonly baseUrls: readonly string[] }
  | Extract<TypedUrl, { kind: 'invalid' }>
  /** A token, which must not reach DNS. */
  | { readonly kind: 'invalid'; readonly problem: 'token' };

const beginsAsToken = new RegExp(String.raw`(?:^|[/@:\s])${tokenBeginning}`, 'i');

const mostCandidates = 4;

/**
 * Parses a typed instance address: the scheme defaults to https, and a path may be a relative URL root or a project page.
 * Candidates go from the longest path to the bare host.
 */
export const readInstanceAddress = (typed: string): TypedAddress => {
  if (beginsAsToken.test(typed)) return { kind: 'invalid', problem: 'token' };
  const read = readTypedUrl(typed);
  if (read.kind === 'invalid') return read;
  if (read.url.username !== '') return { kind: 'invalid', problem: 'credentials' };
  return { kind: 'candidates', baseUrls: candidates(read.url) };
};

const candidates = (url: URL): string[] => {
  // nothing after `/-/` of a project page can be an instance
  const path = url.pathname.split('/-/')[0] ?? '';
  const segments = path
    .replace(/\/api\/v4\/?$/, '')
    .split('/')
    .filter((segment) => segment !== '');
  const first = segments.slice(0, mostCandidates - 1);
  return [...first.map((_, index) => [url.origin, ...first.slice(0, first.length - index)].join('/')), url.origin];
};
