import { tokenBeginning } from '../tokenShape.ts';
import { readTypedUrl, type TypedUrl } from '../typedUrl.ts';

/** An address as typed, read: the addresses the instance may have, most likely first, or what is wrong with it. */
export type TypedAddress =
  | { readonly kind: 'candidates'; readonly baseUrls: readonly string[] }
  | Extract<TypedUrl, { kind: 'invalid' }>
  /** What was typed is a token: it must not be looked up as the name of a server. */
  | { readonly kind: 'invalid'; readonly problem: 'token' };

const beginsAsToken = new RegExp(String.raw`(?:^|[/@:\s])${tokenBeginning}`, 'i');

const mostCandidates = 4;

/**
 * Reads what the user typed as the address of an instance: a scheme may be missing (https is meant), a slash may
 * trail, and a path may be the sub-path the instance lives under or the page of a project: the longest path is the
 * first candidate, the bare host the last.
 */
export const readInstanceAddress = (typed: string): TypedAddress => {
  if (beginsAsToken.test(typed)) return { kind: 'invalid', problem: 'token' };
  const read = readTypedUrl(typed);
  if (read.kind === 'invalid') return read;
  if (read.url.username !== '') return { kind: 'invalid', problem: 'credentials' };
  return { kind: 'candidates', baseUrls: candidates(read.url) };
};

const candidates = (url: URL): string[] => {
  // pages of a project carry `/-/` after its path; nothing behind it can be an instance
  const path = url.pathname.split('/-/')[0] ?? '';
  const segments = path
    .replace(/\/api\/v4\/?$/, '')
    .split('/')
    .filter((segment) => segment !== '');
  const first = segments.slice(0, mostCandidates - 1);
  return [...first.map((_, index) => [url.origin, ...first.slice(0, first.length - index)].join('/')), url.origin];
};
