import { branchRef, tagRef } from '../wire/refName.ts';

/** GitLab's anchor in a diff: SHA-1 of the path, and line numbers, 0 if missing on a side. */
export interface LineAnchor {
  readonly pathHash: string;
  readonly oldLine: number;
  readonly newLine: number;
}

/** A page of a project. `iid` counts per project, the other ids per instance. */
export type WebPage =
  /** SHA, branch or tag. */
  | { readonly kind: 'commit'; readonly sha: string; readonly anchor?: LineAnchor }
  /** `at`: ref, slash and path; only the server knows where the ref ends. Lines are 1-based. */
  | { readonly kind: 'file'; readonly at: string; readonly lines?: { readonly first: number; readonly last: number } }
  | { readonly kind: 'mergeRequest'; readonly iid: number; readonly note?: number }
  | { readonly kind: 'pipeline'; readonly id: number }
  | { readonly kind: 'job'; readonly id: number };

/** Parsed web URL of any instance. */
export interface WebLink<Page extends WebPage = WebPage> {
  readonly origin: string;
  /** Relative URL root of the instance, if any, and project path. */
  readonly path: string;
  readonly page: Page;
}

/** In characters; longer links are ignored. */
export const maxLink = 4_096;

/**
 * Parses the web URL of a commit (`…/-/commit/<sha>`, older `…/commit/<sha>`, in a merge request
 * `…/diffs?commit_id=<sha>`), a ref's history, file, merge request, comment, pipeline or job.
 */
export const readWebLink = (text: string): WebLink | undefined => {
  const typed = text.trim();
  if (typed.length > maxLink || !/^https?:\/\/\S+$/i.test(typed) || !URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  const pathname = decoded(url.pathname)?.replace(/(?<!\/)\/+$/, '');
  if (pathname === undefined) return undefined;
  const [, path, kind, rest] =
    (pathname.includes('/-/')
      ? /^\/(.+?)\/-\/(commits?|blob|blame|raw|merge_requests|pipelines|jobs)\/([^]+)$/.exec(pathname)
      : /^\/(.+?)\/(commit|merge_requests)\/([^]+)$/.exec(pathname)) ?? [];
  if (path === undefined || kind === undefined || rest === undefined || !path.includes('/')) return undefined;
  const page = pageOf(kind, rest, url);
  return page && { origin: url.origin, path, page };
};

const pageOf = (kind: string, rest: string, { searchParams, hash }: URL): WebPage | undefined => {
  switch (kind) {
    case 'commit':
    case 'commits': {
      const sha = /^([0-9a-f]{7,64})(?:\.patch|\.diff|\/pipelines)?$/i.exec(rest)?.[1];
      return sha === undefined ? commitPage(refOf(rest, searchParams), '') : commitPage(sha, hash);
    }
    case 'merge_requests': {
      const [, iid, below] = /^(\d{1,9})(?:\/(.*))?$/.exec(rest) ?? [];
      if (iid === undefined) return undefined;
      const commit = searchParams.get('commit_id');
      if (commit !== null && (below === undefined || below === 'diffs')) return commitPage(commit, hash);
      const note = /^#note_(\d{1,15})$/.exec(hash)?.[1];
      return { kind: 'mergeRequest', iid: Number(iid), ...(note === undefined ? {} : { note: Number(note) }) };
    }
    case 'pipelines':
    case 'jobs': {
      const id = /^(\d{1,15})(?:\/|$)/.exec(rest)?.[1];
      return id === undefined ? undefined : { kind: kind === 'jobs' ? 'job' : 'pipeline', id: Number(id) };
    }
    default: {
      const [, first, last = first] = /^#L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(hash) ?? [];
      const lines = first === undefined ? {} : { lines: { first: Number(first), last: Number(last) } };
      return rest.includes('/') ? { kind: 'file', at: refOf(rest, searchParams), ...lines } : undefined;
    }
  }
};

const commitPage = (sha: string, hash: string): WebPage | undefined => {
  if (!/^\S+$/.test(sha)) return undefined;
  const [, pathHash, oldLine = 0, newLine = 0] = /^#([0-9a-f]{40})(?:_(\d+)_(\d+))?$/.exec(hash) ?? [];
  const anchor = pathHash === undefined ? {} : { anchor: { pathHash, oldLine: +oldLine, newLine: +newLine } };
  return { kind: 'commit', sha, ...anchor };
};

const refOf = (name: string, given: URLSearchParams): string => {
  const kind = given.get('ref_type');
  return kind === 'heads' ? branchRef(name) : kind === 'tags' ? tagRef(name) : name;
};

/** Possible splits of `at`, shortest ref first, six at most. */
export const refsAndPaths = (at: string): readonly { readonly ref: string; readonly path: string }[] => {
  const parts = at.split('/');
  const prefix = at.startsWith('refs/') ? 2 : 0;
  return parts
    .slice(prefix + 1)
    .map((_, index) => prefix + 1 + index)
    .slice(0, 6)
    .map((length) => ({ ref: parts.slice(0, length).join('/'), path: parts.slice(length).join('/') }));
};

/** Project path; undefined for another instance. */
export const projectOn = ({ origin, path }: Pick<WebLink, 'origin' | 'path'>, baseUrl: string): string | undefined => {
  const base = new URL(baseUrl);
  if (base.origin !== origin) return undefined;
  const root = base.pathname.replace(/^\/|\/$/g, '');
  if (root === '') return path;
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
