import type { MergeRequest } from '../../wire/mergeRequests.ts';

/** Templates of new merge requests; for placeholders see {@link filled}. */
export interface RequestTemplate {
  readonly branch: string;
  readonly title: string;
  readonly description: string;
}

/** Cherry-picks of one merge request. */
export interface RequestSubject {
  readonly target: string;
  /** In picking order, with full SHAs. */
  readonly commits: readonly { readonly sha: string; readonly title: string }[];
  /** Original merge requests without duplicates. */
  readonly originals: readonly MergeRequest[];
}

/** Prefers merged over open ones. */
export const originalOf = (requests: readonly MergeRequest[]): MergeRequest | undefined =>
  requests.find(({ state }) => state === 'merged') ?? requests.find(({ state }) => state === 'opened');

/**
 * Fills in placeholders: `{branch}`, `{sha}` (eight digits, first commit), `{title}` (of the only original, otherwise the
 * first commit), `{original}` (`!12`, otherwise short SHAs), `{description}` (of the only original), `{commits}` (list).
 * Others stay.
 */
export const filled = (template: string, subject: RequestSubject): string => {
  const { target, commits, originals } = subject;
  const [first] = commits;
  const only = originals.length === 1 ? originals[0] : undefined;
  const values: Readonly<Record<string, string>> = {
    branch: target,
    sha: (first?.sha ?? '').slice(0, 8),
    title: only?.title ?? first?.title ?? '',
    original: (originals.length > 0
      ? originals.map(({ iid }) => `!${iid}`)
      : commits.map(({ sha }) => sha.slice(0, 8))
    ).join(', '),
    description: only?.description?.trim() ?? '',
    commits: commits.map(({ sha, title }) => `- ${sha} ${title}`).join('\n'),
  };
  return template.replace(
    /\{(\w+)\}/g,
    (whole, name: string) => (Object.hasOwn(values, name) ? values[name] : whole) ?? '',
  );
};

/** Replaces slashes of the target and characters that git refuses. */
export const branchNameOf = (template: string, subject: RequestSubject): string =>
  filled(template, { ...subject, target: subject.target.replaceAll('/', '-') }).replace(/[\s~^:?*[\\]+/g, '-');

/** GitLab's limit in characters. */
const longestTitle = 255;

/** One line, cut at GitLab's limit. */
export const titleOf = (template: string, subject: RequestSubject): string => {
  const title = filled(template, subject).replace(/\s+/g, ' ').trim();
  return title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title;
};

/** Trimmed, with at most one blank line in a row. */
export const descriptionOf = (template: string, subject: RequestSubject): string =>
  filled(template, subject)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
