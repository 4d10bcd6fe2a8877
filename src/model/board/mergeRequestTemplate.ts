import type { MergeRequest } from '../../wire/mergeRequests.ts';

/** Placeholders: see {@link filled}. */
export interface MergeRequestTemplate {
  readonly branch: string;
  readonly title: string;
  readonly description: string;
}

export interface TemplateSubject {
  readonly target: string;
  /** Full SHAs in picking order. */
  readonly commits: readonly { readonly sha: string; readonly title: string }[];
  /** Without duplicates. */
  readonly originals: readonly MergeRequest[];
}

/** Prefers merged over open ones. */
export const originalOf = (mergeRequests: readonly MergeRequest[]): MergeRequest | undefined =>
  mergeRequests.find(({ state }) => state === 'merged') ?? mergeRequests.find(({ state }) => state === 'opened');

/**
 * Placeholders: `{branch}`, `{sha}` (eight digits, first commit), `{title}` (only original, otherwise first commit),
 * `{original}` (`!12`, otherwise short SHAs), `{description}` (only original), `{commits}` (list). Others stay.
 */
export const filled = (template: string, subject: TemplateSubject): string => {
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

/** Replaces slashes, and characters that git refuses. */
export const branchNameOf = (template: string, subject: TemplateSubject): string =>
  filled(template, { ...subject, target: subject.target.replaceAll('/', '-') }).replace(/[\s~^:?*[\\]+/g, '-');

/** GitLab's limit. */
const maxTitle = 255;

/** One line, cut at the limit. */
export const titleOf = (template: string, subject: TemplateSubject): string => {
  const title = filled(template, subject).replace(/\s+/g, ' ').trim();
  return title.length > maxTitle ? `${title.slice(0, maxTitle - 1)}…` : title;
};

/** Trims and collapses blank lines. */
export const descriptionOf = (template: string, subject: TemplateSubject): string =>
  filled(template, subject)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
